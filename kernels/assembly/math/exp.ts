// exp(x) for 0 <= x <= 1000, as 2^m (high + low) (1 + p), for products with it.
//
// x = (128 m + j) ln 2/128 + r, |r| <= ln 2/256. high + low = 2^(j/128) from a table, high of 27 bits so
// that its product with 26 bits is exact. p = r + r^2 tail(r). ln 2/128 as hi + lo, hi so short that its
// product with the step count is exact. Relative error of the whole: below 2^-60.
//
// Worst found of what is added up in one float64 (`timesExpShort` of 1, 60,000 arguments beside mpmath): 2^-52.1 at
// 0x1.23201daceb7d1p+8. tests/kernels/bessel_bounds_test.ts holds the bounds of i0 and i1, which are products with it.

import { ONE } from "./constants";
import { EXP_REDUCE, EXP_STEP, EXP_TAIL } from "./exp_data";
import { firsts, seconds } from "./lanes";
import { finish } from "./rounding";

// 1.5 2^52: adding it leaves the nearest integer in the low bits.
const ROUNDER: usize = memory.data<f64>([6755399441055744, 6755399441055744], 16);
const TOP_26_BITS: usize = memory.data<u64>([0xfffffffff8000000, 0xfffffffff8000000], 16);
const STEP_BITS: i32 = 7;

/** 128 m + j in the low bits of each lane. */
// @ts-ignore: decorator
@inline
export function expSteps(x: v128): v128 {
  return f64x2.add(f64x2.mul(x, v128.load64_splat(EXP_REDUCE)), v128.load(ROUNDER));
}

/** p, given the steps. */
// @ts-ignore: decorator
@inline
function expRest(x: v128, steps: v128): v128 {
  const k = f64x2.sub(steps, v128.load(ROUNDER));
  const near = f64x2.sub(x, f64x2.mul(k, v128.load64_splat(EXP_REDUCE, 8)));
  const r = f64x2.sub(near, f64x2.mul(k, v128.load64_splat(EXP_REDUCE, 16)));
  const square = f64x2.mul(r, r);
  const lower = f64x2.add(v128.load64_splat(EXP_TAIL), f64x2.mul(r, v128.load64_splat(EXP_TAIL, 8)));
  const upper = f64x2.add(
    v128.load64_splat(EXP_TAIL, 16),
    f64x2.mul(r, v128.load64_splat(EXP_TAIL, 24)),
  );
  return f64x2.add(r, f64x2.mul(square, f64x2.add(lower, f64x2.mul(square, upper))));
}

/** high, low of 2^(j/128) of lane 0. */
// @ts-ignore: decorator
@inline
function expStep0(steps: v128): v128 {
  return v128.load(EXP_STEP + ((<usize> i64x2.extract_lane(steps, 0) & 127) << 4));
}

/** high, low of 2^(j/128) of lane 1. */
// @ts-ignore: decorator
@inline
function expStep1(steps: v128): v128 {
  return v128.load(EXP_STEP + ((<usize> i64x2.extract_lane(steps, 1) & 127) << 4));
}

/** m, as an exponent's bits. */
// @ts-ignore: decorator
@inline
function expExponent(steps: v128): v128 {
  return i64x2.shl(i64x2.shr_u(steps, STEP_BITS), 52);
}

/** 2^m y where 2^m is a double: x below 709. */
// @ts-ignore: decorator
@inline
export function scaleOnce(y: v128, steps: v128): v128 {
  return f64x2.mul(y, i64x2.add(expExponent(steps), v128.load(ONE)));
}

/** 2^m y in two steps, so that only the result can overflow. */
// @ts-ignore: decorator
@inline
export function scaleTwice(y: v128, steps: v128): v128 {
  const one = v128.load(ONE);
  const m = i64x2.shr_u(expExponent(steps), 52);
  const half = i64x2.shr_u(m, 1);
  const first = f64x2.mul(y, i64x2.add(i64x2.shl(half, 52), one));
  return f64x2.mul(first, i64x2.add(i64x2.shl(i64x2.sub(m, half), 52), one));
}

/** y exp(x) 2^-m, good to 2^-33. */
// @ts-ignore: decorator
@inline
export function timesExpShort(y: v128, x: v128, steps: v128): v128 {
  const step0 = expStep0(steps);
  const step1 = expStep1(steps);
  const step = f64x2.mul(y, f64x2.add(firsts(step0, step1), seconds(step0, step1)));
  return f64x2.add(step, f64x2.mul(step, expRest(x, steps)));
}

/** (high + low) exp(x) 2^-m, rounded once. */
// @ts-ignore: decorator
@inline
export function timesExp(high: v128, low: v128, x: v128, steps: v128, odd: bool): v128 {
  const step0 = expStep0(steps);
  const step1 = expStep1(steps);
  const stepHigh = firsts(step0, step1);
  const stepLow = seconds(step0, step1);
  const step = f64x2.add(stepHigh, stepLow);
  // 26 bits of high times the 27 of stepHigh are exact; everything else is small.
  const top = v128.and(high, v128.load(TOP_26_BITS));
  const bottom = f64x2.sub(high, top);
  const whole = f64x2.mul(f64x2.add(high, low), step);
  let rest = f64x2.add(f64x2.mul(bottom, stepHigh), f64x2.mul(high, stepLow));
  rest = f64x2.add(rest, f64x2.mul(low, step));
  rest = f64x2.add(rest, f64x2.mul(whole, expRest(x, steps)));
  return finish(f64x2.mul(top, stepHigh), rest, odd);
}
