// Elements of the Bessel functions that failed Ziv's test (batch/queue.ts) and whose results
// are not in the cache (batch/result_cache.ts): by the accurate phase, two at a time, and what that leaves
// one by one by the last.

import { I0E_SLOPE, I1, I1E, isGrowing } from "./kinds";
import { ACCURATE_BOUND, accuratePair, accurateRegion, exponent0, exponent1 } from "./accurate";
import { lastBessel } from "./last_phase";
import { queueLength, resultOf, takeQueue } from "../batch/queue";
import { besselOrder, countAgain, isKnown, keep, known, placeOf } from "../batch/result_cache";
import { LOW } from "../memory_map";
import { exponentOf, powerOfTwo } from "../arithmetic/power_of_two";

const GROWING_END: f64 = 714; // all results beyond are infinite
/** The least exponent of results that are far from subnormal ones. */
const MIN_PLAIN: i32 = -1020;
const SIGN: u64 = 0x8000000000000000;
/** Two float64: the results. */
const RESULTS: usize = memory.data(16, 16);

/** Puts the correctly rounded results of all that is in a queue into their places. */
// @ts-ignore: decorator
@inline
export function fallBack(kind: i32, isSecond: bool): void {
  if (queueLength(isSecond) != 0) fallBackAll(kind, isSecond);
}

function fallBackAll(kind: i32, isSecond: bool): void {
  const count: usize = queueLength(isSecond);
  const begin = takeQueue(isSecond);
  const isOdd = kind == I1 || kind == I1E || kind == I0E_SLOPE;
  const order = besselOrder(kind);
  let waiting: usize = 0; // for another one, as two cost what one does
  for (let at = begin, end = begin + (count << 3); at < end; at += 8) {
    const x = load<f64>(at);
    const place = placeOf(order, abs(x));
    if (isKnown(place, order, 0, abs(x))) {
      put(resultOf(isSecond, at), known(place), x, isOdd);
    } else if (waiting == 0) {
      waiting = at;
    } else {
      fallBackQueued(kind, isSecond, waiting, at, isOdd);
      waiting = 0;
    }
  }
  if (waiting != 0) fallBackQueued(kind, isSecond, waiting, waiting, isOdd);
}

/** Puts the result at x, of which y is f(|x|), into its place. */
// @ts-ignore: decorator
@inline
function put(to: usize, y: f64, x: f64, isOdd: bool): void {
  const sign = isOdd ? reinterpret<u64>(x) & SIGN : 0;
  store<u64>(to, reinterpret<u64>(y) ^ sign);
}

function fallBackQueued(kind: i32, isSecond: bool, at0: usize, at1: usize, isOdd: bool): void {
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
  put(resultOf(isSecond, at0), y0, x0, isOdd);
  put(resultOf(isSecond, at1), y1, x1, isOdd);
}

/** Leaves f at two a > 0 in RESULTS. */
function fallBackTwo(kind: i32, a: v128): void {
  const a0 = f64x2.extract_lane(a, 0);
  const a1 = f64x2.extract_lane(a, 1);
  const end = isGrowing(kind) ? GROWING_END : Infinity;
  if (a0 < end && a1 < end && accurateRegion(a0) == accurateRegion(a1)) {
    countAgain(a0 != a1 ? 2 : 1);
    const open = runAccuratePhase(kind, a);
    if (open & 1) store<f64>(RESULTS, lastBessel(kind, a0));
    if (open & 2) store<f64>(RESULTS, lastBessel(kind, a1), 8);
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
  if (a == Infinity) return kind >= I0E_SLOPE ? -0.0 : 0;
  fallBackTwo(kind, f64x2.splat(a));
  return load<f64>(RESULTS);
}

/** Leaves what the accurate phase gives at two finite numbers of one region in RESULTS; returns the lanes that fail Ziv's test. */
function runAccuratePhase(kind: i32, a: v128): i32 {
  const high = accuratePair(kind, accurateRegion(f64x2.extract_lane(a, 0)), a);
  const bound = f64x2.mul(f64x2.abs(high), f64x2.splat(ACCURATE_BOUND));
  return round(high, v128.load(LOW), bound, exponent0, exponent1);
}

/** Rounds (high + rest) 2^e, whose errors are within `bound` 2^e, into RESULTS; returns the lanes that fail Ziv's test. */
function round(high: v128, rest: v128, bound: v128, e0: i32, e1: i32): i32 {
  const high0 = f64x2.extract_lane(high, 0);
  const high1 = f64x2.extract_lane(high, 1);
  if (exponentOf(high0) + e0 < MIN_PLAIN || exponentOf(high1) + e1 < MIN_PLAIN) {
    const isOpen0 = !roundTo(
      RESULTS,
      high0,
      f64x2.extract_lane(rest, 0),
      f64x2.extract_lane(bound, 0),
      e0,
    );
    const isOpen1 = !roundTo(
      RESULTS + 8,
      high1,
      f64x2.extract_lane(rest, 1),
      f64x2.extract_lane(bound, 1),
      e1,
    );
    return i32(isOpen0) | i32(isOpen1) << 1;
  }
  let y = f64x2.add(high, f64x2.sub(rest, bound));
  const other = f64x2.add(high, f64x2.add(rest, bound));
  const open = i64x2.bitmask(f64x2.ne(y, other));
  if (e0 | e1) {
    // In two steps, as 2^e may overflow.
    y = f64x2.mul(y, f64x2(powerOfTwo(e0 >> 1), powerOfTwo(e1 >> 1)));
    y = f64x2.mul(y, f64x2(powerOfTwo(e0 - (e0 >> 1)), powerOfTwo(e1 - (e1 >> 1))));
  }
  v128.store(RESULTS, y);
  return open;
}

/** The same of one number, which may be subnormal; whether this decides. */
function roundTo(to: usize, high: f64, rest: f64, bound: f64, exponent: i32): bool {
  const size = exponentOf(high) + exponent;
  // A subnormal result is added to a number with its sign whose last bit is the last of subnormal
  // numbers.
  const isSubnormal = size < -1022;
  if (isSubnormal && exponent > -900) return false; // the pair itself would have lost bits
  const least = size < -1020 ? powerOfTwo(-1022 - exponent) : 0;
  const start = isSubnormal ? copysign(least, high) : 0;
  const sum = start + high;
  const left = (high - (sum - start)) + rest;
  const y = sum + (left - bound);
  if (y != sum + (left + bound)) return false;
  if (!isSubnormal && abs(y) <= least) return false; // it was rounded as a normal number
  const half = exponent >> 1;
  // A result of 0 keeps its sign.
  store<f64>(to, copysign(((y - start) * powerOfTwo(half)) * powerOfTwo(exponent - half), high));
  return true;
}

/** The value at a > 0 by the accurate phase alone, for tests; NaN where that does not decide. */
export function accurateBessel(kind: i32, a: f64): f64 {
  return runAccuratePhase(kind, f64x2.splat(a)) ? NaN : load<f64>(RESULTS);
}
