// polygamma of balls, n >= 1: last phase, with the remainders in the radius. With s = n + 1 (DLMF 5.15.1, 25.11.1)
//
//   polygamma(n, x) = (-1)^s n! zeta(s, x),   zeta(s, x) = sum over j >= 0 of (x + j)^-s
//
// x > 0: terms are added one by one until either
//   Y = x + N >= `farEnough` + 2s, where the rest is Y^-s (Y/(s - 1) + 1/2 + S) (DLMF 25.11.5, elementary/euler_maclaurin.ts),
//   or the rest is negligible: it is less than the integral of y^-s from the last base Y on, Y^(1 - s)/(s - 1).
// The first happens after at most that many terms, the second after x (2^(bits/s) - 1) or so: for every s one of them is
// of the order of `bits`.
//
// x < 0, not an integer: with d the signed distance from the nearest integer and a = |d|, the poles below and above x are
// at the distances a, 1 + a, ... on one side and 1 - a, 2 - a, ... on the other, up to 0 on the upper side:
//
//   zeta(s, x) = zeta(s, a)     + (-1)^s (zeta(s, 1 - a) - zeta(s, 1 - x))   d > 0
//              = zeta(s, 1 - a) + (-1)^s (zeta(s, a)     - zeta(s, 1 - x))   d < 0
//
// For odd s the first two cancel at the midpoint between poles; where d = 1/2 exactly they are left out.
//
// Powers multiply the relative error by s, so that log2 s bits are added. n! is a product, or exp(lgamma(n + 1)).

import {
  absolute,
  add,
  containsZero,
  copy,
  divide,
  divideInteger,
  exponentOf,
  HUGE,
  isExact,
  isKnown,
  isUnknown,
  LIMIT,
  mark,
  multiply,
  multiplyInteger,
  negate,
  newBall,
  precision,
  release,
  round,
  scale,
  setHuge,
  setInteger,
  setNumber,
  setPrecision,
  setTiny,
  setUnknown,
  signOf,
  square,
  stateOf,
  subtract,
  TINY,
  upperExponent,
  widen,
} from "../arithmetic/ball";
import { toNumber } from "../arithmetic/ball_number";
import { exp } from "../elementary/ball_exp";
import { addSeries, farEnough } from "../elementary/euler_maclaurin";
import { lgammaBall } from "../gamma/last";

/** Bits beyond those asked for. */
const GUARD_BITS: i32 = 16;
/** lgamma(2^53 + 1) is below 2^59: exp of it loses so many bits. */
const LGAMMA_BITS: i32 = 64;
/** A larger n! is not made as a product. */
const MOST_FACTORS: i64 = 256;
const LEAST_BITS: i32 = 64;
/** Below 2 to this, the nearest pole is near: (1 - d)^-s is below 2^(s/128) then. */
const NEAR_EXPONENT: i64 = -8;

/** The n-th derivative of digamma, n >= 1; unknown if x may be a pole. */
export function polygammaBall(to: usize, n: i64, x: usize): void {
  const sign = signOf(x);
  if (!isKnown(x)) return beyondExponents(to, n, x);
  if (sign != 1 && sign != -1) return setUnknown(to);
  const s = n + 1;
  const bits = precision();
  const begin = mark();
  setPrecision(bits + GUARD_BITS + bitLength(s));
  const result = newBall();
  const factor = newBall();
  if (sign > 0) zeta(result, s, x);
  else reflectedZeta(result, s, x);
  factorial(factor, n);
  multiply(result, result, factor);
  if (s & 1) negate(result, result);
  setPrecision(bits);
  round(to, result);
  release(begin);
}

/** n! |x|^-(n + 1) of a TINY x, and (n - 1)! x^-n of a HUGE one; nine tenths of the exponents are a bound for sure. */
function beyondExponents(to: usize, n: i64, x: usize): void {
  const isPositive = signOf(x) > 0;
  const e = exponentOf(x);
  const most = <f64> LIMIT;
  if (stateOf(x) == TINY && e < -64) {
    setHuge(to, isPositive && (n & 1) == 0, <i64> min(most, -0.9 * <f64> n * <f64> e));
  } else if (stateOf(x) == HUGE && isPositive && e > 1024) {
    setTiny(to, (n & 1) == 0, <i64> max(-most, -0.9 * <f64> n * <f64> e));
  } else {
    setUnknown(to);
  }
}

// @ts-ignore: decorator
@inline
function bitLength(n: i64): i32 {
  return 64 - <i32> clz(n);
}

