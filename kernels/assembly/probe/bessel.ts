// What the tests and later features ask of the Bessel functions: values to 2^-150 at double-double
// arguments, one way alone, and how much of its error bound a way's pair needs.

import { scaledPair } from "../bessel/fast_pair";
import { fastPair } from "../bessel/fast_growing";
import { isGrowing } from "../bessel/kinds";
import { PAIR } from "../bessel/fast_entry";
import { fastBound } from "../bessel/fast_scaled";
import { ACCURATE_BOUND, accuratePair, accurateRegion } from "../bessel/accurate";
import { accurateBessel } from "../bessel/fallback";
import { besselOf, lastBessel } from "../bessel/last_phase";
import { LOW } from "../memory_map";
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
