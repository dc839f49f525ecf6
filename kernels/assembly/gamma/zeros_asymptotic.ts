// digamma of x in (-2^40, -127) next to its zeros, where there are no rows of zeros (gamma/zeros.ts): each gap between
// two poles has a zero, and a column may have one element next to each of a million of them. So this does not depend on
// a gap. Two lanes take some hundred nanoseconds. With y = 1 - x and r = x - the nearest pole, 1/64 <= r <= 1/2
// (the zeros of all these gaps are there),
//
//   f = psi(y) - pi cot(pi r),  psi(y) = ln y - 1/(2y) - 1/(12 y^2) + 1/(120 y^4) - ...  (DLMF 5.5.4, 5.11.2)
//
// Large parts are read from tables, as sums of three float64, so that what cancels is known to 2^-150. With Y the
// number next to y whose significand is a multiple of 2^-10, Y = 2^k m, and R the multiple of 2^-10 next to r,
//
//   ln y         = k ln 2 + ln m + 2 artanh w,      w = (y - Y)/(y + Y),                |w| <= 2^-12
//   pi cot(pi r) = C - (pi^2 + C^2) v/(1 + C v),    C = pi cot(pi R), v = tan(pi e)/pi, e = r - R
//
// A table has its numbers when they are first needed; making one takes as long as the last phase.
// Numbers of small parts are pairs. Errors:
//
//   2^-101 T   T = (pi^2 + C^2) v/(1 + C v): a product, a quotient and v are rounded 12 times at most, 2^-106 each,
//              and so is the sum of low parts, 2^-53 T each
//   2^-111     2 artanh w is below 2^-11, 1/(2y) below 2^-8, and each is rounded five times, 2^-106; of the series the
//              terms that are plain numbers are 2^-61 and less of 1/(2y) and 2^-50 of w; those left out are less
//   2^-100 f   what low parts lose where f is not small
//
// tests/kernels/bounds_test.ts searches for the largest error in units of this bound.

import { ONE } from "../arithmetic/constants";
import { exactTwoProdError, exactTwoSumError } from "../arithmetic/two_prod";
import { END } from "./zeros";
import { firsts, seconds } from "../arithmetic/lanes";
import { fastTwoSumError, pairSeries, productRest, quotientRest } from "../elementary/log_double_double";
import { BOUND, FAR_ZERO_TABLES, LOW } from "../memory_map";
import { add, divide, multiply, multiplyInteger, newBall, square } from "../arithmetic/ball";
import { ln2, pi } from "../elementary/ball_constants";
import { log } from "../elementary/ball_log";
import { cosPi, sinPi } from "../elementary/ball_sin_cos";
import { beginLast, endLast, lastArgument, lastResult, toParts } from "../rounding/ball";
import { TRIPLE } from "../arithmetic/constants";
import { ODD_RECIPROCALS } from "../arithmetic/constants_data";

const FIRST_X: f64 = -1099511627776; // -2^40
const MIN_R: f64 = 0.015625; // 1/64
/** Steps of tables. */
const STEPS: i32 = 1024;
const STEP: f64 = 0.0009765625; // 2^-10
const MAX_EXPONENT: i32 = 40;

// Entries have three parts of a number, then whether they are there; those of C the two parts of pi^2 + C^2 instead,
// and nothing.
const ENTRY: usize = 32;
const C_ENTRY: usize = 48;
const LOGS: usize = FAR_ZERO_TABLES; // ln m
const TWOS: usize = LOGS + ENTRY * STEPS; // k ln 2
const COTANGENTS: usize = TWOS + ENTRY * (MAX_EXPONENT + 1); // r = 0 to 1/2
export const END_OF_FAR_ZEROS: usize = COTANGENTS + C_ENTRY * (STEPS / 2 + 1);

const TOP: u64 = 0xfffffc0000000000; // 10 bits of a significand
const HALF_STEP: u64 = 0x20000000000;

/** B(2k)/(2k): pairs, of which `STIRLING_PAIRS` have low parts. */
const STIRLING_TERMS: i32 = 7;
const STIRLING_PAIRS: i32 = 3;
const STIRLING: usize = memory.data<f64>([
  0.08333333333333333, 4.625929269271485e-18, // 1/12
  -0.008333333333333333, -1.1564823173178714e-19, // -1/120
  0.003968253968253968, 2.20282346155785e-19, // 1/252
  -0.004166666666666667, 0, // -1/240
  0.007575757575757576, 0, // 1/132
  -0.021092796092796094, 0, // -691/32760
  0.08333333333333333, 0, // 1/12
], 16);

/** (tan(pi e)/(pi e) - 1)/e^2 by powers of e^2, the same. */
const TANGENT_TERMS: i32 = 5;
const TANGENT_PAIRS: i32 = 2;
const TANGENT: usize = memory.data<f64>([
  3.289868133696453, 6.081344700796952e-17, // pi^2/3
  12.987878804533658, 5.698214451426438e-16, // 2 pi^4/15
  51.884496161206904, 0, // 17 pi^6/315
  207.5093202809085, 0, // 62 pi^8/2835
  830.0247016959868, 0, // 1382 pi^10/155925
], 16);

