// Last phase of expressions: one result of one row, in balls (last_evaluate.ts). The precision is doubled until Ziv's test
// decides how to round, so that ending is the proof. 10 microseconds and more for a row.
//
// A result is given up when the longest midpoint or the budget of work does not decide it. Then it is
//   the float64 next to the middle of the narrowest ball, where that is less than one ulp from all of it;
//   0, where all of the ball rounds to 0, of either sign: it is indistinguishable from 0, and is counted. Where nothing
//   but arithmetic is in it, the sign is looked for with all bits that there are; else the first such ball is enough;
//   NaN otherwise, and counted.
// Numbers that are compared, and whose difference is such a 0, are equal.

import {
  accuracy,
  isKnown,
  isNegative,
  isUnknown,
  mark,
  newBall,
  NONE,
  release,
  setPrecision,
  setUnknown,
  subtract,
  upperExponent,
} from "../arithmetic/ball";
import { isNarrow, powerOf as powerOfTwo, roundsAlike, toNumber } from "../arithmetic/ball_number";
import { isSpent, remainingBudget, setBudget } from "../arithmetic/limbs";
import {
  FUNCTION,
  hasNote,
  isTiny,
  OPEN_COMPARISON,
  setEqual,
  TOOK_ZERO,
} from "./open_comparisons";
import { FIRST_PRECISION } from "./constant_cache";
import { isAbove, isExponential } from "./exponential";
import { copyValue } from "./last_arithmetic";
import { BUDGET, choose, evaluate, OPEN_CONSTANT } from "./last_evaluate";
import { setRough } from "./last_functions";
import { causeOf, isSpecial, numberOf, setValue, specialOf } from "./value";

/** A precision at which sums of two float64 of like size are exact. */
const ROUGH_PRECISION: i32 = 128;
/** The last precision; the first one is more than the accurate phase has. */
const LAST_PRECISION: i32 = 4608;
/** A constant is known well enough for the fast and the accurate phase. */
const CONSTANT_BITS: i64 = 128;
/** What the last evaluation may take of the budget if less is left: below 0.2 s together. */
const LAST_BUDGET: i64 = BUDGET >> 1;

/** For all constants of a program together; those that come later are given up. */
const OPENING_BUDGET: i64 = 16 * BUDGET;

/** The status of a result: kernels/result_status.ts has the same numbers. */
export const DECIDED: i32 = 0;
export const TAKEN_FOR_ZERO: i32 = 1;
export const UNDECIDED: i32 = 2;

/** The number that `computeResult` found. */
export let result: f64 = 0;

/** What constants may still take since the program was opened. */
let openingBudget: i64 = 0;

export function beginOpening(): void {
  openingBudget = OPENING_BUDGET;
}

/** What `findCause` says of a result, besides the causes of special values. */
export const FINITE: i32 = 3;
export const UNKNOWN: i32 = 4;

/**
 * Computes an instruction of a program for the element `place` bytes after the first of the inputs; returns its
 * status. The number is in `result`.
 */
export function computeResult(head: usize, index: i32, place: usize): i32 {
  choose(head, place);
  setEqual(false);
  setBudget(BUDGET);
  const before = mark();
  const best = newBall();
  setUnknown(best);
  let status = UNDECIDED;
  let lastPrecision = FIRST_PRECISION;
  for (
    let bits = FIRST_PRECISION;
    status == UNDECIDED || status == TAKEN_FOR_ZERO && !hasNote(FUNCTION);
    bits = min(2 * bits, LAST_PRECISION)
  ) {
    setPrecision(bits);
    const value = evaluate(index);
    const found = decide(value);
    if (found != UNDECIDED) status = found;
    if (isSpent()) break;
    if (!isUnknown(value)) copyValue(best, value);
    lastPrecision = bits;
    if (bits == LAST_PRECISION) break;
  }
  if (status == UNDECIDED && hasNote(OPEN_COMPARISON)) {
    // Once more, with numbers that are indistinguishable taken for equal.
    setEqual(true);
    setBudget(max(remainingBudget(), LAST_BUDGET));
    setPrecision(lastPrecision);
    const value = evaluate(index);
    status = decide(value);
    copyValue(best, value);
  }
  if (status == UNDECIDED && !isSpecial(best) && isNarrow(best)) {
    result = toNumber(best);
    status = DECIDED;
  }
  if (status == UNDECIDED) result = NaN;
  release(before);
  if (status != DECIDED || !hasNote(TOOK_ZERO)) return status;
  // What was taken for 0 has no sign.
  if (result == 0) result = 0;
  return TAKEN_FOR_ZERO;
}

