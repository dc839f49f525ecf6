import type { FloatArray } from "../../kernels/float_types.ts";
import type { NpyDtype } from "./header.ts";
import { Float16Array } from "../../kernels/float_types.ts";

const FLOATS = {
  1: Float64Array,
  2: Float16Array,
  4: Float32Array,
  8: Float64Array,
};

const INTEGERS = {
  i: { 1: Int8Array, 2: Int16Array, 4: Int32Array },
  u: { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array },
};

/** Returns the number of bytes that an element takes as a float. Integers become float64. */
export function decodedSize(dtype: NpyDtype): 2 | 4 | 8 {
  return dtype.kind === "f" ? dtype.size as 2 | 4 | 8 : 8;
}

/**
 * Returns the part of a chunk's buffer that its bytes must be read into.
 *
 * Integers go to the end of the space that their float64 values will take. Widening from the front
 * then never overwrites an integer that is still to be read, and no second buffer is needed.
 */
export function rawBytes(
  buffer: ArrayBuffer,
  { dtype, count }: { dtype: NpyDtype; count: number },
): Uint8Array<ArrayBuffer> {
  const start = count * (decodedSize(dtype) - dtype.size);
  return new Uint8Array(buffer, start, count * dtype.size);
}

/** Elements without loss: floats, which also hold shorter integers, or 64-bit integers. */
export type ExactArray = FloatArray | BigInt64Array | BigUint64Array;

/** Converts the bytes that were read into `rawBytes` to floats, in place. */
export function decode(
  buffer: ArrayBuffer,
  part: { dtype: NpyDtype; count: number },
): FloatArray {
  return roundToFloats(decodeExactly(buffer, part));
}

/**
 * Converts the bytes that were read into `rawBytes` without rounding, in place: integers of 64 bits
 * stay integers.
 */
export function decodeExactly(
  buffer: ArrayBuffer,
  { dtype, count }: { dtype: NpyDtype; count: number },
): ExactArray {
  const raw = rawBytes(buffer, { dtype, count });
  if (dtype.bigEndian) swapBytes(raw, dtype.size);
  if (dtype.kind === "f") return new FLOATS[dtype.size](buffer, 0, count);
  if (dtype.size === 8) {
    return dtype.kind === "u"
      ? new BigUint64Array(buffer, 0, count)
      : new BigInt64Array(buffer, 0, count);
  }
  const floats = new Float64Array(buffer, 0, count);
  const Integers = INTEGERS[dtype.kind][dtype.size];
  const integers = new Integers(buffer, raw.byteOffset, count);
  for (let i = 0; i < count; i++) floats[i] = integers[i];
  return floats;
}

/** Converts integers to the nearest floats, in place. Floats are returned as they are. */
export function roundToFloats(elements: ExactArray): FloatArray {
  if (!(elements instanceof BigInt64Array || elements instanceof BigUint64Array)) return elements;
  const { buffer, byteOffset, length } = elements;
  const floats = new Float64Array(buffer, byteOffset, length);
  const low = new Uint32Array(buffer, byteOffset, length * 2);
  const high = elements instanceof BigUint64Array
    ? low
    : new Int32Array(buffer, byteOffset, length * 2);
  // Both halves are exact in float64, so that their sum is rounded once, and correctly.
  for (let i = 0; i < length; i++) floats[i] = high[2 * i + 1] * 2 ** 32 + low[2 * i];
  return floats;
}

/**
 * Reverses the bytes of each element, in place. The bytes must begin at a multiple of the element's
 * size in their buffer.
 */
export function swapBytes(bytes: Uint8Array, size: 1 | 2 | 4 | 8): void {
  const { buffer, byteOffset, byteLength } = bytes;
  if (size === 2) {
    const words = new Uint16Array(buffer, byteOffset, byteLength / 2);
    for (let i = 0; i < words.length; i++) {
      words[i] = words[i] << 8 | words[i] >>> 8;
    }
    return;
  }
  if (size === 1) return;
  const words = new Uint32Array(buffer, byteOffset, byteLength / 4);
  if (size === 4) {
    for (let i = 0; i < words.length; i++) words[i] = swap32(words[i]);
    return;
  }
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i];
    words[i] = swap32(words[i + 1]);
    words[i + 1] = swap32(low);
  }
}

function swap32(word: number): number {
  return word << 24 | (word & 0xff00) << 8 | word >>> 8 & 0xff00 | word >>> 24;
}
