import { openInstance } from "./engine.ts";
import type { FloatArray } from "./float_types.ts";

/** What is known of some numbers. */
export interface Extremes {
  /** The least and the greatest number that is not NaN; infinity and -infinity if there is none. */
  readonly least: number;
  readonly greatest: number;
  /** How many are NaN. */
  readonly nans: number;
}

/** Finds the least and the greatest of some numbers. Which zero it finds is not known. */
export function findExtremes(values: FloatArray | Int32Array | Uint32Array): Extremes {
  const { lend, exports } = openInstance();
  const { buffer, byteOffset } = lend(8 * values.length);
  new Float64Array(buffer, byteOffset, values.length).set(values);
  const nans = exports.extremes_find(byteOffset, values.length);
  return {
    least: exports.extremes_least.value,
    greatest: exports.extremes_greatest.value,
    nans,
  };
}
