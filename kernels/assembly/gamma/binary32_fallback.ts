// The fours of gamma/binary32.ts that its loops do not finish: with elements that have no entries, or that
// fail Ziv's test. Those next to a zero between two poles are computed from the zero's own entry, and others by the accurate
// phase (gamma/accurate_phase.ts), rounded to odd, so that the second rounding, to float32, is the right one.

import { MAGNITUDE_32, ONE, SIGN_32 } from "../arithmetic/constants";
import { outsideShort } from "./binary32_boundaries";
import { hasZeros } from "./binary32_table";
import { besideZeroShort } from "./binary32_zeros";
import { accurate } from "./accurate_phase";
import { lastValue } from "./last_phase";
import { DIGAMMA, LGAMMA } from "./special_values";
import { firstHalf, secondHalf } from "../arithmetic/lanes";
import { failZivTest32, NAN_32, toFloat32 } from "../rounding/ziv_test";
import { firstLanePassesZivTest, roundedToOdd } from "../rounding/ziv_test_scalar";
import { OUTSIDE } from "../memory_map";

const ERROR: usize = memory.data<f64>([1.8189894035458565e-12, 1.8189894035458565e-12], 16); // 2^-39
const ZERO_ERROR: f64 = 1.8189894035458565e-12; // 2^-39, of the entry of a zero
/** A sum smaller than this part of its terms is next to a zero. */
const CANCELLED: f64 = 0.00390625; // 2^-8
/** How many elements were next to zeros in the last block. */
export let zeros: i32 = 0;

export function setZeros(count: i32): void {
  zeros = count;
}

/** The float32 that values less their errors round to. */
// @ts-ignore: decorator
@inline
export function lowest(y0: v128, y1: v128, terms0: v128, terms1: v128): v128 {
  const e0 = f64x2.mul(terms0, v128.load(ERROR));
  const e1 = f64x2.mul(terms1, v128.load(ERROR));
  return toFloat32(f64x2.sub(y0, e0), f64x2.sub(y1, e1));
}

/** Those that they round to with their errors. */
// @ts-ignore: decorator
@inline
export function highest(y0: v128, y1: v128, terms0: v128, terms1: v128): v128 {
  const e0 = f64x2.mul(terms0, v128.load(ERROR));
  const e1 = f64x2.mul(terms1, v128.load(ERROR));
  return toFloat32(f64x2.add(y0, e0), f64x2.add(y1, e1));
}

/** Rounds and stores four values, where some elements have no entries. */
export function finishOutside(
  order: i32,
  x: v128,
  y0: v128,
  y1: v128,
  terms0: v128,
  terms1: v128,
  at: usize,
  to: usize,
): void {
  const outside = v128.load(at, OUTSIDE);
  if (order <= DIGAMMA && failZivTest32(y0, y1)) {
    terms0 = withZeros(firstHalf(x), terms0);
    terms1 = withZeros(secondHalf(x), terms1);
  }
  if (hasZeros && finishZeros(order, x, y0, y1, terms0, terms1, at, to)) return;
  const series = v128.and(outside, hasSeries(x));
  if (v128.any_true(series)) {
    const isOutside0 = i64x2.extend_low_i32x4_s(series);
    const isOutside1 = i64x2.extend_high_i32x4_s(series);
    y0 = v128.bitselect(outsideShort(order, firstHalf(x)), y0, isOutside0);
    y1 = v128.bitselect(outsideShort(order, secondHalf(x)), y1, isOutside1);
    terms0 = v128.bitselect(f64x2.abs(y0), terms0, isOutside0);
    terms1 = v128.bitselect(f64x2.abs(y1), terms1, isOutside1);
  }
  let low = lowest(y0, y1, terms0, terms1);
  let open = f32x4.ne(low, highest(y0, y1, terms0, terms1));
  const rest = v128.andnot(outside, series);
  if (v128.any_true(rest)) {
    // What is next to other poles is left open.
    let isSpecial = v128.and(f32x4.eq(x, f32x4.nearest(x)), f32x4.le(x, f32x4.splat(0)));
    let values = atPole(order, x);
    const isFinite = f32x4.lt(f32x4.abs(x), v128.load(INFINITE_32));
    if (!i32x4.all_true(isFinite)) {
      isSpecial = v128.or(isSpecial, v128.not(isFinite));
      values = v128.bitselect(values, atEnd(order, x), isFinite);
    }
    low = v128.bitselect(values, low, isSpecial);
    open = v128.andnot(v128.or(open, rest), isSpecial);
  }
  v128.store(to + at, low);
  if (v128.any_true(open)) computeLanes(order, x, y0, y1, terms0, terms1, at, to, open);
}

/** The same where only zeros have no entries, as in counts; whether it is so. */
// @ts-ignore: decorator
@inline
function finishZeros(
  order: i32,
  x: v128,
  y0: v128,
  y1: v128,
  terms0: v128,
  terms1: v128,
  at: usize,
  to: usize,
): bool {
  const isZero = f32x4.eq(x, f32x4.splat(0));
  if (v128.any_true(v128.andnot(v128.load(at, OUTSIDE), isZero))) return false;
  const low = lowest(y0, y1, terms0, terms1);
  const open = v128.andnot(f32x4.ne(low, highest(y0, y1, terms0, terms1)), isZero);
  v128.store(to + at, v128.bitselect(atZero(order, x), low, isZero));
  if (v128.any_true(open)) computeLanes(order, x, y0, y1, terms0, terms1, at, to, open);
  return true;
}

