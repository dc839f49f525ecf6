// Sums, products and quotients of balls, and rounding to the working precision. The radius of a result contains the radii
// of the operands, carried through the operation, and the rounding error, rounded up. Products leave out partial products
// below the last limb but three, which the radius contains. Cost: OPERATION, and one for each product of limbs or two for
// each limb of a sum.

import {
  lowerExponent,
  lowerMagnitude,
  radiusExponent,
  signOf,
  upperExponent,
  upperMagnitude,
} from "./ball_bounds";
import {
  copy,
  COUNT,
  EXPONENT,
  exponentOf,
  HUGE,
  isExact,
  isKnown,
  isNegative,
  isUnknown,
  isZero,
  KNOWN,
  limbCount,
  LIMBS,
  LIMIT,
  mark,
  MAX_LIMBS,
  newBall,
  NONE,
  OPERATION,
  plain,
  RADIUS,
  release,
  setHuge,
  setInteger,
  setMidpoint,
  setScaled,
  setTiny,
  setUnknown,
  setWorkingLimbs,
  setZero,
  SIGN,
  STATE,
  stateOf,
  TINY,
  topLimb,
  workingLimbs,
} from "./ball_layout";
import {
  addLimbs,
  clearLimbs,
  divideLimb,
  divideLimbs,
  isSpent,
  limb,
  multiplyLimb,
  multiplyLimbs,
  negateLimbs,
  setLimb,
  shiftLeft,
  spend,
  subtractLimbs,
} from "./limbs";
import {
  addMagnitudes,
  addPower,
  copyMagnitude,
  divideMagnitudes,
  exponentOf as magnitudeExponent,
  isInfinite,
  isNothing,
  mantissaOf,
  multiplyMagnitudes,
  scaleMagnitude,
  setMagnitude,
  setNothing,
} from "./magnitude";

/** The largest number of the ball, exactly. */
export function setUpper(to: usize, a: usize): void {
  setEnd(to, a, false);
}

/** The smallest number of the ball, exactly. */
export function setLower(to: usize, a: usize): void {
  setEnd(to, a, true);
}

/** Midpoint plus or minus radius; it is rounded away from the midpoint where it has too many bits. */
function setEnd(to: usize, a: usize, isLower: bool): void {
  if (isExact(a) || !isKnown(a)) return plain(to, a);
  const before = mark();
  const radius = newBall();
  setScaled(radius, mantissaOf(a + RADIUS), magnitudeExponent(a + RADIUS), isLower);
  const kept = workingLimbs;
  setWorkingLimbs(MAX_LIMBS);
  setMidpoint(to, a);
  add(to, to, radius);
  if (isKnown(to) && !isNothing(to + RADIUS)) {
    // Too many bits between the two: the end moves by what was lost.
    const e = radiusExponent(to);
    setNothing(to + RADIUS);
    setScaled(radius, 1, e, isLower);
    add(to, to, radius);
    setNothing(to + RADIUS);
  }
  setWorkingLimbs(kept);
  release(before);
}

// ---- Rounding

/** Work spaces for limbs: operands that are aligned, and products. */
const X: usize = memory.data(1344, 16); // 2 MAX_LIMBS + 16 limbs
const Y: usize = memory.data(1344, 16);
const Z: usize = memory.data(1344, 16);
/** The radius of a result while its operands are still needed. */
const SUM: usize = memory.data(16, 16);
const PART: usize = memory.data(16, 16);
const FACTOR: usize = memory.data(16, 16);

/**
 * Sets `to` to limbs / 2^(32 count) times 2^exponent with the radius at SUM, rounded to the working precision. The limbs
 * are changed.
 */
