import { readVarint } from "../thrift/compact.ts";

/** Values of a miniblock, at most: a few bytes could stand for any number of them. */
const MAX_MINIBLOCK = 2 ** 16;

/**
 * Reads integers of 32 or 64 bits in the encoding DELTA_BINARY_PACKED. Each is two 32-bit words,
 * because BigInt is slow; additions wrap around, as the format says.
 */
export class DeltaReader {
  readonly #bytes: Uint8Array;
  readonly #perBlock: number;
  readonly #perMiniblock: number;
  #at: number;
  /** Values that are left, with the first one, which has no delta. */
  #left: number;
  #isFirst = true;
  #low: number;
  #high: number;
  #minLow = 0;
  #minHigh = 0;
  #widths: Uint8Array = new Uint8Array(0);
  /** Deltas that are left of the block and of the miniblock, and the first bit of the next one. */
  #inBlock = 0;
  #inMiniblock = 0;
  #bit = 0;
  #width = 0;

  constructor(bytes: Uint8Array, start: number = 0) {
    this.#bytes = bytes;
    const [block, miniblocks, count, first] = readVarints(bytes, start, 4);
    this.#perBlock = Number(block.value);
    this.#perMiniblock = Number(block.value) / Number(miniblocks.value);
    const isSound = this.#perMiniblock > 0 && this.#perMiniblock % 32 === 0 &&
      this.#perMiniblock <= MAX_MINIBLOCK;
    if (!isSound) {
      throw new RangeError(`blocks of ${block.value} deltas in ${miniblocks.value} miniblocks`);
    }
    this.#left = Number(count.value);
    const signed = zigzag(first.value);
    this.#low = Number(BigInt.asIntN(32, signed));
    this.#high = Number(BigInt.asIntN(32, signed >> 32n));
    this.#at = first.end;
  }

  /** Values that are left. */
  get left(): number {
    return this.#left;
  }

  /** Reads values into words: the low words only, or pairs of a low and a high word. */
  read(
    into: Int32Array,
    { at, count, words }: { at: number; count: number; words: 1 | 2 },
  ): void {
    if (count > this.#left) throw new RangeError(`${this.#left} deltas, expected ${count} more`);
    for (let i = 0; i < count; i++) {
      this.#step();
      const place = (at + i) * words;
      into[place] = this.#low;
      if (words === 2) into[place + 1] = this.#high;
    }
  }

  /** Reads the next value as a 32-bit integer. */
  next(): number {
    if (this.#left === 0) throw new RangeError("there are fewer deltas than values");
    this.#step();
    return this.#low;
  }

  /** Passes over all values that are left, and returns where the next data begin. */
  skipAll(): number {
    while (this.#left > 0) {
      if (this.#isFirst) {
        this.#isFirst = false;
        this.#left--;
        continue;
      }
      if (this.#inMiniblock === 0) this.#nextMiniblock();
      const passed = Math.min(this.#inMiniblock, this.#left);
      this.#inMiniblock -= passed;
      this.#inBlock -= passed;
      this.#left -= passed;
    }
    return this.#at;
  }

  #step(): void {
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#left--;
      return;
    }
    if (this.#inMiniblock === 0) this.#nextMiniblock();
    this.#left--;
    this.#inMiniblock--;
    this.#inBlock--;
    const width = this.#width;
    let low = this.#minLow;
    let high = this.#minHigh;
    if (width > 0) {
      const word = width <= 32 ? this.#bits(this.#bit, width) : this.#bits(this.#bit, 32);
      const upper = width <= 32 ? 0 : this.#bits(this.#bit + 32, width - 32);
      this.#bit += width;
      const sum = (low >>> 0) + word;
      low = sum | 0;
      high = high + upper + (sum >= 2 ** 32 ? 1 : 0) | 0;
    }
    const sum = (this.#low >>> 0) + (low >>> 0);
    this.#low = sum | 0;
    this.#high = this.#high + high + (sum >= 2 ** 32 ? 1 : 0) | 0;
  }

  #nextMiniblock(): void {
    if (this.#inBlock === 0) {
      const [min] = readVarints(this.#bytes, this.#at, 1);
      const signed = zigzag(min.value);
      this.#minLow = Number(BigInt.asIntN(32, signed));
      this.#minHigh = Number(BigInt.asIntN(32, signed >> 32n));
      const miniblocks = this.#perBlock / this.#perMiniblock;
      this.#widths = this.#bytes.subarray(min.end, min.end + miniblocks);
      this.#at = min.end + miniblocks;
      this.#inBlock = this.#perBlock;
    }
    const index = (this.#perBlock - this.#inBlock) / this.#perMiniblock;
    const width = this.#widths[index];
    if (!(width <= 64)) throw new RangeError("a width of deltas is missing, or above 64 bits");
    this.#width = width;
    this.#bit = this.#at * 8;
    this.#inMiniblock = this.#perMiniblock;
    this.#at += this.#perMiniblock / 8 * width;
    // The last miniblock may be cut off after the last value.
    const needed = Math.ceil(Math.min(this.#left, this.#perMiniblock) * width / 8);
    if (this.#bit / 8 + needed > this.#bytes.length) throw new RangeError("deltas end too early");
  }

  /** Up to 32 bits, as a number that is not negative. */
  #bits(bit: number, width: number): number {
    const bytes = this.#bytes;
    const at = Math.floor(bit / 8);
    const shift = bit % 8;
    const low = (bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | bytes[at + 3] << 24) >>>
      shift;
    const all = shift + width <= 32 || shift === 0 ? low : low | bytes[at + 4] << 32 - shift;
    return (width === 32 ? all : all & 2 ** width - 1) >>> 0;
  }
}

function readVarints(
  bytes: Uint8Array,
  start: number,
  count: number,
): { value: bigint; end: number }[] {
  const found: { value: bigint; end: number }[] = [];
  for (let i = 0, at = start; i < count; i++) {
    found.push(readVarint(bytes, at));
    at = found[i].end;
  }
  return found;
}

function zigzag(value: bigint): bigint {
  return (value & 1n) === 0n ? value >> 1n : -(value >> 1n) - 1n;
}
