// Numbers beyond all exponents of balls: exp(1e300) has an exponent of 998 bits. They are +-exp(l), and l is a ball of its
// own after the head. So log(exp(x) + exp(y)) is known for all float64 numbers.

import {
  absolute,
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
const LEAST: i64 = 59;

export function isExponential(a: usize): bool {
  return stateOf(a) == EXPONENTIAL;
}

/** The ball l of +-exp(l). */
export function exponentBall(a: usize): usize {
  return a + INNER;
}

/** to = +-exp(l), an ordinary ball if its exponent is one. `to` is not l. */
export function setExponential(to: usize, negative: bool, l: usize): void {
  if (!isKnown(l) || limbCount(l) == 0 || signOf(l) == 2 || exponentOf(l) <= LEAST) {
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

/** The same as a number of which only one side is known, for functions of balls. */
export function toOneSided(to: usize, a: usize): void {
  const negative = isNegative(a);
  if (signOf(exponentBall(a)) > 0) setHuge(to, negative, LIMIT);
  else setTiny(to, negative, -LIMIT);
}

/** Whether it is above all ordinary numbers, and not below them. */
export function isAbove(a: usize): bool {
  return signOf(exponentBall(a)) > 0;
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
  // One that is below all ordinary numbers counts only beside another.
  const isOrdinary = !isExponential(aIn) || !isExponential(bIn);
  if (isOrdinary && (isExponential(aIn) ? !isAbove(aIn) : !isAbove(bIn))) {
    if (isExponential(aIn)) toOneSided(aIn, a);
    else toOneSided(bIn, b);
    if (isDifference && isExponential(b)) setSign(bIn, !isNegative(b));
    add(to, aIn, bIn);
    return release(before);
  }
  if (signOf(aIn) == 2 || signOf(bIn) == 2) {
    // An ordinary number of either sign beside one that is far above all of them.
    const large = isExponential(aIn) ? aIn : bIn;
    const small = large == aIn ? bIn : aIn;
    const isFar = exponentOf(exponentBall(large)) > LEAST + 2 &&
      upperExponent(small) < <i64> 1 << LEAST;
    if (isFar) {
      copy(first, exponentBall(large));
      widenPower(first, -(<i64> 1 << LEAST));
      setExponential(to, isNegative(large), first);
    } else {
      setUnknown(to);
    }
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
    exp(second, second);
    if (!areAlike && !isUnknown(second)) setSign(second, true);
    log1p(second, second);
    add(first, first, second);
    if (isUnknown(first)) setUnknown(to);
    else setExponential(to, negative, first);
  }
  release(before);
}