function finish(to: usize, negative: bool, from: usize, count: i32, exponent: i64): void {
  while (count > 0 && limb(from, count - 1) == 0) {
    count--;
    exponent -= 32;
  }
  if (count == 0) {
    setZero(to);
    copyMagnitude(to + RADIUS, SUM);
    if (isInfinite(SUM)) setUnknown(to);
    return;
  }
  const shift = <u64> clz(load<u32>(from + (<usize> (count - 1) << 2)));
  exponent -= <i64> shift;
  if (shift != 0) shiftLeft(from, from, count, shift);
  let first = max(0, count - workingLimbs);
  if (first > 0) {
    for (let i = 0; i < first; i++) {
      if (limb(from, i) == 0) continue;
      addPower(SUM, SUM, 1, exponent - (<i64> workingLimbs << 5));
      break;
    }
  }
  while (limb(from, first) == 0) first++;
  if (isInfinite(SUM)) return setUnknown(to);
  store<i32>(to, KNOWN, STATE);
  store<i32>(to, negative ? 1 : 0, SIGN);
  store<i32>(to, count - first, COUNT);
  store<i64>(to, exponent, EXPONENT);
  copyMagnitude(to + RADIUS, SUM);
  memory.copy(to + LIMBS, from + (<usize> first << 2), <usize> (count - first) << 2);
  if (exponent > LIMIT || exponent < -LIMIT) limitExponent(to);
}

/** Makes a ball whose exponent is beyond the limits one-sided, or unknown. */
function limitExponent(to: usize): void {
  const sign = signOf(to);
  const upper = upperExponent(to);
  if (exponentOf(to) > LIMIT) {
    if (sign == 2) setUnknown(to);
    else setHuge(to, sign < 0, lowerExponent(to));
  } else if (sign == 2) {
    setZero(to);
    setMagnitude(to + RADIUS, 1, max(upper, -LIMIT));
  } else {
    setTiny(to, sign < 0, upper);
  }
}

// ---- Arithmetic

export function add(to: usize, a: usize, b: usize): void {
  sum(to, a, b, load<i32>(b, SIGN) != 0);
}

export function subtract(to: usize, a: usize, b: usize): void {
  sum(to, a, b, load<i32>(b, SIGN) == 0);
}

function sum(to: usize, a: usize, b: usize, bNegative: bool): void {
  spend(OPERATION);
  if (isSpent()) return setUnknown(to);
  if (!isKnown(a) || !isKnown(b)) return sumOneSided(to, a, b, bNegative);
  addMagnitudes(SUM, a + RADIUS, b + RADIUS);
  if (limbCount(a) == 0 || limbCount(b) == 0) {
    const isFirst = limbCount(b) == 0;
    const negative = isFirst ? isNegative(a) : bNegative;
    copy(to, isFirst ? a : b);
    if (limbCount(to) != 0) store<i32>(to, negative ? 1 : 0, SIGN);
    copyMagnitude(to + RADIUS, SUM);
    if (isInfinite(SUM)) setUnknown(to);
    return;
  }
  let negative = isNegative(a);
  const areAlike = negative == bNegative;
  if (exponentOf(a) < exponentOf(b)) {
    const other = a;
    a = b;
    b = other;
    negative = bNegative;
  }
  // Limbs that keep the longest operand and its neighbour exact: only what is far below the larger one is lost.
  const size = min(MAX_LIMBS, max(workingLimbs, max(limbCount(a), limbCount(b)))) + 3;
  const e = exponentOf(a);
  const distance = e - exponentOf(b);
  const n = limbCount(a);
  clearLimbs(X, size - n);
  memory.copy(X + (<usize> (size - n) << 2), a + LIMBS, <usize> n << 2);
  setLimb(X, size, 0);
  clearLimbs(Y, size);
  let isLost = true;
  if (distance < <i64> size << 5) isLost = place(Y, size, b, <i32> distance);
  if (isLost) addPower(SUM, SUM, 1, e - (<i64> size << 5));
  // Aligning, adding and rounding take as long as two products for each limb.
  spend(<i64> size << 1);
  if (areAlike) {
    setLimb(X, size, addLimbs(X, Y, size));
  } else if (subtractLimbs(X, Y, size) != 0) {
    negateLimbs(X, size);
    negative = !negative;
  }
  finish(to, negative, X, size + 1, e + 32);
}

