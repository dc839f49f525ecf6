// Functions of one value in the last phase: special values, numbers beyond all exponents (exponential.ts), and balls.
// The gamma and Bessel families have up to LAST_SPECIAL_PRECISION bits.

import {
  absolute,
  add,
  compare,
  containsZero,
  copy,
  exponentOf,
  isExact,
  isInteger,
  isKnown,
  isNegative,
  isUnknown,
  isZero,
  LIMIT,
  mark,
  multiplyInteger,
  negate,
  newBall,
  precision,
  radiusExponent,
  release,
  scale,
  setInteger,
  setPrecision,
  setUnknown,
  setZero,
  signOf,
  squareRoot,
  subtract,
  toInteger,
  widenPower,
} from "../arithmetic/ball";
import { besselBall } from "../bessel/last";
import { ln2 } from "../elementary/ball_constants";
import { exp, expm1 } from "../elementary/ball_exp";
import { lnTau } from "../elementary/ball_ln_tau";
import { log, log1p } from "../elementary/ball_log";
import { cos, sin } from "../elementary/ball_sin_cos";
import { digammaBall, lgammaBall } from "../gamma/last";
import { multigammalnBall } from "../multigammaln/last";
import { polygammaBall } from "../polygamma/last";
import { areEqual, decidedSign, note, OPEN_COMPARISON, TOOK_ZERO } from "./open_comparisons";
import {
  exponentBall,
  isAbove,
  isExponential,
  NEGLIGIBLE,
  setExponential,
  setNear,
  toOneSided,
} from "./exponential";
import { floorBall, floorExponential } from "./floor";
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
import { copyValue } from "./last_arithmetic";
import { decidedInteger, nearInteger } from "./last_power";
import { hasSpecialValue, isParameter, specialValue } from "./special_value";
import { isSpecial, numberOf, setValue, specialOf } from "./value";

/** The last precision of the gamma and Bessel families. */
const LAST_SPECIAL_PRECISION: i32 = 2560;

/** Bessel functions are computed in a ball around 0 if its radius is below 2 to this. */
const MAX_RADIUS_EXPONENT: i64 = 8;

/** Whether of slow functions only that they are finite is of interest. */
export let isRough: bool = false;

export function setRough(value: bool): void {
  isRough = value;
}

/** A function of a value that is not NaN; b and c, or 0, are its integers. */
export function setFunction(to: usize, op: i32, a: usize, b: usize, c: usize): void {
  if (b != 0 && !isSpecial(b) && !isExact(b) && !isUnknown(b)) {
    return setOfInexactOrder(to, op, a, b, c);
  }
  const n = b == 0 ? 0 : parameterOf(b);
  const k = c == 0 ? 0 : parameterOf(c);
  if (b != 0 && isUnknown(b)) return setUnknown(to);
  if (isUnknown(a)) return setUnknown(to);
  if (isSpecial(a)) {
    if (hasSpecialValue(op, specialOf(a), n, k)) setValue(to, specialValue);
    else setUnknown(to);
    return;
  }
  if (b != 0 && !isParameter(op, n)) return setValue(to, NaN);
  if (isExponential(a)) return setFarFunction(to, op, a, n, k);
  // An exact number that is no float64 is like one that is: an integer below 0 like -1, others like 3.5.
  if (isExact(a)) {
    const x = numberOf(a);
    const isSame = roundsTo(a, x);
    const likeness = isSame ? x : isInteger(a) && isNegative(a) ? -1 : isNegative(a) ? -3.5 : 3.5;
    if (op != MULTIGAMMALN && op != MULTIGAMMALN_GRAD && op != LOG1P || isSame) {
      if (hasSpecialValue(op, likeness, n, k)) return setValue(to, specialValue);
    }
  }
  if (op == SQRT || op == LOG) {
    const sign = op == SQRT ? decidedSign(a) : signOf(a);
    if (sign == -1) return setValue(to, NaN);
    if (sign == 0) return setZero(to);
  } else if (op == LOG1P || op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD) {
    const side = sideOfEdge(a, op == LOG1P ? -1 : 0.5 * (n - 1));
    if (side == -1) return setValue(to, NaN);
    if (side == 0) {
      return setValue(
        to,
        op == LOG1P || op == MULTIGAMMALN_GRAD && (<i64> k & 1) != 0 ? -Infinity : Infinity,
      );
    }
  }
  setFunctionOf(to, op, a, n, k);
}

