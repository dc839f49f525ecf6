// What the last phase has left open on its way to a result. A comparison of numbers that are indistinguishable is
// undecided; once every precision was tried, such numbers are taken for equal, and the result says so.

import { containsZero, isKnown, signOf, upperExponent } from "../arithmetic/ball";

/** A ball below 2 to this rounds to 0. */
const ZERO_EXPONENT: i64 = -1075;

/** Whether a comparison was undecided in this evaluation. */
export let hasOpenComparison: bool = false;
/** Whether something was taken for 0 in this evaluation. */
export let tookZero: bool = false;
/** Whether a function was computed in this evaluation, and not arithmetic alone. */
export let hasFunction: bool = false;
/** Whether indistinguishable numbers are equal from now on. */
export let areEqual: bool = false;

export function beginEvaluation(): void {
  hasOpenComparison = false;
  tookZero = false;
  hasFunction = false;
}

export function setEqual(value: bool): void {
  areEqual = value;
}

export function leaveOpen(): void {
  hasOpenComparison = true;
}

export function noteFunction(): void {
  hasFunction = true;
}

export function takeForZero(): void {
  tookZero = true;
}

/** Whether a ball that may be 0 is so small that it rounds to 0. */
export function isTiny(value: usize): bool {
  return isKnown(value) && containsZero(value) && upperExponent(value) <= ZERO_EXPONENT;
}

/** The sign of a ball, 2 where it is not known; at the end, what is indistinguishable from 0 is 0. */
export function decidedSign(a: usize): i32 {
  const sign = signOf(a);
  if (sign != 2) return sign;
  if (areEqual && isTiny(a)) {
    takeForZero();
    return 0;
  }
  leaveOpen();
  return 2;
}
