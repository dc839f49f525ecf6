// Bounds of |f'| next to x, which the error of an operand is multiplied by. Each is at least the supremum over the
// distance that slope_bounds.ts allows, 2^-20 of that from a singularity.

import {
  COS,
  DIGAMMA,
  EXP,
  EXPM1,
  I0,
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

/** How far an operand is from where the slope of a function is infinite. */
export function distanceOf(op: i32, x: f64, n: f64): f64 {
  if (op == LOG1P) return x + 1;
  if (op < LGAMMA || op >= I0) return abs(x);
  if (op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD) return x - 0.5 * (n - 1);
  return x > 0.5 ? x : abs(x - nearest(x));
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
    // For higher derivatives the distance from the last pole matters more and more.
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
