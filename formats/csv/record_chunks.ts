import { openInstance } from "../../kernels/engine.ts";
import { BEHIND } from "../../kernels/exports.ts";
import type { ByteSource } from "../../io/byte_source.ts";
import { pause } from "../../io/wait.ts";
import { type Cut, cutRecords } from "./cut_records.ts";

/** How records are read. */
export interface RecordChunksOptions {
  /** The byte between cells. */
  readonly delimiter: number;
  /** Bytes of a chunk, unless a record is longer. */
  readonly chunkSize: number;
}

/**
 * Milliseconds that whole records wait for more to come: a pipe gives 64 KB at a time, at most, and small
 * chunks cost more.
 */
const MAX_WAIT_MS = 20;

/** Reads a text in chunks of whole records, wherever quotes and line ends fall. */
export class RecordChunks {
  /** The last chunk, where that is the beginning of a record that is too long. */
  overlong: Uint8Array | undefined;
  readonly #source: ByteSource;
  readonly #options: RecordChunksOptions;
  /** Buffers to read into again. */
  readonly #free: ArrayBuffer[] = [];
  /** What was read and not given yet: [start, filled) of a buffer. */
  #buffer = new Uint8Array(0);
  #start = 0;
  #filled = 0;
  /** Bytes that were read in all. */
  #read = 0;
  /** Where the last whole record ends in it; `start` where there is none. */
  #whole = 0;
  /** A read under way, behind them. */
  #reading: Promise<number | null> | undefined;
  #ended = false;
  /** Ends when the records of this chunk are to be given. */
  #waiting: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The state of quotes behind all that was read: the instance may cut other texts in between. */
  #quotes = 0;

  constructor(source: ByteSource, options: RecordChunksOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** The next chunk, a part of a buffer that becomes the caller's, or nothing at the end. */
  async read(
    chunkSize: number = this.#options.chunkSize,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (!this.#ended) {
      if (this.#reading === undefined) {
        if (this.#hasRecords && this.#filled >= chunkSize) return this.#give();
        this.#makeRoom();
        const end = this.#filled < chunkSize ? chunkSize : this.#buffer.length;
        this.#reading = this.#source.read(this.#buffer.subarray(this.#filled, end));
        this.#reading.catch(() => {});
      }
      const found = await (this.#hasRecords && this.#source.live
        ? Promise.race([this.#reading, this.#late()])
        : this.#reading);
      // Nothing comes at once: who reads what is written sees the records that are here.
      if (found === undefined) {
        return this.#giveCopy();
      }
      this.#reading = undefined;
      if (found === null) {
        this.#ended = true;
      } else {
        const { end, isOverlong } = this.#cut(found);
        if (end > 0) {
          this.#whole = this.#filled + end;
        }
        this.#filled += found;
        this.#read += found;
        // The records before one that is too long are given first.
        if (isOverlong && !this.#hasRecords) {
          this.#ended = true;
          this.overlong = this.#buffer;
        }
      }
    }
    this.#whole = this.#filled;
    if (!this.#hasRecords) return undefined;
    const last = this.#give();
    if (this.overlong !== undefined) this.overlong = last;
    return last;
  }

  /**
   * What was read and not given, for others to go on behind it, and how many bytes were read in all.
   * Nothing where the text has ended, or a read is under way that would take bytes from them.
   */
  handOver(): { bytes: Uint8Array; read: number } | undefined {
    if (this.#ended || this.#reading !== undefined) return undefined;
    this.#ended = true;
    const bytes = this.#buffer.subarray(this.#start, this.#filled);
    return { bytes, read: this.#read };
  }

  /** Gives nothing when records have waited for long enough: one pause for a chunk, not for each read. */
  #late(): Promise<void> {
    return this.#waiting ??= this.#source.live === "pipe"
      ? pause(MAX_WAIT_MS)
      : new Promise((resolve) => {
        // Nothing but this may keep the program running.
        this.#timer = setTimeout(resolve, MAX_WAIT_MS);
      });
  }

  #stopWaiting(): void {
    // Where nothing has used timers yet they take Deno 5 ms to load.
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

  /** Twice the size of a chunk: what is made of it is written into the same buffer. */
  get #size(): number {
    return 2 * this.#options.chunkSize;
  }

  /** Gives the whole records, and moves what follows to another buffer. */
  #give(): Uint8Array<ArrayBuffer> {
    this.#stopWaiting();
    const chunk = this.#buffer.subarray(this.#start, this.#whole);
    const rest = this.#buffer.subarray(this.#whole, this.#filled);
    this.#renew(rest, Math.max(this.#size, 2 * rest.length));
    return chunk;
  }

  /** Gives a copy of the whole records: there is a read under way into the same buffer. */
  #giveCopy(): Uint8Array<ArrayBuffer> {
    this.#stopWaiting();
    const whole = this.#buffer.subarray(this.#start, this.#whole);
    this.#start = this.#whole;
    if (whole.length > this.#size) return whole.slice();
    // Of the one size that goes round: many sizes would leave gaps in memory that nothing fits.
    const chunk = new Uint8Array(this.#free.pop() ?? new ArrayBuffer(this.#size));
    chunk.set(whole);
    return chunk.subarray(0, whole.length);
  }

  #makeRoom(): void {
    if (this.#filled < this.#buffer.length) return;
    const rest = this.#buffer.subarray(this.#start, this.#filled);
    this.#renew(rest, Math.max(this.#size, 2 * rest.length));
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

  /** Cuts bytes that were just read, behind the others; the end counts from the first of them. */
  #cut(count: number): Cut {
    const { exports, memory, end: from, reserve } = openInstance();
    reserve(from + count + BEHIND);
    const bytes = this.#buffer.subarray(this.#filled, this.#filled + count);
    new Uint8Array(memory.buffer).set(bytes, from);
    const cut = cutRecords(exports, {
      from,
      to: from + count,
      before: this.#filled - this.#whole,
      quotes: this.#quotes,
      delimiter: this.#options.delimiter,
    });
    this.#quotes = cut.quotes;
    return { ...cut, end: cut.end === 0 ? 0 : cut.end - from };
  }
}
