// Next to a zero between two negative poles the sum of gamma_reflection.ts cancels. There is a row there whose
// centre is the float64 nearest to the zero, made when an element first needs it: relative accuracy is kept
// through the zero. Farther out than END, and beyond the ends of such a row, gamma_precise.ts computes.
//
// lgamma has two zeros in each interval from (-3, -2) on, so near to the poles from -15 on that float64 hardly
// tell them apart; digamma and polygamma of order 2 have one; order 1 has none.

import { farNegativeDigamma, GOOD_DIGAMMA, VALUE } from "./gamma_expansions";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { makeZeroRow } from "./gamma_taylor";
import { preciseValue } from "./gamma_precise";
import { FORCED, resolve } from "./gamma_resolve";
import { END_OF_GAMMA_ROWS } from "./gamma_rows";
import { finish, isUndecided } from "./rounding";
import { BOUND, BOUNDED_AT, C9, evaluate, LOW, ROW } from "./table";
import { rounded } from "./triple";

const END: f64 = -64;
const END_LGAMMA: f64 = -15;
/** Rows by order, interval and, for lgamma, side of the pole; how far each reaches from its centre. */
export const ZERO_COUNT: i32 = 4 * 128;
const ZERO_ROWS: usize = END_OF_GAMMA_ROWS;
const REACHES: usize = ZERO_ROWS + ZERO_COUNT * ROW;
export const END_OF_ZERO_ROWS: usize = REACHES + (<usize> ZERO_COUNT << 3);

/** Which zero is that of x < 0, if there is one. */
// @ts-ignore: decorator
@inline
export function zeroNumber(order: i32, x: f64): i32 {
  const pole = nearest<f64>(x);
  const interval = order == LGAMMA
    ? 2 * <i32> -pole + i32(x > pole) // 0 to 31
    : <i32> -floor(x); // 1 to 64
  return (order + 1) * 128 + interval;
}

/** How far the row of a zero reaches from its centre. */
// @ts-ignore: decorator
@inline
export function zeroReach(number: i32): f64 {
  return load<f64>(REACHES + (<usize> number << 3));
}

/** The row of the zero next to x < 0, where a sum cancels; or 0 if x is not in it. */
export function zeroRow(order: i32, x: f64): usize {
  if (x <= (order == LGAMMA ? END_LGAMMA : END)) return 0;
  const number = zeroNumber(order, x);
  const row = ZERO_ROWS + <usize> number * ROW;
  if (zeroReach(number) == 0) {
    store<f64>(REACHES + (<usize> number << 3), makeZeroRow(row, order, x));
  }
  return abs(x - load<f64>(row)) < zeroReach(number) ? row : 0;
}

const A_ROUNDING: f64 = 1.1102230246251565e-16; // 2^-53
/** What the error of farNegativeDigamma is below: its terms are about 10, and the cotangent is good to 2^-76. */
const FAR_BOUND: f64 = 2.117582368135751e-22; // 2^-72

/** f(x), where a sum cancels. */
export function besideZero(order: i32, x: f64, odd: bool): f64 {
  const row = zeroRow(order, x);
  if (row != 0) {
    const at = f64x2.splat(x);
    const high = evaluate(at, row, row, C9, true, BOUNDED_AT, at, at, false);
    const low = v128.load(LOW);
    // c0 has no low part here.
    const bound = f64x2.add(v128.load(BOUND), f64x2.splat(abs(load<f64>(row, 8)) * A_ROUNDING));
    const mask = v128.or(isUndecided(high, low, bound), v128.load(FORCED));
    const y = odd
      ? finish(high, low, true)
      : v128.any_true(mask)
      ? resolve(order, 0, at, high, low, bound, i64x2(-1, 0))
      : finish(high, low, false);
    return f64x2.extract_lane(y, 0);
  }
  if (order == DIGAMMA && x < END && abs(farNegativeDigamma(x)) > GOOD_DIGAMMA) {
    const value = load<f64>(VALUE);
    const low = load<f64>(VALUE, 8);
    if (odd || value + (low - FAR_BOUND) == value + (low + FAR_BOUND)) return rounded(VALUE, odd);
  }
  return preciseValue(order, x, odd);
}
