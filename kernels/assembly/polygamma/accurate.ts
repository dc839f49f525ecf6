// Accurate phase of polygamma of order n >= 3, in double-double, to about 2^-100 of the terms. With s = n + 1:
//
//   x > 0     (-1)^s n! x^-s (x^s zeta(s, x)), zeta by Euler-Maclaurin's formula (gamma/hurwitz.ts)
//   x > -40   the same, where the terms of the poles above x are added with their signs
//   below     the reflection formula (gamma/fast_reflection.ts) with a^-s taken out of the sum, a the distance from the
//             nearest pole
//
// Next to the midpoint between two poles the first two terms of the reflection of even n are one series, with a small
// relative error (polygamma/midpoint.ts). So has the third term, a power times a sum that starts with 1: only next to the
// zero, where the two cancel, does the relative error grow. At the midpoint the first two terms are 0.
//
// Error: TERM_PART of the size of the terms, or HALF_PART of the series; and POWER_PART for each of s (gamma/hurwitz.ts),
// which covers n!, with an error of 2^-105, its two products, and the powers of base and of its ratio to y. Ratios whose
// power is below 2^-200 are taken for 0: the series is at least 2^-50, as its argument u is 2^-53 or more.
// tests/kernels/bounds_test.ts searches for the largest error in units of the bound. 0.5 to 4 microseconds.

import {
  difference,
  high,
  number,
  power,
  powerExponent,
  product,
  quotient,
  sum,
  sumWithNumber,
} from "../arithmetic/double_double";
import { setTermSize, TERM_PART, termSize } from "../arithmetic/term_size";
import { POWER_PART, ratioPower, zeta } from "../gamma/hurwitz";
import { lastValue } from "../gamma/last_phase";
import { passesZivTestScaled, rounded, skipZivTest } from "../rounding/ziv_test_scalar";
import { FACTORIAL, factorialExponent, prepareFactorial } from "./factorial";
import { HALF_PART, isNearMidpoint, midpointSeries } from "./midpoint";
import { MAX_ORDER } from "./powers";

/** Below this, reflection takes less time than steps to positive numbers. */
const FAR_NEGATIVE: f64 = -40;
/** Where numbers are neither so small nor so large that their products would overflow. */
const SMALLEST: f64 = 1e-240;
const LARGEST: f64 = 1e280;

/** Whether f(x) passes Ziv's test (rounding/ziv_test_scalar.ts). */
export function accuratePolygamma(n: i64, x: f64): bool {
  const s = n + 1;
  const isOdd = (s & 1) != 0;
  const r = x > 0 ? x : x - nearest<f64>(x);
  const a = abs(r);
  if (a < SMALLEST || abs(x) > LARGEST) return skipZivTest();
  setTermSize(0);
  const isMidpoint = x < 0 && isOdd && n <= MAX_ORDER && isNearMidpoint(<i32> s, a);
  if (x > FAR_NEGATIVE && !isMidpoint) {
    const base = number(r);
    return passes(n, zeta(s, number(x), base), base);
  }
  const y = oneMinus(x);
  if (isOdd && a == 0.5) return passes(n, zeta(s, y, y), y);
  const base = number(isMidpoint ? 0.5 : a);
  let value: v128;
  if (isMidpoint) {
    value = midpointSeries(<i32> s, a);
    setTermSize(abs(high(value)) * (HALF_PART / TERM_PART));
  } else {
    const other = zeta(s, oneMinus(a), base);
    value = isOdd ? difference(zeta(s, base, base), other) : sum(zeta(s, base, base), other);
  }
  // A small relative error: `zeta` with the factor base^s would leave out terms that are small beside 1.
  const before = termSize;
  setTermSize(0);
  const factor = ratioPower(s, base, y);
  const mirror = product(factor, zeta(s, y, y));
  setTermSize(before + high(factor) * termSize);
  value = isOdd && r > 0 ? sum(value, mirror) : difference(value, mirror);
  return passes(n, value, r < 0 ? f64x2.neg(base) : base);
}

/** polygamma at a double-double y > 0. */
export function accuratePolygammaAt(n: i64, y: v128): bool {
  setTermSize(0);
  return passes(n, zeta(n + 1, y, y), y);
}

/** 1 - x, exactly. */
function oneMinus(x: f64): v128 {
  return sumWithNumber(number(-x), 1);
}

/** Whether n! base^-s times a sum whose terms have the last size passes Ziv's test, with the sign of polygamma. */
function passes(n: i64, terms: v128, base: v128): bool {
  const s = n + 1;
  prepareFactorial(n);
  const powers = power(base, s);
  const exponent = factorialExponent - powerExponent;
  let value = quotient(product(terms, v128.load(FACTORIAL)), powers);
  if (s & 1) value = f64x2.neg(value);
  const part = termSize / abs(high(terms)) * (TERM_PART + POWER_PART * <f64> s);
  return passesZivTestScaled(value, abs(high(value)) * part, exponent);
}

/** The values of elements without a fast phase. */
export function accurateValues(n: i64, from: usize, to: usize, count: i32): void {
  for (const end = from + (<usize> count << 3); from < end; from += 8, to += 8) {
    const x = load<f64>(from);
    store<f64>(to, accuratePolygamma(n, x) ? rounded : lastValue(n, 0, x, false));
  }
}
