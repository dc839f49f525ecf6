import { openInstance } from "./engine.ts";

/** Integers that are converted at a time: they stay in the cache. */
const STEP = 2 ** 13;

/** Integers of 64 bits as the nearest float64. */
export interface WideFloats {
  readonly values: Float64Array<ArrayBuffer>;
  /** Whether one is 2^53 or more in size, and may have been rounded. */
  readonly isWide: boolean;
}

/** Converts integers of 64 bits, given as bytes, to the nearest float64. */
export function convertWide(bytes: Uint8Array, isSigned: boolean): WideFloats {
  const { exports, lend } = openInstance();
  const values = new Float64Array(bytes.length / 8);
  let isWide = false;
  for (let first = 0; first < values.length; first += STEP) {
    const count = Math.min(STEP, values.length - first);
    const room = lend(8 * count);
    const { buffer, byteOffset } = room;
    room.set(bytes.subarray(8 * first, 8 * (first + count)));
    isWide = exports.integers_to_floats(byteOffset, count, isSigned) !== 0 || isWide;
    values.set(new Float64Array(buffer, byteOffset, count), first);
  }
  return { values, isWide };
}
