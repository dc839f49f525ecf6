// log, log1p, exp and expm1 of double-doubles h + l, two lanes at a time: fast phase of expressions. Each returns the high
// parts, and leaves the low ones in LOW. And what a square root is made of.
//
//   ln x = k ln 2 - ln c + z - z^2/2 + z^3 (1/3 - z/4 + ...),  x = 2^k m, m c = 1 + z exactly, c of ten bits (LOG_STEPS);
//          next to 1, |x - 1| < 2^-6, the series alone, of z = x - 1
//   exp x = 2^m 2^(j/128) (1 + r + r^2/2 + r^3 (1/6 + ...)),  x = (128 m + j) ln 2/128 + r
//
// Relative errors. ln: z^3/3 + ... is rounded three times, 2^-65 of the value next to 1, where |z| < 2^-6, and less
// elsewhere. exp: rounding r^3/6 + ... costs 2^-79, and k ln 2/128 as much. deno task prove fast_double_double proves them.
// The worst that tests/kernels/elementary_bounds_test.ts found with SPECOL_BOUNDS=40: ln 2^-64.6, 0.84 of its bound, at
// 0x1.f878f807effa5p-1; exp 2^-77.5, 0.002 of its bound, at -0x1.f0fa78abc7a09p+8. 8 to 15 ns for two lanes.

import { HALF, ONE, ROUNDER, TRIPLE } from "../arithmetic/constants";
import { INVERSE_FACTORIALS } from "../arithmetic/constants_data";
import { EXP_REDUCE, EXP_STEP } from "./exp_data";
import { normal } from "../arithmetic/double_double_lanes";
import {
  exactTwoProdError,
  fastTwoSumError,
  TOP_BITS,
  twoSumError,
} from "../arithmetic/error_free";
import { firsts, seconds } from "../arithmetic/lanes";
import { CODY_WAITE_LN2_HIGH, CODY_WAITE_LN2_LOW } from "./log_data";
import { exponents, significands, stepOf } from "./log";
import { LOW } from "../memory_map";

export const LOG_ERROR: f64 = 4.3e-20; // 2^-64.3
export const EXP_ERROR: f64 = 3.3881317890172014e-21; // 2^-68

const NEAR: usize = memory.data<f64>([0.015625, 0.015625], 16); // 2^-6
const NEAR_POLE: usize = memory.data<f64>([9.5367431640625e-7, 9.5367431640625e-7], 16); // 2^-20
const HALF_LESS: usize = memory.data<f64>([-0.5, -0.5], 16);
// 1/3, 1/4, ... 1/11
const LOG_SERIES: usize = memory.data<f64>([
  0.3333333333333333,
  0.25,
  0.2,
  0.16666666666666666,
  0.14285714285714285,
  0.125,
  0.1111111111111111,
  0.1,
  0.09090909090909091,
], 16);

/** The coefficient of a number of LOG_SERIES, minus z times the next. */
// @ts-ignore: decorator
@inline
function logLine(number: usize, z: v128): v128 {
  const next = f64x2.mul(z, v128.load64_splat(LOG_SERIES + (number << 3), 8));
  return f64x2.sub(v128.load64_splat(LOG_SERIES + (number << 3)), next);
}

/** ln(h + l), h > 0, normal and finite. */
// @ts-ignore: decorator
@inline
export function logLanes(h: v128, l: v128): v128 {
  const distance = f64x2.sub(h, v128.load(ONE));
  const isNear = f64x2.lt(f64x2.abs(distance), v128.load(NEAR));
  if (v128.any_true(isNear)) {
    // Next to 1, l is not small beside the distance.
    const z = f64x2.add(distance, l);
    return nearAndFar(h, l, z, fastTwoSumError(distance, l, z), isNear);
  }
  return farLog(h, l);
}

/** ln(1 + h + l), h > -1 and finite. */
// @ts-ignore: decorator
@inline
export function log1pLanes(h: v128, l: v128): v128 {
  const isNear = f64x2.lt(f64x2.abs(h), v128.load(NEAR));
  const one = v128.load(ONE);
  const sum = f64x2.add(one, h);
  const rest = f64x2.add(twoSumError(one, h, sum), l);
  let y = sum;
  let yLow = rest;
  const isNearPole = f64x2.lt(sum, v128.load(NEAR_POLE));
  if (v128.any_true(isNearPole)) {
    // The sum is exact, and l may be more than half an ulp of it.
    const all = f64x2.add(sum, rest);
    y = v128.bitselect(all, sum, isNearPole);
    yLow = v128.bitselect(fastTwoSumError(sum, rest, all), rest, isNearPole);
  }
  if (v128.any_true(isNear)) return nearAndFar(y, yLow, h, l, isNear);
  return farLog(y, yLow);
}

