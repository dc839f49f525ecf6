import { type FloatArray, ulpDistance } from "../../testing/mod.ts";

/** How results differ from those that they should be. */
export interface Comparison {
  /** Elements with other bits; NaN has no sign or payload that counts. */
  readonly count: number;
  /** The largest distance in ulp; infinite where one is NaN, or only the sign of a 0 is another. */
  readonly worst: number;
  /** Where that is. */
  readonly at: number;
}

/** Compares two arrays of the same type. */
export function compareBits(actual: FloatArray, expected: FloatArray): Comparison {
  const type = actual instanceof Float32Array ? "float32" : "float16";
  let [count, worst, at] = [0, 0, -1];
  for (let i = 0; i < actual.length; i++) {
    if (Object.is(actual[i], expected[i])) continue;
    count++;
    const distance = ulpDistance(actual[i], expected[i], type) || Infinity;
    if (distance > worst) [worst, at] = [distance, i];
  }
  return { count, worst, at };
}
