/**
 * Tests for numerical code: distances in units in the last place (ulp), and an assertion that uses
 * them. Correctly rounded values of the functions of this package take half a megabyte, and have an
 * entry point of their own: `@specol/specol/testing/points`.
 *
 * @example Check a function of your own
 * ```ts
 * import { checkUlp } from "@specol/specol/testing";
 * import { referencePoints } from "@specol/specol/testing/points";
 *
 * function myI0(x: number): number {
 *   let sum = 1;
 *   for (let k = 1, term = 1; k < 60; k++) {
 *     term *= (x / 2 / k) ** 2;
 *     sum += term;
 *   }
 *   return sum;
 * }
 *
 * const { x, y } = referencePoints("i0");
 * const near = Array.from(x, (x, i): [number, number] => [x, y[i]])
 *   .filter(([x]) => Math.abs(x) < 20);
 * const { worst, index } = checkUlp(myI0, near, { ulp: 10 }); // a failure names the argument
 * console.log(`${worst} ulp at ${near[index][0]}`);
 * ```
 *
 * @module
 */

export * from "./assert_ulp_equals.ts";
export * from "./check_ulp.ts";
export type { FloatArray, FloatType } from "../kernels/float_types.ts";
export { ulpDistance, type UlpStatistics } from "./ulp_distance.ts";
