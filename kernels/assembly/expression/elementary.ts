// The elementary functions of expressions in the fast and in the accurate phase, and lgamma and digamma in the latter, over
// blocks of double-doubles with bounds (expression/slot.ts), two lanes at a time. The fast phase has the 62 to 68 bits of
// elementary/fast_double_double.ts and elementary/sin_cos.ts; the accurate phase 95, of elementary/log_double_double.ts,
// elementary/exp_double_double.ts and elementary/sin_cos.ts, and the bounds of gamma/stirling.ts, whose terms are larger than their
// sum next to zeros. 4 to 20 ns, or 15 to 150 ns, for an element.

import { ONE, ZERO } from "../arithmetic/constants";
import { COS, EXP, EXPM1, LGAMMA, LOG, LOG1P, SIN, SQRT } from "./instructions";
import {
  EXP_ERROR,
  expLanes,
  expm1Lanes,
  log1pLanes,
  LOG_ERROR,
  logLanes,
  rootRest,
} from "../elementary/fast_double_double";
import { normal } from "../arithmetic/double_double_lanes";
import { fastTwoSumError, twoSumError } from "../arithmetic/error_free";
import { highsOf, lowsOf, putLanes, slotOf } from "./slot";
import { expDoubleDouble } from "../elementary/exp_double_double";
import { DOUBLE_DOUBLE_ERROR as ACCURATE, logDoubleDouble } from "../elementary/log_double_double";
import { stirling } from "../gamma/stirling";
import { sineLanes } from "../elementary/sin_cos";
import { BOUND, LOW } from "../memory_map";

const ROUNDING: f64 = 7.888609052210118e-31; // 2^-100
const ELEMENTARY: f64 = 2.168404344971009e-19; // 2^-62
/** Smaller results are left. */
const TINY: f64 = 1e-280;
/** The low part of 1 + x, below 2^-53, is rounded. */
const SUM_ERROR: f64 = 4.930380657631324e-32; // 2^-104
/** Above it the low part of x, at most 2^-54, is small beside 1 + x, so that slope bounds hold for both parts. */
const LOG1P_LEAST: f64 = -0.9999999999999991; // 2^-50 - 1

/** Where a function is computed in lanes, least < x < most, x not 0; and bounds of its errors, relative and absolute. */
const LEAST: usize = 0;
const MOST: usize = 8;
const RELATIVE: usize = 16;
const ABSOLUTE: usize = 24;

// Low parts are normal numbers, powers of two are numbers, and angles are known.
const ROOT: usize = memory.data<f64>([1e-280, 1e300, ROUNDING, 0], 16);
const FAST_EXP: usize = memory.data<f64>([-640, 709, EXP_ERROR, 0], 16);
const FAST_EXPM1: usize = memory.data<f64>([-640, 640, ELEMENTARY, 0], 16);
const FAST_LOG: usize = memory.data<f64>([1e-280, 1e300, LOG_ERROR, 0], 16);
const FAST_LOG1P: usize = memory.data<f64>([-1, 1e300, LOG_ERROR, 0], 16);
const FAST_SINE: usize = memory.data<f64>([-1e6, 1e6, ELEMENTARY, ACCURATE], 16);
const EXP_ROW: usize = memory.data<f64>([-640, 640, ACCURATE, 0], 16);
const LOG_ROW: usize = memory.data<f64>([1e-290, 1e150, ACCURATE, 0], 16);
const LOG1P_ROW: usize = memory.data<f64>([LOG1P_LEAST, 1e150, ACCURATE, SUM_ERROR], 16);
const SINE_ROW: usize = memory.data<f64>([-1e6, 1e6, ACCURATE, ACCURATE], 16);
const GAMMA_ROW: usize = memory.data<f64>([1e-290, 1e150, 0, 0], 16);

// @ts-ignore: decorator
@inline
function rowOf(op: i32, isAccurate: bool): usize {
  if (op == SQRT) return ROOT;
  if (op == EXP) return isAccurate ? EXP_ROW : FAST_EXP;
  if (op == EXPM1) return isAccurate ? EXP_ROW : FAST_EXPM1;
  if (op == LOG) return isAccurate ? LOG_ROW : FAST_LOG;
  if (op == LOG1P) return isAccurate ? LOG1P_ROW : FAST_LOG1P;
  if (op <= COS) return isAccurate ? SINE_ROW : FAST_SINE;
  return GAMMA_ROW;
}