/** Puts the limbs of b, `distance` bits below the top, into `size` limbs; whether bits that are not 0 are lost. */
function place(to: usize, size: i32, b: usize, distance: i32): bool {
  const bits = <u64> (distance & 31);
  const n = limbCount(b);
  const start = size - n - (distance >> 5);
  let isLost = false;
  for (let i = 0; i < n; i++) {
    const value = limb(b + LIMBS, i) << 32 >> bits;
    const at = start + i;
    const low = value & 0xffffffff;
    if (at >= 0) setLimb(to, at, limb(to, at) | value >> 32);
    else if (value >> 32 != 0) isLost = true;
    if (at >= 1) setLimb(to, at - 1, limb(to, at - 1) | low);
    else if (low != 0) isLost = true;
  }
  return isLost;
}

function sumOneSided(to: usize, a: usize, b: usize, bNegative: bool): void {
  if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
  const aNegative = isNegative(a);
  if (stateOf(a) != HUGE && stateOf(b) != HUGE) {
    const aState = stateOf(a);
    const bState = stateOf(b);
    if (aNegative == bNegative && (aState == TINY && bState == TINY)) {
      return setTiny(to, aNegative, max(exponentOf(a), exponentOf(b)) + 1);
    }
    if (isZero(a) || isZero(b)) {
      const negative = isZero(a) ? bNegative : aNegative; // `to` may be a
      copy(to, isZero(a) ? b : a);
      store<i32>(to, <i32> negative, SIGN);
      return;
    }
    const before = mark();
    const x = newBall();
    const y = newBall();
    plain(x, a);
    plain(y, b);
    if (limbCount(y) != 0) store<i32>(y, <i32> bNegative, SIGN);
    add(to, x, y);
    return release(before);
  }
  if (stateOf(a) == HUGE && stateOf(b) == HUGE) {
    if (aNegative == bNegative) return setHuge(to, aNegative, min(exponentOf(a), exponentOf(b)));
    return setUnknown(to);
  }
  const huge = stateOf(a) == HUGE ? a : b;
  const other = huge == a ? b : a;
  const negative = huge == a ? aNegative : bNegative;
  const e = exponentOf(huge);
  if (isZero(other) || upperExponent(other) < e) {
    return setHuge(to, negative, isZero(other) ? e : e - 1);
  }
  const sign = signOf(other);
  const otherNegative = huge == a ? bNegative : aNegative;
  if (sign != 2 && otherNegative == negative) return setHuge(to, negative, e);
  setUnknown(to);
}

export function multiply(to: usize, a: usize, b: usize): void {
  spend(OPERATION);
  if (isSpent()) return setUnknown(to);
  if (!isKnown(a) || !isKnown(b)) return productOneSided(to, a, b);
  setProductRadius(a, b);
  const aCount = limbCount(a);
  const bCount = limbCount(b);
  if (aCount == 0 || bCount == 0) {
    setZero(to);
    copyMagnitude(to + RADIUS, SUM);
    if (isInfinite(SUM)) setUnknown(to);
    return;
  }
  const negative = isNegative(a) != isNegative(b);
  const exponent = exponentOf(a) + exponentOf(b);
  // Partial products that are three limbs below the last limb are left out: at most 2^8 2^-64 of a unit of it.
  const from = max(0, aCount + bCount - workingLimbs - 3);
  multiplyLimbs(Z, a + LIMBS, aCount, b + LIMBS, bCount, from);
  if (from > 0) addPower(SUM, SUM, 1, exponent - (<i64> (workingLimbs + 1) << 5));
  finish(to, negative, Z, aCount + bCount, exponent);
}

/** |a| rb + |b| ra + ra rb, at SUM. */
function setProductRadius(a: usize, b: usize): void {
  setNothing(SUM);
  if (isNothing(a + RADIUS) && isNothing(b + RADIUS)) return;
  if (!isNothing(a + RADIUS)) {
    upperMagnitude(FACTOR, b);
    multiplyMagnitudes(SUM, FACTOR, a + RADIUS);
  }
  if (!isNothing(b + RADIUS) && limbCount(a) != 0) {
    setMagnitude(FACTOR, topLimb(a) + 1, exponentOf(a) - 32);
    multiplyMagnitudes(PART, FACTOR, b + RADIUS);
    addMagnitudes(SUM, SUM, PART);
  }
}