/** The same where the first integer is not exact: if no integer is near it is none, and what is indistinguishable from one is. */
function setOfInexactOrder(to: usize, op: i32, a: usize, b: usize, c: usize): void {
  const before = mark();
  const whole = newBall();
  const found = decidedInteger(whole, b);
  if (found == 1) setFunction(to, op, a, whole, c);
  else if (found == 0) setValue(to, NaN);
  else setUnknown(to);
  release(before);
}

/** The largest integer that is not above a number; at the end, what is indistinguishable from an integer is one. */
export function setFloor(to: usize, a: usize): void {
  if (isSpecial(a) || isUnknown(a) || isZero(a)) return copyValue(to, a);
  if (isExponential(a)) return floorExponential(to, a);
  if (floorBall(to, a)) return;
  if (areEqual && isKnown(a)) {
    const before = mark();
    const whole = newBall();
    const isNear = nearInteger(whole, a);
    if (isNear) copy(to, whole);
    release(before);
    if (isNear) note(TOOK_ZERO);
    return;
  }
  note(OPEN_COMPARISON);
}

/** A function of a number that is beyond all exponents. */
function setFarFunction(to: usize, op: i32, a: usize, n: f64, k: f64): void {
  const above = isAbove(a);
  if (setLeadingTerm(to, op, a, n)) return;
  if (isNegative(a)) {
    const isNone = op == SQRT || op == LOG || above && op == LOG1P;
    if (isNone || above && (op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD)) {
      return setValue(to, NaN);
    }
  } else if (op == LOG) {
    return copy(to, exponentBall(a));
  } else if (op == SQRT) {
    const before = mark();
    const half = newBall();
    scale(half, exponentBall(a), -1);
    setExponential(to, false, half);
    return release(before);
  } else if (op == LOG1P && above) {
    copy(to, exponentBall(a));
    return widenPower(to, -NEGLIGIBLE);
  }
  if (!above && (op == SIN || op == EXPM1 || op == LOG1P)) return setNear(to, a);
  const before = mark();
  const side = newBall();
  toOneSided(side, a);
  setFunctionOf(to, op, side, n, k);
  release(before);
}

/**
 * Functions of the gamma and Bessel families of a = +-exp(l), which is beyond all exponents, where their leading term is
 * all that counts: the next one is smaller by |a|, or 1/|a|, at least, which is negligible. Whether it does.
 *
 *   a near 0:   lgamma(a) = -l, polygamma(a, n) = (-1)^(n + 1) n! a^-(n + 1), I1(a) = a/2
 *   a large:    lgamma(a) = a (l - 1), digamma(a) = l, polygamma(a, n) = (-1)^(n + 1) (n - 1)! a^-n,
 *               exp(-a) I0(a) and exp(-a) I1(a) = (2 pi a)^(-1/2)
 */
function setLeadingTerm(to: usize, op: i32, a: usize, n: f64): bool {
  const above = isAbove(a);
  const negative = isNegative(a);
  const isDigamma = op == DIGAMMA || op == POLYGAMMA && n == 0;
  const isGamma = op == LGAMMA || isDigamma || op == POLYGAMMA;
  const isScaled = op == I0E || op == I1E;
  const isBessel = n == 0 && (above ? isScaled : op == I1 || op == I1E);
  if (!isBessel && (!isGamma || above && negative)) return false;
  const before = mark();
  const l = newBall();
  const part = newBall();
  copy(l, exponentBall(a));
  widenPower(l, -NEGLIGIBLE);
  let isMinus = negative && op != I0E;
  const isBall = op == LGAMMA ? !above : isDigamma && above;
  if (isBall) {
    // The value itself, and not its logarithm.
    if (above) copy(to, l);
    else negate(to, l);
  } else {
    if (op == LGAMMA) {
      setInteger(part, 1);
      subtract(part, l, part);
      log(part, part);
      add(l, l, part);
    } else if (isGamma) {
      const m = <i64> n + i64(!above);
      setInteger(part, m);
      lgammaBall(part, part);
      multiplyInteger(l, l, m);
      subtract(l, part, l);
      isMinus = !negative && (<i64> n & 1) == 0;
    } else if (above) {
      lnTau(part);
      add(l, l, part);
      scale(l, l, -1);
      negate(l, l);
    } else {
      ln2(part);
      subtract(l, l, part);
    }
    if (isUnknown(l)) setUnknown(to);
    else setExponential(to, isMinus, l);
  }
  release(before);
  return true;
}

