// Elements of the Bessel functions that failed Ziv's test (batch/queue.ts) and whose results are not in the cache
// (batch/result_cache.ts): the accurate phase computes them two at a time, and the last phase those that it does not decide,
// one by one.

import { isGrowing, isSteep } from "./kinds";
import { isOdd } from "./symmetry";
import { ACCURATE_BOUND, accuratePair, accurateRegion, exponent0, exponent1 } from "./accurate";
import { lastBessel } from "./last_phase";
import { queueLength, resultOf, takeQueue } from "../batch/queue";
import {
  besselOrder,
  cachedResult,
  countAccurate,
  isCached,
  keep,
  placeOf,
} from "../batch/result_cache";
import { LOW } from "../memory_map";
import { exponentOf } from "../arithmetic/power_of_two";
import { passesZivTestScaled, rounded, skipZivTest } from "../rounding/ziv_test_scalar";

const GROWING_END: f64 = 714; // all results beyond are infinite
/** The least exponent of normal numbers, and the largest of scaled double-doubles. */
const MIN_NORMAL: i32 = -1022;
const MAX_SCALE: i32 = -900;
const SIGN: u64 = 0x8000000000000000;
/** Two float64: the results. */
const RESULTS: usize = memory.data(16, 16);

/** Puts the correctly rounded results of all elements of a queue into their places. */
// @ts-ignore: decorator
@inline
export function fallBack(kind: i32, isSecond: bool): void {
  if (queueLength(isSecond) != 0) fallBackAll(kind, isSecond);
}

function fallBackAll(kind: i32, isSecond: bool): void {
  const count: usize = queueLength(isSecond);
  const begin = takeQueue(isSecond);
  const order = besselOrder(kind);
  let waiting: usize = 0; // for another one, as two cost what one does
  for (let at = begin, end = begin + (count << 3); at < end; at += 8) {
    const x = load<f64>(at);
    const place = placeOf(order, abs(x));
    if (isCached(place, order, 0, abs(x))) {
      put(resultOf(isSecond, at), kind, x, cachedResult(place));
    } else if (waiting == 0) {
      waiting = at;
    } else {
      fallBackQueued(kind, isSecond, waiting, at);
      waiting = 0;
    }
  }
  if (waiting != 0) fallBackQueued(kind, isSecond, waiting, waiting);
}

/** Puts the result at x into its place; y is f(|x|). */
// @ts-ignore: decorator
@inline
function put(to: usize, kind: i32, x: f64, y: f64): void {
  const sign = isOdd(kind) ? reinterpret<u64>(x) & SIGN : 0;
  store<u64>(to, reinterpret<u64>(y) ^ sign);
}

function fallBackQueued(kind: i32, isSecond: bool, at0: usize, at1: usize): void {
  const x0 = load<f64>(at0);
  const x1 = load<f64>(at1);
  const a0 = abs(x0);
  const a1 = abs(x1);
  fallBackTwo(kind, f64x2.replace_lane(f64x2.splat(a0), 1, a1));
  const y0 = load<f64>(RESULTS);
  const y1 = load<f64>(RESULTS, 8);
  const order = besselOrder(kind);
  keep(placeOf(order, a0), order, 0, a0, y0);
  keep(placeOf(order, a1), order, 0, a1, y1);
  put(resultOf(isSecond, at0), kind, x0, y0);
  put(resultOf(isSecond, at1), kind, x1, y1);
}

/** Puts f at two a > 0 into RESULTS. */
function fallBackTwo(kind: i32, a: v128): void {
  const a0 = f64x2.extract_lane(a, 0);
  const a1 = f64x2.extract_lane(a, 1);
  const end = isGrowing(kind) ? GROWING_END : Infinity;
  if (a0 < end && a1 < end && accurateRegion(a0) == accurateRegion(a1)) {
    countAccurate(a0 != a1 ? 2 : 1);
    const failed = runAccuratePhase(kind, a);
    if (failed & 1) store<f64>(RESULTS, lastBessel(kind, a0));
    if (failed & 2) store<f64>(RESULTS, lastBessel(kind, a1), 8);
    return;
  }
  const y0 = fallBackOne(kind, a0);
  store<f64>(RESULTS, fallBackOne(kind, a1), 8);
  store<f64>(RESULTS, y0);
}

/** The same of one number, which may be anything. */
function fallBackOne(kind: i32, a: f64): f64 {
  if (a != a) return NaN;
  if (isGrowing(kind) && a >= GROWING_END) return Infinity;
  if (a == Infinity) return isSteep(kind) ? -0.0 : 0;
  fallBackTwo(kind, f64x2.splat(a));
  return load<f64>(RESULTS);
}

/** Puts the results of the accurate phase at two finite numbers of one region into RESULTS; returns the lanes that fail Ziv's test. */
function runAccuratePhase(kind: i32, a: v128): i32 {
  const high = accuratePair(kind, accurateRegion(f64x2.extract_lane(a, 0)), a);
  const low = v128.load(LOW);
  const passes0 = passes(f64x2.extract_lane(high, 0), f64x2.extract_lane(low, 0), exponent0);
  store<f64>(RESULTS, rounded);
  const passes1 = passes(f64x2.extract_lane(high, 1), f64x2.extract_lane(low, 1), exponent1);
  store<f64>(RESULTS, rounded, 8);
  return i32(!passes0) | i32(!passes1) << 1;
}

/** Whether (high + low) 2^exponent passes Ziv's test. */
function passes(high: f64, low: f64, exponent: i32): bool {
  // Of a subnormal number that is not scaled, the low part has lost bits.
  if (exponent > MAX_SCALE && exponentOf(high) + exponent < MIN_NORMAL) return skipZivTest();
  return passesZivTestScaled(f64x2(high, low), abs(high) * ACCURATE_BOUND, exponent);
}

/** The value at a > 0 by the accurate phase alone, for tests; NaN where that does not decide. */
export function accurateBessel(kind: i32, a: f64): f64 {
  return runAccuratePhase(kind, f64x2.splat(a)) ? NaN : load<f64>(RESULTS);
}