function nearAndFar(h: v128, l: v128, z: v128, zLow: v128, isNear: v128): v128 {
  const far = farLog(h, l);
  const farLow = v128.load(LOW);
  const near = log1pNear(z, zLow);
  v128.store(LOW, v128.bitselect(v128.load(LOW), farLow, isNear));
  return v128.bitselect(near, far, isNear);
}

// @ts-ignore: decorator
@inline
function farLog(h: v128, l: v128): v128 {
  const tail = f64x2.div(l, h);
  const k = exponents(h);
  const m = significands(h);
  const step0 = stepOf(i64x2.extract_lane(h, 0));
  const step1 = stepOf(i64x2.extract_lane(h, 1));
  const head0 = v128.load(step0);
  const head1 = v128.load(step1);
  const c = firsts(head0, head1);
  // z = m c - 1, exactly, as high and low.
  const top = v128.and(m, v128.load(TOP_BITS));
  const zTop = f64x2.sub(f64x2.mul(top, c), v128.load(ONE));
  const zRest = f64x2.mul(f64x2.sub(m, top), c);
  const z = f64x2.add(zTop, zRest);
  const zLow = f64x2.add(f64x2.sub(zTop, z), zRest);
  const square = f64x2.mul(z, z);
  const third = f64x2.add(logLine(4, z), f64x2.mul(square, v128.load64_splat(LOG_SERIES, 48)));
  const rest = f64x2.add(
    logLine(0, z),
    f64x2.mul(square, f64x2.add(logLine(2, z), f64x2.mul(square, third))),
  );
  const high = f64x2.add(f64x2.mul(k, v128.load(CODY_WAITE_LN2_HIGH)), seconds(head0, head1)); // a multiple of 2^-42
  // Each is larger than what is added to it: next to 1, where high is small, it is the series alone.
  const line = f64x2.add(high, z);
  let small = f64x2.add(f64x2.sub(high, line), z);
  const half = f64x2.mul(v128.load(HALF_LESS), square);
  const sum = f64x2.add(line, half);
  small = f64x2.add(small, f64x2.add(f64x2.sub(line, sum), half));
  let parts = f64x2.sub(zLow, f64x2.mul(z, zLow));
  parts = f64x2.add(parts, f64x2.mul(v128.load(HALF_LESS), exactTwoProdError(z, z, square)));
  small = f64x2.add(small, parts);
  const lows = firsts(v128.load(step0, 16), v128.load(step1, 16));
  const start = f64x2.add(f64x2.mul(k, v128.load(CODY_WAITE_LN2_LOW)), lows);
  const end = f64x2.add(f64x2.mul(f64x2.mul(z, square), rest), tail);
  return normal(sum, f64x2.add(small, f64x2.add(start, end)));
}

/** ln(1 + z + zLow), |z| < 2^-6. */
// @ts-ignore: decorator
@inline
function log1pNear(z: v128, zLow: v128): v128 {
  const square = f64x2.mul(z, z);
  const fourth = f64x2.add(logLine(6, z), f64x2.mul(square, v128.load64_splat(LOG_SERIES, 64)));
  const third = f64x2.add(logLine(4, z), f64x2.mul(square, fourth));
  const rest = f64x2.add(
    logLine(0, z),
    f64x2.mul(square, f64x2.add(logLine(2, z), f64x2.mul(square, third))),
  );
  const half = f64x2.mul(v128.load(HALF_LESS), square);
  const sum = f64x2.add(z, half);
  let small = f64x2.add(f64x2.sub(z, sum), half);
  let parts = f64x2.div(zLow, f64x2.add(v128.load(ONE), z));
  parts = f64x2.add(parts, f64x2.mul(v128.load(HALF_LESS), exactTwoProdError(z, z, square)));
  small = f64x2.add(small, parts);
  return normal(sum, f64x2.add(small, f64x2.mul(f64x2.mul(z, square), rest)));
}

/** 1/k!, rounded. */
// @ts-ignore: decorator
@inline
function inverseFactorial(k: i32): v128 {
  return v128.load64_splat(INVERSE_FACTORIALS + <usize> k * TRIPLE);
}

