// exp and expm1 of double-doubles, two lanes at a time: accurate phase of the Bessel functions and of expressions.
//
//   x = (128 m + j) ln 2/128 + r, |j| <= 64, |r| <= ln 2/256
//   exp(x) = 2^m (1 + w),  w = T + (1 + T) s,  T = 2^(j/128) - 1,  s = exp(r) - 1
//
// s is r times the series 1 + r/2! + r^2/3! + ..., ten terms of it: truncation error 2^-110. For m = 0 w is expm1(x), with
// a small relative error: |T| is twice |s| or more, unless it is 0.
//
// Relative errors. r has 2^-110, from ln 2/128 in three parts, and is exact for j = m = 0; the series and its product with r
// add 2^-102.5 to s. T comes from a table that is made before its first use: 2^(1/256) - 1 is s, and from 2^a - 1 to
// 2^2a - 1 there are at most eight steps, then five products of such numbers, each with an error of 2^-102.4, and
// one quotient with 2^-101.9: 2^-98.4 for T. exp has 2^-99, expm1 2^-97.
// deno task prove accurate_exp proves it. 30 ns for two numbers.

import { ONE, TRIPLE } from "../arithmetic/constants";
import { INVERSE_FACTORIALS, LN_2 } from "../arithmetic/constants_data";
import { product, quotient, sum, sumWithNumber } from "../arithmetic/double_double";
import { normal, polynomial, productRest } from "../arithmetic/double_double_lanes";
import { exactTwoProdError, fastTwoSumError, twoSumError } from "../arithmetic/error_free";
import { firsts, seconds } from "../arithmetic/lanes";
import { powerOfTwo } from "../arithmetic/power_of_two";
import { LOW } from "../memory_map";
import { EXP_REDUCE } from "./exp_data";

/** Bounds of the errors, relative to the values. */
export const EXP_ERROR: f64 = 1.5777218104420236e-30; // 2^-99
export const EXPM1_ERROR: f64 = 6.310887241768095e-30; // 2^-97

const STEP_BITS: i32 = 7;
const HALF_COUNT: i32 = 64;
const TERMS: i32 = 10;
const DOUBLE_TERMS: i32 = 5;
/** T of j from -64 to 64. */
const POWERS: usize = memory.data(16 * 129, 16);
/** What ln 2/128 has beyond the two parts of EXP_REDUCE. */
let lastOfStep: f64 = 0;
let isReady: bool = false;

/** m of each lane. */
export let expExponent0: i32 = 0;
export let expExponent1: i32 = 0;

/** Where T of j is. */
// @ts-ignore: decorator
@inline
function powerAt(j: i32): usize {
  return POWERS + (<usize> (j + HALF_COUNT) << 4);
}

/**
 * Makes POWERS.
 * @error 2^-98.4 of each of them
 */
function prepare(): void {
  isReady = true;
  const step: f64 = 0.0078125; // 1/128
  const beyond = (load<f64>(LN_2) * step - load<f64>(EXP_REDUCE, 8)) - load<f64>(EXP_REDUCE, 16);
  lastOfStep = (beyond + load<f64>(LN_2, 8) * step) + load<f64>(LN_2, 16) * step;
  const half = f64x2.splat(0.5 * step);
  const s = seriesOf(
    f64x2.mul(v128.load64_splat(LN_2), half),
    f64x2.mul(v128.load64_splat(LN_2, 8), half),
  );
  let power = f64x2(f64x2.extract_lane(s, 0), load<f64>(LOW));
  for (let j = 1; j <= HALF_COUNT; j += j) {
    power = times(power, power);
    for (let i = 0; i < j && i + j <= HALF_COUNT; i++) {
      const t = times(v128.load(powerAt(i)), power);
      v128.store(powerAt(i + j), t);
      v128.store(powerAt(-i - j), quotient(f64x2.neg(t), sumWithNumber(t, 1)));
    }
  }
}

/** (1 + a) (1 + b) - 1. */
function times(a: v128, b: v128): v128 {
  return sum(sum(a, b), product(a, b));
}

