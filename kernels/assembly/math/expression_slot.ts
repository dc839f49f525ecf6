// A slot of an expression's program: a block of high parts, one of low parts and one of bounds.

import { SPACE } from "./block";
import { sumError } from "./pair_functions";

/** Where the bounds of a slot are; its low parts are at SPACE. */
export const BOUNDS: usize = 2 * SPACE;
export const SLOT_SIZE: usize = 3 * SPACE;

/** Puts an element: `bound` is that of its error. `isWild`: it may be anything, whatever the bound is. */
// @ts-ignore: decorator
@inline
export function put(at: usize, high: f64, rest: f64, bound: f64, isWild: bool): void {
  const sum = high + rest;
  if (abs(sum) < Infinity) {
    store<f64>(at, sum);
    store<f64>(at, sumError(high, rest, sum), SPACE);
    store<f64>(at, bound, BOUNDS);
    return;
  }
  // Beside an infinite value the low part is NaN.
  store<f64>(at, abs(high) < Infinity && !isNaN(rest) ? sum : high);
  store<f64>(at, 0, SPACE);
  store<f64>(at, isWild ? Infinity : 0, BOUNDS);
}
