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
  signOf,
  subtract,
  toInteger,
  upperExponent,
} from "../arithmetic/ball";
import { exp } from "../elementary/ball_exp";
import { log } from "../elementary/ball_log";
import { power } from "./ball_power";
import { areEqual, isTiny, leaveOpen, takeForZero } from "./open_comparisons";
import { exponentBall, isExponential, setExponential, toOneSided } from "./exponential";
import { orderOf, setSigned, sideOf } from "./last_arithmetic";
import { isInfiniteValue, isNaNValue, isSpecial, setValue } from "./value";

export function setPower(to: usize, a: usize, b: usize): void {
  if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
  if (isZero(b)) return setInteger(to, 1);
  if (isExact(a) && !isSpecial(a) && toInteger(a) == 1) return setInteger(to, 1);
  if (isNaNValue(a) || isNaNValue(b)) return setValue(to, NaN);
  const isWhole = !isSpecial(b) && isInteger(b);
  const isOdd = isWhole && isOddInteger(b);
  const side = sideOf(b);
  if (isInfiniteValue(b)) {
    // |a| beside 1
    if (isInfiniteValue(a)) return setValue(to, side > 0 ? Infinity : 0);
    const before = mark();
    const one = newBall();
    const size = newBall();
    setInteger(one, 1);
    setSigned(size, a, true);
    const order = orderOf(size, one);
    release(before);
    if (order == 2) return setUnknown(to);
    return setValue(to, order == 0 ? 1 : order > 0 == side > 0 ? Infinity : 0);
  }
  if (isInfiniteValue(a) || isZero(a)) {
    if (side == 2) return setUnknown(to);
    // Whether an exponent that is not exact is an odd integer is not known, unless none is near.
    const isOpen = sideOf(a) < 0 && !isExact(b) && !isExponential(b) && mayBeInteger(b);
    if (isOpen && !areEqual) {
      leaveOpen();
      return setUnknown(to);
    }
    const size: f64 = isZero(a) == side > 0 ? 0 : Infinity;
    return setValue(to, sideOf(a) < 0 && (isOpen ? isNearOdd(b) : isOdd) ? -size : size);
  }
  const sign = signOf(a);
  if (isExponential(a) || isExponential(b)) return setFarPower(to, a, b, isWhole, isOdd);
  if (sign == 1) return powerOf(to, a, b);
  if (isWhole && sign == -1) {
    const before = mark();
    const size = newBall();
    negate(size, a);
    powerOf(to, size, b);
    if (isOdd) setSign(to, true);
    return release(before);
  }
  if (sign == 2) {
    // Products of a ball around 0 are known for a positive integer.
    if (isWhole && side > 0 && toInteger(b) != i64.MIN_VALUE) return power(to, a, b);
    return setUnknown(to);
  }
  // A negative number has powers of integers only. Whether an exponent that is not exact is one, is not known unless no
  // integer is near.
  if (isExact(b) || !mayBeInteger(b)) return setValue(to, NaN);
  if (!areEqual) {
    leaveOpen();
    return setUnknown(to);
  }
  const before = mark();
  const whole = newBall();
  if (nearInteger(whole, b)) {
    takeForZero();
    const isOddWhole = isOddInteger(whole);
    const size = newBall();
    negate(size, a);
    powerOf(to, size, whole);
    if (isOddWhole) setSign(to, true);
  } else {
    setUnknown(to);
  }
  release(before);
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
  if (negative && !isWhole) {
    if (isExact(b)) setValue(to, NaN);
    else setUnknown(to);
    return;
  }
  const before = mark();
  const l = newBall();
  multiply(l, exponentBall(a), b);
  if (isUnknown(l)) setUnknown(to);
  else setExponential(to, negative && isOdd, l);
  release(before);
}

/** Whether the integer that a ball is indistinguishable from, if there is one, is odd. */
function isNearOdd(b: usize): bool {
  const before = mark();
  const whole = newBall();
  const isNear = nearInteger(whole, b);
  if (isNear) takeForZero();
  const isOdd = isNear && isOddInteger(whole);
  release(before);
  return isOdd;
}

/** Whether there may be an integer in a ball. */
export function mayBeInteger(b: usize): bool {
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