/** zeta(s, x) for x < 0. */
function reflectedZeta(to: usize, s: i64, x: usize): void {
  const begin = mark();
  const isOdd = (s & 1) != 0;
  const distance = newBall();
  const other = newBall();
  const one = newBall();
  setInteger(one, 1);
  distanceFromInteger(distance, x);
  if (containsZero(distance)) {
    release(begin);
    return setUnknown(to);
  }
  const isAbove = signOf(distance) > 0;
  absolute(distance, distance);
  subtract(other, one, distance);
  // A distance of more than 53 bits may round to 1/2 and not be it.
  const mirrored = newBall();
  subtract(mirrored, other, distance);
  const isMidpoint = isOdd && isExact(mirrored) && signOf(mirrored) == 0;
  const isNear = upperExponent(distance) < NEAR_EXPONENT;
  const bits = precision();
  subtract(mirrored, one, x);
  if (isMidpoint) {
    zeta(to, s, mirrored);
  } else {
    zeta(distance, s, distance);
    if (isNear && isKnown(distance)) {
      // The others are below 2^(s/128 + 3), and need no bits below those of the nearest pole.
      const gap = exponentOf(distance) - 4 - s / 128;
      setPrecision(<i32> max<i64>(LEAST_BITS, <i64> bits - max<i64>(0, gap)));
    }
    zeta(mirrored, s, mirrored);
    zeta(other, s, other);
    setPrecision(bits);
    if (isOdd) {
      if (isAbove) subtract(to, distance, other);
      else subtract(to, other, distance);
      add(to, to, mirrored);
    } else {
      add(to, distance, other);
      subtract(to, to, mirrored);
    }
  }
  release(begin);
}

/** x minus the integer nearest to its midpoint, exactly if it has no more bits than the precision. */
function distanceFromInteger(to: usize, x: usize): void {
  const begin = mark();
  const integer = newBall();
  copy(to, x);
  // Each turn removes 53 bits. In the end no bits above 1/2 remain, or the ball is wider than 1.
  for (let turns = precision() / 32 + 2; turns > 0; turns--) {
    const e = upperExponent(to);
    const shift = e > 512 ? e - 512 : 0;
    scale(integer, to, -shift);
    const near = nearest<f64>(toNumber(integer));
    if (near == 0) break;
    setNumber(integer, near);
    scale(integer, integer, shift);
    subtract(to, to, integer);
  }
  release(begin);
}

/** zeta(s, x) for x > 0, s >= 2; unknown if x may be 0. `to` may be x. */
export function zeta(to: usize, s: i64, x: usize): void {
  const bits = precision();
  const enough = farEnough(bits) + 2 * <f64> s;
  const begin = mark();
  const y = newBall();
  const one = newBall();
  const term = newBall();
  const sum = newBall();
  copy(y, x);
  setInteger(one, 1);
  setInteger(sum, 0);
  if (signOf(x) != 1) setUnknown(sum);
  let first: i64 = 0;
  for (let i = 0; !isUnknown(sum); i++) {
    divide(term, one, y);
    power(term, term, s);
    if (i == 0) first = upperExponent(term);
    if (toNumber(y) >= enough) {
      setPrecision(bits);
      addRest(sum, s, y, term);
      break;
    }
    if (!isKnown(term)) {
      // Beyond all exponents, and so is the sum.
      if (stateOf(term) == HUGE) copy(sum, term);
      else setUnknown(sum);
      break;
    }
    const e = upperExponent(term);
    const rest = e + upperExponent(y) - <i64> (bitLength(s - 1) - 1);
    setPrecision(bits);
    add(sum, sum, term);
    if (first - rest > <i64> bits) {
      multiply(term, term, y);
      divideInteger(term, term, s - 1);
      widen(sum, term);
      break;
    }
    add(y, y, one);
    // The terms that follow are smaller.
    setPrecision(max(LEAST_BITS, bits - <i32> max<i64>(first - e - 4, 0)));
  }
  setPrecision(bits);
  copy(to, sum);
  release(begin);
}

/** Adds Y^-s (Y/(s - 1) + 1/2 + S), where Y^-s is in `term`. */
function addRest(sum: usize, s: i64, y: usize, term: usize): void {
  const begin = mark();
  const one = newBall();
  const over = newBall();
  const t = newBall();
  const bracket = newBall();
  setInteger(one, 1);
  divideInteger(bracket, y, s - 1);
  scale(t, one, -1);
  add(bracket, bracket, t);
  divide(over, one, y);
  multiplyInteger(t, over, s);
  square(over, over);
  addSeries(bracket, t, over, 1, s - 1, s);
  multiply(bracket, bracket, term);
  add(sum, sum, bracket);
  release(begin);
}

/** a^n, n >= 1; `to` may be a. */
export function power(to: usize, a: usize, n: i64): void {
  const begin = mark();
  const base = newBall();
  copy(base, a);
  copy(to, a);
  for (let i = bitLength(n) - 2; i >= 0; i--) {
    square(to, to);
    if (n >> <i64> i & 1) multiply(to, to, base);
  }
  release(begin);
}

/** n!, n >= 0. */
export function factorial(to: usize, n: i64): void {
  if (n <= MOST_FACTORS) {
    setInteger(to, 1);
    for (let k: i64 = 2; k <= n; k++) multiplyInteger(to, to, k);
    return;
  }
  const bits = precision();
  setPrecision(bits + LGAMMA_BITS);
  setInteger(to, n + 1);
  lgammaBall(to, to);
  setPrecision(bits);
  exp(to, to);
}
