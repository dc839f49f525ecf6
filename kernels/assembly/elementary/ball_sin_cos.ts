// sin and cos of balls, and of pi times balls.
//
// x = q pi/2 + r, |r| < 0.8. With v(r) = 1 - cos r, the sum of Taylor's series at r/2^h, v(2r) = 2 v (2 - v), h times.
// Then cos r = 1 - v and sin r = +-sqrt(v (2 - v)). v has the relative error of a few roundings, so that sin keeps its
// relative accuracy next to 0. q needs as many bits of pi as x has before its point: where the longest midpoint has too
// few, all that is known is |sin| <= 1.
//
// Slopes are at most 1 (pi for sinPi and cosPi), so that a ball is as wide as its operand, and at most 1.

import {
  add,
  copy,
  divide,
  exponentOf,
  isKnown,
  isNegative,
  isOddInteger,
  isUnknown,
  isZero,
  limbCount,
  mark,
  MAX_PRECISION,
  multiply,
  negate,
  newBall,
  plain,
  precision,
  RADIUS,
  radiusExponent,
  release,
  round,
  roundToMultiple,
  scale,
  setInteger,
  setMidpoint,
  setPrecision,
  setUnknown,
  setZero,
  square,
  squareRoot,
  stateOf,
  subtract,
  TINY,
  upperExponent,
  widenBy,
  widenPower,
} from "../arithmetic/ball";
import { pi } from "./ball_constants";
import { addTaylor, halvingsOf } from "./ball_exp";

export function sin(to: usize, a: usize): void {
  if (isZero(a)) return setZero(to);
  if (stateOf(a) == TINY) return copy(to, a);
  circular(to, a, 0, false);
}

export function cos(to: usize, a: usize): void {
  circular(to, a, 1, false);
}

/** sin(pi a) */
export function sinPi(to: usize, a: usize): void {
  circular(to, a, 0, true);
}

/** cos(pi a) */
export function cosPi(to: usize, a: usize): void {
  circular(to, a, 1, true);
}

/** `quarter`: 0 for sin, 1 for cos. `inPis`: of pi a. */
function circular(to: usize, a: usize, quarter: i32, inPis: bool): void {
  if (isUnknown(a)) return setUnknown(to);
  const before = mark();
  const kept = precision();
  const x = newBall();
  const q = newBall();
  const r = newBall();
  const y = newBall();
  plain(x, a);
  if (isUnknown(x) || radiusExponent(x) > 0) {
    // Nothing but its range.
    setZero(to);
    widenPower(to, 0);
    return release(before);
  }
  const e = limbCount(x) == 0 ? 0 : exponentOf(x);
  setMidpoint(r, x);
  if (inPis) {
    // Exactly: a less the nearest multiple of 1/2, which is q/2.
    setPrecision(MAX_PRECISION);
    roundToMultiple(q, r, -1);
    subtract(r, r, q);
    scale(q, q, 1);
    setPrecision(kept + 32);
    pi(y);
    if (!isZero(r)) multiply(r, r, y);
  } else if (e >= 0) {
    const bits = <i64> kept + 32 + e;
    if (e > <i64> MAX_PRECISION - 96) {
      setZero(to);
      widenPower(to, 0);
      return release(before);
    }
    setPrecision(<i32> min(<i64> MAX_PRECISION, bits));
    pi(y);
    scale(y, y, -1);
    divide(q, r, y);
    roundToMultiple(q, q, 0);
    multiply(y, y, q);
    subtract(r, r, y);
  } else {
    setZero(q);
  }
  setPrecision(kept + 32);
  const turn = (quarter + lastTwoBits(q)) & 3;
  if (isZero(r)) {
    // A multiple of a quarter turn, exactly: 0, 1, 0, -1.
    setInteger(y, turn == 1 ? 1 : turn == 3 ? -1 : 0);
  } else if (!isKnown(r) || limbCount(r) == 0) {
    // r is as small as its radius: sin r = r +- r^3, cos r = 1 +- r^2/2
    if ((turn & 1) == 0) {
      copy(y, r);
    } else {
      setInteger(y, 1);
      square(r, r);
      widenPower(y, upperExponent(r));
    }
    if (turn >= 2) negate(y, y);
  } else {
    const inner = newBall();
    setMidpoint(inner, r);
    const isMinus = isNegative(inner);
    reducedVersine(y, inner, kept + 32);
    setInteger(inner, (turn & 1) == 0 ? 2 : 1);
    subtract(inner, inner, y);
    if ((turn & 1) == 0) {
      multiply(y, y, inner);
      squareRoot(y, y);
      if (isMinus != turn >= 2) negate(y, y);
    } else {
      copy(y, inner);
      if (turn >= 2) negate(y, y);
    }
    if (isKnown(y)) widenBy(y, r + RADIUS);
  }
  setZero(q);
  if (isKnown(x)) widenBy(q, x + RADIUS);
  if (inPis) scale(q, q, 2); // at least pi
  add(y, y, q);
  setPrecision(kept);
  if (isKnown(y) && radiusExponent(y) > 0) {
    setZero(y);
    widenPower(y, 0);
  }
  round(to, y);
  release(before);
}

/** An exact integer modulo 4. */
function lastTwoBits(q: usize): i32 {
  if (isZero(q)) return 0;
  const before = mark();
  const half = newBall();
  scale(half, q, -1);
  let bits = isOddInteger(q) ? 1 : 0;
  if (isOddInteger(half)) bits |= 2;
  release(before);
  return isNegative(q) ? -bits & 3 : bits;
}

/** 1 - cos r to `bits` bits, |r| < 1 exact and not 0. `to` is not r, which is changed. */
function reducedVersine(to: usize, r: usize, bits: i32): void {
  const before = mark();
  const halvings = halvingsOf(r, bits);
  const goal = bits + 3 * halvings + 16;
  setPrecision(goal);
  square(r, r);
  scale(r, r, -2 * halvings);
  scale(to, r, -1);
  negate(r, r);
  addTaylor(to, r, 2, goal);
  const other = newBall();
  for (let i = 0; i < halvings; i++) {
    setInteger(other, 2);
    subtract(other, other, to);
    multiply(to, to, other);
    scale(to, to, 1);
  }
  release(before);
}
