// The terms of gamma/accurate_table.ts where there are no rows, for lgamma, digamma and polygamma of orders 1
// and 2:
//
//   (0, 2^-20)   the pole, -ln a or +-1/a^s, and the beginning of Taylor's series of f(1 + a), or of
//                f(a) + (-1)^s f(1 - a) less the pole (HEADS)
//   [2^40, inf)  Stirling's series and its derivatives
//
// as pairs in two lanes. All are good to ENDS_PART of the value: logarithms to 2^-86 of it, quotients
// and products to 2^-100; what is added to them as a plain number is below 2^-32 of the value, and
// rounded four times, 2^-83; and what is left out is at most a^4 zeta(4)/4 of lgamma, 2^-87.
// tests/kernels/bounds_test.ts searches for the largest error in units of the bound.

import { HALF, ONE } from "../arithmetic/constants";
import { logAccurate } from "../elementary/log_accurate";
import { HEADS } from "../elementary/log_data";
import { DIGAMMA, LGAMMA } from "./special_values";
import { closeTwoProdError, multiply, normal, twoProdError, twoSumError } from "../arithmetic/error_free";
import { LOW } from "../memory_map";
import { EULER } from "../arithmetic/constants_data";

/** Relative to the value. */
export const ENDS_PART: f64 = 2.0679515313825692e-25; // 2^-82

/** lgamma from 2^40 on is made smaller, so that products do not overflow; and by this larger again. */
const DOWN: f64 = 8.673617379884035e-19; // 2^-60
export const UP: f64 = 1152921504606846976; // 2^60
const HALF_LN_TAU: f64 = 0.9189385332046728;
const TWELFTH: f64 = 0.08333333333333333;
const SIXTH: f64 = 0.16666666666666666;
const MIN_NORMAL: f64 = 2.2250738585072014e-308;
const TWO_54: f64 = 18014398509481984;
/** Below, what is added to the pole of lgamma is below the error budget everywhere, and may underflow. */
const SMALLEST_ABOVE_BUDGET: f64 = 1e-35;
/** Smaller and larger numbers have powers that overflow, or whose low parts are subnormal. */
const SMALLEST: f64 = 1e-75;
const LARGEST: f64 = 1e75;

/**
 * f at a below 2^-20, or f(a) + (-1)^s f(1 - a), as `table` says (gamma/table.ts): returns the high
 * parts, LOW has the others.
 */
export function poleLanes(order: i32, a: v128, table: i32): v128 {
  const heads = HEADS + (<usize> table << 5);
  return order == LGAMMA ? lgammaPole(a, table, heads) : polygammaPole(order, a, table, heads);
}

function lgammaPole(a: v128, table: i32, heads: usize): v128 {
  const isSubnormal = f64x2.lt(a, f64x2.splat(MIN_NORMAL));
  const upper = v128.bitselect(f64x2.mul(a, f64x2.splat(TWO_54)), a, isSubnormal);
  const log = logAccurate(upper, v128.and(f64x2.splat(54), isSubnormal));
  const t = v128.and(a, f64x2.gt(a, f64x2.splat(SMALLEST_ABOVE_BUDGET)));
  const slope = v128.load64_splat(heads, 8);
  const slopeLow: f64 = table > 3 ? 0 : -load<f64>(EULER, 8);
  const line = f64x2.mul(slope, t);
  const lineLow = f64x2.add(twoProdError(slope, t, line), f64x2.mul(t, f64x2.splat(slopeLow)));
  const curve = f64x2.add(v128.load64_splat(heads, 16), f64x2.mul(t, v128.load64_splat(heads, 24)));
  const rest = f64x2.add(lineLow, f64x2.mul(f64x2.mul(t, t), curve));
  const high = f64x2.sub(line, log);
  return normal(high, f64x2.add(twoSumError(line, f64x2.neg(log), high), f64x2.sub(rest, v128.load(LOW))));
}