/** exp(h + l), |h| < 700. */
// @ts-ignore: decorator
@inline
export function expLanes(h: v128, l: v128): v128 {
  const steps = f64x2.add(f64x2.mul(h, v128.load64_splat(EXP_REDUCE)), v128.load(ROUNDER));
  const k = f64x2.sub(steps, v128.load(ROUNDER));
  const near = f64x2.sub(h, f64x2.mul(k, v128.load64_splat(EXP_REDUCE, 8)));
  const unit = v128.load64_splat(EXP_REDUCE, 16);
  const moved = f64x2.mul(k, unit);
  const r = f64x2.sub(near, moved);
  let rLow = f64x2.sub(f64x2.sub(near, r), moved);
  rLow = f64x2.add(rLow, f64x2.sub(l, exactTwoProdError(k, unit, moved)));
  // exp(r) - 1, |r| < 2^-8.5
  const square = f64x2.mul(r, r);
  const first = f64x2.add(
    inverseFactorial(3),
    f64x2.mul(r, inverseFactorial(4)),
  );
  let second = f64x2.add(
    inverseFactorial(5),
    f64x2.mul(r, inverseFactorial(6)),
  );
  second = f64x2.add(second, f64x2.mul(square, inverseFactorial(7)));
  const rest = f64x2.add(first, f64x2.mul(square, second));
  const half = f64x2.mul(v128.load(HALF), square);
  const p = f64x2.add(r, half);
  // Where |h| is large, rLow is not small beside r: half its product with r^2 is 2^-65.
  let parts = f64x2.add(rLow, f64x2.mul(p, rLow));
  parts = f64x2.add(parts, f64x2.mul(v128.load(HALF), exactTwoProdError(r, r, square)));
  parts = f64x2.add(parts, f64x2.mul(f64x2.mul(r, square), rest));
  const pLow = f64x2.add(f64x2.add(f64x2.sub(r, p), half), parts);
  const step0 = v128.load(EXP_STEP + ((<usize> i64x2.extract_lane(steps, 0) & 127) << 4));
  const step1 = v128.load(EXP_STEP + ((<usize> i64x2.extract_lane(steps, 1) & 127) << 4));
  const s = firsts(step0, step1);
  const sLow = seconds(step0, step1);
  // (s + sLow) (1 + p + pLow)
  const product = f64x2.mul(s, p);
  let rests = f64x2.add(f64x2.mul(s, pLow), sLow);
  rests = f64x2.add(rests, f64x2.mul(sLow, f64x2.add(p, pLow)));
  rests = f64x2.add(exactTwoProdError(s, p, product), rests);
  const sum = f64x2.add(s, product);
  const value = normal(sum, f64x2.add(f64x2.add(f64x2.sub(s, sum), product), rests));
  // k = 128 m + j, and 2^m is a double.
  const scale = i64x2.add(i64x2.shl(i64x2.shr_s(i64x2.shl(steps, 13), 20), 52), v128.load(ONE));
  v128.store(LOW, f64x2.mul(v128.load(LOW), scale));
  return f64x2.mul(value, scale);
}

const SERIES_END: usize = memory.data<f64>([0.03125, 0.03125], 16); // 2^-5

/** exp(h + l) - 1, 1e-100 < |h| < 700. */
// @ts-ignore: decorator
@inline
export function expm1Lanes(h: v128, l: v128): v128 {
  const isNear = f64x2.lt(f64x2.abs(h), v128.load(SERIES_END));
  let y = h;
  let low = l;
  if (!i64x2.all_true(isNear)) {
    const value = expLanes(h, l);
    const less = f64x2.splat(-1);
    const sum = f64x2.add(value, less);
    y = normal(sum, f64x2.add(twoSumError(value, less, sum), v128.load(LOW)));
    low = v128.load(LOW);
  }
  if (v128.any_true(isNear)) {
    const near = expm1Near(h, l);
    y = v128.bitselect(near, y, isNear);
    low = v128.bitselect(v128.load(LOW), low, isNear);
  }
  v128.store(LOW, low);
  return y;
}

function expm1Near(h: v128, l: v128): v128 {
  const square = f64x2.mul(h, h);
  let rest = inverseFactorial(11);
  for (let k = 10; k >= 3; k--) rest = f64x2.add(inverseFactorial(k), f64x2.mul(h, rest));
  const half = f64x2.mul(v128.load(HALF), square);
  const sum = f64x2.add(h, half);
  let small = f64x2.add(f64x2.sub(h, sum), half);
  small = f64x2.add(small, f64x2.mul(v128.load(HALF), exactTwoProdError(h, h, square)));
  const moved = f64x2.add(l, f64x2.mul(l, h));
  return normal(sum, f64x2.add(small, f64x2.add(moved, f64x2.mul(f64x2.mul(h, square), rest))));
}

/** What the square of f, the square root of h rounded, is less than h + l: 0 if f is exactly the square root of that. */
// @ts-ignore: decorator
@inline
export function rootRest(f: v128, h: v128, l: v128): v128 {
  const square = f64x2.mul(f, f);
  return f64x2.add(f64x2.sub(f64x2.sub(h, square), exactTwoProdError(f, f, square)), l);
}
