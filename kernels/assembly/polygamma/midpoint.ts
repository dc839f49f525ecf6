// polygamma of even order n >= 4 next to the midpoint between two negative poles, where it has a
// zero: the first two terms of the reflection (polygamma/fast.ts) cancel. With a =
// (1 - u)/2 and s = n + 1, which is odd, they are
//
//   2^-s (zeta(s, a) - zeta(s, 1 - a)) = C(1) u + C(3) u^3 + ...,  C(j) = 2 binomial(s + j - 1, j) g(j)
//
// where g(j) = 2^-(s + j) zeta(s + j, 1/2). For u <= 1/(16 s) ten terms have a truncation error of 2^-105, and the first
// five are double-doubles: the relative error of the series is 2^-98 (tools/prove/proofs/midpoint.ts). At the midpoint it is 0,
// exactly.

import { ONE } from "../arithmetic/constants";
import { number, product, quotient, scaled, timesNumber } from "../arithmetic/double_double";
import { polynomial, productRest } from "../arithmetic/double_double_lanes";
import { exactTwoProdError } from "../arithmetic/error_free";
import { zeta } from "../gamma/hurwitz";
import { LOW } from "../memory_map";

const TERMS: i32 = 10;
const PAIRED: i32 = 5;
const COEFFICIENTS: usize = memory.data(16 * 10, 16);
let coefficientsOf: i32 = 0;

/** The relative error of the series, with that of sums of its low part. */
export const HALF_PART: f64 = 8.077935669463161e-28; // 2^-90

/** Makes the coefficients of s, double-doubles; returns where they are. */
export function prepareMidpoint(s: i32): usize {
  if (s == coefficientsOf) return COEFFICIENTS;
  coefficientsOf = s;
  const half = number(0.5);
  let binomial = number(<f64> s);
  for (let k = 0; k < TERMS; k++) {
    const j = 2 * k + 1;
    const g = zeta(s + j, half, half);
    v128.store(COEFFICIENTS + (<usize> k << 4), scaled(product(g, binomial), 2));
    binomial = timesNumber(binomial, <f64> (s + j) * <f64> (s + j + 1));
    binomial = quotient(binomial, number(<f64> ((j + 1) * (j + 2))));
  }
  return COEFFICIENTS;
}

/** How far from 1/2 the series reaches. */
// @ts-ignore: decorator
@inline
function radiusOf(s: i32): f64 {
  return 0.03125 / <f64> s;
}

/** Which of two a are so near to 1/2. */
// @ts-ignore: decorator
@inline
export function isNearHalf(s: i32, a: v128): v128 {
  return f64x2.ge(a, f64x2.splat(0.5 - radiusOf(s)));
}

/** Whether an a is so near to 1/2. */
export function isNearMidpoint(s: i32, a: f64): bool {
  return a >= 0.5 - radiusOf(s);
}

/** The series as a number of arithmetic/double_double.ts, for the accurate phase. */
export function midpointSeries(s: i32, a: f64): v128 {
  const high = seriesNearHalf(s, f64x2.splat(a));
  return f64x2(f64x2.extract_lane(high, 0), load<f64>(LOW));
}

/** The series: returns the high parts; the low ones are in LOW. */
export function seriesNearHalf(s: i32, a: v128): v128 {
  prepareMidpoint(s);
  const none = f64x2.splat(0);
  const u = f64x2.sub(v128.load(ONE), f64x2.add(a, a)); // exact
  const square = f64x2.mul(u, u);
  const series = polynomial(
    COEFFICIENTS,
    16,
    TERMS,
    PAIRED,
    square,
    exactTwoProdError(u, u, square),
  );
  const high = f64x2.mul(series, u);
  v128.store(LOW, productRest(series, v128.load(LOW), u, none, high));
  return high;
}
