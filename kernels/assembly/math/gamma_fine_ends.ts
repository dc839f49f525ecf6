// The terms of gamma_fine.ts where there are no rows, in double-double, for lgamma, digamma and
// polygamma of orders 1 and 2:
//
//   (0, 2^-20)   the pole, -ln a or +-1/a^s, and the beginning of Taylor's series of f(1 + a), or of
//                f(a) + (-1)^s f(1 - a) less the pole (HEADS)
//   [2^40, inf)  Stirling's series and its derivatives
//
// Both are good to ENDS_PART of the value: logarithms, quotients and products to 2^-100; what is
// added to them as a plain number is below 2^-32 of the value, and rounded four times, 2^-83; and
// what is left out is at most a^4 zeta(4)/4 of lgamma, 2^-87. tests/kernels/bounds_test.ts searches
// for the largest error in units of the bound.

import {
  difference,
  fromTriple,
  high,
  inverse,
  logarithm,
  low,
  number,
  product,
  scaled,
  sum,
  sumWithNumber,
  timesNumber,
} from "./double_double";
import { HEADS } from "./gamma_data";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { powerOfTwo } from "./triple";
import { EULER, HALF_LN_TAU, LN_2 } from "./triple_data";

/** Relative to the value. */
export const ENDS_PART: f64 = 2.0679515313825692e-25; // 2^-82

/** From here on only y (ln y - 1) is felt of lgamma. */
const PLAIN: f64 = 1.298074214633707e33; // 2^110
/** By so much it is made smaller then, so that products do not overflow. */
export const DOWN: i32 = 200;
/** Smaller numbers have no normal logarithm, or powers that overflow. */
const SUBNORMAL: f64 = 1e-300;
const SMALLEST: f64 = 1e-75;
const LARGEST: f64 = 1e75;

/** Whether `polePair` is for a. */
export function hasPolePair(order: i32, a: f64): bool {
  return order == LGAMMA || a > SMALLEST;
}

/** f at a below 2^-20, or f(a) + (-1)^s f(1 - a), as `table` says (gamma_rows.ts). */
export function polePair(order: i32, a: f64, table: i32): v128 {
  const heads = HEADS + (<usize> table << 5);
  const euler = fromTriple(EULER);
  const eulerLow = table > 3 ? 0 : -low(euler);
  const square = a * a;
  const rest = square * (load<f64>(heads, 16) + a * load<f64>(heads, 24));
  if (order == LGAMMA) {
    const line = timesNumber(f64x2(load<f64>(heads, 8), eulerLow), a);
    return difference(sum(line, number(rest)), logarithmOf(a));
  }
  const over = inverse(number(a));
  if (order == DIGAMMA) {
    const start = f64x2(load<f64>(heads), eulerLow);
    return difference(sum(start, number(a * load<f64>(heads, 8) + rest)), over);
  }
  const plain = number(load<f64>(heads) + (a * load<f64>(heads, 8) + rest));
  const pole = product(over, over);
  return order == 1 ? sum(pole, plain) : difference(plain, scaled(product(pole, over), 2));
}

/** ln a of any a > 0. */
function logarithmOf(a: f64): v128 {
  if (a > SUBNORMAL) return logarithm(number(a));
  return difference(logarithm(number(a * powerOfTwo(DOWN))), timesNumber(fromTriple(LN_2), <f64> DOWN));
}

/** Whether `farPair` is for y: beyond, powers have low parts that are subnormal. */
export function hasFarPair(order: i32, y: f64): bool {
  return order <= DIGAMMA || y < LARGEST;
}

/** f at y from 2^40 on; of lgamma from `isScaled` on times 2^-DOWN. */
export function farPair(order: i32, y: v128): v128 {
  const y0 = high(y);
  if (order <= DIGAMMA) {
    const log = logarithm(y);
    if (order == DIGAMMA) return sum(log, number(-(0.5 + 1 / (12 * y0)) / y0));
    if (isScaled(order, y0)) return product(scaled(y, powerOfTwo(-DOWN)), sumWithNumber(log, -1));
    const main = difference(product(sumWithNumber(y, -0.5), log), y);
    return sum(main, sum(fromTriple(HALF_LN_TAU), number(1 / (12 * y0))));
  }
  const over = inverse(y);
  const t = high(over);
  if (order == 1) return sum(over, number(t * t * (0.5 + t / 6)));
  return f64x2.neg(sum(product(over, over), number(t * t * t * (1 + 0.5 * t))));
}

/** Whether `farPair` is made smaller. */
// @ts-ignore: decorator
@inline
export function isScaled(order: i32, y: f64): bool {
  return order == LGAMMA && y >= PLAIN;
}
