// a^b in the last phase, of every a and b that the last phase has (value.ts, exponential.ts): special values, powers of
// negative numbers, numbers beyond all exponents. Powers of positive balls are those of ball_power.ts.

import {
  containsZero,
  isExact,
  isInteger,
  isKnown,
  isNegative,
  isOddInteger,
  isUnknown,
  isZero,
  mark,
  multiply,
  negate,
  newBall,
  precision,
  release,
  roundToMultiple,
  setInteger,
  setSign,
  setUnknown,
  setZero,
  signOf,
  subtract,
  toInteger,
  upperExponent,
} from "../arithmetic/ball";
import { exp } from "../elementary/ball_exp";
import { log } from "../elementary/ball_log";
import { power } from "./ball_power";
import { specialPower } from "./power";
import {
  areEqual,
  decidedSign,
  isTiny,
  note,
  OPEN_COMPARISON,
  TOOK_ZERO,
} from "./open_comparisons";
import { exponentBall, isExponential, setExponential, toOneSided } from "./exponential";
import { orderOf, setSigned, sideOf } from "./last_arithmetic";
import { isInfiniteValue, isNaNValue, isSpecial, setValue } from "./value";

export function setPower(to: usize, a: usize, b: usize): void {
  if (isUnknown(b)) return setUnknown(to);
  if (isZero(b)) return setInteger(to, 1);
  if (isUnknown(a)) return setUnknown(to);
  if (isExact(a) && !isSpecial(a) && toInteger(a) == 1) return setInteger(to, 1);
  if (isNaNValue(a)) return setPowerOfNaN(to, b, 0);
  if (isNaNValue(b)) return setPowerOfNaN(to, a, 1);
  const side = sideOf(b);
  if (isInfiniteValue(b)) {
    // A number on the same side of 1 as |a| has the same power.
    const before = mark();
    const size = newBall();
    setSigned(size, a, true);
    const order = orderBeside(size, 1);
    release(before);
    if (order == 2) return setUnknown(to);
    return setValue(to, specialPower(1 + 0.5 * order, side * Infinity, false, false));
  }
  // The power of a negative number depends on whether its exponent is an integer.
  const isNegativeBase = sideOf(a) == -1;
  if (isNegativeBase && !isExact(b) && !isExponential(b)) {
    const before = mark();
    const whole = newBall();
    const found = decidedInteger(whole, b);
    if (found == 1) setPower(to, a, whole);
    release(before);
    if (found == 1) return;
    if (found == 2) return setUnknown(to);
  }
  const isWhole = isInteger(b);
  const isOdd = isWhole && isOddInteger(b);
  if (isInfiniteValue(a) || isZero(a)) {
    if (side == 2) return setUnknown(to);
    const size: f64 = isZero(a) ? 0 : Infinity;
    return setValue(to, specialPower(isNegativeBase ? -size : size, side, isWhole, isOdd));
  }
  if (isExponential(a) || isExponential(b)) return setFarPower(to, a, b, isWhole, isOdd);
  if (isNegativeBase) {
    if (!isWhole) return setValue(to, NaN);
    const before = mark();
    const size = newBall();
    negate(size, a);
    powerOf(to, size, b);
    if (isOdd) setSign(to, true);
    return release(before);
  }
  if (signOf(a) == 1) return powerOf(to, a, b);
  // Products of a ball around 0 are known for a positive integer.
  if (isWhole && side == 1 && toInteger(b) != i64.MIN_VALUE) return power(to, a, b);
  if (side == 1 && decidedSign(a) == 0) setZero(to);
  else setUnknown(to);
}

/** nan^b and a^nan are 1 where the other is 0 or 1, `other`. */
function setPowerOfNaN(to: usize, a: usize, other: i64): void {
  const order = isNaNValue(a) ? 1 : orderBeside(a, other);
  if (order == 2) setUnknown(to);
  else setValue(to, order == 0 ? 1 : NaN);
}

/** The sign of the difference of a and an integer, or 2 where it is not known. */
function orderBeside(a: usize, n: i64): i32 {
  const before = mark();
  const other = newBall();
  setInteger(other, n);
  const order = orderOf(a, other);
  release(before);
  return order;
}

/** a^b, a > 0; where that is beyond all exponents, as exp(b ln a). */
function powerOf(to: usize, a: usize, b: usize): void {
  power(to, a, b);
  if (isKnown(to) || isUnknown(to) || !isKnown(a) || !isKnown(b)) return;
  const before = mark();
  const l = newBall();
  log(l, a);
  multiply(l, l, b);
  setExponential(to, false, l);
  release(before);
}

/** a^b where one of them is beyond all exponents. */
function setFarPower(to: usize, a: usize, b: usize, isWhole: bool, isOdd: bool): void {
  if (isExponential(b)) {
    if (!isKnown(a) || signOf(a) != 1) return setUnknown(to);
    const before = mark();
    const side = newBall();
    toOneSided(side, b);
    log(to, a);
    multiply(to, to, side);
    exp(to, to);
    return release(before);
  }
  const negative = isNegative(a);
  if (negative && !isWhole) return setValue(to, NaN);
  const before = mark();
  const l = newBall();
  multiply(l, exponentBall(a), b);
  if (isUnknown(l)) setUnknown(to);
  else setExponential(to, negative && isOdd, l);
  release(before);
}

/**
 * Sets `to` to the integer that an inexact ball is: 0 if there is none in it, 2 if that is not known, else 1. At the end,
 * what is indistinguishable from an integer is one.
 */
export function decidedInteger(to: usize, b: usize): i32 {
  if (!mayBeInteger(b)) return 0;
  if (!areEqual) {
    note(OPEN_COMPARISON);
    return 2;
  }
  if (!nearInteger(to, b)) return 2;
  note(TOOK_ZERO);
  return 1;
}

/** Whether there may be an integer in a ball. */
function mayBeInteger(b: usize): bool {
  const before = mark();
  const whole = newBall();
  const distance = newBall();
  roundToMultiple(whole, b, 0);
  subtract(distance, b, whole);
  const may = isUnknown(distance) || containsZero(distance) || upperExponent(b) > <i64> precision();
  release(before);
  return may;
}

/** Sets `to` to the integer that a ball is indistinguishable from; whether there is one. */
export function nearInteger(to: usize, b: usize): bool {
  const before = mark();
  const distance = newBall();
  roundToMultiple(to, b, 0);
  subtract(distance, b, to);
  const isNear = isTiny(distance);
  release(before);
  return isNear;
}
