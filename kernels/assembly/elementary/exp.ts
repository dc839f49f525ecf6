// exp(x) for 0 <= x <= 1000, as 2^m (high + low) (1 + p), for products with it.
//
// x = (1024 m + j) ln 2/1024 + r, |r| <= ln 2/2048. high + low = 2^(j/1024) from a table, high of
// 27 bits so that its product with 26 bits is exact. p = r + r^2 tail(r). ln 2/1024 as hi + lo, hi
// so short that its product with the step count is exact. Errors: 2^-66.5 for truncating the tail, 2^-64.5 for
// rounding r, as much for p, and 2^-78 for high + low.
//
// Worst found (a search over [0, 700] with a reference of more digits): 2^-63.8, at 0x1.0739065a6591dp-1. The
// search is tests/kernels/elementary_bounds_test.ts; with SPECOL_BOUNDS=40 it found 0.74 of
// EXP_ERROR.

import { ONE, ROUNDER } from "../arithmetic/constants";
import { EXP_SMALL_REDUCE, EXP_SMALL_STEP, EXP_STEP, EXP_TAIL } from "./exp_data";

/** The bound of the error of (high + low) (1 + p), relative to it. */
export const EXP_ERROR: f64 = 8.6e-20; // 2^-63.3
const STEP_BITS: i32 = 10;
/** Of them EXP_STEP has the first, EXP_SMALL_STEP the last. */
const SMALL_BITS: i32 = 3;
/** 2^(j/1024) as high, low: 16 KB that need not be shipped. */
const STEPS: usize = memory.data(16 << STEP_BITS, 64);
const HIGH_BITS: u64 = 0xfffffffffc000000; // the first 27
const HALF_OF_LAST: u64 = 0x2000000;

let isReady: bool = false;

/** Makes the table before its first use: what computes exp calls this first. */
// @ts-ignore: decorator
@inline
export function prepareExp(): void {
  if (!isReady) makeSteps();
}

function makeSteps(): void {
  for (let j = 0; j < 1 << STEP_BITS; j++) {
    const a = EXP_STEP + (<usize> (j >> SMALL_BITS) << 4);
    const b = EXP_SMALL_STEP + (<usize> (j & ((1 << SMALL_BITS) - 1)) << 4);
    // High parts have 27 bits and a product of two has 54, so it is taken apart: aHigh + aHigh (bHigh - 1).
    const aHigh = load<f64>(a);
    const bHigh = load<f64>(b) - 1;
    const rest = (load<f64>(b, 8) * aHigh + load<f64>(a, 8) * load<f64>(b)) +
      load<f64>(a, 8) * load<f64>(b, 8);
    const product = aHigh * bHigh; // of at most 27 + 20 bits
    const sum = aHigh + product;
    const low = (product - (sum - aHigh)) + rest;
    const high = reinterpret<f64>((reinterpret<u64>(sum) + HALF_OF_LAST) & HIGH_BITS);
    const to = STEPS + (<usize> j << 4);
    store<f64>(to, high);
    store<f64>(to, (sum - high) + low, 8);
  }
  isReady = true;
}

/** 1024 m + j in the low bits of each lane. */
// @ts-ignore: decorator
@inline
export function expSteps(x: v128): v128 {
  return f64x2.add(f64x2.mul(x, v128.load64_splat(EXP_SMALL_REDUCE)), v128.load(ROUNDER));
}

/** The steps as numbers. */
// @ts-ignore: decorator
@inline
export function expCount(steps: v128): v128 {
  return f64x2.sub(steps, v128.load(ROUNDER));
}

/** r, as the exact x - hi k of so many steps, less lo k. */
// @ts-ignore: decorator
@inline
export function expNear(x: v128, count: v128): v128 {
  return f64x2.sub(x, f64x2.mul(count, v128.load64_splat(EXP_SMALL_REDUCE, 8)));
}

// @ts-ignore: decorator
@inline
export function expFar(count: v128): v128 {
  return f64x2.mul(count, v128.load64_splat(EXP_SMALL_REDUCE, 16));
}

/** p of so many steps. */
// @ts-ignore: decorator
@inline
export function expRest(x: v128, steps: v128): v128 {
  const count = expCount(steps);
  const r = f64x2.sub(expNear(x, count), expFar(count));
  const square = f64x2.mul(r, r);
  let tail = f64x2.add(v128.load64_splat(EXP_TAIL), f64x2.mul(r, v128.load64_splat(EXP_TAIL, 8)));
  tail = f64x2.add(tail, f64x2.mul(square, v128.load64_splat(EXP_TAIL, 16)));
  return f64x2.add(r, f64x2.mul(square, tail));
}

/** high, low of 2^(j/1024) of a lane. */
// @ts-ignore: decorator
@inline
export function expStep(steps: v128, lane: i32): v128 {
  const bits = lane == 0 ? i64x2.extract_lane(steps, 0) : i64x2.extract_lane(steps, 1);
  return v128.load(((<usize> bits & ((1 << STEP_BITS) - 1)) << 4) + STEPS);
}

/** m, as an exponent's bits. */
// @ts-ignore: decorator
@inline
function expExponent(steps: v128): v128 {
  return i64x2.shl(i64x2.shr_u(steps, STEP_BITS), 52);
}

/** m of a lane. */
// @ts-ignore: decorator
@inline
export function expPower(steps: v128, lane: i32): i32 {
  const bits = lane == 0 ? i64x2.extract_lane(steps, 0) : i64x2.extract_lane(steps, 1);
  return <i32> bits >> STEP_BITS;
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