function productOneSided(to: usize, a: usize, b: usize): void {
  if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
  if (isZero(a) || isZero(b)) return setZero(to);
  const isHuge = stateOf(a) == HUGE || stateOf(b) == HUGE;
  if (isHuge && (stateOf(a) == TINY || stateOf(b) == TINY)) return setUnknown(to);
  const aSign = signOf(a);
  const bSign = signOf(b);
  const negative = (aSign < 0) != (bSign < 0);
  if (isHuge) {
    const aLower = lowerExponent(a);
    const bLower = lowerExponent(b);
    if (aLower == NONE || bLower == NONE) return setUnknown(to);
    return setHuge(to, negative, aLower + bLower);
  }
  const upper = tinyExponent(a) + tinyExponent(b);
  if (aSign != 2 && bSign != 2 && upper < LIMIT) return setTiny(to, negative, upper);
  setZero(to);
  setMagnitude(to + RADIUS, 1, max(upper, -LIMIT));
}

function tinyExponent(a: usize): i64 {
  return stateOf(a) == TINY ? exponentOf(a) : upperExponent(a);
}

export function square(to: usize, a: usize): void {
  multiply(to, a, a);
}

/** a times 2^k, exactly. */
export function scale(to: usize, a: usize, k: i64): void {
  copy(to, a);
  if (isUnknown(to) || isZero(to)) return;
  if (k > LIMIT || k < -LIMIT) return setUnknown(to);
  if (stateOf(to) == HUGE) return setHuge(to, isNegative(to), exponentOf(to) + k);
  if (stateOf(to) == TINY) return setTiny(to, isNegative(to), exponentOf(to) + k);
  scaleMagnitude(to + RADIUS, to + RADIUS, k);
  if (limbCount(to) == 0) return;
  const exponent = exponentOf(to) + k;
  store<i64>(to, exponent, EXPONENT);
  if (exponent > LIMIT || exponent < -LIMIT) limitExponent(to);
}

export function multiplyInteger(to: usize, a: usize, n: i64): void {
  const size = n < 0 ? <u64> -n : <u64> n;
  if (isKnown(a) && size >> 32 == 0 && size != 0 && limbCount(a) != 0) {
    spend(OPERATION);
    if (isSpent()) return setUnknown(to);
    setMagnitude(FACTOR, size, 0);
    multiplyMagnitudes(SUM, FACTOR, a + RADIUS);
    const count = limbCount(a);
    setLimb(X, count, multiplyLimb(X, a + LIMBS, count, size, 0));
    return finish(to, isNegative(a) != n < 0, X, count + 1, exponentOf(a) + 32);
  }
  const before = mark();
  const factor = newBall();
  setInteger(factor, n);
  multiply(to, a, factor);
  release(before);
}

export function divideInteger(to: usize, a: usize, n: i64): void {
  const size = n < 0 ? <u64> -n : <u64> n;
  if (isKnown(a) && size >> 32 == 0 && size != 0 && limbCount(a) != 0) {
    spend(OPERATION);
    if (isSpent()) return setUnknown(to);
    setMagnitude(FACTOR, size, 0);
    divideMagnitudes(SUM, a + RADIUS, FACTOR);
    // Two more limbs than the result has: the first of the quotient may be 0.
    const more = max(2, workingLimbs + 2 - limbCount(a));
    const count = limbCount(a) + more;
    clearLimbs(X, more);
    memory.copy(X + (<usize> more << 2), a + LIMBS, <usize> limbCount(a) << 2);
    const rest = divideLimb(X, X, count, size);
    if (rest != 0) addPower(SUM, SUM, 1, exponentOf(a) - (<i64> count << 5));
    return finish(to, isNegative(a) != n < 0, X, count, exponentOf(a));
  }
  const before = mark();
  const divisor = newBall();
  setInteger(divisor, n);
  divide(to, a, divisor);
  release(before);
}

