// Elementary functions of one double-double high + low, for whole expressions. Each returns the high part,
// and leaves the low one in `low`. Relative errors are below 2^-62: the series below are cut, and
// their last terms rounded, at 2^-65 of the result or earlier.
//
// Worst found by tests/kernels/elementary_bounds_test.ts, with SPECOL_BOUNDS=40: of the logarithm
// 2^-64.6, 0.90 of its bound, at 0x1.f878f807effa5p-1; of exp 2^-77.5, 0.002 of its bound, at
// -0x1.f0fa78abc7a09p+8.

import { EXP_REDUCE, EXP_STEP } from "./exp_data";
import { CODY_WAITE_LN2_HIGH, CODY_WAITE_LN2_LOW, LOG_STEPS } from "./log_data";
import { twoProdError, twoSumError } from "../arithmetic/error_free_scalar";

// Relative errors. Of log, z^3/3 + ... is rounded three times, 2^-65 of the value next to 1, where
// |z| < 2^-6, and less elsewhere. Of exp, r^3/6 + ... is, 2^-79, and k ln 2/128 is good to 2^-79.
export const LOG_ERROR: f64 = 4e-20; // 2^-64.4
export const EXP_ERROR: f64 = 3.3881317890172014e-21; // 2^-68

/** The low part of what was returned last. */
export let low: f64 = 0;

const NEAR: f64 = 0.015625; // 2^-6
const MIN_NORMAL: f64 = 2.2250738585072014e-308;
const TWO_54: f64 = 18014398509481984;

/** Makes the low part of a sum small beside it. */
// @ts-ignore: decorator
@inline
function renormalise(high: f64, rest: f64): f64 {
  const sum = high + rest;
  low = (high - sum) + rest;
  return sum;
}

/** ln(h + l), h > 0 and finite. */
export function logOf(h: f64, l: f64): f64 {
  if (abs(h - 1) < NEAR) return log1pNear(h - 1, l);
  let k: f64 = 0;
  const tail = l / h;
  if (h < MIN_NORMAL) {
    h *= TWO_54;
    k = -54;
  }
  const bits = reinterpret<u64>(h);
  k += <f64> (<i32> (bits >> 52) - 1023);
  const m = reinterpret<f64>((bits & 0xfffffffffffff) | 0x3ff0000000000000);
  const step = LOG_STEPS + (<usize> (bits >> 45) & 127) * 24;
  const c = load<f64>(step);
  // z = m c - 1, exactly, as high and low.
  const top = reinterpret<f64>(reinterpret<u64>(m) & 0xfffffffff8000000);
  const zTop = top * c - 1;
  const zRest = (m - top) * c;
  const z = zTop + zRest;
  const zLow = (zTop - z) + zRest;
  const square = z * z;
  // 1/3 - z/4 + ... + z^6/9
  const first = 0.3333333333333333 - z * 0.25;
  const second = 0.2 - z * 0.16666666666666666;
  const third = (0.14285714285714285 - z * 0.125) + square * 0.1111111111111111;
  const rest = first + square * (second + square * third);
  const high = k * load<f64>(CODY_WAITE_LN2_HIGH) + load<f64>(step, 8); // a multiple of 2^-42
  const line = high + z;
  let small = twoSumError(high, z, line);
  const half = -0.5 * square;
  const sum = line + half;
  small += twoSumError(line, half, sum);
  small += zLow - z * zLow - 0.5 * twoProdError(z, z, square);
  small += (k * load<f64>(CODY_WAITE_LN2_LOW) + load<f64>(step, 16)) + (z * square * rest + tail);
  return renormalise(sum, small);
}

/** ln(1 + z + zLow), |z| < 2^-6. */
function log1pNear(z: f64, zLow: f64): f64 {
  const square = z * z;
  // 1/3 - z/4 + ... + z^8/11
  const first = 0.3333333333333333 - z * 0.25;
  const second = 0.2 - z * 0.16666666666666666;
  const third = 0.14285714285714285 - z * 0.125;
  const fourth = (0.1111111111111111 - z * 0.1) + square * 0.09090909090909091;
  const rest = first + square * (second + square * (third + square * fourth));
  const half = -0.5 * square;
  const sum = z + half;
  let small = (z - sum) + half;
  small += zLow / (1 + z) - 0.5 * twoProdError(z, z, square);
  return renormalise(sum, small + z * square * rest);
}

/** exp(h + l). */
export function expOf(h: f64, l: f64): f64 {
  low = 0;
  if (h > 709.79) return Infinity;
  if (h < -746) return 0;
  const k = nearest(h * load<f64>(EXP_REDUCE));
  const near = h - k * load<f64>(EXP_REDUCE, 8);
  const moved = k * load<f64>(EXP_REDUCE, 16);
  const r = near - moved;
  const rLow = ((near - r) - moved) + (l - twoProdError(k, load<f64>(EXP_REDUCE, 16), moved));
  // exp(r) - 1, |r| < 2^-8.5
  const square = r * r;
  // 1/3! + r/4! + ... + r^4/7!
  const first = 0.16666666666666666 + r * 0.041666666666666664;
  const second = (0.008333333333333333 + r * 0.001388888888888889) + square * 0.0001984126984126984;
  const rest = first + square * second;
  const half = 0.5 * square;
  const p = r + half;
  const pLow = ((r - p) + half) +
    (rLow + p * rLow + 0.5 * twoProdError(r, r, square) + r * square * rest);
  const steps = <i32> k;
  const step = EXP_STEP + (<usize> (steps & 127) << 4);
  const s = load<f64>(step);
  const sLow = load<f64>(step, 8);
  // (s + sLow) (1 + p + pLow)
  const product = s * p;
  const rests = twoProdError(s, p, product) + (s * pLow + sLow + sLow * (p + pLow));
  const sum = s + product;
  const value = renormalise(sum, ((s - sum) + product) + rests);
  const m = steps >> 7;
  const half1 = m >> 1;
  const scale1 = reinterpret<f64>((<i64> half1 + 1023) << 52);
  const scale2 = reinterpret<f64>((<i64> (m - half1) + 1023) << 52);
  low = low * scale1 * scale2;
  return value * scale1 * scale2;
}
