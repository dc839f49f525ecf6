// exp and expm1 of balls.
//
// x = k ln 2 + r, |r| < 0.36. r is halved h times, y = expm1(r/2^h) is summed as Taylor's series, and h times y becomes
// y (y + 2), which is expm1 of twice the argument. Nothing cancels, so that all of it has the relative error of a few
// roundings: each doubling loses less than two bits. The series ends where a term is below the last bit; what follows is
// less than that term, as each is below half of the one before.
//
// exp over a ball x +- d, d <= 1/4, is off by at most exp(x) (e^d - 1) <= 2 d exp(x).

import {
  add,
  copy,
  divide,
  divideInteger,
  exponentOf,
  HUGE,
  isKnown,
  isNegative,
  isUnknown,
  isZero,
  limbCount,
  LIMIT,
  mark,
  multiply,
  multiplyInteger,
  newBall,
  NONE,
  plain,
  precision,
  RADIUS,
  radiusExponent,
  release,
  round,
  roundToMultiple,
  scale,
  setHuge,
  setInteger,
  setMidpoint,
  setPrecision,
  setTiny,
  setUnknown,
  setZero,
  stateOf,
  subtract,
  TINY,
  toInteger,
  upperExponent,
  upperMagnitude,
  widenBy,
  widenPower,
} from "../arithmetic/ball";
import { isSpent } from "../arithmetic/limbs";
import { multiplyMagnitudes, scaleMagnitude } from "../arithmetic/magnitude";
import { ln2 } from "./ball_constants";

const PART: usize = memory.data(16, 16);
/** From this exponent of x on, exp is beyond all exponents. */
const END: i64 = 61;
/** The largest exponent of a radius for which the result has a bit. */
const WIDEST: i64 = -2;

export function exp(to: usize, a: usize): void {
  exponential(to, a, false);
}

export function expm1(to: usize, a: usize): void {
  if (isZero(a)) return setZero(to);
  if (stateOf(a) == TINY) return setTiny(to, isNegative(a), exponentOf(a) + 1);
  exponential(to, a, true);
}

/** exp, or expm1, of a number below -size or above it, where exp(size) >= 2^size. */
function setFar(to: usize, negative: bool, size: i64, isLessOne: bool): void {
  if (negative) setTiny(to, false, -size);
  else setHuge(to, false, size);
  if (!isLessOne) return;
  const before = mark();
  const one = newBall();
  setInteger(one, 1);
  subtract(to, to, one);
  release(before);
}

function exponential(to: usize, a: usize, isLessOne: bool): void {
  if (isUnknown(a)) return setUnknown(to);
  if (isZero(a)) return setInteger(to, 1);
  if (stateOf(a) == HUGE) {
    // All that is known may be |a| >= 2^4, as of log(log(a)) for a huge a.
    const e = exponentOf(a);
    const size = e < 0 ? 0 : e < END - 1 ? <i64> 1 << e : LIMIT;
    return setFar(to, isNegative(a), size, isLessOne);
  }
  const isFar = isKnown(a) && limbCount(a) != 0 && exponentOf(a) > END &&
    radiusExponent(a) < exponentOf(a) - 1;
  if (isFar) return setFar(to, isNegative(a), LIMIT, isLessOne);
  const before = mark();
  const kept = precision();
  const x = newBall();
  const y = newBall();
  plain(x, a);
  if (radiusExponent(x) > WIDEST) {
    release(before);
    return setUnknown(to);
  }
  // The midpoint first; the radius then.
  const e = limbCount(x) == 0 ? 0 : exponentOf(x);
  const middle = newBall();
  setMidpoint(middle, x);
  let k: i64 = 0;
  setPrecision(kept + 32 + <i32> max(<i64> 0, e));
  if (e >= -1) {
    ln2(y);
    divide(y, middle, y);
    roundToMultiple(y, y, 0);
    k = toInteger(y);
    // The exponent of the result is k or next to it: beyond LIMIT only the side is known.
    if (k > LIMIT || k < -LIMIT) {
      setPrecision(kept);
      release(before);
      // There is no k once the budget is used up.
      if (k == i64.MIN_VALUE) return setUnknown(to);
      return setFar(to, k < 0, LIMIT, isLessOne);
    }
    ln2(y);
    multiplyInteger(y, y, k);
    subtract(middle, middle, y);
  }
  if (isZero(middle)) setZero(y);
  else reducedExpm1(y, middle, kept + 32);
  setPrecision(kept + 32);
  const one = newBall();
  setInteger(one, 1);
  if (isLessOne && k == 0) {
    // exp(x + d) - exp(x) is at most 2 d exp(x) < 4 d
    scaleMagnitude(PART, x + RADIUS, 2);
    widenBy(y, PART);
  } else {
    add(y, y, one);
    scale(y, y, k);
    upperMagnitude(PART, y);
    multiplyMagnitudes(PART, PART, x + RADIUS);
    scaleMagnitude(PART, PART, 1);
    widenBy(y, PART);
    if (isLessOne) subtract(y, y, one);
  }
  setPrecision(kept);
  round(to, y);
  release(before);
}

/** expm1(r) to `bits` bits, |r| < 1/2 and not exactly 0. `to` is not r, which is changed. */
function reducedExpm1(to: usize, r: usize, bits: i32): void {
  if (isSpent() || !isKnown(r) || limbCount(r) == 0) return setUnknown(to);
  const before = mark();
  const halvings = halvingsOf(r, bits);
  const goal = bits + 2 * halvings + 16;
  setPrecision(goal);
  scale(r, r, -halvings);
  copy(to, r);
  addTaylor(to, r, 1, goal);
  const two = newBall();
  const sum = newBall();
  setInteger(two, 2);
  for (let i = 0; i < halvings; i++) {
    add(sum, to, two);
    multiply(to, to, sum);
  }
  release(before);
}

/** How often r is halved: so that there are about as many terms as halvings. */
export function halvingsOf(r: usize, bits: i32): i32 {
  let halvings: i32 = 4;
  while (halvings * halvings * 2 < bits) halvings++;
  return <i32> max(<i64> 0, <i64> halvings + exponentOf(r));
}

/**
 * Adds the other terms of a series to its first one, each of which is the one before times x, divided by the next integer, from
 * 2 on, or with a `step` of 2 by the next two, from 3 on. `goal` bits of the sum are wanted.
 */
export function addTaylor(to: usize, x: usize, step: i64, goal: i32): void {
  const before = mark();
  const size = exponentOf(to);
  const term = newBall();
  copy(term, to);
  for (let i: i64 = step + 1; !isSpent(); i += step) {
    // A term that is smaller needs fewer bits.
    setPrecision(<i32> max(<i64> 64, <i64> goal + exponentOf(term) - size + 32));
    multiply(term, term, x);
    divideInteger(term, term, step == 1 ? i : i * (i + 1));
    setPrecision(goal);
    if (!isKnown(term) || limbCount(term) == 0) break;
    add(to, to, term);
    if (upperExponent(term) < size - <i64> goal) break;
  }
  if (isKnown(term)) {
    widenPower(to, upperExponent(term) == NONE ? size - <i64> goal : upperExponent(term));
  } else setUnknown(to);
  release(before);
}
