// What a ball is, and how its parts are read and set. arithmetic/ball.ts says what balls are for.
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

import { limb, setBudget, setLimb } from "./limbs";
import { isNothing, setMagnitude, setNothing } from "./magnitude";

/** Bits of the longest midpoint. */
export const MAX_PRECISION: i32 = 5120;
export const MAX_LIMBS: i32 = MAX_PRECISION >> 5;

export const STATE: usize = 0;
export const SIGN: usize = 4;
export const COUNT: usize = 8;
export const EXPONENT: usize = 16;
/** Where the radius of a ball is. */
export const RADIUS: usize = 24;
export const LIMBS: usize = 48;
/** Bytes of a ball. */
export const BALL: usize = 688; // 48 + 4 MAX_LIMBS

/** What an operation costs of the budget, besides its products of limbs: calls, copies and the radius. */
export const OPERATION: i64 = 64;

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

/** A new ball on the stack, of no particular value. Without room for it the computation becomes UNKNOWN. */
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

/** The working precision, in limbs. */
export let workingLimbs: i32 = 4;

export function setWorkingLimbs(count: i32): void {
  workingLimbs = count;
}

/** Bits that midpoints are rounded to: a multiple of 32. */
export function precision(): i32 {
  return workingLimbs << 5;
}

/** Sets the working precision: at least this, and at most MAX_PRECISION. */
export function setPrecision(bits: i32): void {
  workingLimbs = min(MAX_LIMBS, max(1, (bits + 31) >> 5));
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
export function topLimb(a: usize): u64 {
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
  setScaled(
    to,
    e == 0 ? fraction : fraction | 0x10000000000000,
    (e == 0 ? 1 : e) - 1075,
    bits >> 63 != 0,
  );
}

export function negate(to: usize, a: usize): void {
  copy(to, a);
  if (limbCount(to) != 0 || !isKnown(to)) store<i32>(to, load<i32>(to, SIGN) ^ 1, SIGN);
}

/** |a|; of a ball that contains 0 the ball stays as it is, which is not wrong. */
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