/** A function of a ball, or of a number of which one side is known. */
function setFunctionOf(to: usize, op: i32, a: usize, n: f64, k: f64): void {
  if (op == SQRT) return squareRoot(to, a);
  if (op == EXP || op == EXPM1) {
    if (isKnown(a)) setExponential(to, false, a);
    else exp(to, a);
    if (op == EXP || isExponential(to) && isAbove(to)) return;
    return expm1(to, a);
  }
  if (op == LOG) return log(to, a);
  if (op == LOG1P) return log1p(to, a);
  if (op == SIN) return sin(to, a);
  if (op == COS) return cos(to, a);
  // The caller sets the precision again.
  setPrecision(min(precision(), LAST_SPECIAL_PRECISION));
  if (isRough && isFiniteAt(op, a, n)) {
    setZero(to);
    return widenPower(to, LIMIT >> 1);
  }
  if (op == LGAMMA) return lgammaBall(to, a);
  if (op == DIGAMMA || op == POLYGAMMA && n == 0) return digammaBall(to, a);
  if (op == POLYGAMMA) return polygammaBall(to, <i64> n, a);
  if (op == MULTIGAMMALN) return multigammalnBall(to, a, <i64> n, 0);
  if (op == MULTIGAMMALN_GRAD) return multigammalnBall(to, a, <i64> n, <i32> k);
  // A series at numbers of which only their size is known would spend the budget, and say nothing.
  if (isKnown(a) && containsZero(a) && radiusExponent(a) > MAX_RADIUS_EXPONENT) {
    return setUnknown(to);
  }
  const order = op == I0 || op == I0E ? 0 : 1;
  besselBall(to, a, order, <i32> n, op == I0E || op == I1E);
  if (!isKnown(to) && !isUnknown(to) && op < I0E && isKnown(a)) setGrowing(to, a, order, n);
}

/**
 * The derivative n of I0 or I1 where it is beyond all exponents, that is from |x| = 2^59 on, as +-exp(l): l = |x| + ln of
 * exp(-|x|) I0(|x|). The derivative is a mean of I_m, m <= n + 1, and 1 >= I_m/I0 >= 1 - 2 m^2/|x| (Amos 1974), so that l
 * is off by at most 4 (n + 2)^2/|x|; I0 and I1 themselves are computed.
 */
function setGrowing(to: usize, a: usize, order: i32, n: f64): void {
  const before = mark();
  const l = newBall();
  const size = newBall();
  absolute(size, a);
  besselBall(l, size, n == 0 ? order : 0, 0, true);
  log(l, l);
  add(l, l, size);
  if (n != 0) widenPower(l, <i64> (66 - clz(<u64> ((n + 2) * (n + 2)))) - exponentOf(size) + 1);
  const isOdd = ((<i64> n + order) & 1) != 0;
  if (isUnknown(l)) setUnknown(to);
  else setExponential(to, isOdd && isNegative(a), l);
  release(before);
}

/** Whether a function of the gamma or Bessel families is finite in all of a ball that is none of its special values. */
function isFiniteAt(op: i32, a: usize, n: f64): bool {
  if (!isKnown(a)) return false;
  if (op >= I0) return !containsZero(a);
  if (op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD) return sideOfEdge(a, 0.5 * (n - 1)) == 1;
  return isExact(a) || signOf(a) == 1;
}

/** Whether an exact ball is this float64. */
function roundsTo(a: usize, x: f64): bool {
  if (!(abs(x) < Infinity)) return false;
  const before = mark();
  const other = newBall();
  setValue(other, x);
  const isIt = compare(a, other) == 0;
  release(before);
  return isIt;
}

/** The sign of a less a float64. */
function sideOfEdge(a: usize, edge: f64): i32 {
  const before = mark();
  const other = newBall();
  setValue(other, edge);
  const side = compare(a, other);
  release(before);
  return side;
}

/** An integer that may be a parameter: NaN if it is none. */
function parameterOf(b: usize): f64 {
  if (isSpecial(b) || !isInteger(b)) return NaN;
  const n = toInteger(b);
  return n == i64.MIN_VALUE ? NaN : <f64> n;
}
