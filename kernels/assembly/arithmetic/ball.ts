// Balls: real numbers as a midpoint of any precision and a radius. The true value differs from the midpoint by at most
// the radius, always: every operation adds its rounding error, rounded up. This is the arithmetic of the last phase.
//
// A ball is BALL bytes at an address:
//
//   state      KNOWN, or one of the states below
//   sign       1 if the midpoint is negative
//   count      limbs of the midpoint; 0 for a midpoint of 0
//   exponent   the midpoint is 0.limbs times 2^exponent, and its highest bit is set: 2^(exponent - 1) <= |midpoint|
//   radius     a magnitude (magnitude.ts); 0 if the value is exact
//   limbs      of 32 bits, the lowest first; the lowest is not 0
//
// Exponents reach from -2^60 to 2^60. What lies beyond is one-sided: HUGE says only |value| >= 2^exponent, TINY says
// 0 < |value| <= 2^exponent; both know their sign. exp(-exp(50)) is TINY, and is 0 when it is rounded. UNKNOWN says
// nothing; every operation on it gives it again, and so does every operation once the budget of work is used up
// (limbs.ts). Functions call `plain` first unless they know what to do with one-sided numbers.
//
// Functions take the address of their result first; it may be one of the operands.

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
  setBudget,
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

/** Bits of the longest midpoint. */
export const MAX_PRECISION: i32 = 5120;
const MAX_LIMBS: i32 = MAX_PRECISION >> 5;

const STATE: usize = 0;
const SIGN: usize = 4;
const COUNT: usize = 8;
const EXPONENT: usize = 16;
/** Where the radius of a ball is. */
export const RADIUS: usize = 24;
const LIMBS: usize = 48;
/** Bytes of a ball. */
export const BALL: usize = 688; // 48 + 4 MAX_LIMBS

export const KNOWN: i32 = 0;
export const UNKNOWN: i32 = 1;
export const HUGE: i32 = 2;
export const TINY: i32 = 3;

/** The largest exponent, and what is beyond every exponent. */
export const LIMIT: i64 = 0x1000000000000000; // 2^60
/** `lowerExponent` of a ball that may be 0, and `upperExponent` of one that is. */
export const NONE: i64 = i64.MIN_VALUE;
/** `upperExponent` of what has no bound. */
export const ANY: i64 = i64.MAX_VALUE;

// ---- The stack of balls

const STACK_BALLS: usize = 1024;
const STACK: usize = memory.data(704512, 16); // 1024 balls
const END_OF_STACK: usize = STACK + STACK_BALLS * BALL;
let top: usize = STACK;

/** A new ball on the stack, of no particular value. Without room for it the whole computation becomes UNKNOWN. */
export function newBall(): usize {
  if (top + BALL > END_OF_STACK) {
    setBudget(-1);
    return END_OF_STACK - BALL;
  }
  const ball = top;
  top += BALL;
  return ball;
}

/** The end of the stack, for `release`. */
export function mark(): usize {
  return top;
}

/** Gives back all balls that were made since a mark. */
export function release(mark: usize): void {
  top = mark;
}

// ---- Precision

let limbs: i32 = 4;

/** Bits that midpoints are rounded to: a multiple of 32. */
export function precision(): i32 {
  return limbs << 5;
}

/** Sets the working precision: at least this, and at most MAX_PRECISION. */
export function setPrecision(bits: i32): void {
  limbs = min(MAX_LIMBS, max(1, (bits + 31) >> 5));
}

// ---- Parts of a ball

// @ts-ignore: decorator
@inline
export function stateOf(a: usize): i32 {
  return load<i32>(a, STATE);
}

// @ts-ignore: decorator
@inline
export function isNegative(a: usize): bool {
  return load<i32>(a, SIGN) != 0;
}

// @ts-ignore: decorator
@inline
export function limbCount(a: usize): i32 {
  return load<i32>(a, COUNT);
}