/** -1/a, 1/a^2 or -2/a^3, and the series. */
function polygammaPole(order: i32, a: v128, table: i32, heads: usize): v128 {
  let pole = power(order, a, f64x2.splat(0));
  let poleLow = v128.load(LOW);
  if (order != 1) {
    const factor = f64x2.splat(order == DIGAMMA ? -1 : -2);
    pole = f64x2.mul(pole, factor);
    poleLow = f64x2.mul(poleLow, factor);
  }
  const start = v128.load64_splat(heads);
  const startLow: f64 = order == DIGAMMA && table < 4 ? -load<f64>(EULER, 8) : 0;
  const curve = f64x2.add(v128.load64_splat(heads, 16), f64x2.mul(a, v128.load64_splat(heads, 24)));
  const rest = f64x2.add(f64x2.splat(startLow), f64x2.mul(a, f64x2.add(v128.load64_splat(heads, 8), f64x2.mul(a, curve))));
  const high = f64x2.add(pole, start);
  return normal(high, f64x2.add(twoSumError(pole, start, high), f64x2.add(poleLow, rest)));
}

/** (t + tLow)^-s, s = order + 1 from 1 to 3: returns the high parts, LOW has the others. */
function power(order: i32, t: v128, tLow: v128): v128 {
  const one = v128.load(ONE);
  const over = f64x2.div(one, t);
  const product = f64x2.mul(over, t);
  const left = f64x2.sub(f64x2.sub(f64x2.sub(one, product), closeTwoProdError(over, t, product)), f64x2.mul(over, tLow));
  const overLow = f64x2.mul(over, left);
  v128.store(LOW, overLow);
  if (order == DIGAMMA) return over;
  const square = multiply(over, overLow, over, overLow);
  return order == 1 ? square : multiply(square, v128.load(LOW), over, overLow);
}

/**
 * f at y + yLow from 2^40 on, lgamma times 1/UP: returns the high parts, LOW has the others.
 */
export function farLanes(order: i32, y: v128, yLow: v128): v128 {
  if (order > DIGAMMA) {
    // 1/y + 1/(2y^2) + 1/(6y^3), or the derivative of that.
    const main = power(order - 1, y, yLow);
    const mainLow = v128.load(LOW);
    const t = f64x2.div(v128.load(ONE), y);
    const sixth = f64x2.splat(order == 1 ? SIXTH : 0.5);
    const factor = f64x2.add(f64x2.splat(order == 1 ? 0.5 : 1), f64x2.mul(t, sixth));
    const y1 = normal(main, f64x2.add(mainLow, f64x2.mul(f64x2.mul(main, t), factor)));
    if (order == 1) return y1;
    v128.store(LOW, f64x2.neg(v128.load(LOW)));
    return f64x2.neg(y1);
  }
  const half = v128.load(HALF);
  const log = logAccurate(y, f64x2.splat(0));
  const logLow = v128.load(LOW);
  const inverse = f64x2.div(v128.load(ONE), y);
  if (order == DIGAMMA) {
    const shift = f64x2.add(f64x2.sub(half, yLow), f64x2.mul(inverse, f64x2.splat(TWELFTH)));
    return normal(log, f64x2.sub(logLow, f64x2.mul(inverse, shift)));
  }
  // (y - 1/2) ln y - y + ln(2 pi)/2, and yLow ln y
  const factor = f64x2.sub(log, v128.load(ONE));
  const factorLow = f64x2.add(twoSumError(log, f64x2.splat(-1), factor), logLow);
  const small = f64x2.mul(y, f64x2.splat(DOWN));
  const main = f64x2.mul(small, factor);
  const plain = f64x2.add(f64x2.splat(HALF_LN_TAU), f64x2.mul(log, f64x2.sub(yLow, half)));
  const rest = f64x2.add(f64x2.mul(small, factorLow), f64x2.mul(plain, f64x2.splat(DOWN)));
  return normal(main, f64x2.add(closeTwoProdError(small, factor, main), rest));
}

/** The lanes of a that `poleLanes` is for. */
// @ts-ignore: decorator
@inline
export function hasPole(order: i32, a: v128): v128 {
  return order == LGAMMA ? i64x2.splat(-1) : f64x2.gt(a, f64x2.splat(SMALLEST));
}

/** The lanes of y that `farLanes` is for. */
// @ts-ignore: decorator
@inline
export function hasFar(order: i32, y: v128): v128 {
  return order <= DIGAMMA ? i64x2.splat(-1) : f64x2.lt(y, f64x2.splat(LARGEST));
}
