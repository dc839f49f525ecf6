// Balls and float64: Ziv's rounding test.

import {
  containsZero,
  exponentOf,
  HUGE,
  isExact,
  isKnown,
  isNegative,
  isUnknown,
  limbCount,
  limbsOf,
  lowerMagnitude,
  mark,
  MAX_PRECISION,
  newBall,
  precision,
  RADIUS,
  radiusExponent,
  release,
  setMidpoint,
  setPrecision,
  setScaled,
  stateOf,
  subtract,
  TINY,
} from "./ball";
import { limb } from "./limbs";
import { compareMagnitudes, isNothing } from "./magnitude";

const MIN_EXPONENT: i64 = -1074;
const BITS: i64 = 53;
const MAX_EXPONENT: i64 = 1024;
const DISTANCE: usize = memory.data(16, 16);

/** The exponent of the last bit of the float64 that the midpoint is rounded to. */
function lastBit(a: usize): i64 {
  return max(exponentOf(a) - BITS, MIN_EXPONENT);
}

/** The midpoint in units of 2^last, rounded to nearest, ties to even: at most 2^53. */
function rounded(a: usize, last: i64): u64 {
  const e = exponentOf(a);
  const bits = e - last; // of the integer part, at most 53
  if (bits < 0) return 0;
  const n = limbCount(a);
  const head = limb(limbsOf(a), n - 1) << 32 | (n > 1 ? limb(limbsOf(a), n - 2) : 0);
  const whole = bits == 0 ? 0 : head >> (64 - bits);
  const rest = bits == 0 ? head : head << bits;
  const half: u64 = 0x8000000000000000;
  // The lowest limb is not 0.
  const isMore = rest > half || rest == half && n > 2;
  return whole + (isMore || rest == half && (whole & 1) != 0 ? 1 : 0);
}

/** The float64 that is nearest to the midpoint; NaN for what is unknown. */
export function toNumber(a: usize): f64 {
  const sign: f64 = isNegative(a) ? -1 : 1;
  if (isUnknown(a)) return NaN;
  if (stateOf(a) == HUGE) return sign * Infinity;
  if (stateOf(a) == TINY) return sign * 0.0;
  if (limbCount(a) == 0) return 0;
  if (exponentOf(a) > MAX_EXPONENT) return sign * Infinity;
  const last = lastBit(a);
  const units = rounded(a, last);
  if (units == 0) return sign * 0.0;
  // units 2^last: units is at most 2^53, and the product is exact in two steps or infinite.
  const value = <f64> units;
  if (last < -1022) return sign * value * 2.2250738585072014e-308 * powerOf(last + 1022); // 2^-1022
  return sign * value * powerOf(last);
}

/** 2^k, -1022 <= k <= 1023. */
export function powerOf(k: i64): f64 {
  return reinterpret<f64>(<u64> (k + 1023) << 52);
}

/** Ziv's test: whether all numbers of a ball have the same nearest float64, to the sign of 0. */
export function roundsAlike(a: usize): bool {
  if (isExact(a)) return true;
  if (stateOf(a) == HUGE) return exponentOf(a) > MAX_EXPONENT;
  if (stateOf(a) == TINY) return exponentOf(a) <= MIN_EXPONENT - 1;
  if (!isKnown(a) || containsZero(a)) return false;
  const last = lastBit(a);
  if (exponentOf(a) > MAX_EXPONENT) {
    // Infinite, if the smallest of them is.
    return isBeyond(a, (<u64> 1 << 54) - 1, MAX_EXPONENT - BITS - 1, 1);
  }
  const units = rounded(a, last);
  // Halves of units; below a power of two the next float64 is half as far.
  const isPower = units == <u64> 1 << 52 && last > MIN_EXPONENT;
  const isInfinite = units == <u64> 1 << 53 && last == MAX_EXPONENT - BITS;
  if (!isInfinite && !isBeyond(a, 2 * units + 1, last - 1, -1)) return false;
  if (units == 0) return true; // below it ends at 0, which is not in the ball
  // What is rounded up to a power of two has the smaller ulp below it.
  if (isPower) return isBeyond(a, 4 * units - 1, last - 2, 1);
  return isBeyond(a, 2 * units - 1, last - 1, 1);
}

/** Whether all of |a| is below m 2^e (`side` -1) or above it (1). */
function isBeyond(a: usize, m: u64, e: i64, side: i32): bool {
  const before = mark();
  const kept = precision();
  const end = newBall();
  const middle = newBall();
  setPrecision(MAX_PRECISION);
  setScaled(end, m, e, isNegative(a));
  setMidpoint(middle, a);
  if (side < 0) subtract(middle, end, middle);
  else subtract(middle, middle, end);
  setPrecision(kept);
  const isRight = isKnown(middle) && limbCount(middle) != 0 && isNegative(middle) == isNegative(a);
  lowerMagnitude(DISTANCE, middle);
  release(before);
  return isRight && !isNothing(DISTANCE) && compareMagnitudes(a + RADIUS, DISTANCE) < 0;
}

/**
 * Whether a ball is so narrow that the float64 next to its midpoint is less than one ulp from every number of it: the
 * radius is at most a quarter of the last bit.
 */
export function isNarrow(a: usize): bool {
  if (!isKnown(a)) return false;
  if (isNothing(a + RADIUS)) return true;
  const last = limbCount(a) == 0 ? MIN_EXPONENT : lastBit(a);
  return radiusExponent(a) <= last - 2;
}
