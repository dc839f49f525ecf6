// n! as a double-double in [1, 2) and a power of two, for the accurate and the fast phase. The last one stays, for the
// next element.

import { exponentOf, scale } from "../arithmetic/ball";
import { beginLast, endLast, lastResult, toParts } from "../rounding/ball";
import { factorial } from "./last";

/** The two parts. */
export const FACTORIAL: usize = memory.data(16, 16);
export let factorialExponent: i64 = 0;

let order: i64 = -1;

/** n! into FACTORIAL and `factorialExponent`. */
export function prepareFactorial(n: i64): void {
  if (n == order) return;
  order = n;
  beginLast(0);
  factorial(lastResult, n);
  factorialExponent = exponentOf(lastResult) - 1;
  scale(lastResult, lastResult, -factorialExponent);
  toParts(FACTORIAL, lastResult, 2);
  endLast();
}
