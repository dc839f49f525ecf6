// Accurate phase of the gamma family at y > 0: lgamma, digamma and polygamma of orders 1 and 2 of double-doubles, two
// lanes. Stirling's series and its derivatives at Y = y + N >= 24 (DLMF 5.11.1, 5.11.2, 5.15.8, 5.5.2, 5.15.5), with
// t = 1/Y and b(k) = B(2k) (2k + order - 1)!/(2k)!:
//
//   lgamma(y)      (Y - 1/2) ln Y - Y + ln(2 pi)/2 + t R - ln(y (y + 1) ... (y + N - 1))
//   digamma(y)     ln Y - t/2 - t^2 R              - sum of 1/(y + j)
//   polygamma 1    t (1 + t/2 + t^2 R)             + sum of 1/(y + j)^2
//   polygamma 2    -t^2 (1 + t + t^2 R)            - sum of 2/(y + j)^3          R = b(1) + b(2) t^2 + b(3) t^4 + ...
//
// Error: the truncation error of 16 terms of R is at most b(17) t^34, 2^-112 of the value; terms of R that are float64 numbers
// are below 2^-48 of it. BOUND is a part of the terms that are added, PASSED_PART below 24, where there are products and sums
// besides, and DIRECT_PART from there on: deno task prove accurate_gamma proves it. tests/kernels/bounds_test.ts searches for the
// largest error in units of it. 200 to 400 ns for two lanes up to 24, and 65 to 120 beyond.

import { ONE } from "../arithmetic/constants";
import { HALF_LN_TAU } from "../arithmetic/constants_data";
import { high, low } from "../arithmetic/double_double";
import {
  normal,
  polynomial,
  productRest,
  quotientRest,
  sumRest,
} from "../arithmetic/double_double_lanes";
import { fastTwoSumError, twoSumError } from "../arithmetic/error_free";
import { addTermSize, TERM_PART } from "../arithmetic/term_size";
import { logDoubleDouble } from "../elementary/log_double_double";
import { BOUND, LOW } from "../memory_map";
import { prepareSeries } from "./hurwitz";
import { DIGAMMA, LGAMMA } from "./special_values";

const MIN_Y: f64 = 24;
const TERMS: i32 = 16;
const PAIRED_TERMS: i32 = 5;
/** Errors, of the terms that are added: from MIN_Y on, and below. */
const DIRECT_PART: f64 = 1.5777218104420236e-30; // 2^-99
const PASSED_PART: f64 = 3.1554436208840472e-30; // 2^-98

/** Y, and the product or sum over y, y + 1, ..., Y - 1. */
const Y: usize = memory.data(32, 16);
const PASSED: usize = memory.data(32, 16);

/** f of an order up to 2 at h + l, h > 0. Returns the high parts; the low ones are in LOW, bounds of errors in BOUND. */
export function stirling(order: i32, h: v128, l: v128): v128 {
  pass(order, h, l);
  const one = v128.load(ONE);
  const y = v128.load(Y);
  const yLow = v128.load(Y, 16);
  const t = f64x2.div(one, y);
  const tLow = quotientRest(one, f64x2.splat(0), y, yLow, t);
  const product = f64x2.mul(t, t);
  const square = normal(product, productRest(t, tLow, t, tLow, product));
  const squareLow = v128.load(LOW);
  // Those of Hurwitz's series with s = order + 1, times s!.
  const coefficients = prepareSeries(<f64> (order + 1));
  let series = polynomial(coefficients, 16, TERMS, PAIRED_TERMS, square, squareLow);
  let seriesLow = v128.load(LOW);
  if (order > DIGAMMA) {
    const factorial = f64x2.splat(order == 1 ? 2 : 6);
    const all = f64x2.mul(series, factorial);
    seriesLow = productRest(series, seriesLow, factorial, f64x2.splat(0), all);
    series = all;
  }
  if (order == LGAMMA) return lgamma(h, y, yLow, t, tLow, series, seriesLow);
  const rest = f64x2.mul(series, square);
  const restLow = productRest(series, seriesLow, square, squareLow, rest);
  if (order == DIGAMMA) return digamma(h, y, yLow, t, tLow, rest, restLow);
  return polygamma(order, h, t, tLow, square, squareLow, rest, restLow);
}

/** The same at one double-double y > 0 (arithmetic/double_double.ts). Adds to the size of terms. */
export function stirlingAt(order: i32, y: v128): v128 {
  const f = stirling(order, f64x2.splat(high(y)), f64x2.splat(low(y)));
  addTermSize(load<f64>(BOUND) / TERM_PART);
  return f64x2(f64x2.extract_lane(f, 0), load<f64>(LOW));
}

// @ts-ignore: decorator
@inline
function lgamma(
  h: v128,
  y: v128,
  yLow: v128,
  t: v128,
  tLow: v128,
  series: v128,
  seriesLow: v128,
): v128 {
  const rest = f64x2.mul(series, t);
  const restLow = productRest(series, seriesLow, t, tLow, rest);
  const log = logDoubleDouble(y, yLow);
  const logLow = v128.load(LOW);
  const less = f64x2.splat(-0.5);
  const half = f64x2.add(y, less);
  const halfLow = f64x2.add(twoSumError(y, less, half), yLow);
  const main = f64x2.mul(half, log);
  const mainLow = productRest(half, halfLow, log, logLow, main);
  const taken = f64x2.sub(main, y);
  const takenLow = sumRest(main, mainLow, f64x2.neg(y), f64x2.neg(yLow), taken);
  const constant = v128.load64_splat(HALF_LN_TAU);
  const more = f64x2.add(taken, constant);
  const moreLow = sumRest(taken, takenLow, constant, v128.load64_splat(HALF_LN_TAU, 8), more);
  const all = f64x2.add(more, rest);
  const allLow = sumRest(more, moreLow, rest, restLow, all);
  const isMoved = f64x2.lt(h, f64x2.splat(MIN_Y));
  let passed = f64x2.splat(0);
  let passedLow = passed;
  if (v128.any_true(isMoved)) {
    passed = v128.and(logDoubleDouble(v128.load(PASSED), v128.load(PASSED, 16)), isMoved);
    passedLow = v128.and(v128.load(LOW), isMoved);
  }
  const f = f64x2.sub(all, passed);
  putBound(h, f64x2.add(f64x2.add(main, y), f64x2.add(f64x2.abs(passed), v128.load(ONE))));
  return normal(f, sumRest(all, allLow, f64x2.neg(passed), f64x2.neg(passedLow), f));
}

