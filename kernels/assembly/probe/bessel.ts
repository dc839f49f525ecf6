// What the tests and later features ask of the Bessel functions: values to 2^-150 at double-double
// arguments, one way alone, and how much of its error bound a way's pair needs.

import { scaledPair } from "../bessel/fast_pair";
import { LAST, pair } from "../bessel/fast_growing";
import { I0, I1E, isGrowing, isSteep } from "../bessel/kinds";
import { EXP_TEST_BOUND, MEASURED, PAIR, TEST, TIMES_EXP } from "../bessel/fast_entry";
import { farTable } from "../bessel/fast_asymptotic";
import { entriesOf, farTestBoundOf, testBoundOf } from "../bessel/tables";
import { BEFORE_HEAD, locate64 } from "../batch/locate";
import { prepareExp } from "../elementary/exp";
import { ENTRY, entryNumber } from "../tables/entry";
import { ACCURATE_BOUND, accuratePair, accurateRegion } from "../bessel/accurate";
import { accurateBessel } from "../bessel/fallback";
import { besselOf, lastBessel } from "../bessel/last_phase";
import { CLAMPED, ENTRIES, LOW } from "../memory_map";
import {
  divide,
  exponentOf,
  mark,
  newBall,
  release,
  scale,
  setNumber,
  subtract,
} from "../arithmetic/ball";
import { toNumber } from "../arithmetic/ball_number";
import { beginLast, endLast, lastArgument, lastResult } from "../rounding/ball";
import { beginPrecise, endPrecise, needsMore } from "./precise";

/**
 * The function at x + xLow, a double-double, as three float64 in `to`: to 2^-150 of it, where it is
 * a normal number.
 */
export function bessel_exact(kind: i32, x: f64, xLow: f64, to: usize): void {
  beginPrecise(x, xLow);
  do besselOf(lastResult, lastArgument, kind); while (needsMore());
  endPrecise(to);
}

/** The value at x > 0 by the accurate phase, or NaN where that does not decide. */
export function bessel_accurate(kind: i32, x: f64): f64 {
  return accurateBessel(kind, x);
}

/** The value at x > 0 by the last phase. */
export function bessel_last(kind: i32, x: f64): f64 {
  return lastBessel(kind, x);
}

/** The error of the double-double of the fast or the accurate phase at x > 0, in units of its bound. */
export function bessel_margin(kind: i32, x: f64, isAccurate: bool): f64 {
  const a = f64x2.splat(x);
  let high: f64;
  let rest: f64;
  let bound: f64;
  if (isAccurate) {
    high = f64x2.extract_lane(accuratePair(kind, accurateRegion(x), a), 0);
    rest = load<f64>(LOW);
    bound = ACCURATE_BOUND * high;
  } else {
    if (isGrowing(kind)) fastPair(kind, a);
    else scaledPair(kind, a);
    high = load<f64>(PAIR);
    rest = load<f64>(PAIR, 16);
    bound = isGrowing(kind) ? load<f64>(PAIR, 32) : fastBound(kind, x, high);
  }
  beginLast(x);
  do besselOf(lastResult, lastArgument, kind); while (needsMore());
  // The pair lacks a power of two. A value next to one may have another exponent than its pair.
  const before = mark();
  const part = newBall();
  setNumber(part, high + rest);
  scale(lastResult, lastResult, exponentOf(part) - exponentOf(lastResult));
  const ratio = toNumber(lastResult) / (high + rest);
  scale(lastResult, lastResult, ratio > 1.5 ? -1 : ratio < 0.75 ? 1 : 0);
  setNumber(part, high);
  subtract(lastResult, lastResult, part);
  setNumber(part, rest);
  subtract(lastResult, lastResult, part);
  setNumber(part, bound);
  divide(lastResult, lastResult, part);
  const margin = abs(toNumber(lastResult));
  release(before);
  endLast();
  return margin;
}

/**
 * Puts the pairs of the loops at two numbers below 704, both the same, and their bounds into PAIR, for
 * tests.
 */
function fastPair(kind: i32, a: v128): void {
  prepareExp();
  v128.store(CLAMPED, a);
  v128.store(CLAMPED, a, 16);
  locate64(CLAMPED, 4, entriesOf(kind), LAST, BEFORE_HEAD);
  pair(I0, TIMES_EXP | MEASURED, a, 0, a, load<u32>(ENTRIES), load<u32>(ENTRIES), TEST);
  const bound = f64x2.splat(testBoundOf(kind) + EXP_TEST_BOUND);
  v128.store(PAIR, f64x2.mul(v128.load(PAIR), bound), 32);
}

const HEAD_END: f64 = 0.015625; // 2^-6
const UNIT: f64 = 1.1102230246251565e-16; // 2^-53

/**
 * The error that the loops allow for in the pair of a, times 2^k or 2^3k if that is far, for tests.
 */
function fastBound(kind: i32, a: f64, high: f64): f64 {
  const isFar = a >= 1024;
  if (!isSteep(kind)) {
    const headed = kind == I1E && a < HEAD_END ? 11 * 0.5 * UNIT * a * a : 0;
    return (isFar ? farTestBoundOf(kind) : testBoundOf(kind)) * high + headed;
  }
  const bits = reinterpret<u64>(a);
  const m = isFar ? reinterpret<f64>(bits - ((bits - 0x3ff0000000000000) & 0xffe0000000000000)) : a;
  const table = isFar ? farTable(true) : entriesOf(kind);
  return load<f64>(table + <usize> max(entryNumber(m), 0) * ENTRY, 24);
}