/** The exponent of the midpoint: it is at least 2^(exponent - 1), and below 2^exponent. */
// @ts-ignore: decorator
@inline
export function exponentOf(a: usize): i64 {
  return load<i64>(a, EXPONENT);
}

// @ts-ignore: decorator
@inline
export function limbsOf(a: usize): usize {
  return a + LIMBS;
}

// @ts-ignore: decorator
@inline
function topLimb(a: usize): u64 {
  return limb(a + LIMBS, load<i32>(a, COUNT) - 1);
}

export function isUnknown(a: usize): bool {
  return load<i32>(a, STATE) == UNKNOWN;
}

/** Whether a ball has a midpoint and a radius. */
export function isKnown(a: usize): bool {
  return load<i32>(a, STATE) == KNOWN;
}

/** Whether there is no error at all. */
export function isExact(a: usize): bool {
  return isKnown(a) && isNothing(a + RADIUS);
}

export function isZero(a: usize): bool {
  return isExact(a) && limbCount(a) == 0;
}

// ---- Setting

export function setUnknown(to: usize): void {
  store<i32>(to, UNKNOWN, STATE);
  store<i32>(to, 0, COUNT);
}

export function setZero(to: usize): void {
  store<i32>(to, KNOWN, STATE);
  store<i32>(to, 0, SIGN);
  store<i32>(to, 0, COUNT);
  store<i64>(to, 0, EXPONENT);
  setNothing(to + RADIUS);
}

/** to >= 2^exponent, or <= -2^exponent. */
export function setHuge(to: usize, negative: bool, exponent: i64): void {
  setZero(to);
  store<i32>(to, HUGE, STATE);
  store<i32>(to, negative ? 1 : 0, SIGN);
  store<i64>(to, min(exponent, LIMIT), EXPONENT);
}

/** 0 < to <= 2^exponent, or that with a minus. */
export function setTiny(to: usize, negative: bool, exponent: i64): void {
  setZero(to);
  store<i32>(to, TINY, STATE);
  store<i32>(to, negative ? 1 : 0, SIGN);
  store<i64>(to, max(exponent, -LIMIT), EXPONENT);
}

export function copy(to: usize, a: usize): void {
  if (to != a) memory.copy(to, a, LIMBS + (<usize> limbCount(a) << 2));
}

/** to = m 2^exponent, exactly. */
export function setScaled(to: usize, m: u64, exponent: i64, negative: bool): void {
  setZero(to);
  if (m == 0) return;
  const shift = clz(m);
  m <<= shift;
  store<i32>(to, negative ? 1 : 0, SIGN);
  store<i64>(to, exponent + 64 - <i64> shift, EXPONENT);
  const isShort = (m & 0xffffffff) == 0;
  store<i32>(to, isShort ? 1 : 2, COUNT);
  if (isShort) {
    setLimb(to + LIMBS, 0, m >> 32);
  } else {
    setLimb(to + LIMBS, 0, m & 0xffffffff);
    setLimb(to + LIMBS, 1, m >> 32);
  }
}

export function setInteger(to: usize, value: i64): void {
  setScaled(to, value < 0 ? <u64> -value : <u64> value, 0, value < 0);
}

/** A float64, exactly. NaN and infinity are UNKNOWN: what they mean is decided before there are balls. */
export function setNumber(to: usize, value: f64): void {
  const bits = reinterpret<u64>(value);
  const e = <i64> (bits >> 52 & 0x7ff);
  const fraction = bits & 0xfffffffffffff;
  if (e == 0x7ff) return setUnknown(to);
  setScaled(to, e == 0 ? fraction : fraction | 0x10000000000000, (e == 0 ? 1 : e) - 1075, bits >> 63 != 0);
}

export function negate(to: usize, a: usize): void {
  copy(to, a);
  if (limbCount(to) != 0 || !isKnown(to)) store<i32>(to, load<i32>(to, SIGN) ^ 1, SIGN);
}

/** |a|; of a ball that contains 0 the whole ball is kept, which is not wrong. */
export function absolute(to: usize, a: usize): void {
  copy(to, a);
  store<i32>(to, 0, SIGN);
}

