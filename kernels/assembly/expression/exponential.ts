// Numbers beyond the exponents of balls: exp(1e300) has an exponent of 998 bits. They are +-exp(l), |l| >= 2^40, and l is a
// ball of its own after the head. So log(exp(x) + exp(y)) is known for all float64 numbers.
//
// Balls have exponents up to 2^60, of which values have those up to 2^41: so balls have the powers of values that series
// need, and what is beyond becomes such a number (`limitExponent`).

import {
  absolute,
  accuracy,
  add,
  BALL,
  compare,
  copy,
  exponentOf,
  isKnown,
  isNegative,
  isUnknown,
  limbCount,
  LIMIT,
  lowerExponent,
  mark,
  newBall,
  precision,
  release,
  setHuge,
  setPrecision,
  setSign,
  setTiny,
  setUnknown,
  setZero,
  signOf,
  stateOf,
  subtract,
  upperExponent,
  widenPower,
} from "../arithmetic/ball";
import { exp } from "../elementary/ball_exp";
import { log, log1p } from "../elementary/ball_log";

/** The state of such a number. */
const EXPONENTIAL: i32 = 5;
/** Where l is, and how many bits it has at most: the head of a ball and its limbs have to fit in. */
const INNER: usize = 48;
const MAX_BITS: i32 = 4672; // 146 limbs
/** l below 2 to this has an ordinary exponential. */
const LEAST: i64 = 40;
/** A value of a larger exponent, of which more bits than these are known, becomes exp(l). */
const MOST: i64 = 2199023255552; // 2^41
const KNOWN_BITS: i64 = 8;
/** What is smaller than 1 by 2 to minus this is left out: exp(-2^LEAST), even times 2^53, is smaller. */
export const NEGLIGIBLE: i64 = 549755813888; // 2^39

export function isExponential(a: usize): bool {
  return stateOf(a) == EXPONENTIAL;
}

/** The ball l of +-exp(l). */
export function exponentBall(a: usize): usize {
  return a + INNER;
}

/** to = +-exp(l), an ordinary ball if its exponent is one. `to` is not l. */
export function setExponential(to: usize, negative: bool, l: usize): void {
  if (!isKnown(l) || lowerExponent(l) < LEAST) {
    exp(to, l);
    if (negative && !isUnknown(to)) setSign(to, true);
    return;
  }
  setZero(to);
  store<i32>(to, EXPONENTIAL);
  setSign(to, negative);
  const kept = precision();
  setPrecision(min(kept + 64, MAX_BITS));
  // Rounded, so that it fits in.
  const before = mark();
  const zero = newBall();
  const short = newBall();
  setZero(zero);
  add(short, l, zero);
  if (limbCount(short) > MAX_BITS >> 5) setUnknown(to);
  else copy(exponentBall(to), short);
  release(before);
  setPrecision(kept);
}

/** Makes an ordinary value exp(l) if its exponent is so large that functions of balls would leave their range. */
export function limitExponent(a: usize): void {
  if (!isKnown(a) || abs(exponentOf(a)) <= MOST || accuracy(a) <= KNOWN_BITS) return;
  const before = mark();
  const kept = precision();
  const l = newBall();
  setPrecision(min(kept + 64, MAX_BITS));
  logarithmOf(l, a);
  setPrecision(kept);
  setExponential(a, isNegative(a), l);
  release(before);
}

/** The same as a number of which only one side is known, for functions of balls: exp(2^e) is above 2^(2^e). */
export function toOneSided(to: usize, a: usize): void {
  const negative = isNegative(a);
  const e = lowerExponent(exponentBall(a));
  const exponent = e < 60 ? <i64> 1 << e : LIMIT;
  if (isAbove(a)) setHuge(to, negative, exponent);
  else setTiny(to, negative, -exponent);
}

/** Whether it is above all ordinary numbers, and not below them. */
export function isAbove(a: usize): bool {
  return signOf(exponentBall(a)) > 0;
}