/** exp(r + rLow) - 1, |r| <= ln 2/256. Returns the high parts; the low ones are in LOW. */
// @ts-ignore: decorator
@inline
function seriesOf(r: v128, rLow: v128): v128 {
  const series = polynomial(INVERSE_FACTORIALS + TRIPLE, TRIPLE, TERMS, DOUBLE_TERMS, r, rLow);
  const s = f64x2.mul(series, r);
  return normal(s, productRest(series, v128.load(LOW), r, rLow, s));
}

/** How many steps of ln 2/128 are nearest to h. */
// @ts-ignore: decorator
@inline
function stepsIn(h: v128): v128 {
  return f64x2.nearest(f64x2.mul(h, v128.load64_splat(EXP_REDUCE)));
}

/** h less the first part of k steps: the product is exact, and so is the difference. */
// @ts-ignore: decorator
@inline
function nearOf(h: v128, k: v128): v128 {
  return f64x2.sub(h, f64x2.mul(k, v128.load64_splat(EXP_REDUCE, 8)));
}

/** An integer of two. */
// @ts-ignore: decorator
@inline
function integerOf(k: v128, lane: u8): i32 {
  return <i32> (lane ? f64x2.extract_lane(k, 1) : f64x2.extract_lane(k, 0));
}

/** w of h + l, |h| < 720. Returns the high parts; the low ones are in LOW. */
function fraction(h: v128, l: v128): v128 {
  if (!isReady) prepare();
  const k = stepsIn(h);
  const steps0 = integerOf(k, 0);
  const steps1 = integerOf(k, 1);
  expExponent0 = (steps0 + HALF_COUNT) >> STEP_BITS;
  expExponent1 = (steps1 + HALF_COUNT) >> STEP_BITS;
  const near = nearOf(h, k);
  const all = f64x2.add(near, l);
  const lo = v128.load64_splat(EXP_REDUCE, 16);
  const moved = f64x2.mul(k, lo);
  const r = f64x2.sub(all, moved);
  let rLow = f64x2.sub(
    twoSumError(all, f64x2.neg(moved), r),
    exactTwoProdError(k, lo, moved),
  );
  rLow = f64x2.add(
    rLow,
    f64x2.sub(twoSumError(near, l, all), f64x2.mul(k, f64x2.splat(lastOfStep))),
  );
  const s = seriesOf(r, rLow);
  const sLow = v128.load(LOW);

  const power0 = v128.load(powerAt(steps0 - (expExponent0 << STEP_BITS)));
  const power1 = v128.load(powerAt(steps1 - (expExponent1 << STEP_BITS)));
  const t = firsts(power0, power1);
  const tLow = seconds(power0, power1);
  const one = v128.load(ONE);
  const above = f64x2.add(one, t);
  const aboveLow = f64x2.add(fastTwoSumError(one, t, above), tLow);
  const rise = f64x2.mul(s, above);
  const riseLow = productRest(s, sLow, above, aboveLow, rise);
  const w = f64x2.add(t, rise);
  return normal(w, f64x2.add(twoSumError(t, rise, w), f64x2.add(tLow, riseLow)));
}

/** exp(h + l) 2^-m, |h| < 720. Returns the high parts; the low ones are in LOW. */
export function expReduced(h: v128, l: v128): v128 {
  const w = fraction(h, l);
  const one = v128.load(ONE);
  const y = f64x2.add(one, w);
  return normal(y, f64x2.add(fastTwoSumError(one, w, y), v128.load(LOW)));
}

/** exp(h + l), or less 1 with `isLess`, |h| < 700. Returns the high parts; the low ones are in LOW. */
export function expDoubleDouble(h: v128, l: v128, isLess: bool): v128 {
  const w = fraction(h, l);
  const wLow = v128.load(LOW);
  const one = v128.load(ONE);
  const scale = f64x2(powerOfTwo(expExponent0), powerOfTwo(expExponent1));
  const y = f64x2.add(one, w);
  let value = f64x2.mul(y, scale);
  let low = f64x2.mul(f64x2.add(fastTwoSumError(one, w, y), wLow), scale);
  if (isLess) {
    const less = f64x2.sub(value, one);
    low = f64x2.add(twoSumError(value, f64x2.neg(one), less), low);
    const isNear = f64x2.eq(scale, one);
    value = v128.bitselect(w, less, isNear);
    low = v128.bitselect(wLow, low, isNear);
  }
  return normal(value, low);
}