/** Where 1/3, 1/5, ... begin, how many are used, and how many of them as pairs. */
const THIRD: usize = ODD_RECIPROCALS + TRIPLE;
const ARTANH_TERMS: i32 = 4;
const ARTANH_PAIRS: i32 = 1;

const T_PART: f64 = 3.944304526105059e-31; // 2^-101
const F_PART: f64 = 7.888609052210118e-31; // 2^-100
const LEAST: f64 = 3.851859888774472e-34; // 2^-111

/** Whether this is for x. */
// @ts-ignore: decorator
@inline
export function isNextToFarZero(x: f64): bool {
  return x < END && x > FIRST_X && x - nearest<f64>(x) >= MIN_R;
}

/** ln m of a Y, by its bits. */
function logEntry(y: u64): usize {
  const step = <i32> (y >> 42) & (STEPS - 1);
  const entry = LOGS + <usize> step * ENTRY;
  if (load<f64>(entry, 24) == 0) {
    beginLast(1 + STEP * <f64> step);
    log(lastResult, lastArgument);
    toParts(entry, lastResult, 3);
    endLast();
    store<f64>(entry, 1, 24);
  }
  return entry;
}

/** k ln 2, the same. */
function twosEntry(y: u64): usize {
  const k = <i32> (y >> 52) - 1023;
  const entry = TWOS + <usize> k * ENTRY;
  if (load<f64>(entry, 24) == 0) {
    beginLast(0);
    ln2(lastResult);
    multiplyInteger(lastResult, lastResult, k);
    toParts(entry, lastResult, 3);
    endLast();
    store<f64>(entry, 1, 24);
  }
  return entry;
}

/** C = pi cot(pi R). */
function cotangentEntry(r: f64): usize {
  const step = <i32> (r * <f64> STEPS);
  const entry = COTANGENTS + <usize> step * C_ENTRY;
  if (load<f64>(entry, 24) == 0) {
    beginLast(r);
    const part = newBall();
    sinPi(part, lastArgument);
    cosPi(lastResult, lastArgument);
    divide(lastResult, lastResult, part);
    pi(part);
    multiply(lastResult, lastResult, part);
    toParts(entry, lastResult, 3);
    square(part, part);
    square(lastResult, lastResult);
    add(lastResult, lastResult, part);
    toParts(entry + 24, lastResult, 2);
    endLast();
  }
  return entry;
}

