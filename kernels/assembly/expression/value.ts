// What an instruction of a program is in the last phase: a ball (arithmetic/ball.ts), an exact 0 with a sign, or, where
// the true value is that by IEEE 754, an infinity or NaN.

import { isNegative, isZero, setNumber, setSign, setZero, stateOf } from "../arithmetic/ball";
import { toNumber } from "../arithmetic/ball_number";

/** The state of an infinity or NaN: no function of balls ever sees it. */
const SPECIAL: i32 = 4;
const NUMBER: usize = 16;
const CAUSE: usize = 24;

/** Where an infinity or NaN comes from: what was given, infinity at a pole, or no value at all. */
export const GIVEN: i32 = 0;
export const POLE: i32 = 1;
export const OUTSIDE: i32 = 2;

export function setValue(to: usize, value: f64): void {
  if (abs(value) < Infinity) {
    setNumber(to, value);
    setSign(to, reinterpret<i64>(value) < 0);
  } else {
    setZero(to);
    store<i32>(to, SPECIAL);
    store<f64>(to, value, NUMBER);
    store<i32>(to, GIVEN, CAUSE);
  }
}

/** Where an infinity or NaN comes from. */
export function causeOf(a: usize): i32 {
  return load<i32>(a, CAUSE);
}

export function setCause(a: usize, cause: i32): void {
  store<i32>(a, cause, CAUSE);
}

/** Whether a value is infinite or NaN. */
export function isSpecial(a: usize): bool {
  return stateOf(a) == SPECIAL;
}

/** The infinity or NaN that it is. */
export function specialOf(a: usize): f64 {
  return load<f64>(a, NUMBER);
}

export function isNaNValue(a: usize): bool {
  return isSpecial(a) && isNaN(specialOf(a));
}

export function isInfiniteValue(a: usize): bool {
  return isSpecial(a) && !isNaN(specialOf(a));
}

/** The float64 nearest to the midpoint of a ball; an exact 0 keeps its sign. */
export function numberOf(a: usize): f64 {
  return isZero(a) && isNegative(a) ? -0.0 : toNumber(a);
}
