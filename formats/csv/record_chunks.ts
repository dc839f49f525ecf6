import { openInstance } from "../../kernels/engine.ts";
import { BEHIND } from "../../kernels/exports.ts";
import type { ByteSource } from "../../io/byte_source.ts";
import { pause } from "../../io/event_loop.ts";
import { type Cut, MAX_RECORD_BYTES, splitRecords } from "./split_records.ts";
import type { Syntax } from "./dialect.ts";

/** How records are read. */
export interface RecordChunksOptions {
  /** The byte between cells. */
  readonly delimiter: number;
  /** What a line begins with if it is a comment; empty if there are no comments. */
  readonly comment: Uint8Array;
  readonly syntax: Syntax;
  /** Bytes of a chunk, unless a record is longer. */
  readonly chunkSize: number;
  /** Where the source begins in its file; 0 if omitted. */
  readonly position?: number;
}

/**
 * Bytes of the first chunk, unless chunks are smaller. The columns are known from it, and a pipe
 * that brings as much at once will probably bring more.
 */
const FIRST_CHUNK_BYTES = 2 ** 18;

/**
 * The next place in a file where a chunk ends, with the last record before it. Such places are the
 * multiples of the size, wherever the reading began: so a piece of a file has the chunks of the
 * whole, and other formats the same batches.
 */
function chunkEndAfter(position: number, size: number): number {
  if (position < FIRST_CHUNK_BYTES && size > FIRST_CHUNK_BYTES) return FIRST_CHUNK_BYTES;
  return (Math.floor(position / size) + 1) * size;
}

/**
 * Milliseconds that complete records wait for more to come. A pipe gives at most 64 KB at a time, and
 * small chunks cost more.
 */
const MAX_WAIT_MS = 20;

const NOTHING = new Uint8Array(0);

/** Reads a text in chunks of complete records, wherever quotes and line ends fall. */
export class RecordChunks {
  /** The last chunk, if it is the beginning of a record that is too long. */
  overlong: Uint8Array | undefined;
  readonly #source: ByteSource;
  readonly #options: RecordChunksOptions;
  /** Buffers to read into again. */
  readonly #free: ArrayBuffer[] = [];
  /** The buffer with what was read and not given yet, from `start` to `filled`. */
  #buffer = NOTHING;
  #start = 0;
  #filled = 0;
  /** The place in the file up to which was read. */
  #read: number;
  /** Where the last complete record ends in the buffer; `start` if there is none. */
  #whole = 0;
  /** The read that is under way, after these bytes. */
  #reading: Promise<number | null> | undefined;
  #ended = false;
  /** Whether that read has failed. */
  #hasFailed = false;
  /** Resolves when the records of this chunk have waited for long enough. */
  #waiting: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The state of quotes after all that was read: the instance may cut other texts in between. */
  #quotes = 0;

  constructor(source: ByteSource, options: RecordChunksOptions) {
    this.#source = source;
    this.#options = options;
    this.#read = options.position ?? 0;
  }