/** f at x: returns the high parts; LOW and BOUND have the others. */
export function evaluateFarZeros(x: v128): v128 {
  const one = v128.load(ONE);
  const none = f64x2.splat(0);
  const y = f64x2.sub(one, x);
  const yLow = exactTwoSumError(one, f64x2.neg(x), y);

  const near = v128.and(i64x2.add(y, i64x2.splat(HALF_STEP)), i64x2.splat(TOP)); // Y
  const log0 = logEntry(i64x2.extract_lane(near, 0));
  const log1 = logEntry(i64x2.extract_lane(near, 1));
  const twos0 = twosEntry(i64x2.extract_lane(near, 0));
  const twos1 = twosEntry(i64x2.extract_lane(near, 1));
  const distance = f64x2.add(f64x2.sub(y, near), yLow); // exact
  const both = f64x2.add(y, near);
  const w = f64x2.div(distance, both);
  const wLow = quotientRest(distance, none, both, f64x2.add(exactTwoSumError(y, near, both), yLow), w);
  const w2 = f64x2.mul(w, w);
  const w2Low = productRest(w, wLow, w, wLow, w2);
  const artanh = pairSeries(THIRD, TRIPLE, ARTANH_TERMS, ARTANH_PAIRS, w2, w2Low);
  const artanhPart = f64x2.mul(w2, artanh);
  const artanhPartLow = productRest(w2, w2Low, artanh, v128.load(LOW), artanhPart);
  const curve = f64x2.mul(w, artanhPart); // artanh w - w
  const curveLow = productRest(w, wLow, artanhPart, artanhPartLow, curve);

  const t = f64x2.div(one, y);
  const tLow = quotientRest(one, none, y, yLow, t);
  const t2 = f64x2.mul(t, t);
  const t2Low = productRest(t, tLow, t, tLow, t2);
  const stirling = pairSeries(STIRLING, 16, STIRLING_TERMS, STIRLING_PAIRS, t2, t2Low);
  const rest = f64x2.mul(t2, stirling);
  const restLow = productRest(t2, t2Low, stirling, v128.load(LOW), rest);

  const r = f64x2.sub(x, f64x2.nearest(x));
  const step = f64x2.mul(f64x2.nearest(f64x2.mul(r, f64x2.splat(<f64> STEPS))), f64x2.splat(STEP)); // R
  const c0 = cotangentEntry(f64x2.extract_lane(step, 0));
  const c1 = cotangentEntry(f64x2.extract_lane(step, 1));
  const e = f64x2.sub(r, step);
  const e2 = f64x2.mul(e, e);
  const e2Low = exactTwoProdError(e, e, e2);
  const tangent = pairSeries(TANGENT, 16, TANGENT_TERMS, TANGENT_PAIRS, e2, e2Low);
  const tangentPart = f64x2.mul(e2, tangent);
  const tangentPartLow = productRest(e2, e2Low, tangent, v128.load(LOW), tangentPart);
  const more = f64x2.mul(e, tangentPart);
  const v = f64x2.add(e, more);
  const vLow = f64x2.add(fastTwoSumError(e, more, v), productRest(e, none, tangentPart, tangentPartLow, more));
  const c = firsts(v128.load(c0), v128.load(c1));
  const cLow = seconds(v128.load(c0), v128.load(c1));
  const cLast = firsts(v128.load(c0, 16), v128.load(c1, 16));
  const slope = seconds(v128.load(c0, 16), v128.load(c1, 16)); // pi^2 + C^2
  const slopeLow = firsts(v128.load(c0, 32), v128.load(c1, 32));
  const cv = f64x2.mul(c, v);
  const below = f64x2.add(one, cv);
  const belowLow = f64x2.add(fastTwoSumError(one, cv, below), productRest(c, cLow, v, vLow, cv));
  const top = f64x2.mul(slope, v);
  const change = f64x2.div(top, below); // T
  const changeLow = quotientRest(top, productRest(slope, slopeLow, v, vLow, top), below, belowLow, change);

  // Large parts, then small ones; each sum with its error.
  const log = firsts(v128.load(log0), v128.load(log1));
  const twos = firsts(v128.load(twos0), v128.load(twos1));
  const minusC = f64x2.neg(c);
  const w1 = f64x2.add(w, w);
  const half = f64x2.mul(t, f64x2.splat(-0.5));
  const minusRest = f64x2.neg(rest);
  const curve1 = f64x2.add(curve, curve);
  const a1 = f64x2.add(twos, log);
  const a2 = f64x2.add(a1, minusC);
  const a3 = f64x2.add(a2, change);
  const a4 = f64x2.add(a3, w1);
  const a5 = f64x2.add(a4, half);
  const a6 = f64x2.add(a5, minusRest);
  const a7 = f64x2.add(a6, curve1);
  let small = f64x2.add(exactTwoSumError(a2, change, a3), exactTwoSumError(a3, w1, a4));
  small = f64x2.add(small, f64x2.add(exactTwoSumError(a4, half, a5), exactTwoSumError(a5, minusRest, a6)));
  small = f64x2.add(small, f64x2.add(exactTwoSumError(a6, curve1, a7), changeLow));
  const lows = f64x2.sub(f64x2.add(wLow, curveLow), f64x2.mul(f64x2.add(tLow, f64x2.add(restLow, restLow)), f64x2.splat(0.25)));
  small = f64x2.add(small, f64x2.add(lows, lows));

  // The low parts of large ones, as large as an ulp of C, are added with their errors too.
  const logLow = seconds(v128.load(log0), v128.load(log1));
  const twosLow = seconds(v128.load(twos0), v128.load(twos1));
  const minusCLow = f64x2.neg(cLow);
  const error1 = exactTwoSumError(twos, log, a1);
  const error2 = exactTwoSumError(a1, minusC, a2);
  const b1 = f64x2.add(twosLow, logLow);
  const b2 = f64x2.add(b1, minusCLow);
  const b3 = f64x2.add(b2, error1);
  const b4 = f64x2.add(b3, error2);
  let last = f64x2.add(firsts(v128.load(log0, 16), v128.load(log1, 16)), firsts(v128.load(twos0, 16), v128.load(twos1, 16)));
  last = f64x2.add(f64x2.sub(last, cLast), f64x2.add(exactTwoSumError(twosLow, logLow, b1), exactTwoSumError(b1, minusCLow, b2)));
  last = f64x2.add(last, f64x2.add(exactTwoSumError(b2, error1, b3), exactTwoSumError(b3, error2, b4)));
  const sum = f64x2.add(a7, b4);
  const high = f64x2.add(sum, small);
  v128.store(LOW, f64x2.add(f64x2.add(exactTwoSumError(a7, b4, sum), exactTwoSumError(sum, small, high)), last));
  const lost = f64x2.add(
    f64x2.mul(f64x2.abs(change), f64x2.splat(T_PART)),
    f64x2.mul(f64x2.abs(high), f64x2.splat(F_PART)),
  );
  v128.store(BOUND, f64x2.add(lost, f64x2.splat(LEAST)));
  return high;
}