/** Changes the sign of the midpoint; a 0 has a sign, too, which arithmetic does not look at. */
export function setSign(to: usize, negative: bool): void {
  store<i32>(to, negative ? 1 : 0, SIGN);
}

/** The midpoint alone, as if it were exact. */
export function setMidpoint(to: usize, a: usize): void {
  copy(to, a);
  setNothing(to + RADIUS);
}

/** Makes a one-sided number a ball: TINY one around 0, HUGE none. */
export function plain(to: usize, a: usize): void {
  if (stateOf(a) == TINY) {
    const exponent = exponentOf(a);
    setZero(to);
    setMagnitude(to + RADIUS, 1, exponent);
  } else if (stateOf(a) == HUGE) {
    setUnknown(to);
  } else {
    copy(to, a);
  }
}

// ---- Bounds

const BOUND: usize = memory.data(16, 16);

/** At least |a|, as a magnitude. */
export function upperMagnitude(to: usize, a: usize): void {
  if (stateOf(a) == TINY) return setMagnitude(to, 1, exponentOf(a));
  if (!isKnown(a)) {
    store<u64>(to, 0x80000000);
    return store<i64>(to, i64.MAX_VALUE, 8);
  }
  if (limbCount(a) == 0) return copyMagnitude(to, a + RADIUS);
  const head = topLimb(a) + (limbCount(a) == 1 ? 0 : 1);
  setMagnitude(BOUND, head, exponentOf(a) - 32);
  addMagnitudes(to, BOUND, a + RADIUS);
}

/** At most |a|, as a magnitude: 0 if a may be 0. */
export function lowerMagnitude(to: usize, a: usize): void {
  setNothing(to);
  if (stateOf(a) == HUGE) return setMagnitude(to, 1, exponentOf(a));
  if (!isKnown(a) || limbCount(a) == 0) return;
  const e = exponentOf(a) - 63;
  const n = limbCount(a);
  let m = (limb(a + LIMBS, n - 1) << 32 | (n > 1 ? limb(a + LIMBS, n - 2) : 0)) >> 1;
  if (!isNothing(a + RADIUS)) {
    if (isInfinite(a + RADIUS)) return;
    const r = mantissaOf(a + RADIUS);
    const shift = e - magnitudeExponent(a + RADIUS);
    if (shift < -31) return;
    const radius = shift <= 0 ? r << -shift : shift > 62 ? 1 : (r - 1 >> shift) + 1;
    if (radius >= m) return;
    m -= radius;
  }
  const bits = <i64> 64 - <i64> clz(m);
  store<u64>(to, bits > 32 ? m >> bits - 32 : m << 32 - bits);
  store<i64>(to, e + bits - 32, 8);
}

/** Whether 0 may be in it. */
export function containsZero(a: usize): bool {
  if (!isKnown(a)) return isUnknown(a);
  lowerMagnitude(WORK_BOUND, a);
  return isNothing(WORK_BOUND);
}

const WORK_BOUND: usize = memory.data(16, 16);

/** -1, 1, 0 for what is exactly 0, and 2 where the sign is not known. */
export function signOf(a: usize): i32 {
  if (isZero(a)) return 0;
  return containsZero(a) ? 2 : isNegative(a) ? -1 : 1;
}

/** e with |a| < 2^e for the whole ball, or ANY; NONE for 0. */
export function upperExponent(a: usize): i64 {
  if (isZero(a)) return NONE;
  upperMagnitude(WORK_BOUND, a);
  return isInfinite(WORK_BOUND) ? ANY : magnitudeExponent(WORK_BOUND) + 32;
}

/** e with |a| >= 2^e for the whole ball, or NONE. */
export function lowerExponent(a: usize): i64 {
  lowerMagnitude(WORK_BOUND, a);
  return isNothing(WORK_BOUND) ? NONE : magnitudeExponent(WORK_BOUND) + 31;
}

