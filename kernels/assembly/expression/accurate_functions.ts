// Functions of the accurate phase, of double-doubles with 95 bits and more: what elementary/log_double_double.ts,
// elementary/exp_double_double.ts and elementary/sin_cos.ts have, in lanes. Bessel functions have the 90 bits of
// bessel/accurate.ts.

import { I0E_SLOPE, I1, I1E, isGrowing } from "../bessel/kinds";
import { ACCURATE_BOUND, accuratePair, accurateRegion, exponent0 } from "../bessel/accurate";
import { ONE } from "../arithmetic/constants";
import { COS, DIGAMMA, EXP, EXPM1, LGAMMA, LOG, LOG1P, SIN } from "./instructions";
import { normal } from "../arithmetic/double_double_lanes";
import { twoSumError } from "../arithmetic/error_free";
import { highsOf, lowsOf, put, putLanes, slotOf } from "./slot";
import { expDoubleDouble } from "../elementary/exp_double_double";
import { DOUBLE_DOUBLE_ERROR, logDoubleDouble } from "../elementary/log_double_double";
import { stirling } from "../gamma/stirling";
import { sineLanes } from "../elementary/sin_cos";
import { LOW } from "../memory_map";
import { powerOfTwo } from "../arithmetic/power_of_two";

const SUM_PART: f64 = 0.001953125; // 2^-104 / DOUBLE_DOUBLE_ERROR
/** Above it the low part of x, at most 2^-54, is small beside 1 + x, so that slope bounds hold for both parts. */
const LOG1P_LEAST: f64 = -0.9999999999999991; // 2^-50 - 1

/** Whether a function is computed in lanes. */
export function isAccurateInLanes(op: i32): bool {
  return op >= EXP && op <= DIGAMMA;
}

/** A function that `isAccurateInLanes` of a block; whether elements are left, which have NaN. */
export function accurateBlock(op: i32, to: usize, a: usize, size: i32): bool {
  const at = slotOf(to);
  let left = i64x2.splat(0);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const xs = v128.load(highsOf(a) + i);
    let y = xs;
    let yLow = v128.load(lowsOf(a) + i);
    let isIn: v128;
    if (op <= EXPM1 || op == SIN || op == COS) {
      const size = f64x2.abs(xs);
      const end = op <= EXPM1 ? 640 : 1000000; // low parts are normal numbers, and angles are known
      isIn = v128.and(f64x2.gt(size, f64x2.splat(1e-100)), f64x2.lt(size, f64x2.splat(end)));
    } else if (op == LOG1P) {
      isIn = v128.and(
        f64x2.gt(xs, f64x2.splat(LOG1P_LEAST)),
        f64x2.gt(f64x2.abs(xs), f64x2.splat(1e-9)),
      );
      const sum = f64x2.add(v128.load(ONE), xs);
      // Next to -1 the sum is exact, and the low part of x may be more than half an ulp of it.
      y = normal(sum, f64x2.add(yLow, twoSumError(v128.load(ONE), xs, sum)));
      yLow = v128.load(LOW);
    } else {
      isIn = v128.and(f64x2.ne(xs, v128.load(ONE)), f64x2.ne(xs, f64x2.splat(2)));
    }
    if (op >= LOG && op != SIN && op != COS) {
      isIn = v128.and(
        isIn,
        v128.and(f64x2.gt(y, f64x2.splat(1e-290)), f64x2.lt(y, f64x2.splat(1e150))),
      );
    }
    // What is left is computed at 3, so that nothing takes long.
    y = v128.bitselect(y, f64x2.splat(3), isIn);
    yLow = v128.and(yLow, isIn);
    let high: v128;
    if (op <= EXPM1) high = expDoubleDouble(y, yLow, op == EXPM1);
    else if (op == LGAMMA || op == DIGAMMA) high = stirling(op == LGAMMA ? -1 : 0, y, yLow);
    else {high = op <= LOG1P
        ? logDoubleDouble(y, yLow)
        : sineLanes(y, yLow, op == COS ? 1 : 0, true);}
    let scale = f64x2.abs(high);
    if (op > LOG1P) scale = f64x2.pmax(scale, v128.load(ONE));
    // The low part of 1 + x, below 2^-53, is rounded.
    if (op == LOG1P) scale = f64x2.add(scale, f64x2.splat(SUM_PART));
    const isLeft = v128.not(isIn);
    left = v128.or(left, isLeft);
    putLanes(
      at + i,
      v128.or(high, isLeft),
      v128.load(LOW),
      f64x2.mul(scale, f64x2.splat(DOUBLE_DOUBLE_ERROR)),
    );
  }
  return v128.any_true(left);
}

/**
 * Puts a Bessel function by its kind, with its bound, from the accurate phase of the kernels; whether it did: not at a
 * number with a low part, nor where its double-double has to be scaled out of the middle of the range.
 */
export function accurateBessel(kind: i32, at: usize, x: f64, xLow: f64): bool {
  const size = abs(x);
  if (kind < 0 || xLow != 0 || !(size > 1e-50 && size < (isGrowing(kind) ? 600 : 1e100))) {
    return false;
  }
  const value = accuratePair(kind, accurateRegion(size), f64x2.splat(size));
  const high = f64x2.extract_lane(normal(value, v128.load(LOW)), 0);
  const rest = load<f64>(LOW);
  const bound = abs(high) * ACCURATE_BOUND;
  const isTurned = x < 0 && (kind == I1 || kind == I1E || kind == I0E_SLOPE);
  const scale = (isTurned ? -1 : 1) * powerOfTwo(exponent0);
  put(at, high * scale, rest * scale, bound * abs(scale), false);
  return true;
}
