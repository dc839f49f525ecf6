// polygamma of even order n >= 2 next to the middle between two negative poles, where it has a
// zero: the first two terms of the reflection (polygamma/fast.ts, gamma/fast_reflection.ts) cancel. With a =
// (1 - u)/2 and s = n + 1, which is odd, they are
//
//   2^-s (zeta(s, a) - zeta(s, 1 - a)) = C(1) u + C(3) u^3 + ...,  C(j) = 2 binomial(s + j - 1, j) g(j)
//
// where g(j) = 2^-(s + j) zeta(s + j, 1/2). For u <= 1/(16 s) ten terms leave 2^-105, and the first
// five are pairs: the series is good to 2^-98. In the middle itself it is 0, exactly.
//
// The third term of order 2 at y = 1 - x, from y = 128 on, where zeros have no rows, is by DLMF 5.15.8
//
//   -t^2 (1 + t + t^2/2 - t^4/6 + t^6/6 - 3 t^8/10 + ...),  t = 1/y
//
// The first five terms are pairs, t^6/6 and what follows are plain numbers below 2^-44, and what is
// left out is below 2^-104: it is good to 2^-93.

import { ONE } from "../arithmetic/constants";
import { number, product, quotient, scaled, timesNumber } from "../arithmetic/double_double";
import { exactTwoProdError } from "../arithmetic/two_prod";
import { zeta } from "../gamma/accurate";
import { pairSeries, productRest, quotientRest } from "../elementary/log_double_double";
import { LOW } from "../memory_map";

const TERMS: i32 = 10;
const PAIRED: i32 = 5;
const COEFFICIENTS: usize = memory.data(16 * 10, 16);
let coefficientsOf: i32 = 0;

/** What part of the series its error is at most, with what sums of its low part lose. */
export const HALF_PART: f64 = 8.077935669463161e-28; // 2^-90

function prepare(s: i32): void {
  if (s == coefficientsOf) return;
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
}

/** How far from 1/2 the series reaches. */
// @ts-ignore: decorator
@inline
function reachOf(s: i32): f64 {
  return 0.03125 / <f64> s;
}

/** Which of two a are so near to 1/2. */
// @ts-ignore: decorator
@inline
export function isNearHalf(s: i32, a: v128): v128 {
  return f64x2.ge(a, f64x2.splat(0.5 - reachOf(s)));
}

/** Whether an a is so near to 1/2. */
export function isNearMidpoint(s: i32, a: f64): bool {
  return a >= 0.5 - reachOf(s);
}

/** The series as a number of arithmetic/double_double.ts. */
export function fineNearHalf(s: i32, a: f64): v128 {
  const high = seriesNearHalf(s, f64x2.splat(a));
  return f64x2(f64x2.extract_lane(high, 0), load<f64>(LOW));
}

/** The series: returns the high parts; the low ones are in LOW. */
export function seriesNearHalf(s: i32, a: v128): v128 {
  prepare(s);
  const none = f64x2.splat(0);
  const u = f64x2.sub(v128.load(ONE), f64x2.add(a, a)); // exact
  const square = f64x2.mul(u, u);
  const series = pairSeries(COEFFICIENTS, 16, TERMS, PAIRED, square, exactTwoProdError(u, u, square));
  const high = f64x2.mul(series, u);
  v128.store(LOW, productRest(series, v128.load(LOW), u, none, high));
  return high;
}

/** The terms of order 2 at far y, by powers of t. */
const FAR_TERMS: i32 = 15;
const FAR_PAIRED: i32 = 5;
const FAR: usize = memory.data<f64>([
  1, 0, 1, 0, 0.5, 0, 0, 0,
  -0.16666666666666666, -9.25185853854297e-18, // -1/6
  0, 0, 0.16666666666666666, 0, // 1/6
  0, 0, -0.3, 0, // -3/10
  0, 0, 0.8333333333333334, 0, // 5/6
  0, 0, -3.2904761904761903, 0, // -691/210
  0, 0, 17.5, 0, // 35/2
], 16);
/** What part of the third term its error is at most. */
export const FAR_PART: f64 = 2.0194839173657902e-28; // 2^-92

/** The third term of order 2 at y + yLow >= 128: returns the high parts; the low ones are in LOW. */
export function farThird(y: v128, yLow: v128): v128 {
  const one = v128.load(ONE);
  const t = f64x2.div(one, y);
  const tLow = quotientRest(one, f64x2.splat(0), y, yLow, t);
  const square = f64x2.mul(t, t);
  const squareLow = productRest(t, tLow, t, tLow, square);
  const series = pairSeries(FAR, 16, FAR_TERMS, FAR_PAIRED, t, tLow);
  const high = f64x2.mul(series, square);
  v128.store(LOW, f64x2.neg(productRest(series, v128.load(LOW), square, squareLow, high)));
  return f64x2.neg(high);
}