/** The exponent of the radius: it is below 2^e; NONE if a is exact. */
export function radiusExponent(a: usize): i64 {
  if (!isKnown(a)) return ANY;
  return isNothing(a + RADIUS) ? NONE : magnitudeExponent(a + RADIUS) + 32;
}

/** Bits of a that are known: the exponent of its midpoint less that of its radius. */
export function accuracy(a: usize): i64 {
  if (!isKnown(a)) return 0;
  if (isNothing(a + RADIUS)) return ANY;
  return limbCount(a) == 0 ? 0 : max(<i64> 0, exponentOf(a) - radiusExponent(a));
}

// ---- Errors

/** radius += at least |error|. */
export function widen(to: usize, error: usize): void {
  if (isUnknown(to)) return;
  upperMagnitude(WORK_BOUND, error);
  widenBy(to, WORK_BOUND);
}

/** radius += 2^e. */
export function widenPower(to: usize, e: i64): void {
  setMagnitude(WORK_BOUND, 1, e);
  widenBy(to, WORK_BOUND);
}

/** radius += a magnitude. */
export function widenBy(to: usize, magnitude: usize): void {
  if (isNothing(magnitude)) return;
  plain(to, to);
  if (isUnknown(to)) return;
  addMagnitudes(to + RADIUS, to + RADIUS, magnitude);
  if (isInfinite(to + RADIUS)) setUnknown(to);
}

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
  const before = top;
  const radius = newBall();
  setScaled(radius, mantissaOf(a + RADIUS), magnitudeExponent(a + RADIUS), isLower);
  const kept = limbs;
  limbs = MAX_LIMBS;
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
  limbs = kept;
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
  let first = max(0, count - limbs);
  if (first > 0) {
    for (let i = 0; i < first; i++) {
      if (limb(from, i) == 0) continue;
      addPower(SUM, SUM, 1, exponent - (<i64> limbs << 5));
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
  spend(16);
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
  const size = min(MAX_LIMBS, max(limbs, max(limbCount(a), limbCount(b)))) + 3;
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
  spend(<i64> size);
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
      copy(to, isZero(a) ? b : a);
      store<i32>(to, isZero(a) ? <i32> bNegative : <i32> aNegative, SIGN);
      return;
    }
    const before = top;
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
  if (isZero(other) || upperExponent(other) < e) return setHuge(to, negative, isZero(other) ? e : e - 1);
  const sign = signOf(other);
  const otherNegative = huge == a ? bNegative : aNegative;
  if (sign != 2 && otherNegative == negative) return setHuge(to, negative, e);
  setUnknown(to);
}

export function multiply(to: usize, a: usize, b: usize): void {
  spend(16);
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
  const from = max(0, aCount + bCount - limbs - 3);
  multiplyLimbs(Z, a + LIMBS, aCount, b + LIMBS, bCount, from);
  if (from > 0) addPower(SUM, SUM, 1, exponent - (<i64> (limbs + 1) << 5));
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
    spend(16);
    if (isSpent()) return setUnknown(to);
    setMagnitude(FACTOR, size, 0);
    multiplyMagnitudes(SUM, FACTOR, a + RADIUS);
    const count = limbCount(a);
    setLimb(X, count, multiplyLimb(X, a + LIMBS, count, size, 0));
    return finish(to, isNegative(a) != n < 0, X, count + 1, exponentOf(a) + 32);
  }
  const before = top;
  const factor = newBall();
  setInteger(factor, n);
  multiply(to, a, factor);
  release(before);
}

