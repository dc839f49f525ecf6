// The boundary regions of lgamma, digamma and polygamma of orders 1 and 2, where there are no table entries: next to 0
// (gamma/fast_pole.ts) and from 2^40 on (gamma/fast_asymptotic.ts). Ziv's test of their double-doubles, whose errors are below
// 2^-67 of the value, and the results that are infinite or subnormal.

import { INFINITE, ONE, ZERO } from "../arithmetic/constants";
import { LOW } from "../memory_map";
import { forcedLanes } from "../rounding/forced";
import { failsZivTest } from "../rounding/ziv_test";
import { fallBackLanes } from "./fallback";
import { asymptoticPair } from "./fast_asymptotic";
import { polePair } from "./fast_pole";
import { DIGAMMA, LGAMMA } from "./special_values";
import { FIRST_FAR, FIRST_NEAR } from "./table";

/** Bounds of errors, relative to the high parts: of logarithms, and of powers. */
const LOG_PART: f64 = 6.776263578034403e-21; // 2^-67
const POLE_PART: f64 = 1.6940658945086007e-21; // 2^-69

/**
 * From here on polygamma(1) is 1/y rounded. It is larger by 2^-110 of it at most; and a midpoint m
 * between two float64 is at least 2^-106 of 1/y from it, as m y is a multiple of 2^-106 that is not
 * 1. Where 1/y is subnormal, m has fewer bits, and is no nearer.
 */
const RECIPROCALS: f64 = 1.298074214633707e33; // 2^110
/** Polygamma is infinite where |y| is below these, for orders 1 and 2. */
const EDGE_1: f64 = 7.4e-155; // 2^-512
const EDGE_2: f64 = 2.2e-103; // 2^-341

/** Which of two numbers have no entries. */
// @ts-ignore: decorator
@inline
export function outside(y: v128): v128 {
  return v128.or(f64x2.lt(y, f64x2.splat(FIRST_NEAR)), f64x2.ge(y, f64x2.splat(FIRST_FAR)));
}

/** The double-doubles at two such numbers y + yLow: returns the high parts; the low ones are in LOW. */
export function boundaryPair(order: i32, y: v128, yLow: v128): v128 {
  const isSmall = f64x2.lt(y, v128.load(ONE));
  let high = f64x2.splat(0);
  let low = high;
  if (!i64x2.all_true(isSmall)) {
    high = asymptoticPair(order, y, yLow);
    low = v128.load(LOW);
  }
  if (v128.any_true(isSmall)) {
    high = v128.bitselect(polePair(order, y), high, isSmall);
    low = v128.bitselect(v128.load(LOW), low, isSmall);
  }
  v128.store(LOW, v128.and(low, finiteLanes(high)));
  return high;
}

/** A bound of their errors, relative to the high parts. */
// @ts-ignore: decorator
@inline
export function boundaryPart(order: i32, y: v128): v128 {
  const isSmall = f64x2.lt(y, v128.load(ONE));
  return v128.bitselect(f64x2.splat(polePart(order)), f64x2.splat(asymptoticPart(order)), isSmall);
}

// @ts-ignore: decorator
@inline
function polePart(order: i32): f64 {
  return order == LGAMMA ? LOG_PART : POLE_PART;
}

// @ts-ignore: decorator
@inline
function asymptoticPart(order: i32): f64 {
  return order <= DIGAMMA ? LOG_PART : POLE_PART;
}

/** Beside an infinite high part the low one is NaN. */
// @ts-ignore: decorator
@inline
function finiteLanes(high: v128): v128 {
  return f64x2.lt(f64x2.abs(high), v128.load(INFINITE));
}

/** The values of `count` numbers next to 0. */
export function poleValues(order: i32, from: usize, to: usize, count: i32): void {
  for (const end = from + (<usize> count << 3); from < end; from += 16, to += 16) {
    const y = v128.load(from);
    const high = polePair(order, y);
    const finite = finiteLanes(high);
    const low = v128.and(v128.load(LOW), finite);
    const bound = f64x2.mul(v128.and(f64x2.abs(high), finite), f64x2.splat(polePart(order)));
    let mask = v128.or(failsZivTest(high, low, bound), forcedLanes());
    if (order > 0) {
      // A power may overflow where the value does not.
      const isEdge = f64x2.ge(f64x2.abs(y), f64x2.splat(order == 1 ? EDGE_1 : EDGE_2));
      mask = v128.or(v128.andnot(isEdge, finite), mask);
    }
    let value = f64x2.add(high, low);
    if (v128.any_true(mask)) {
      value = v128.bitselect(fallBackLanes(order, 0, y, high, low, bound, mask), value, mask);
    }
    v128.store(to, value);
  }
}

/** The values of `count` numbers from 2^40 on, infinity included, of an order below 2. */
export function asymptoticValues(order: i32, from: usize, to: usize, count: i32): void {
  const atInfinity = v128.load(order <= DIGAMMA ? INFINITE : ZERO);
  for (const end = from + (<usize> count << 3); from < end; from += 16, to += 16) {
    const y = v128.load(from);
    const isInfinite = f64x2.eq(y, v128.load(INFINITE));
    const isReciprocal = f64x2.ge(y, f64x2.splat(RECIPROCALS));
    if (order == 1 && i64x2.all_true(isReciprocal)) {
      v128.store(to, f64x2.div(v128.load(ONE), y));
      continue;
    }
    const high = asymptoticPair(order, y, f64x2.splat(0));
    const finite = finiteLanes(high);
    const low = v128.and(v128.load(LOW), finite);
    const bound = f64x2.mul(v128.and(f64x2.abs(high), finite), f64x2.splat(asymptoticPart(order)));
    let mask = v128.andnot(v128.or(failsZivTest(high, low, bound), forcedLanes()), isInfinite);
    let value = f64x2.add(high, low);
    if (order == 1) {
      value = v128.bitselect(f64x2.div(v128.load(ONE), y), value, isReciprocal);
      mask = v128.andnot(mask, isReciprocal);
    }
    if (v128.any_true(mask)) {
      value = v128.bitselect(fallBackLanes(order, 0, y, high, low, bound, mask), value, mask);
    }
    v128.store(to, v128.bitselect(atInfinity, value, isInfinite));
  }
}
