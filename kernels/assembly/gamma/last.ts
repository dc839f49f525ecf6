// lgamma and digamma of balls: last phase of the gamma family. Every number of the result's ball is at most the radius
// from the true value, for each number of the argument's ball; the radius contains the rounding of every operation
// (arithmetic/ball.ts) and the remainder of the series (elementary/euler_maclaurin.ts).
//
// x > 0: Stirling's series at Y = x + N >= `farEnough` (DLMF 5.11.1, 5.11.2, 5.5.1, 5.5.2)
//
//   lgamma(x)  = (Y - 1/2) ln Y - Y + ln(2 pi)/2 + S - ln(x (x + 1) ... (x + N - 1))
//   digamma(x) = ln Y - 1/(2Y) - S - sum 1/(x + j), 0 <= j < N, the sum as one fraction
//
// x < 0: reflection (DLMF 5.5.3, 5.5.4)
//
//   ln |gamma(x)| = ln(pi/|sin(pi x)|) - lgamma(1 - x)
//   digamma(x)    = digamma(1 - x) - pi cos(pi x)/sin(pi x)
//
// The radius is a few units in the last place of the largest term: Y ln Y for lgamma, ln Y or 1/|x| for digamma. Next to
// a zero the caller asks for more bits. Numbers beyond all exponents (HUGE, TINY) give the bounds of -ln |x|, x, -1/x and
// ln x. 20 to 40 microseconds at 192 bits.

import {
  absolute,
  add,
  containsZero,
  copy,
  divide,
  exponentOf,
  HUGE,
  isKnown,
  isUnknown,
  mark,
  multiply,
  negate,
  newBall,
  precision,
  release,
  round,
  scale,
  setHuge,
  setInteger,
  setPrecision,
  setUnknown,
  signOf,
  square,
  stateOf,
  subtract,
  TINY,
  upperExponent,
} from "../arithmetic/ball";
import { toNumber } from "../arithmetic/ball_number";
import { pi } from "../elementary/ball_constants";
import { lnTau } from "../elementary/ball_ln_tau";
import { log } from "../elementary/ball_log";
import { cosPi, sinPi } from "../elementary/ball_sin_cos";
import { addSeries, farEnough } from "../elementary/euler_maclaurin";

/** Bits beyond those asked for: the terms of lgamma are up to 2^14 where the result may be of size 1. */
const GUARD_BITS: i32 = 24;
/** An argument with this exponent is far enough for all precisions. */
const FAR_EXPONENT: i64 = 20;

/** How many steps of 1 lead from x > 0 to `enough`, from where on the series has so many bits. */
export function stepsFrom(x: usize, enough: f64): i32 {
  if (upperExponent(x) > FAR_EXPONENT) return 0;
  return <i32> max(0, ceil(enough - toNumber(x)));
}

/**
 * The size of x or 1/x, or of its logarithm, for an x that has no ball. The terms that are left out, and a factor above
 * ln 2, change the exponent by less than 1.
 */
function beyondExponents(to: usize, x: usize, likeSize: bool, likeLog: bool, negative: bool): void {
  const isBelow = stateOf(x) == HUGE && signOf(x) < 0;
  const e = <i64> abs(exponentOf(x));
  if (isUnknown(x) || isBelow || e < 64) setUnknown(to);
  else if (likeSize) setHuge(to, negative, e - 1);
  else if (likeLog) setHuge(to, negative, 62 - <i64> clz(e));
}

/** ln |gamma(x)|; unknown if x may be a pole. */
export function lgammaBall(to: usize, x: usize): void {
  if (isKnown(x)) ofKnown(to, x, false);
  else beyondExponents(to, x, stateOf(x) == HUGE, stateOf(x) == TINY, false);
}

/** The derivative of lgamma; unknown if x may be a pole. */
export function digammaBall(to: usize, x: usize): void {
  const isTiny = stateOf(x) == TINY;
  if (isKnown(x)) ofKnown(to, x, true);
  else beyondExponents(to, x, isTiny, stateOf(x) == HUGE, isTiny && signOf(x) > 0);
}

/** lgamma or digamma. */
function ofKnown(to: usize, x: usize, isDigamma: bool): void {
  const sign = signOf(x);
  if (sign != 1 && sign != -1) return setUnknown(to);
  const bits = precision();
  const begin = mark();
  setPrecision(bits + GUARD_BITS);
  const result = newBall();
  if (sign > 0) ofPositive(result, x, isDigamma);
  else reflect(result, x, isDigamma);
  setPrecision(bits);
  round(to, result);
  release(begin);
}

function ofPositive(to: usize, x: usize, isDigamma: bool): void {
  if (isDigamma) digammaOfPositive(to, x);
  else lgammaOfPositive(to, x);
}

/** The same of x < 0. */
function reflect(to: usize, x: usize, isDigamma: bool): void {
  const begin = mark();
  const term = newBall();
  const sine = newBall();
  sinPi(sine, x);
  if (containsZero(sine)) {
    setUnknown(to);
  } else {
    pi(term);
    divide(term, term, sine);
    if (isDigamma) {
      cosPi(sine, x);
      multiply(term, term, sine);
    } else {
      absolute(term, term);
      log(term, term);
    }
    setInteger(to, 1);
    subtract(to, to, x);
    ofPositive(to, to, isDigamma);
    if (isDigamma) subtract(to, to, term);
    else subtract(to, term, to);
  }
  release(begin);
}

function lgammaOfPositive(to: usize, x: usize): void {
  const begin = mark();
  const bits = precision();
  const y = newBall();
  const one = newBall();
  const product = newBall();
  const part = newBall();
  const result = newBall();
  const overSquare = newBall();
  copy(y, x);
  setInteger(one, 1);
  copy(product, one);
  const steps = stepsFrom(x, farEnough(bits));
  for (let i = 0; i < steps; i++) {
    multiply(product, product, y);
    add(y, y, one);
  }
  // (Y - 1/2) ln Y - Y + ln(2 pi)/2
  log(result, y);
  scale(part, one, -1);
  subtract(part, y, part);
  multiply(result, result, part);
  subtract(result, result, y);
  lnTau(part);
  scale(part, part, -1);
  add(result, result, part);
  divide(part, one, y);
  square(overSquare, part);
  addSeries(result, part, overSquare, 1, -1, 0);
  if (steps > 0) {
    log(product, product);
    subtract(result, result, product);
  }
  copy(to, result);
  release(begin);
}

function digammaOfPositive(to: usize, x: usize): void {
  const begin = mark();
  const bits = precision();
  const y = newBall();
  const one = newBall();
  const product = newBall();
  const sum = newBall();
  const part = newBall();
  const result = newBall();
  copy(y, x);
  setInteger(one, 1);
  copy(product, one);
  setInteger(sum, 0);
  const steps = stepsFrom(x, farEnough(bits));
  for (let i = 0; i < steps; i++) {
    multiply(sum, sum, y);
    add(sum, sum, product);
    multiply(product, product, y);
    add(y, y, one);
  }
  log(result, y);
  divide(part, one, y);
  if (steps > 0) divide(sum, sum, product);
  scale(product, part, -1);
  subtract(result, result, product);
  square(product, part);
  negate(part, product);
  addSeries(result, part, product, 1, 0, 1);
  subtract(result, result, sum);
  copy(to, result);
  release(begin);
}