export function divideInteger(to: usize, a: usize, n: i64): void {
  const size = n < 0 ? <u64> -n : <u64> n;
  if (isKnown(a) && size >> 32 == 0 && size != 0 && limbCount(a) != 0) {
    spend(16);
    if (isSpent()) return setUnknown(to);
    setMagnitude(FACTOR, size, 0);
    divideMagnitudes(SUM, a + RADIUS, FACTOR);
    // Two more limbs than the result has: the first of the quotient may be 0.
    const more = max(2, limbs + 2 - limbCount(a));
    const count = limbCount(a) + more;
    clearLimbs(X, more);
    memory.copy(X + (<usize> more << 2), a + LIMBS, <usize> limbCount(a) << 2);
    const rest = divideLimb(X, X, count, size);
    if (rest != 0) addPower(SUM, SUM, 1, exponentOf(a) - (<i64> count << 5));
    return finish(to, isNegative(a) != n < 0, X, count, exponentOf(a));
  }
  const before = top;
  const divisor = newBall();
  setInteger(divisor, n);
  divide(to, a, divisor);
  release(before);
}

/** a/b; UNKNOWN where b may be 0. */
export function divide(to: usize, a: usize, b: usize): void {
  spend(16);
  if (isSpent() || isUnknown(a) || isUnknown(b)) return setUnknown(to);
  if (stateOf(b) == HUGE || stateOf(b) == TINY) {
    const before = top;
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
  let aCount = bCount + limbs + 1;
  const kept = min(limbCount(a), aCount);
  if (kept < limbCount(a)) {
    // Bits of a below what the quotient has: less than 2^-32 of a unit of its last limb.
    addPower(SUM, SUM, 1, exponentOf(a) - exponentOf(b) - (<i64> limbs << 5));
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

/** The square root; UNKNOWN where a may be negative and is not 0. Squares have exact roots. */
export function squareRoot(to: usize, a: usize): void {
  spend(16);
  if (isSpent() || isUnknown(a)) return setUnknown(to);
  if (isZero(a)) return setZero(to);
  if (signOf(a) != 1) return setUnknown(to);
  if (stateOf(a) == HUGE) return setHuge(to, false, exponentOf(a) >> 1);
  if (stateOf(a) == TINY) return setTiny(to, false, (exponentOf(a) + 1) >> 1);
  const before = top;
  const kept = limbs;
  const x = newBall();
  const y = newBall();
  const rest = newBall();
  setMidpoint(x, a);
  // y from float64, and then Newton's (y + x/y)/2, which doubles its bits.
  const n = limbCount(a);
  const head = limb(a + LIMBS, n - 1) << 32 | (n > 1 ? limb(a + LIMBS, n - 2) : 0);
  const isOdd = (exponentOf(a) & 1) != 0;
  const fraction = <f64> (head >> 11) * 1.1102230246251565e-16; // 2^-53
  setNumber(y, sqrt(isOdd ? 2 * fraction : fraction));
  scale(y, y, (exponentOf(a) - (isOdd ? 1 : 0)) >> 1);
  for (let known = 48; known < kept << 5; known = known * 2 - 4) {
    limbs = min(kept + 1, (2 * known + 63) >> 5);
    divide(rest, x, y);
    add(y, y, rest);
    scale(y, y, -1);
    setNothing(y + RADIUS);
  }
  if (isNothing(a + RADIUS)) findExactRoot(y, x, rest);
  // |sqrt x - y| = |x - y^2| / (sqrt x + y) <= |x - y^2| / y
  limbs = min(MAX_LIMBS, max(2 * limbCount(y), limbCount(x)) + 2);
  square(rest, y);
  subtract(rest, x, rest);
  limbs = kept;
  upperMagnitude(PART, rest);
  lowerMagnitude(FACTOR, y);
  // sqrt of another number of the ball is off by at most its radius over sqrt x; half of y is below that.
  scaleMagnitude(SUM, a + RADIUS, 1);
  addMagnitudes(SUM, SUM, PART);
  divideMagnitudes(PART, SUM, FACTOR);
  copyMagnitude(SUM, PART);
  if (isSpent()) setUnknown(to);
  else roundTo(to, y);
  release(before);
}

/** Makes y the root of an exact x if that has one: its lowest bit has half the exponent of that of x. */
function findExactRoot(y: usize, x: usize, work: usize): void {
  const low = exponentOf(x) - (<i64> limbCount(x) << 5) + <i64> ctz(load<u32>(x + LIMBS));
  if ((low & 1) != 0 || limbCount(x) > 2 * limbs) return;
  roundToMultiple(work, y, low >> 1);
  const before = top;
  const other = newBall();
  const kept = limbs;
  limbs = min(MAX_LIMBS, 2 * limbCount(work) + 1);
  square(other, work);
  subtract(other, other, x);
  limbs = kept;
  if (isZero(other)) copy(y, work);
  release(before);
}

/** The multiple of 2^e that is nearest to the midpoint of a (or next to nearest where two are equally near), exactly. */
export function roundToMultiple(to: usize, a: usize, e: i64): void {
  if (!isKnown(a)) return setUnknown(to);
  const bits = exponentOf(a) - e;
  if (limbCount(a) == 0 || bits < 0) return setZero(to);
  setMidpoint(to, a);
  if (bits >= <i64> limbCount(a) << 5) return;
  // Adds half a unit, and cuts what is below a unit.
  const before = top;
  const half = newBall();
  setScaled(half, 1, e - 1, isNegative(a));
  const kept = limbs;
  limbs = MAX_LIMBS;
  add(to, to, half);
  limbs = kept;
  release(before);
  const left = exponentOf(to) - e;
  if (limbCount(to) == 0 || left <= 0) return setZero(to);
  const cut = (<i64> limbCount(to) << 5) - left;
  if (cut <= 0) return;
  const whole = <i32> (cut >> 5);
  const n = limbCount(to) - whole;
  memory.copy(to + LIMBS, to + LIMBS + (<usize> whole << 2), <usize> n << 2);
  setLimb(to + LIMBS, 0, limb(to + LIMBS, 0) >> (cut & 31) << (cut & 31));
  let zeros = 0;
  while (limb(to + LIMBS, zeros) == 0) zeros++;
  if (zeros > 0) memory.copy(to + LIMBS, to + LIMBS + (<usize> zeros << 2), <usize> (n - zeros) << 2);
  store<i32>(to, n - zeros, COUNT);
  setNothing(to + RADIUS);
}

/** Rounds a to the working precision, with the radius at SUM. */
function roundTo(to: usize, a: usize): void {
  const n = limbCount(a);
  memory.copy(X, a + LIMBS, <usize> n << 2);
  finish(to, isNegative(a), X, n, exponentOf(a));
}

/** Rounds a to the working precision. */
export function round(to: usize, a: usize): void {
  if (!isKnown(a)) return copy(to, a);
  copyMagnitude(SUM, a + RADIUS);
  roundTo(to, a);
}

/** Whether a is exactly an integer. */
export function isInteger(a: usize): bool {
  if (!isExact(a)) return false;
  const n = limbCount(a);
  return n == 0 || exponentOf(a) - (<i64> n << 5) + <i64> ctz(load<u32>(a + LIMBS)) >= 0;
}

/** Whether the integer part of the midpoint is odd. */
export function isOddInteger(a: usize): bool {
  const e = exponentOf(a);
  const n = limbCount(a);
  if (n == 0 || e < 1 || e > <i64> n << 5) return false;
  const bit = (<i64> n << 5) - e;
  return (limb(a + LIMBS, <i32> (bit >> 5)) >> (bit & 31) & 1) != 0;
}

/** An exact integer below 2^63, or i64.MIN_VALUE. */
export function toInteger(a: usize): i64 {
  if (!isInteger(a) || exponentOf(a) > 63) return i64.MIN_VALUE;
  const n = limbCount(a);
  if (n == 0) return 0;
  const head = limb(a + LIMBS, n - 1) << 32 | (n > 1 ? limb(a + LIMBS, n - 2) : 0);
  const size = <i64> (head >> (64 - <u64> exponentOf(a)));
  return isNegative(a) ? -size : size;
}

/** The sign of a - b: -1, 0 (exactly equal), 1, or 2 if it is not known. */
export function compare(a: usize, b: usize): i32 {
  const before = top;
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