/** Four values with entries, one of which fails a test: computes those that fail Ziv's. */
export function fallBackFour(
  order: i32,
  x: v128,
  y0: v128,
  y1: v128,
  terms0: v128,
  terms1: v128,
  at: usize,
  to: usize,
): void {
  const errors0 = withZeros(firstHalf(x), terms0);
  const errors1 = withZeros(secondHalf(x), terms1);
  const open = f32x4.ne(lowest(y0, y1, errors0, errors1), highest(y0, y1, errors0, errors1));
  if (v128.any_true(open)) computeLanes(order, x, y0, y1, terms0, terms1, at, to, open);
}

/** Terms, in (0.9, 2.1) larger by so much that 2^-39 of them has the error of an entry with a zero, 2^-35. */
// @ts-ignore: decorator
@inline
function withZeros(x: v128, terms: v128): v128 {
  const isNear = f64x2.lt(f64x2.abs(f64x2.sub(x, f64x2.splat(1.5))), f64x2.splat(0.6));
  return f64x2.mul(terms, v128.bitselect(f64x2.splat(16), v128.load(ONE), isNear));
}

/** Computes the lanes in `open`. */
function computeLanes(
  order: i32,
  x: v128,
  y0: v128,
  y1: v128,
  terms0: v128,
  terms1: v128,
  at: usize,
  to: usize,
  open: v128,
): void {
  const bound = f64x2.splat(CANCELLED);
  const isZero0 = f64x2.lt(f64x2.abs(y0), f64x2.mul(terms0, bound));
  const isZero1 = f64x2.lt(f64x2.abs(y1), f64x2.mul(terms1, bound));
  const cancelled = i64x2.bitmask(isZero0) | i64x2.bitmask(isZero1) << 2;
  v128.store(OPEN, x);
  computeAgain(order, to + at, i32x4.bitmask(open), cancelled);
}

/** f at zeros of either sign. */
// @ts-ignore: decorator
@inline
function atZero(order: i32, x: v128): v128 {
  const infinite = v128.load(INFINITE_32);
  return order & 1 ? infinite : v128.xor(v128.or(x, infinite), v128.load(SIGN_32));
}

/** f at zeros and negative integers. */
// @ts-ignore: decorator
@inline
function atPole(order: i32, x: v128): v128 {
  if (order & 1) return v128.load(INFINITE_32);
  return v128.bitselect(atZero(order, x), i32x4.splat(NAN_32), f32x4.eq(x, f32x4.splat(0)));
}

/** f where x is infinite or NaN: see `specialValue` of gamma/special_values.ts. */
// @ts-ignore: decorator
@inline
function atEnd(order: i32, x: v128): v128 {
  const infinite = v128.load(INFINITE_32);
  const end = order <= DIGAMMA ? infinite : order == 1 ? i32x4.splat(0) : v128.load(SIGN_32);
  const isEnd = f32x4.eq(order == LGAMMA ? f32x4.abs(x) : x, infinite);
  return v128.bitselect(end, i32x4.splat(NAN_32), isEnd);
}

const INFINITE_32: usize = memory.data<u32>([0x7f800000, 0x7f800000, 0x7f800000, 0x7f800000], 16);
const NEAR_BITS: i32 = 0x35800000; // 2^-20
const INFINITE_BITS: i32 = 0x7f800000;

/** Which elements `outsideShort` is for: 0 < |x| < 2^-20, and 2^40 <= x < inf. */
// @ts-ignore: decorator
@inline
function hasSeries(x: v128): v128 {
  const a = v128.and(x, v128.load(MAGNITUDE_32));
  const isSmall = v128.and(i32x4.lt_s(a, i32x4.splat(NEAR_BITS)), i32x4.ne(a, i32x4.splat(0)));
  const isFar = v128.and(
    i32x4.gt_s(x, i32x4.splat(NEAR_BITS)),
    i32x4.lt_s(x, i32x4.splat(INFINITE_BITS)),
  );
  return v128.or(isSmall, isFar);
}

/** The elements that `computeAgain` computes. */
const OPEN: usize = memory.data(16, 16);

/** Elements of a four, those in `open`, that fail Ziv's test, perhaps because a sum is cancelled. */
function computeAgain(order: i32, to: usize, open: i32, cancelled: i32): void {
  for (; open != 0; open &= open - 1) {
    const i = ctz(open);
    const x = <f64> load<f32>(OPEN + (<usize> i << 2));
    const result = to + (<usize> i << 2);
    const y = x < 0 && cancelled >> i & 1 ? besideZeroShort(order, x) : NaN;
    const low = <f32> (y - y * ZERO_ERROR);
    if (low == <f32> (y + y * ZERO_ERROR)) {
      store<f32>(result, low);
      zeros++;
    } else store<f32>(result, <f32> oddValue(order, x));
  }
}

/** f(x) rounded to odd, by the accurate phase or else by the last. */
function oddValue(order: i32, x: f64): f64 {
  firstLanePassesZivTest(accurate(order, f64x2.splat(x)));
  const y = roundedToOdd();
  return y == y ? y : lastValue(order, 0, x, true);
}
