// Sums, products, quotients and comparisons of the last phase: of balls, exact zeros with a sign, infinities and NaN
// (value.ts), and numbers beyond all exponents (exponential.ts). Infinities, NaN and signs of zeros are those of IEEE
// 754 for the true values.

import {
  add,
  BALL,
  copy,
  divide,
  isKnown,
  isNegative,
  isUnknown,
  isZero,
  LIMIT,
  mark,
  multiply,
  newBall,
  release,
  setSign,
  setUnknown,
  setZero,
  signOf,
  subtract,
  widen,
  widenPower,
} from "../arithmetic/ball";
import { decidedSign, note, OPEN_COMPARISON } from "./open_comparisons";
import { addExponentials, isExponential, multiplyExponentials, multiplyOpen } from "./exponential";
import { isSpecial, setValue, specialOf } from "./value";

export function copyValue(to: usize, a: usize): void {
  memory.copy(to, a, BALL);
}

export function setSigned(to: usize, a: usize, isAbsolute: bool): void {
  if (isSpecial(a)) return setValue(to, isAbsolute ? Infinity : -specialOf(a));
  copyValue(to, a);
  setSign(to, !isAbsolute && !isNegative(a));
}

/** An infinity, or 0 for numbers, which count as much beside one. */
function likeOf(a: usize): f64 {
  return isSpecial(a) ? specialOf(a) : 0;
}

/** a + b or a - b, neither NaN. */
export function setSum(to: usize, a: usize, b: usize, isDifference: bool): void {
  if (isSpecial(a) || isSpecial(b)) {
    if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
    const x = likeOf(a);
    const y = likeOf(b);
    return setValue(to, isDifference ? x - y : x + y);
  }
  if (isExponential(a) || isExponential(b)) {
    if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
    if (!isZero(a) && !isZero(b)) return addExponentials(to, a, b, isDifference);
    copyValue(to, isZero(a) ? b : a);
    if (isZero(a) && isDifference) setSign(to, !isNegative(b));
    return;
  }
  const bothNegative = isNegative(a) && isNegative(b) != isDifference;
  const areZeros = isZero(a) && isZero(b);
  if (isDifference) subtract(to, a, b);
  else add(to, a, b);
  // -0 only as the sum of two.
  if (areZeros) setSign(to, bothNegative);
}

/** The sign of a number that is not NaN, of a 0 that of its bit: -1, 1, or 2 where it is not known. */
export function sideOf(a: usize): i32 {
  if (isSpecial(a)) return specialOf(a) < 0 ? -1 : 1;
  const sign = signOf(a);
  return sign == 0 ? (isNegative(a) ? -1 : 1) : sign;
}

/** a b or a/b, neither NaN. A quotient has the infinities, zeros and signs of the product with 1/b. */
export function setProduct(to: usize, a: usize, b: usize, isQuotient: bool): void {
  if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
  const aSide = sideOf(a);
  const bSide = sideOf(b);
  const isOpen = aSide == 2 || bSide == 2;
  const negative = aSide != bSide;
  const isNothing = isZero(a) || (isQuotient ? isSpecial(b) : isZero(b));
  if (isSpecial(a) || (isQuotient ? isZero(b) : isSpecial(b))) {
    if (isNothing) setValue(to, NaN);
    else if (isOpen) setUnknown(to);
    else setValue(to, negative ? -Infinity : Infinity);
  } else if (isNothing) {
    // 0 divided by what may be 0.
    if (isQuotient && bSide == 2) return setUnknown(to);
    setZero(to);
    // 0 times what may be of either sign has no sign yet.
    if (isOpen) widenPower(to, -LIMIT);
    else setSign(to, negative);
  } else if (isExponential(a) || isExponential(b)) {
    if (isOpen) multiplyOpen(to, a, b, isQuotient);
    else multiplyExponentials(to, a, b, isQuotient);
  } else if (isQuotient) {
    divide(to, a, b);
  } else {
    multiply(to, a, b);
  }
}

/** The sign of a - b, neither NaN: -1, 0, 1, or 2 where it is not known. */
export function orderOf(a: usize, b: usize): i32 {
  if (isUnknown(a) || isUnknown(b)) {
    note(OPEN_COMPARISON);
    return 2;
  }
  if (isSpecial(a) || isSpecial(b)) {
    const x = likeOf(a);
    const y = likeOf(b);
    return x < y ? -1 : x > y ? 1 : 0;
  }
  const before = mark();
  const difference = newBall();
  setSum(difference, a, b, true);
  const order = decidedSign(difference);
  release(before);
  return order;
}

/** The smaller or larger of two; a ball around both where it is not known which. 0 is larger than -0. */
export function setExtreme(to: usize, a: usize, b: usize, order: i32, isMaximum: bool): void {
  if (order == 0) return copyValue(to, isZero(a) && isNegative(a) == isMaximum ? b : a);
  if (order != 2) return copyValue(to, order > 0 == isMaximum ? a : b);
  if (!isKnown(a) || !isKnown(b)) return setUnknown(to);
  const before = mark();
  const difference = newBall();
  subtract(difference, b, a);
  copy(to, a);
  widen(to, difference);
  release(before);
}
