// The terms of gamma_fine.ts where there are no rows, for lgamma, digamma and polygamma of orders 1
// and 2:
//
//   (0, 2^-20)   the pole, -ln a or +-1/a^s, and the beginning of Taylor's series of f(1 + a), or of
//                f(a) + (-1)^s f(1 - a) less the pole (HEADS)
//   [2^40, inf)  Stirling's series and its derivatives
//
// Those with a logarithm, which are most of what kernels leave, are pairs in two lanes; the others
// are double-double. All are good to ENDS_PART of the value: logarithms to 2^-86 of it, quotients
// and products to 2^-100; what is added to them as a plain number is below 2^-32 of the value, and
// rounded four times, 2^-83; and what is left out is at most a^4 zeta(4)/4 of lgamma, 2^-87.
// tests/kernels/bounds_test.ts searches for the largest error in units of the bound.

import {
  difference,
  fromTriple,
  high,
  inverse,
  low,
  number,
  product,
  scaled,
  sum,
} from "./double_double";
import { HALF, ONE } from "./constants";
import { logFine } from "./fine_log";
import { HEADS } from "./gamma_data";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { closeProductError, productError, sumError } from "./pair";
import { LOW } from "./table";
import { EULER } from "./triple_data";

/** Relative to the value. */
export const ENDS_PART: f64 = 2.0679515313825692e-25; // 2^-82

/** lgamma from 2^40 on is made smaller, so that products do not overflow; and by this larger again. */
const DOWN: f64 = 8.673617379884035e-19; // 2^-60
export const UP: f64 = 1152921504606846976; // 2^60
const HALF_LN_TAU: f64 = 0.9189385332046728;
const TWELFTH: f64 = 0.08333333333333333;
const MIN_NORMAL: f64 = 2.2250738585072014e-308;
const TWO_54: f64 = 18014398509481984;
/** Below, what is added to the pole of lgamma is felt nowhere, and may underflow. */
const SMALLEST_FELT: f64 = 1e-35;
/** Smaller and larger numbers have powers that overflow, or whose low parts are subnormal. */
const SMALLEST: f64 = 1e-75;
const LARGEST: f64 = 1e75;

/** Puts the low part of a sum in LOW; returns the high one. */
// @ts-ignore: decorator
@inline
function settled(high: v128, rest: v128): v128 {
  const sum = f64x2.add(high, rest);
  v128.store(LOW, f64x2.add(f64x2.sub(high, sum), rest));
  return sum;
}

/** lgamma at a below 2^-20, or lgamma(a) + lgamma(1 - a): returns the high parts, LOW has the others. */
export function poleLanes(a: v128, table: i32): v128 {
  const heads = HEADS + (<usize> table << 5);
  const isSubnormal = f64x2.lt(a, f64x2.splat(MIN_NORMAL));
  const normal = v128.bitselect(f64x2.mul(a, f64x2.splat(TWO_54)), a, isSubnormal);
  const log = logFine(normal, v128.and(f64x2.splat(54), isSubnormal));
  const t = v128.and(a, f64x2.gt(a, f64x2.splat(SMALLEST_FELT)));
  const slope = v128.load64_splat(heads, 8);
  const slopeLow: f64 = table > 3 ? 0 : -load<f64>(EULER, 8);
  const line = f64x2.mul(slope, t);
  const lineLow = f64x2.add(productError(slope, t, line), f64x2.mul(t, f64x2.splat(slopeLow)));
  const curve = f64x2.add(v128.load64_splat(heads, 16), f64x2.mul(t, v128.load64_splat(heads, 24)));
  const rest = f64x2.add(lineLow, f64x2.mul(f64x2.mul(t, t), curve));
  const high = f64x2.sub(line, log);
  return settled(high, f64x2.add(sumError(line, f64x2.neg(log), high), f64x2.sub(rest, v128.load(LOW))));
}

/**
 * lgamma, times 1/UP, or digamma at y + yLow from 2^40 on: returns the high parts, LOW has the
 * others.
 */
export function farLanes(order: i32, y: v128, yLow: v128): v128 {
  const half = v128.load(HALF);
  const log = logFine(y, f64x2.splat(0));
  const logLow = v128.load(LOW);
  const inverse = f64x2.div(v128.load(ONE), y);
  if (order == DIGAMMA) {
    const shift = f64x2.add(f64x2.sub(half, yLow), f64x2.mul(inverse, f64x2.splat(TWELFTH)));
    return settled(log, f64x2.sub(logLow, f64x2.mul(inverse, shift)));
  }
  // (y - 1/2) ln y - y + ln(2 pi)/2, and yLow ln y
  const factor = f64x2.sub(log, v128.load(ONE));
  const factorLow = f64x2.add(sumError(log, f64x2.splat(-1), factor), logLow);
  const small = f64x2.mul(y, f64x2.splat(DOWN));
  const main = f64x2.mul(small, factor);
  const plain = f64x2.add(f64x2.splat(HALF_LN_TAU), f64x2.mul(log, f64x2.sub(yLow, half)));
  const rest = f64x2.add(f64x2.mul(small, factorLow), f64x2.mul(plain, f64x2.splat(DOWN)));
  return settled(main, f64x2.add(closeProductError(small, factor, main), rest));
}

/** Whether `polePair` is for a. */
export function hasPolePair(order: i32, a: f64): bool {
  return order == LGAMMA || a > SMALLEST;
}

/** f at a below 2^-20, or f(a) + (-1)^s f(1 - a), as `table` says (gamma_rows.ts). */
export function polePair(order: i32, a: f64, table: i32): v128 {
  if (order == LGAMMA) return firstPair(poleLanes(f64x2.splat(a), table));
  const heads = HEADS + (<usize> table << 5);
  const euler = fromTriple(EULER);
  const eulerLow = table > 3 ? 0 : -low(euler);
  const square = a * a;
  const rest = square * (load<f64>(heads, 16) + a * load<f64>(heads, 24));
  const over = inverse(number(a));
  if (order == DIGAMMA) {
    const start = f64x2(load<f64>(heads), eulerLow);
    return difference(sum(start, number(a * load<f64>(heads, 8) + rest)), over);
  }
  const plain = number(load<f64>(heads) + (a * load<f64>(heads, 8) + rest));
  const pole = product(over, over);
  return order == 1 ? sum(pole, plain) : difference(plain, scaled(product(pole, over), 2));
}

/** The pair in the first lane. */
// @ts-ignore: decorator
@inline
function firstPair(high: v128): v128 {
  return f64x2.replace_lane(high, 1, load<f64>(LOW));
}

/** Whether `farPair` is for y. */
export function hasFarPair(order: i32, y: f64): bool {
  return order <= DIGAMMA || y < LARGEST;
}

/** f at y + yLow from 2^40 on; lgamma times 1/UP. */
export function farPair(order: i32, y: f64, yLow: f64): v128 {
  if (order <= DIGAMMA) return firstPair(farLanes(order, f64x2.splat(y), f64x2.splat(yLow)));
  const over = inverse(f64x2(y, yLow));
  const t = high(over);
  if (order == 1) return sum(over, number(t * t * (0.5 + t / 6)));
  return f64x2.neg(sum(product(over, over), number(t * t * t * (1 + 0.5 * t))));
}