  /** Reads the next chunk, a part of a buffer that becomes the caller's; nothing at the end. */
  async read(
    chunkSize: number = this.#options.chunkSize,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    let chunkEnd = chunkEndAfter(this.#read, chunkSize);
    while (!this.#ended) {
      if (this.#reading === undefined) {
        if (this.#read >= chunkEnd) {
          if (this.#hasRecords) return this.#give();
          chunkEnd = chunkEndAfter(this.#read, chunkSize);
        }
        this.#makeRoom();
        const end = Math.min(this.#filled + chunkEnd - this.#read, this.#buffer.length);
        this.#reading = this.#source.read(this.#buffer.subarray(this.#filled, end));
        this.#reading.catch(() => {});
      }
      let found: number | null | void;
      try {
        found = await (this.#hasRecords && this.#source.live
          ? Promise.race([this.#reading, this.#late()])
          : this.#reading);
      } catch (error) {
        // The records before are given first. The read that failed fails again.
        this.#hasFailed = true;
        if (this.#hasRecords) return this.#give();
        throw error;
      }
      // Nothing comes soon: the records that are here go on to those who read the output.
      if (found === undefined) {
        return this.#giveCopy();
      }
      this.#reading = undefined;
      if (found === null) {
        this.#ended = true;
      } else {
        const { end } = this.#cut(found);
        if (end > 0) {
          this.#whole = this.#filled + end;
        }
        this.#filled += found;
        this.#read += found;
        this.#ended = !this.#hasRecords && this.#isOverlong;
      }
    }
    // The records before one that is too long are given first.
    if (this.#hasRecords && this.#isOverlong) return this.#give();
    const isOverlong = this.#isOverlong;
    if (isOverlong) this.#filled = this.#whole + MAX_RECORD_BYTES;
    this.#whole = this.#filled;
    if (!this.#hasRecords) return undefined;
    const last = this.#give();
    if (isOverlong) this.overlong = last;
    return last;
  }

  /**
   * Hands over what was read and not given, and up to which place of the file was read. What follows
   * is for others to read: from the file itself, or by {@linkcode readOn}. Returns nothing if the
   * text has ended, or cannot be read.
   */
  handOver(): { bytes: Uint8Array; read: number } | undefined {
    if (this.#ended || this.#hasFailed) return undefined;
    this.#ended = true;
    const bytes = this.#buffer.slice(this.#start, this.#filled);
    if (this.#reading === undefined) this.#renew(NOTHING, this.#size);
    return { bytes, read: this.#read };
  }

  /**
   * Reads what follows after `handOver`, about so many bytes at most, wherever records end; nothing
   * at the end. The bytes are lost when this is called again.
   */
  async readOn(most: number): Promise<Uint8Array | undefined> {
    const room = this.#buffer.subarray(this.#filled);
    const reading = this.#reading ?? this.#source.read(room.subarray(0, most));
    this.#reading = undefined;
    this.#filled = 0;
    const found = await reading;
    return found === null ? undefined : room.subarray(0, found);
  }

  /**
   * Resolves when records have waited for long enough. There is one pause for a chunk, not for each
   * read.
   */
  #late(): Promise<void> {
    return this.#waiting ??= this.#source.live === "pipe"
      ? pause(MAX_WAIT_MS)
      : new Promise((resolve) => {
        // A timer keeps the program running, which nothing else may do.
        this.#timer = setTimeout(resolve, MAX_WAIT_MS);
      });
  }

  #stopWaiting(): void {
    // Deno takes 5 ms to load its timers, if nothing has used them yet.
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }

  /** Takes back a buffer, to read into it again. */
  giveBack(buffer: ArrayBuffer): void {
    if (buffer.byteLength === this.#size && this.#free.length < 16) this.#free.push(buffer);
  }

  get #hasRecords(): boolean {
    return this.#whole > this.#start;
  }

  /** Whether the record that begins after the complete ones is too long. */
  get #isOverlong(): boolean {
    return this.#filled - this.#whole > MAX_RECORD_BYTES;
  }

  /**
   * Bytes of a buffer: twice those of a chunk, since the text of a chunk is written into the same
   * buffer.
   */
  get #size(): number {
    return 2 * this.#options.chunkSize;
  }

  /** Returns the complete records, and moves the bytes after them to another buffer. */
  #give(): Uint8Array<ArrayBuffer> {
    this.#stopWaiting();
    const chunk = this.#buffer.subarray(this.#start, this.#whole);
    const rest = this.#buffer.subarray(this.#whole, this.#filled);
    this.#renew(rest, Math.max(this.#size, 2 * rest.length));
    return chunk;
  }

  /** Returns a copy of the complete records, since a read into the same buffer is under way. */
  #giveCopy(): Uint8Array<ArrayBuffer> {
    this.#stopWaiting();
    const whole = this.#buffer.subarray(this.#start, this.#whole);
    this.#start = this.#whole;
    if (whole.length > this.#size) return whole.slice();
    // All buffers have one size: many sizes would leave gaps in memory that nothing fits.
    const chunk = new Uint8Array(this.#free.pop() ?? new ArrayBuffer(this.#size));
    chunk.set(whole);
    return chunk.subarray(0, whole.length);
  }

  #makeRoom(): void {
    if (this.#filled < this.#buffer.length) return;
    const rest = this.#buffer.subarray(this.#start, this.#filled);
    const whole = this.#whole - this.#start;
    this.#renew(rest, Math.max(this.#size, 2 * rest.length));
    // The last complete record may end in front of the end of the chunk.
    this.#whole = whole;
  }

  #renew(rest: Uint8Array, size: number): void {
    const free = size === this.#size ? this.#free.pop() : undefined;
    const buffer = new Uint8Array(free ?? new ArrayBuffer(size));
    buffer.set(rest);
    this.#buffer = buffer;
    this.#start = 0;
    this.#whole = 0;
    this.#filled = rest.length;
  }

  /** Cuts the bytes that were just read. The end counts from the first of them. */
  #cut(count: number): Cut {
    const { exports, memory, end: from, reserve } = openInstance();
    const { comment, delimiter, syntax } = this.#options;
    const to = from + count;
    reserve(to + comment.length + BEHIND);
    const bytes = this.#buffer.subarray(this.#filled, this.#filled + count);
    new Uint8Array(memory.buffer).set(bytes, from);
    new Uint8Array(memory.buffer).set(comment, to);
    const cut = splitRecords(exports, {
      from,
      to,
      before: this.#filled - this.#whole,
      quotes: this.#quotes,
      delimiter,
      comment: [to, to + comment.length],
      syntax,
    });
    this.#quotes = cut.quotes;
    return { ...cut, end: cut.end === 0 ? 0 : cut.end - from };
  }
}