/** a/b; UNKNOWN where b may be 0. */
export function divide(to: usize, a: usize, b: usize): void {
  spend(OPERATION);
  if (isSpent() || isUnknown(a) || isUnknown(b)) return setUnknown(to);
  if (stateOf(b) == HUGE || stateOf(b) == TINY) {
    const before = mark();
    const inverse = newBall();
    if (stateOf(b) == HUGE) setTiny(inverse, isNegative(b), -exponentOf(b));
    else setHuge(inverse, isNegative(b), -exponentOf(b));
    multiply(to, a, inverse);
    return release(before);
  }
  lowerMagnitude(FACTOR, b);
  if (isNothing(FACTOR)) return setUnknown(to);
  if (!isKnown(a)) return quotientOneSided(to, a, b);
  if (isZero(a)) return setZero(to);
  // |a'/b' - a/b| <= (ra + |a/b| rb) / (|b| - rb)
  setNothing(SUM);
  if (!isNothing(b + RADIUS) && limbCount(a) != 0) {
    setMagnitude(PART, topLimb(a) + 1, exponentOf(a) - 32);
    setMagnitude(SUM, 0x80000000, exponentOf(b) - 32); // at most |b|
    divideMagnitudes(SUM, PART, SUM);
    multiplyMagnitudes(SUM, SUM, b + RADIUS);
  }
  addMagnitudes(SUM, SUM, a + RADIUS);
  divideMagnitudes(SUM, SUM, FACTOR);
  if (limbCount(a) == 0) {
    setZero(to);
    copyMagnitude(to + RADIUS, SUM);
    if (isInfinite(SUM)) setUnknown(to);
    return;
  }
  const negative = isNegative(a) != isNegative(b);
  // The divisor has at least two limbs; the dividend, at X, as many more as the quotient is to have, and one.
  const bCount = max(2, limbCount(b));
  clearLimbs(Y, bCount);
  memory.copy(Y + (<usize> (bCount - limbCount(b)) << 2), b + LIMBS, <usize> limbCount(b) << 2);
  let aCount = bCount + workingLimbs + 1;
  const kept = min(limbCount(a), aCount);
  if (kept < limbCount(a)) {
    // Bits of a below what the quotient has: less than 2^-32 of a unit of its last limb.
    addPower(SUM, SUM, 1, exponentOf(a) - exponentOf(b) - (<i64> workingLimbs << 5));
  }
  clearLimbs(X, aCount - kept);
  const from = a + LIMBS + (<usize> (limbCount(a) - kept) << 2);
  memory.copy(X + (<usize> (aCount - kept) << 2), from, <usize> kept << 2);
  setLimb(X, aCount, 0);
  const exponent = exponentOf(a) - exponentOf(b) + 32;
  divideLimbs(Z, X, aCount, Y, bCount);
  const count = aCount - bCount + 1;
  for (let i = 0; i < bCount; i++) {
    if (limb(X, i) == 0) continue;
    addPower(SUM, SUM, 1, exponent - (<i64> count << 5));
    break;
  }
  finish(to, negative, Z, count, exponent);
}

function quotientOneSided(to: usize, a: usize, b: usize): void {
  // a is HUGE or TINY, b is a ball without 0.
  const negative = isNegative(a) != isNegative(b);
  if (stateOf(a) == HUGE) setHuge(to, negative, exponentOf(a) - upperExponent(b));
  else setTiny(to, negative, exponentOf(a) - lowerExponent(b));
}

/** Rounds a to the working precision. */
export function round(to: usize, a: usize): void {
  if (!isKnown(a)) return copy(to, a);
  const n = limbCount(a);
  copyMagnitude(SUM, a + RADIUS);
  memory.copy(X, a + LIMBS, <usize> n << 2);
  finish(to, isNegative(a), X, n, exponentOf(a));
}

/** The sign of a - b: -1, 0 (exactly equal), 1, or 2 if it is not known. */
export function compare(a: usize, b: usize): i32 {
  const before = mark();
  const difference = newBall();
  subtract(difference, a, b);
  const sign = signOf(difference);
  release(before);
  return sign;
}

/** to = limbs / 2^(32 count) times 2^exponent, exactly if it fits the precision. The limbs are changed. */
export function setLimbs(to: usize, from: usize, count: i32, exponent: i64): void {
  setNothing(SUM);
  finish(to, false, from, count, exponent);
}
