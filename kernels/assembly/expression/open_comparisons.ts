// What the last phase has left open on its way to a result. A comparison of numbers that are indistinguishable is
// undecided; once every precision was tried, such numbers are taken for equal, and the result says so.

import { containsZero, isKnown, signOf, upperExponent } from "../arithmetic/ball";

/** A ball below 2 to this rounds to 0. */
const ZERO_EXPONENT: i64 = -1075;

/** What may be noted of an evaluation: a comparison was undecided; something was taken for 0; a function was computed. */
export const OPEN_COMPARISON: i32 = 1;
export const TOOK_ZERO: i32 = 2;
export const FUNCTION: i32 = 4;

/** What was noted of this evaluation. */
export let notes: i32 = 0;
/** Whether indistinguishable numbers are equal from now on. */
export let areEqual: bool = false;

export function setNotes(value: i32): void {
  notes = value;
}

export function note(what: i32): void {
  notes |= what;
}

export function hasNote(what: i32): bool {
  return (notes & what) != 0;
}

export function setEqual(value: bool): void {
  areEqual = value;
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
    note(TOOK_ZERO);
    return 0;
  }
  note(OPEN_COMPARISON);
  return 2;
}
