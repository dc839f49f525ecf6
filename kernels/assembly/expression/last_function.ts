// One function of one number in triple-double, with its special values, and a bound of its slope. The
// special values are those of the kernels (docs/special_values.md).

import {
  COS,
  DIGAMMA,
  EXP,
  EXPM1,
  I0,
  I0E,
  I1,
  I1E,
  LGAMMA,
  LOG,
  LOG1P,
  MULTIGAMMALN,
  MULTIGAMMALN_GRAD,
  POLYGAMMA,
  SIN,
  SQRT,
} from "./instructions";
import { addNumber, set } from "../arithmetic/triple_double";
import { besselOf } from "./triple_double_bessel";
import {
  digammaOf,
  lgammaOf,
  multigammalnOf,
  polygammaOf,
  tripleExp,
  tripleExpm1,
  tripleLog,
  tripleLog1p,
  tripleSin,
  tripleSqrt,
} from "./triple_double_functions";

// Relative errors of what `functionOf` computes. The series of elementary functions are cut at 2^-150 and
// lose some bits; those of gamma/triple_double.ts are cut at 2^-123, those of expression/triple_double_bessel.ts at 2^-129.
const ELEMENTARY_ERROR: f64 = 2.2958874039497803e-41; // 2^-135
const SERIES_ERROR: f64 = 1.925929944387236e-34; // 2^-112

const REST: usize = memory.data(24, 16);

/**
 * Sets `to` to a function of the triple at x, and returns whether that is the true value. `to` is not x. What it cannot
 * compute is NaN, and not the true value.
 */
export function functionOf(to: usize, op: i32, x: usize, n: f64, k: f64): bool {
  const value = load<f64>(x);
  const special = specialValue(op, value, n, k);
  if (isFinite(value) && special == 1) {
    // 1 is none of them: there is something to compute.
    compute(to, op, x, <i64> n, <i64> k);
    if (isFinite(load<f64>(to, 8)) && isFinite(load<f64>(to, 16))) return false;
    set(to, load<f64>(to));
    return false;
  }
  if (load<f64>(x, 8) != 0 && isFinite(value) && isSinglePoint(op, special)) {
    // x is beside the point where that is so.
    if (op == LOG) compute(to, op, x, 0, 0);
    else set(to, NaN);
    return false;
  }
  set(to, special);
  return true;
}

/** Whether a function has a special value at one point, and not from there on. */
function isSinglePoint(op: i32, special: f64): bool {
  return op == LOG && special == 0 || op == LOG1P && special == -Infinity || op >= LGAMMA && op < I0;
}

function compute(to: usize, op: i32, x: usize, n: i64, k: i64): void {
  if (op == SQRT) tripleSqrt(to, x);
  else if (op == EXP) tripleExp(to, x);
  else if (op == EXPM1) tripleExpm1(to, x);
  else if (op == LOG) logOf(to, x);
  else if (op == LOG1P) tripleLog1p(to, x);
  else if (op == SIN) tripleSin(to, x, 0);
  else if (op == COS) tripleSin(to, x, 1);
  else if (op == LGAMMA) lgammaOf(to, x);
  else if (op == DIGAMMA) digammaOf(to, x);
  else if (op == POLYGAMMA && n == 0) digammaOf(to, x);
  else if (op == POLYGAMMA) polygammaOf(to, x, n);
  else if (op == MULTIGAMMALN) multigammalnOf(to, x, n, 0);
  else if (op == MULTIGAMMALN_GRAD) multigammalnOf(to, x, n, k);
  else if (op == I0) besselOf(to, x, 0, n, false);
  else if (op == I1) besselOf(to, x, 1, n, false);
  else if (op == I0E) besselOf(to, x, 0, n, true);
  else besselOf(to, x, 1, n, true);
}

/** ln x; next to 1 with all digits of x - 1. */
function logOf(to: usize, x: usize): void {
  if (abs(load<f64>(x) - 1) > 0.015625) return tripleLog(to, x);
  addNumber(REST, x, -1);
  tripleLog1p(to, REST);
}

