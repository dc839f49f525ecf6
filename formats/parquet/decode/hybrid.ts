/** Reads small integers one after another. */
export interface IntegerReader {
  /**
   * Reads the next integers into an array.
   *
   * @throws {RangeError} If there are not as many.
   */
  read(into: Int32Array, at: number, count: number): void;
}

/** Reads runs of equal integers and runs of bit-packed ones, as levels and indexes are stored. */
export class HybridReader implements IntegerReader {
  readonly #bytes: Uint8Array;
  readonly #width: number;
  #at = 0;
  /** Values that are left of the current run. */
  #left = 0;
  /** The repeated value, if values are not packed. */
  #repeated = 0;
  #isPacked = false;
  /** The first bit of the next packed value. */
  #bit = 0;

  constructor(bytes: Uint8Array, width: number) {
    if (width > 32) throw new RangeError(`integers of ${width} bits`);
    this.#bytes = bytes;
    this.#width = width;
  }

  /**
   * Returns the next value and how many equal ones follow it, if they are stored as a run, and takes
   * at most `count` of them.
   */
  takeRun(count: number): { value: number; count: number } | undefined {
    if (this.#left === 0) this.#next();
    if (this.#isPacked) return undefined;
    const taken = Math.min(count, this.#left);
    this.#left -= taken;
    return { value: this.#repeated, count: taken };
  }

  /** Reads the values that are left of a run of packed ones, at most `count`, and returns how many. */
  takePacked(into: Int32Array, count: number): number {
    const taken = Math.min(count, this.#left);
    this.#unpack(into, 0, taken);
    this.#left -= taken;
    return taken;
  }

  /** Reads the next integers, and returns the largest, as they are without a sign. */
  read(into: Int32Array, at: number, count: number): number {
    const end = at + count;
    let largest = 0;
    for (let i = at; i < end;) {
      if (this.#left === 0) this.#next();
      const taken = Math.min(end - i, this.#left);
      if (this.#isPacked) {
        largest = Math.max(largest, this.#unpack(into, i, taken));
      } else {
        into.fill(this.#repeated, i, i + taken);
        largest = Math.max(largest, this.#repeated >>> 0);
      }
      this.#left -= taken;
      i += taken;
    }
    return largest;
  }

  #next(): void {
    const header = this.#varint();
    const width = this.#width;
    if ((header & 1) === 1) {
      const groups = header >>> 1;
      this.#isPacked = true;
      this.#left = groups * 8;
      this.#bit = this.#at * 8;
      // The last group may be cut off after the last value that is used.
      const available = Math.floor((this.#bytes.length - this.#at) * 8 / (width || 1));
      if (width > 0 && available < this.#left) this.#left = available;
      this.#at += groups * width;
    } else {
      this.#isPacked = false;
      this.#left = header >>> 1;
      let value = 0;
      const bytes = width + 7 >> 3;
      if (this.#at + bytes > this.#bytes.length) throw ended();
      for (let i = 0; i < bytes; i++) value |= this.#bytes[this.#at++] << 8 * i;
      this.#repeated = value;
    }
    if (this.#left === 0) throw new RangeError("a run of no values");
  }

  #varint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      if (this.#at >= this.#bytes.length) throw ended();
      const byte = this.#bytes[this.#at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new RangeError("the length of a run has more than 5 bytes");
  }

  #unpack(into: Int32Array, at: number, count: number): number {
    const place = { bit: this.#bit, width: this.#width };
    this.#bit += count * this.#width;
    return unpackBits(this.#bytes, place, into.subarray(at, at + count));
  }
}

/** Integers that are unpacked at a time, and room for their words, with one more after the last. */
const STEP = 1024;
const words = new Uint32Array(STEP + 2);
const wordBytes = new Uint8Array(words.buffer);

/**
 * Unpacks integers of up to 32 bits, the lowest bits first, and returns the largest, as they are without
 * a sign. Bits beyond the end are 0.
 */
export function unpackBits(
  bytes: Uint8Array,
  { bit, width }: { bit: number; width: number },
  into: Int32Array,
): number {
  let [largest, all] = [0, 0];
  const mask = width === 32 ? -1 : 2 ** width - 1;
  for (let first = 0; first < into.length; first += STEP) {
    const end = Math.min(first + STEP, into.length);
    const start = bit + first * width;
    const from = Math.floor(start / 8);
    let at = start % 8;
    const read = bytes.subarray(from, from + Math.ceil((at + (end - first) * width) / 8));
    wordBytes.set(read);
    wordBytes.fill(0, read.length, (((at + (end - first) * width) >> 5) + 2) * 4);
    for (let i = first; i < end; i++, at += width) {
      const word = at >> 5;
      // A shift by 32 would be none.
      const value = (words[word] >>> at | words[word + 1] << 1 << ~at) & mask;
      into[i] = value;
      all |= value;
      if (value > largest) largest = value;
    }
  }
  // Only integers of 32 bits have a sign here: one of them is about as large as can be.
  return all < 0 ? 2 ** 32 - 1 : largest;
}

/** Reads levels in the deprecated encoding BIT_PACKED: the highest bits first. */
export class BitPackedReader implements IntegerReader {
  readonly #bytes: Uint8Array;
  readonly #width: number;
  #bit = 0;

  constructor(bytes: Uint8Array, width: number) {
    this.#bytes = bytes;
    this.#width = width;
  }

  read(into: Int32Array, at: number, count: number): void {
    if (this.#bit + count * this.#width > this.#bytes.length * 8) throw ended();
    for (let i = at; i < at + count; i++) {
      let value = 0;
      for (let j = 0; j < this.#width; j++, this.#bit++) {
        value = value << 1 | this.#bytes[this.#bit >> 3] >> 7 - (this.#bit & 7) & 1;
      }
      into[i] = value;
    }
  }
}

function ended(): RangeError {
  return new RangeError("levels or indexes end too early");
}