/** A function of a block; whether elements are left, which have NaN. */
export function lanesBlock(op: i32, to: usize, a: usize, size: i32, isAccurate: bool): bool {
  return isAccurate ? fill(op, to, a, size, true) : fill(op, to, a, size, false);
}

// @ts-ignore: decorator
@inline
function fill(op: i32, to: usize, a: usize, size: i32, isAccurate: bool): bool {
  const at = slotOf(to);
  const row = rowOf(op, isAccurate);
  const highs = highsOf(a);
  const lows = lowsOf(a);
  const three = f64x2.splat(3);
  const zero = v128.load(ZERO);
  const least = v128.load64_splat(row, LEAST);
  const most = v128.load64_splat(row, MOST);
  const relative = v128.load64_splat(row, RELATIVE);
  const absolute = v128.load64_splat(row, ABSOLUTE);
  let left = i64x2.splat(0);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const x = v128.load(highs + i);
    let isIn = v128.and(f64x2.gt(x, least), f64x2.lt(x, most));
    isIn = v128.and(isIn, f64x2.ne(x, zero));
    if (op >= LGAMMA) {
      const isZero = v128.or(f64x2.eq(x, v128.load(ONE)), f64x2.eq(x, f64x2.splat(2)));
      isIn = v128.andnot(isIn, isZero);
    }
    // What is left is computed at 3, so that nothing takes long.
    const y = isAccurate ? v128.bitselect(x, three, isIn) : x;
    const given = v128.load(lows + i);
    const yLow = isAccurate ? v128.and(given, isIn) : given;
    let high = valueOf(op, y, yLow, isAccurate);
    let low = v128.load(LOW);
    let bound = f64x2.add(f64x2.mul(f64x2.abs(high), relative), absolute);
    if (op >= LGAMMA) bound = v128.load(BOUND);
    if (op == SQRT) {
      const missing = rootRest(high, y, yLow);
      bound = v128.and(bound, f64x2.ne(missing, zero));
      const rest = f64x2.div(missing, f64x2.add(high, high));
      const sum = f64x2.add(high, rest);
      low = fastTwoSumError(high, rest, sum);
      high = sum;
    }
    let isLeft = v128.not(isIn);
    if (op != SQRT && op != EXP) {
      // The bound of a result next to 0 is below all numbers, and so may the result be: that of 1 and a low part.
      const isNonzero = f64x2.ne(v128.or(high, yLow), zero);
      const isTiny = v128.and(f64x2.lt(f64x2.abs(high), f64x2.splat(TINY)), isNonzero);
      isLeft = v128.or(isLeft, isTiny);
    }
    left = v128.or(left, isLeft);
    putLanes(at + i, v128.or(high, isLeft), low, bound);
  }
  return v128.any_true(left);
}

/** Returns the high parts; the low ones are in LOW, but for the square root. */
// @ts-ignore: decorator
@inline
function valueOf(op: i32, x: v128, xLow: v128, isAccurate: bool): v128 {
  if (op == SQRT) return f64x2.sqrt(x);
  if (op == SIN || op == COS) return sineLanes(x, xLow, op == COS ? 1 : 0, isAccurate);
  if (!isAccurate) {
    if (op == EXP) return expLanes(x, xLow);
    if (op == EXPM1) return expm1Lanes(x, xLow);
    return op == LOG ? logLanes(x, xLow) : log1pLanes(x, xLow);
  }
  if (op <= EXPM1) return expDoubleDouble(x, xLow, op == EXPM1);
  if (op >= LGAMMA) return stirling(op == LGAMMA ? -1 : 0, x, xLow);
  if (op == LOG) return logDoubleDouble(x, xLow);
  // Next to -1 the sum is exact, and the low part of x may be more than half an ulp of it.
  const one = v128.load(ONE);
  const sum = f64x2.add(one, x);
  const y = normal(sum, f64x2.add(xLow, twoSumError(one, x, sum)));
  return logDoubleDouble(y, v128.load(LOW));
}
