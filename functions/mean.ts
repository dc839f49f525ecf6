import type { FloatArray } from "../kernels/float_types.ts";
import type { ElementOptions, NumberList } from "./arguments.ts";
import { addExactly, roundTotal } from "./exact_total.ts";

/**
 * Mean of the numbers of an array or list, exact and rounded once to float64.
 *
 * The order of the numbers does not matter, and no intermediate sum overflows. NaN if there are none;
 * -0 if all are -0; NaN if one is NaN or there are infinities of both signs. 64-bit integers are
 * added as they are.
 *
 * @example
 * ```ts
 * import { mean } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(mean([1, 2, 6]), 3);
 * assertEquals(mean(new Float64Array([1e308, 1e308])), 1e308);
 * assertEquals(mean([]), NaN);
 * ```
 *
 * @param x The numbers.
 * @param options Which elements to take.
 * @returns The mean.
 */
export function mean(x: FloatArray | NumberList, options?: ElementOptions): number;
/** The same as a callback: `arrays.map(mean)`. */
export function mean(x: FloatArray | NumberList): number;
export function mean(x: FloatArray | NumberList, options?: ElementOptions): number {
  const total = addExactly("mean", x, options);
  return total.count === 0 ? NaN : roundTotal(total, total.count);
}
