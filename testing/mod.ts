/**
 * What a test suite needs to check numerical code: distances in units in the last place, an
 * assertion that counts in them. Correctly rounded values of the functions of this package are half a
 * megabyte, and have an entry of their own: `@specol/specol/testing/points`.
 *
 * @example Check a function of your own
 * ```ts
 * import { assertUlpEquals } from "@specol/specol/testing";
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
 * const near = x.map((value, i) => Math.abs(value) < 20 ? i : -1).filter((i) => i >= 0);
 * for (const i of near) assertUlpEquals(myI0(x[i]), y[i], { ulp: 10, msg: `i0(${x[i]})` });
 * ```
 *
 * @module
 */

export * from "./assert_ulp_equals.ts";
export * from "../kernels/float_types.ts";
export { ulpDistance } from "./ulp_distance.ts";
