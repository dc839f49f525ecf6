import { type ByteSource, PeekedSource, readFull } from "../../../io/byte_source.ts";
import { maxUnpacked, UNPACKED_RULE } from "../../../io/memory_limits.ts";
import type { SpooledSource } from "../../../io/spooled_source.ts";

/** What is read, for messages. */
export interface Wanted {
  /** Byte at which the message begins. */
  readonly at: number;
  /** What it is part of: `metadata`, `batch`. */
  readonly what: string;
  /** Whether it may lie in memory that was given back, and is given back itself. */
  readonly recycles?: boolean;
}

// Memory that is taken on the word of an input that does not say how long it is.
const TRUSTED = 2 ** 24;
// Compressed bytes that may have been taken before the message began: pieces of that size are read.
const TAKEN_BEFORE = 2 ** 18;
// Bytes that are read together, where fewer are asked for.
const LOOK_AHEAD = 4096;
// Bodies that wait to be read into.
const MAX_FREE = 4;
// Of large bodies only one waits.
const MAX_FREE_BYTES = 2 ** 26;

/** The bytes of an Arrow file or stream, from which messages are read. */
export class MessageBytes {
  #source: ByteSource;
  #at = 0;
  // What was read and belongs to what comes next.
  #ahead: Uint8Array = new Uint8Array(0);
  // Bodies that are done with.
  readonly #free: ArrayBuffer[] = [];

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** What messages call the input. */
  get name(): string {
    return this.#source.name;
  }

  /** Bytes of the input, where that is known. */
  get size(): number | undefined {
    return this.#source.size;
  }

  /** Byte of the input that is read next. */
  get position(): number {
    return this.#at;
  }

  /** Bytes of the input that were taken so far, compressed ones where it is compressed. */
  get taken(): number {
    return this.#source.compressed?.taken ?? this.#at;
  }

  /** The next bytes, which stay to be read: so many, or fewer where the input ends. */
  async peek(length: number): Promise<Uint8Array> {
    while (this.#ahead.length < length) {
      const room = new Uint8Array(this.#ahead.length + LOOK_AHEAD);
      room.set(this.#ahead);
      const found = await this.#source.read(room.subarray(this.#ahead.length));
      if (found === null) break;
      this.#ahead = room.subarray(0, this.#ahead.length + found);
    }
    return this.#ahead.subarray(0, length);
  }

  /** Goes on behind bytes that were looked at. */
  skip(length: number): void {
    this.#ahead = this.#ahead.subarray(length);
    this.#at += length;
  }

  /** Fills an array, as far as there are bytes, and gives their number. */
  async fill(into: Uint8Array): Promise<number> {
    // Of what is short, what comes behind it is read, too, if it is here: a message has three such parts.
    const ahead = into.length < LOOK_AHEAD
      ? await this.peek(into.length)
      : this.#ahead.subarray(0, into.length);
    into.set(ahead);
    this.skip(ahead.length);
    if (into.length < LOOK_AHEAD) return ahead.length;
    const found = await readFull(this.#source, into.subarray(ahead.length));
    this.#at += found;
    return ahead.length + found;
  }

  /** Reads so many bytes of a message. */
  async read(length: number, wanted: Wanted): Promise<Uint8Array<ArrayBuffer>> {
    const { at, what, recycles = false } = wanted;
    const { name, size, compressed } = this.#source;
    const [start, taken] = [this.#at, this.taken];
    const expected = start + length - at;
    if (size !== undefined && start + length > size) {
      throw truncated(name, { end: size, at, expected, what });
    }
    // A length that nothing confirms takes memory only as the bytes arrive.
    const room = size === undefined ? Math.min(length, TRUSTED) : length;
    let bytes = (recycles ? this.#findRoom(room) : undefined) ?? makeRoom(room, { name, wanted });
    for (let found = 0;;) {
      found += await this.fill(bytes.subarray(found));
      if (found < bytes.length) throw truncated(name, { end: start + found, at, expected, what });
      if (found === length) return bytes;
      const most = size === undefined && compressed
        ? maxUnpacked(this.taken - taken + TAKEN_BEFORE)
        : length;
      if (found >= most) {
        throw new RangeError(
          `Cannot read ${name}: the ${what} that begins at byte ${at} has ${length} bytes, of which ` +
            `${found} come from ${this.taken - taken} compressed ones: at most ${UNPACKED_RULE}; ` +
            `decompress it first, or write smaller batches`,
        );
      }
      const larger = makeRoom(Math.min(length, 2 * found, most), { name, wanted });
      larger.set(bytes);
      bytes = larger;
    }
  }

  /** All that is left, at most so many bytes. */
  async readRest(most: number): Promise<Uint8Array> {
    let bytes = new Uint8Array(2 ** 12);
    for (let found = 0;;) {
      found += await this.fill(bytes.subarray(found));
      if (found < bytes.length || found >= most) return bytes.subarray(0, found);
      const larger = new Uint8Array(Math.min(most, 2 * found));
      larger.set(bytes);
      bytes = larger;
    }
  }

  /** Copies what is left, so that its end can be looked at, and reads on from the copy. */
  async spool(): Promise<SpooledSource> {
    const { name, compressed } = this.#source;
    const rest = new PeekedSource(this.#source);
    rest.putBack(this.#ahead);
    // Imported late, since few files need it.
    const { SpooledSource } = await import("../../../io/spooled_source.ts");
    const spooled = await SpooledSource.open(rest);
    this.#source = {
      name,
      compressed,
      size: this.#at + spooled.size,
      read: (into) => spooled.read(into),
    };
    this.#ahead = new Uint8Array(0);
    return spooled;
  }

  /**
   * Takes back the body of a message that nobody needs any more, to read others into it: memory that
   * is new costs as much as reading.
   */
  recycle({ buffer }: Uint8Array<ArrayBuffer>): void {
    if (this.#free.includes(buffer)) return;
    // The oldest has waited longest for a body of its size.
    this.#free.push(buffer);
    const isMuch = (): boolean =>
      this.#free.reduce((sum, { byteLength }) => sum + byteLength, 0) > MAX_FREE_BYTES;
    while (this.#free.length > MAX_FREE || this.#free.length > 1 && isMuch()) this.#free.shift();
  }

  // A body that was larger by half would keep that memory from others for as long as it is used.
  #findRoom(length: number): Uint8Array<ArrayBuffer> | undefined {
    const fit = this.#free.findIndex(({ byteLength }) =>
      length <= byteLength && byteLength <= 1.5 * length
    );
    if (fit < 0) return undefined;
    return new Uint8Array(this.#free.splice(fit, 1)[0], 0, length);
  }
}

function makeRoom(
  length: number,
  { name, wanted: { at, what } }: { name: string; wanted: Wanted },
): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(length);
  } catch {
    throw new RangeError(
      `Cannot read ${name}: the ${what} that begins at byte ${at} needs ${length} bytes of memory at ` +
        `once, more than there are; write smaller batches`,
    );
  }
}

/** The error of an input that ends inside a message. */
export function truncated(
  name: string,
  { end, at, expected, what = "message" }: {
    end: number;
    at: number;
    expected: number;
    what?: string;
  },
): SyntaxError {
  return new SyntaxError(
    `Cannot read ${name}: it ends at byte ${end}, inside the ${what} that begins at byte ${at}, ` +
      `expected at least ${expected} bytes of it`,
  );
}