/** A number so near to `a`, which is exponential, that nothing but the radius of its logarithm tells them apart. */
export function setNear(to: usize, a: usize): void {
  const before = mark();
  const l = newBall();
  copy(l, exponentBall(a));
  widenPower(l, -NEGLIGIBLE);
  setExponential(to, isNegative(a), l);
  release(before);
}

/** ln |a|, a not 0. */
export function logarithmOf(to: usize, a: usize): void {
  if (isExponential(a)) return copy(to, exponentBall(a));
  absolute(to, a);
  log(to, to);
}

/** a b, or a/b, one of them exponential, both of known sign. */
export function multiplyExponentials(to: usize, a: usize, b: usize, isQuotient: bool): void {
  const before = mark();
  const first = newBall();
  const second = newBall();
  const negative = isNegative(a) != isNegative(b);
  logarithmOf(first, a);
  logarithmOf(second, b);
  if (isQuotient) subtract(first, first, second);
  else add(first, first, second);
  if (isUnknown(first)) setUnknown(to);
  else setExponential(to, negative, first);
  release(before);
}

/** a b, or a/b, one of them exponential, the other of unknown sign: around 0 where the first makes the product small. */
export function multiplyOpen(to: usize, a: usize, b: usize, isQuotient: bool): void {
  const far = isExponential(a) ? a : b;
  const other = far == a ? b : a;
  const isDivisor = isQuotient && far == b;
  const size = upperExponent(other);
  if (isAbove(far) != isDivisor || isQuotient && !isDivisor || size >= NEGLIGIBLE) {
    return setUnknown(to);
  }
  setZero(to);
  widenPower(to, size - 2 * NEGLIGIBLE);
}

/** a + b, or a - b, one of them exponential. */
export function addExponentials(to: usize, a: usize, b: usize, isDifference: bool): void {
  const before = mark();
  const aIn = newBall();
  const bIn = newBall();
  const first = newBall();
  const second = newBall();
  memory.copy(aIn, a, BALL);
  memory.copy(bIn, b, BALL);
  if (isDifference) setSign(bIn, !isNegative(bIn));
  // One that is below ordinary numbers counts only beside what is as small.
  const far = isExponential(aIn) ? aIn : bIn;
  const other = far == aIn ? bIn : aIn;
  const isSmall = !isExponential(other) && lowerExponent(other) < -NEGLIGIBLE && signOf(other) != 2;
  if (!isExponential(other) && !isAbove(far) && !isSmall) {
    if (isExponential(aIn)) toOneSided(aIn, a);
    else toOneSided(bIn, b);
    if (isDifference && isExponential(b)) setSign(bIn, !isNegative(b));
    add(to, aIn, bIn);
    return release(before);
  }
  if (signOf(aIn) == 2 || signOf(bIn) == 2) {
    // An ordinary number of either sign beside one that is far above it.
    if (upperExponent(other) < NEGLIGIBLE) setNear(to, far);
    else setUnknown(to);
    return release(before);
  }
  logarithmOf(first, aIn);
  logarithmOf(second, bIn);
  let negative = isNegative(aIn);
  const areAlike = negative == isNegative(bIn);
  const order = compare(first, second);
  if (order == -1) {
    negative = isNegative(bIn);
    memory.copy(aIn, first, BALL);
    memory.copy(first, second, BALL);
    memory.copy(second, aIn, BALL);
  }
  // exp(first) (1 +- exp(second - first))
  if (!areAlike && order != 1 && order != -1) {
    setUnknown(to);
  } else {
    subtract(second, second, first);
    if (isNegative(second) && lowerExponent(second) >= LEAST) {
      widenPower(first, -NEGLIGIBLE);
    } else {
      exp(second, second);
      if (!areAlike && !isUnknown(second)) setSign(second, true);
      log1p(second, second);
      add(first, first, second);
    }
    if (isUnknown(first)) setUnknown(to);
    else setExponential(to, negative, first);
  }
  release(before);
}