/** The value where a definition or a limit stands for a computation; 1 where there is something to compute. */
function specialValue(op: i32, x: f64, n: f64, k: f64): f64 {
  if (isNaN(x) || isNaN(n)) return NaN;
  if (op == SQRT) return x < 0 ? NaN : x == 0 || x == Infinity ? x : 1;
  if (op == EXP) return x > 710 ? Infinity : x < -746 ? 0 : 1;
  if (op == EXPM1) return x > 710 ? Infinity : x < -746 ? -1 : x == 0 ? x : 1;
  if (op == LOG) return x < 0 ? NaN : x == 0 ? -Infinity : x == Infinity ? x : x == 1 ? 0 : 1;
  if (op == LOG1P) return x < -1 ? NaN : x == -1 ? -Infinity : x == Infinity || x == 0 ? x : 1;
  if (op == SIN || op == COS) return abs(x) == Infinity ? NaN : op == SIN && x == 0 ? x : 1;
  const isInteger = x == nearest(x);
  if (op == LGAMMA) {
    if (x == 1 || x == 2) return 0;
    return x <= 0 && isInteger || abs(x) == Infinity ? Infinity : 1;
  }
  if (op == DIGAMMA || op == POLYGAMMA && n == 0) {
    if (x == 0) return reinterpret<i64>(x) < 0 ? Infinity : -Infinity;
    return x < 0 && isInteger ? NaN : x == Infinity ? x : 1;
  }
  if (op == POLYGAMMA) {
    if (n < 0 || n != nearest(n) || n > 100000) return NaN;
    const isOdd = (<i64> n & 1) != 0;
    if (x == Infinity) return isOdd ? 0 : -0.0;
    if (x == -Infinity) return NaN;
    if (x == 0) return isOdd || reinterpret<i64>(x) < 0 ? Infinity : -Infinity;
    return x < 0 && isInteger ? isOdd ? Infinity : NaN : 1;
  }
  if (op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD) {
    if (n < 1 || n != nearest(n) || n > 1000000 || x < 0.5 * (n - 1)) return NaN;
    if (x == 0.5 * (n - 1)) {
      if (op == MULTIGAMMALN) return Infinity;
      return k == 1 || (<i64> k & 1) != 0 ? -Infinity : Infinity;
    }
    if (x != Infinity) return 1;
    return op == MULTIGAMMALN || k == 1 ? x : 0;
  }
  const isMirrored = ((op == I1 || op == I1E ? 1 : 0) + (<i64> n & 1)) == 1;
  if (op == I0E || op == I1E) return abs(x) == Infinity ? 0 : 1;
  if (abs(x) > 720) return isMirrored && x < 0 ? -Infinity : Infinity;
  return x == 0 && isMirrored ? x : 1;
}

/** What products lose below the smallest numbers. */
export const LOST: f64 = 1e-322;

/** Whether a function is beyond the range of float64, above or below: `isExact` is what `functionOf` said. */
export function isBeyond(op: i32, x: f64, f: f64, isExact: bool): bool {
  if (!isFinite(x)) return false;
  if (!isExact) return !isFinite(f);
  if (op == EXP || op == EXPM1) return x > 710 || op == EXP && x < -746;
  return (op == I0 || op == I1) && abs(x) > 720;
}

/** What `functionOf` is off by, at most, where it gives f at x. */
export function errorBound(op: i32, x: f64, f: f64, n: f64): f64 {
  if (op == SIN || op == COS) {
    // The multiple of pi/2 that is taken from x; next to 0 none is.
    const isReduced = op == COS || abs(x) > 0.78;
    return ELEMENTARY_ERROR * (isReduced ? 1 + min(abs(x), 33554432) : abs(f));
  }
  if (op < LGAMMA) return ELEMENTARY_ERROR * abs(f);
  if (op >= I0 || op == MULTIGAMMALN_GRAD || op == POLYGAMMA && x > 0 && n > 0) return SERIES_ERROR * abs(f);
  let scale = max(1, abs(f));
  if (op == MULTIGAMMALN) scale += n * n;
  // Between poles, terms of either sign cancel that are as large as this.
  if (op == POLYGAMMA) scale += polesBound(x, n);
  return SERIES_ERROR * scale;
}

/** At least n! times the sum of the powers of the distances from poles, x < 0. */
function polesBound(x: f64, n: f64): f64 {
  const pole = abs(x - nearest(x));
  let bound: f64 = 8;
  for (let i: f64 = 0; i < n + 1; i++) bound *= max(1, (i + 1) / pole);
  return bound;
}

/** At least the slope of a function that is f at x, in its neighbourhood. */
export function slopeBound(op: i32, x: f64, f: f64, n: f64): f64 {
  const size = abs(x);
  if (op == SQRT) return 1 / f;
  if (op == EXP) return 2 * f;
  if (op == EXPM1) return 2 * (abs(f) + 1);
  if (op == LOG) return 2 / size;
  if (op == LOG1P) return 2 / (1 + x);
  if (op == SIN || op == COS) return 1;
  if (op >= I0) {
    const parts = n + 2;
    if (op <= I1) return 2 * (abs(f) + 1) * (1 + parts / size);
    return op <= I1E && size > 1 ? 4 * parts * parts : 8 * parts * parts;
  }
  const pole = x > 0.5 ? x : abs(x - nearest(x));
  if (op == LGAMMA) return 2 / pole + logBound(size) + 4;
  if (op == DIGAMMA || op == POLYGAMMA && n == 0) return x >= 1 ? 4 / x : 4 / (pole * pole) + 24;
  if (op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD) {
    const last = x - 0.5 * (n - 1);
    if (op == MULTIGAMMALN) return n * (2 / last + logBound(size) + 4);
    // For higher derivatives the distance from the last pole is felt more and more.
    return 8 * (abs(f) + n) * (1 + 1 / last) * 16;
  }
  if (x > 0) return 2 * (n + 1) / x * abs(f);
  return polesBound(x, n + 1);
}

/** At least ln(x + 2), for x >= 0: by the exponent. */
// @ts-ignore: decorator
@inline
function logBound(x: f64): f64 {
  return 0.7 * <f64> max<i32>(1, <i32> (reinterpret<u64>(x + 2) >> 52) - 1022);
}
