// Values of functions that need no computation: at poles, zeros, infinity and outside the domain (docs/special_values.md).
// All phases use them.

import {
  COS,
  DIGAMMA,
  EXP,
  EXPM1,
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

/** The largest order and dimension: they are integers, exactly. */
const MAX_PARAMETER: f64 = 9007199254740992; // 2^53

/** Whether a number can be the order of polygamma, the dimension of multigammaln, or that of a derivative. */
export function isParameter(op: i32, n: f64): bool {
  const least: f64 = op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD ? 1 : 0;
  return n >= least && n == nearest(n) && n <= MAX_PARAMETER;
}

/** What the last call of `hasSpecialValue` found. */
export let specialValue: f64 = 0;

/**
 * Whether a function has a value at exactly x that needs no computation. `n` is its order or dimension, or which
 * derivative of a Bessel function it is, and k which derivative of multigammaln.
 */
export function hasSpecialValue(op: i32, x: f64, n: f64, k: f64): bool {
  specialValue = NaN;
  if (isNaN(x)) return true;
  const isInfinite = abs(x) == Infinity;
  if (op == SQRT) return found(x == 0 || x == Infinity, x) || x < 0;
  if (op == EXP) return found(x == 0, 1) || found(isInfinite, x > 0 ? Infinity : 0);
  if (op == EXPM1) return found(x == 0, x) || found(isInfinite, x > 0 ? Infinity : -1);
  if (op == LOG) {
    return found(x == 0, -Infinity) || found(x == 1, 0) || found(x == Infinity, x) || x < 0;
  }
  if (op == LOG1P) return found(x == -1, -Infinity) || found(x == 0 || x == Infinity, x) || x < -1;
  if (op == SIN) return found(x == 0, x) || isInfinite;
  if (op == COS) return found(x == 0, 1) || isInfinite;
  const isInteger = x == nearest(x);
  if (op == LGAMMA) {
    return found(x == 1 || x == 2, 0) || found(isInfinite || x <= 0 && isInteger, Infinity);
  }
  if (op == DIGAMMA || op == POLYGAMMA && n == 0) {
    if (x == 0) return found(true, reinterpret<i64>(x) < 0 ? Infinity : -Infinity);
    return found(x == Infinity, x) || x < 0 && isInteger;
  }
  if (op == POLYGAMMA) {
    if (!isParameter(op, n)) return true;
    const isOdd = (<i64> n & 1) != 0;
    if (isInfinite) return found(x > 0, isOdd ? 0 : -0.0) || true;
    if (x == 0) return found(true, isOdd || reinterpret<i64>(x) < 0 ? Infinity : -Infinity);
    return x < 0 && isInteger && (found(isOdd, Infinity) || true);
  }
  if (op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD) {
    if (!isParameter(op, n)) return true;
    const edge = 0.5 * (n - 1);
    if (x == edge) {
      return found(true, op == MULTIGAMMALN || (<i64> k & 1) == 0 ? Infinity : -Infinity);
    }
    if (x == Infinity) {
      return found(true, op == MULTIGAMMALN || k == 1 ? x : (<i64> k & 1) == 0 ? 0 : -0.0);
    }
    // Of dimension 1 it is lgamma.
    return found(op == MULTIGAMMALN && n == 1 && (x == 1 || x == 2), 0) || x < edge;
  }
  const isScaled = op == I0E || op == I1E;
  const isMirrored = (op == I1 || op == I1E) != ((<i64> n & 1) != 0);
  if (isInfinite) {
    // Derivatives of what falls towards 0 have alternating signs.
    const isBelow = ((<i64> n & 1) != 0) != (isMirrored && x < 0);
    if (isScaled) return found(true, isBelow ? -0.0 : 0);
    return found(true, isMirrored && x < 0 ? -Infinity : Infinity);
  }
  if (x != 0) return false;
  // The scaled functions have a kink at 0, and their derivatives a jump.
  if (isScaled && n > 0) return false;
  return found(isMirrored, x) || found(n == 0, 1);
}

function found(isIt: bool, value: f64): bool {
  if (isIt) specialValue = value;
  return isIt;
}
