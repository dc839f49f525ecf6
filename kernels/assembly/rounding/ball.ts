// Ziv's loop of the last phase: a function of balls is computed with 192 bits, then with twice as many, and so on, until
// its ball has one rounding. That it ends is the proof of the result. Results that are float64 numbers or midpoints of
// them are special values, which the caller knows; all others are decided by a few hundred bits, and i1 next to the
// smallest numbers by 3,072. Where even the longest balls do not decide, the result is NaN.
//
// A caller has an argument and a result on the stack of balls, and computes until `decide` returns true:
//
//   beginLast(x);
//   do computeTheBall(lastResult, lastArgument); while (!decide(odd));
//   return endLast();

import {
  isExact,
  mark,
  MAX_PRECISION,
  newBall,
  precision,
  release,
  setNumber,
  setPrecision,
  signOf,
  subtract,
} from "../arithmetic/ball";
import { isNarrow, roundsAlike, toNumber } from "../arithmetic/ball_number";
import { remainingBudget, setBudget } from "../arithmetic/limbs";

const FIRST_BITS: i32 = 192;
/** The longest balls less their guard bits. */
const LAST_BITS: i32 = 4096;

/** The argument and the result. */
export let lastArgument: usize = 0;
export let lastResult: usize = 0;

let begin: usize = 0;
let keptPrecision: i32 = 0;
let keptBudget: i64 = 0;
let value: f64 = 0;

/** Starts with an argument, a float64. */
export function beginLast(x: f64): void {
  begin = mark();
  keptPrecision = precision();
  keptBudget = remainingBudget();
  setBudget(i64.MAX_VALUE);
  lastArgument = newBall();
  lastResult = newBall();
  setNumber(lastArgument, x);
  setPrecision(FIRST_BITS);
}

/** Gives back what `beginLast` took. */
export function endLast(): f64 {
  release(begin);
  setPrecision(keptPrecision);
  setBudget(keptBudget);
  return value;
}

/** Asks for twice the bits; false if there are none. */
export function moreBits(): bool {
  const bits = 2 * precision();
  if (bits > LAST_BITS) return false;
  setPrecision(bits);
  return true;
}

/** Whether the result has one rounding, to nearest or to odd, or none can be found. */
export function decide(odd: bool): bool {
  value = odd ? oddNumber(lastResult) : roundsAlike(lastResult) ? toNumber(lastResult) : NaN;
  return value == value || !moreBits();
}

/** A ball rounded to odd, so that rounding it again, to a shorter type, is right; NaN where that is not decided. */
function oddNumber(a: usize): f64 {
  if (isExact(a)) return toNumber(a);
  const y = toNumber(a);
  // What is infinite has no last bit to be odd.
  if (abs(y) == Infinity || !isNarrow(a)) return roundsAlike(a) ? y : NaN;
  const bits = reinterpret<u64>(y);
  if ((bits & 1) != 0) return y;
  const before = mark();
  const distance = newBall();
  setNumber(distance, y);
  subtract(distance, a, distance);
  const sign = signOf(distance);
  release(before);
  if (sign == 2) return NaN;
  if (sign == 0) return y;
  // A result of 0 has the sign of the ball already.
  const isOutward = y == 0 || (sign > 0) == (y > 0);
  return reinterpret<f64>(isOutward ? bits + 1 : bits - 1);
}

/** Stores the midpoint as `count` float64, each the rounded difference between it and those before. */
export function toParts(to: usize, a: usize, count: i32): void {
  const before = mark();
  const rest = newBall();
  const part = newBall();
  const kept = precision();
  setPrecision(MAX_PRECISION);
  setNumber(part, 0);
  subtract(rest, a, part);
  for (let i = 0; i < count; i++) {
    const number = toNumber(rest);
    store<f64>(to + (<usize> i << 3), number);
    setNumber(part, number);
    subtract(rest, rest, part);
  }
  setPrecision(kept);
  release(before);
}
