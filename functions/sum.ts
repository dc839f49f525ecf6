import type { FloatArray } from "../kernels/float_types.ts";
import type { ElementOptions, NumberList } from "./arguments.ts";
import { addExactly, roundTotal } from "./exact_total.ts";

/**
 * Sum of the numbers of an array or list, exact and rounded once to float64.
 *
 * The order of the numbers does not matter, and no intermediate sum overflows. 0 if there are none; -0
 * if all are -0; NaN if one is NaN or there are infinities of both signs. 64-bit integers are added
 * as they are.
 *
 * @example
 * ```ts
 * import { sum } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(sum([0.1, 0.2, 0.3]), 0.6);
 * assertEquals(sum(new Float64Array([1e308, 1e308, 1, -1e308, -1e308])), 1);
 * assertEquals(sum([1, 10, 2, 20], { stride: 2 }), 3);
 * ```
 *
 * @param x The numbers.
 * @param options Which elements to add.
 * @returns The sum.
 */
export function sum(x: FloatArray | NumberList, options?: ElementOptions): number;
/** The same as a callback: `arrays.map(sum)`. */
export function sum(x: FloatArray | NumberList): number;
export function sum(x: FloatArray | NumberList, options?: ElementOptions): number {
  return roundTotal(addExactly("sum", x, options));
}
