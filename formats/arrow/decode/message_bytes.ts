import { type ByteSource, PeekedSource, readFull } from "../../../io/byte_source.ts";
import { maxUnpacked, UNPACKED_RULE } from "../../../io/limits.ts";
import type { SpooledSource } from "../../../io/spooled_source.ts";

/** A part of the input, for messages. */
export interface Wanted {
  /** The offset at which the message begins. */
  readonly at: number;
  /** What the bytes belong to: `metadata`, `batch`. */
  readonly what: string;
  /** Whether it may use memory that was released, and is released itself later. */
  readonly recycles?: boolean;
}

// The number of bytes that an input of unknown size may claim at once.
const TRUSTED_BYTES = 2 ** 24;
// The number of compressed bytes that may have been read before the message began: pieces of that
// size are read.
const TAKEN_BEFORE_BYTES = 2 ** 18;
// The number of bytes that are read at once if fewer are needed.
const LOOK_AHEAD_BYTES = 4096;
// The number of bodies that are kept for reuse.
const MAX_FREE = 4;
// Of large bodies only one is kept.
const MAX_FREE_BYTES = 2 ** 26;

/** The bytes of an Arrow file or stream, from which messages are read. */
export class MessageBytes {
  #source: ByteSource;
  #at = 0;
  // Bytes that were read and belong to what follows.
  #ahead: Uint8Array = new Uint8Array(0);
  // Bodies that can be reused.
  readonly #free: ArrayBuffer[] = [];

  constructor(source: ByteSource, at: number = 0) {
    this.#source = source;
    this.#at = at;
  }

  /** The name of the input in messages. */
  get name(): string {
    return this.#source.name;
  }

  /** The size of the input in bytes, if it is known. */
  get size(): number | undefined {
    return this.#source.size;
  }

  /** The offset of the next byte to read. */
  get position(): number {
    return this.#at;
  }

  /** The number of bytes read from the input so far, before decompression. */
  get taken(): number {
    return this.#source.compressed?.taken ?? this.#at;
  }

  /**
   * Returns the next bytes without consuming them: the given number, or fewer at the end of the
   * input.
   */
  async peek(length: number): Promise<Uint8Array> {
    while (this.#ahead.length < length) {
      const room = new Uint8Array(this.#ahead.length + LOOK_AHEAD_BYTES);
      room.set(this.#ahead);
      const found = await this.#source.read(room.subarray(this.#ahead.length));
      if (found === null) break;
      this.#ahead = room.subarray(0, this.#ahead.length + found);
    }
    return this.#ahead.subarray(0, length);
  }

  /** Consumes bytes that were looked at. */
  skip(length: number): void {
    this.#ahead = this.#ahead.subarray(length);
    this.#at += length;
  }

  /** Fills an array as far as the input reaches, and returns the number of bytes read. */
  async fill(into: Uint8Array): Promise<number> {
    // A short read also fetches what follows, if it is available: a message has three short parts.
    const ahead = into.length < LOOK_AHEAD_BYTES
      ? await this.peek(into.length)
      : this.#ahead.subarray(0, into.length);
    into.set(ahead);
    this.skip(ahead.length);
    if (into.length < LOOK_AHEAD_BYTES) return ahead.length;
    const found = await readFull(this.#source, into.subarray(ahead.length));
    this.#at += found;
    return ahead.length + found;
  }

  /** Reads the given number of bytes of a message. */
  async read(length: number, wanted: Wanted): Promise<Uint8Array<ArrayBuffer>> {
    const { at, what, recycles = false } = wanted;
    const { name, size, compressed } = this.#source;
    const [start, taken] = [this.#at, this.taken];
    const expected = start + length - at;
    if (size !== undefined && start + length > size) {
      throw truncated(name, { end: size, at, expected, what });
    }
    // A length that nothing confirms takes memory only as the bytes arrive.
    const room = size === undefined ? Math.min(length, TRUSTED_BYTES) : length;
    let bytes = (recycles ? this.#findRoom(room) : undefined) ?? makeRoom(room, { name, wanted });
    for (let found = 0;;) {
      found += await this.fill(bytes.subarray(found));
      if (found < bytes.length) throw truncated(name, { end: start + found, at, expected, what });
      if (found === length) return bytes;
      const most = size === undefined && compressed
        ? maxUnpacked(this.taken - taken + TAKEN_BEFORE_BYTES)
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

  /** Passes over bytes of a message in a file without reading them, and returns none of them. */
  jump(
    length: number,
    { wanted: { at, what }, open }: { wanted: Wanted; open: (position: number) => ByteSource },
  ): Uint8Array<ArrayBuffer> {
    const { name, size } = this.#source;
    const next = this.#at + length;
    if (size !== undefined && next > size) {
      throw truncated(name, { end: size, at, expected: next - at, what });
    }
    if (length <= this.#ahead.length) {
      this.skip(length);
    } else {
      const source = open(next);
      this.#source = { name, size, read: (into) => source.read(into) };
      this.#ahead = new Uint8Array(0);
      this.#at = next;
    }
    return new Uint8Array(0);
  }

  /** Reads all remaining bytes, up to a maximum. */
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

  /** Copies the rest of the input, so that its end can be read, and continues with the copy. */
  async spool(): Promise<SpooledSource> {
    const { name, compressed } = this.#source;
    const rest = new PeekedSource(this.#source);
    rest.putBack(this.#ahead);
    // This is imported late, because few files need it.
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
   * Keeps the body of a message that is no longer needed, so that another can be read into it. New
   * memory costs as much time as reading.
   */
  recycle({ buffer }: Uint8Array<ArrayBuffer>): void {
    if (this.#free.includes(buffer)) return;
    // The oldest body has waited longest for another of its size.
    this.#free.push(buffer);
    const isMuch = (): boolean =>
      this.#free.reduce((sum, { byteLength }) => sum + byteLength, 0) > MAX_FREE_BYTES;
    while (this.#free.length > MAX_FREE || this.#free.length > 1 && isMuch()) this.#free.shift();
  }

  // A body that is larger by half would waste that memory as long as it is used.
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

/** Makes the error for an input that ends inside a message. */
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