/**
 * Says why an instruction of a program is infinite or NaN for an element: the cause (value.ts), or that the true value
 * is finite, however large, or that it is not known.
 */
export function findCause(head: usize, index: i32, place: usize): i32 {
  choose(head, place);
  setEqual(false);
  setBudget(BUDGET);
  setPrecision(ROUGH_PRECISION);
  setRough(true);
  let value = evaluate(index);
  setRough(false);
  for (
    let bits = FIRST_PRECISION;
    isUnknown(value) && !isSpent();
    bits = min(2 * bits, LAST_PRECISION)
  ) {
    setPrecision(bits);
    value = evaluate(index);
    if (bits == LAST_PRECISION) break;
  }
  if (isUnknown(value) && hasNote(OPEN_COMPARISON)) {
    setEqual(true);
    setBudget(max(remainingBudget(), LAST_BUDGET));
    value = evaluate(index);
  }
  if (isSpecial(value)) return causeOf(value);
  return isUnknown(value) ? UNKNOWN : FINITE;
}

/** Whether a value has one rounding; what it is, is in `result`. */
function decide(value: usize): i32 {
  if (isSpecial(value)) {
    result = specialOf(value);
    return DECIDED;
  }
  if (isExponential(value)) {
    const size: f64 = isAbove(value) ? Infinity : 0;
    result = isNegative(value) ? -size : size;
    return DECIDED;
  }
  if (roundsAlike(value)) {
    result = numberOf(value);
    return DECIDED;
  }
  if (!isTiny(value)) return UNDECIDED;
  result = 0;
  return TAKEN_FOR_ZERO;
}

/**
 * Computes an instruction that depends on no input: the sum of three float64 at an address, and after them a bound of
 * what is left, which is infinite where float64 cannot hold it.
 */
export function computeConstant(head: usize, index: i32, at: usize): void {
  choose(head, 0);
  setEqual(false);
  const budget = min(BUDGET, openingBudget);
  setBudget(budget);
  let value: usize = 0;
  let isOpen = true;
  for (let bits = FIRST_PRECISION;; bits = min(2 * bits, LAST_PRECISION)) {
    setPrecision(bits);
    value = evaluate(index);
    // What equal numbers may decide is left to the rows.
    if (!isUnknown(value) || hasNote(OPEN_COMPARISON)) isOpen = false;
    if (
      isSpecial(value) || accuracy(value) >= CONSTANT_BITS || bits == LAST_PRECISION || isSpent()
    ) break;
  }
  openingBudget -= budget - remainingBudget();
  store<f64>(at, 0, 8);
  store<f64>(at, 0, 16);
  store<f64>(at, 0, 24);
  if (isSpecial(value)) return store<f64>(at, specialOf(value));
  const high = isKnown(value) ? numberOf(value) : NaN;
  store<f64>(at, high);
  if (!(abs(high) < Infinity)) {
    store<f64>(at, NaN);
    if (isOpen) store<f64>(at, OPEN_CONSTANT, 16);
    return store<f64>(at, Infinity, 24);
  }
  const before = mark();
  const rest = newBall();
  const part = newBall();
  setValue(part, high);
  subtract(rest, value, part);
  const low = toNumber(rest);
  store<f64>(at, low, 8);
  setValue(part, low);
  subtract(rest, rest, part);
  const e = upperExponent(rest);
  if (e != NONE) store<f64>(at, e > 1000 ? Infinity : powerOfTwo(max(<i64> -1022, e)), 24);
  release(before);
}