// @ts-ignore: decorator
@inline
function digamma(
  h: v128,
  y: v128,
  yLow: v128,
  t: v128,
  tLow: v128,
  rest: v128,
  restLow: v128,
): v128 {
  const half = f64x2.splat(0.5);
  const near = f64x2.mul(half, t);
  const taken = f64x2.add(near, rest);
  const takenLow = sumRest(near, f64x2.mul(half, tLow), rest, restLow, taken);
  const all = f64x2.add(taken, v128.load(PASSED));
  const allLow = sumRest(taken, takenLow, v128.load(PASSED), v128.load(PASSED, 16), all);
  const log = logDoubleDouble(y, yLow);
  const logLow = v128.load(LOW);
  const f = f64x2.sub(log, all);
  putBound(h, f64x2.add(log, all));
  return normal(f, sumRest(log, logLow, f64x2.neg(all), f64x2.neg(allLow), f));
}

// @ts-ignore: decorator
@inline
function polygamma(
  order: i32,
  h: v128,
  t: v128,
  tLow: v128,
  square: v128,
  squareLow: v128,
  rest: v128,
  restLow: v128,
): v128 {
  const one = v128.load(ONE);
  const scale = f64x2.splat(order == 1 ? 0.5 : 1);
  const second = f64x2.mul(t, scale);
  const small = f64x2.add(second, rest);
  const smallLow = sumRest(second, f64x2.mul(tLow, scale), rest, restLow, small);
  const factor = f64x2.add(one, small);
  const factorLow = f64x2.add(fastTwoSumError(one, small, factor), smallLow);
  const power = order == 1 ? t : square;
  const main = f64x2.mul(power, factor);
  const mainLow = productRest(power, order == 1 ? tLow : squareLow, factor, factorLow, main);
  const passed = v128.load(PASSED);
  const f = f64x2.add(main, passed);
  putBound(h, f);
  const value = normal(f, sumRest(main, mainLow, passed, v128.load(PASSED, 16), f));
  if (order == 1) return value;
  v128.store(LOW, f64x2.neg(v128.load(LOW)));
  return f64x2.neg(value);
}

// @ts-ignore: decorator
@inline
function putBound(h: v128, terms: v128): void {
  const isMoved = f64x2.lt(h, f64x2.splat(MIN_Y));
  const part = v128.bitselect(f64x2.splat(PASSED_PART), f64x2.splat(DIRECT_PART), isMoved);
  v128.store(BOUND, f64x2.mul(terms, part));
}

/**
 * Adds one to the lanes of y that are below MIN_Y until none is, and multiplies the numbers that it passes or, of an order
 * from 0 on, sums order! y^-(order + 1).
 */
function pass(order: i32, h: v128, l: v128): void {
  const one = v128.load(ONE);
  let y = h;
  let yLow = l;
  let passed = order == LGAMMA ? one : f64x2.splat(0);
  let passedLow = f64x2.splat(0);
  for (;;) {
    const isSmall = f64x2.lt(y, f64x2.splat(MIN_Y));
    if (!v128.any_true(isSmall)) break;
    let next: v128;
    let nextLow: v128;
    if (order == LGAMMA) {
      next = f64x2.mul(passed, y);
      nextLow = productRest(passed, passedLow, y, yLow, next);
    } else {
      const term = inversePower(order, y, yLow);
      next = f64x2.add(passed, term);
      nextLow = sumRest(passed, passedLow, term, v128.load(LOW), next);
    }
    passed = v128.bitselect(normal(next, nextLow), passed, isSmall);
    passedLow = v128.bitselect(v128.load(LOW), passedLow, isSmall);
    const above = f64x2.add(y, one);
    const aboveLow = f64x2.add(twoSumError(y, one, above), yLow);
    y = v128.bitselect(normal(above, aboveLow), y, isSmall);
    yLow = v128.bitselect(v128.load(LOW), yLow, isSmall);
  }
  v128.store(Y, y);
  v128.store(Y, yLow, 16);
  v128.store(PASSED, passed);
  v128.store(PASSED, passedLow, 16);
}

/** order! y^-(order + 1). Returns the high parts; the low ones are in LOW. */
// @ts-ignore: decorator
@inline
function inversePower(order: i32, y: v128, yLow: v128): v128 {
  const one = v128.load(ONE);
  const t = f64x2.div(one, y);
  const tLow = quotientRest(one, f64x2.splat(0), y, yLow, t);
  if (order == DIGAMMA) {
    v128.store(LOW, tLow);
    return t;
  }
  const square = f64x2.mul(t, t);
  const squareLow = productRest(t, tLow, t, tLow, square);
  if (order == 1) {
    v128.store(LOW, squareLow);
    return square;
  }
  const twice = f64x2.add(t, t);
  const cube = f64x2.mul(square, twice);
  v128.store(LOW, productRest(square, squareLow, twice, f64x2.add(tLow, tLow), cube));
  return cube;
}
