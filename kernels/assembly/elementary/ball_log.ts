// log and log1p of balls.
//
// x = f 2^k, 0.7 < f < 1.42, ln x = k ln 2 + log1p(f - 1), and f - 1 is exact. log1p(d) is found from any y near it:
// with E = expm1(y) and t = (d - E)/(2 + d + E), log1p(d) = y + 2 artanh t = y + 2 t + 2 t^3/3 + less than |t|^5. So one
// step makes five times as many bits of those that y has, and it proves what it gives: nothing depends on y being good.
//
// ln over a ball x +- d is off by at most d/(x - d).

import {
  add,
  compare,
  divide,
  divideInteger,
  exponentOf,
  HUGE,
  isKnown,
  isNegative,
  isUnknown,
  isZero,
  limbCount,
  lowerMagnitude,
  mark,
  multiply,
  multiplyInteger,
  newBall,
  precision,
  RADIUS,
  release,
  round,
  scale,
  setHuge,
  setInteger,
  setMidpoint,
  setNumber,
  setPrecision,
  setTiny,
  setUnknown,
  setZero,
  signOf,
  square,
  stateOf,
  subtract,
  TINY,
  upperExponent,
  widenBy,
  widenPower,
} from "../arithmetic/ball";
import { toNumber } from "../arithmetic/ball_number";
import { isSpent } from "../arithmetic/limbs";
import { divideMagnitudes } from "../arithmetic/magnitude";
import { ln2 } from "./ball_constants";
import { expm1 } from "./ball_exp";

const PART: usize = memory.data(16, 16);

/** ln a; UNKNOWN where a may not be positive. ln 1 is exactly 0. */
export function log(to: usize, a: usize): void {
  if (signOf(a) != 1) return setUnknown(to);
  if (stateOf(a) == HUGE || stateOf(a) == TINY) {
    // |ln a| >= |e| ln 2 > |e|/2
    const isTiny = stateOf(a) == TINY;
    const e = isTiny ? -exponentOf(a) : exponentOf(a);
    if (e < 4) return setUnknown(to);
    return setHuge(to, isTiny, 62 - <i64> clz(<u64> e));
  }
  const before = mark();
  const kept = precision();
  const f = newBall();
  const y = newBall();
  const work = newBall();
  setMidpoint(f, a);
  let k = exponentOf(f);
  scale(f, f, -k); // in [1/2, 1)
  setPrecision(64);
  setNumber(work, 0.70703125); // a little less than sqrt 1/2
  if (compare(f, work) < 0) {
    scale(f, f, 1);
    k--;
  }
  setPrecision(kept + 32);
  setInteger(work, 1);
  subtract(f, f, work);
  if (isZero(f)) setZero(y);
  else nearLog1p(y, f, kept + 32);
  if (k != 0) {
    // With k there are at most 61 bits more before the point.
    setPrecision(kept + 96);
    ln2(work);
    multiplyInteger(work, work, k);
    add(y, y, work);
  }
  lowerMagnitude(PART, a);
  divideMagnitudes(PART, a + RADIUS, PART);
  widenBy(y, PART);
  setPrecision(kept);
  round(to, y);
  release(before);
}

/** ln(1 + a); UNKNOWN where a may not be above -1. */
export function log1p(to: usize, a: usize): void {
  if (isUnknown(a)) return setUnknown(to);
  if (isZero(a)) return setZero(to);
  if (stateOf(a) == TINY) return setTiny(to, isNegative(a), exponentOf(a) + 1);
  const before = mark();
  const kept = precision();
  const one = newBall();
  const x = newBall();
  setInteger(one, 1);
  setPrecision(kept + 64);
  add(x, a, one);
  if (!isKnown(a) || limbCount(a) == 0 || exponentOf(a) > -2) {
    log(x, x);
    setPrecision(kept);
    round(to, x);
    return release(before);
  }
  const y = newBall();
  const middle = newBall();
  setMidpoint(middle, a);
  nearLog1p(y, middle, kept + 32);
  lowerMagnitude(PART, x);
  divideMagnitudes(PART, a + RADIUS, PART);
  widenBy(y, PART);
  setPrecision(kept);
  round(to, y);
  release(before);
}

/** log1p(d) to `bits` bits, -0.3 < d < 0.42 exact and not 0; `to` is not d. */
function nearLog1p(to: usize, d: usize, bits: i32): void {
  const before = mark();
  const t = newBall();
  const e = newBall();
  const work = newBall();
  let known: i64 = 48;
  if (exponentOf(d) > -60) {
    setNumber(to, approximateLog1p(toNumber(d)));
  } else {
    // d itself: d^2/2 is left out.
    setMidpoint(to, d);
    known = min(<i64> bits, -exponentOf(d));
  }
  do {
    known = min(<i64> bits, 5 * known - 16);
    setPrecision(<i32> known + 32);
    setMidpoint(to, to);
    expm1(e, to);
    subtract(t, d, e);
    add(e, e, d);
    setInteger(work, 2);
    add(e, e, work);
    divide(t, t, e);
    if (!isKnown(t)) {
      setUnknown(to);
      break;
    }
    square(work, t);
    multiply(work, work, t);
    divideInteger(work, work, 3);
    add(work, work, t);
    scale(work, work, 1);
    add(to, to, work);
    if (!isZero(t)) widenPower(to, 5 * upperExponent(t));
  } while (known < <i64> bits && !isSpent());
  release(before);
}

/** log1p(d) to about 50 bits: 2 artanh(d/(2 + d)). */
function approximateLog1p(d: f64): f64 {
  const w = d / (2 + d);
  const square = w * w;
  let sum: f64 = 0;
  for (let k: f64 = 27; k > 0; k -= 2) sum = sum * square + 1 / k;
  return 2 * w * sum;
}
