// One function at one argument of 106 bits, high + low, to 2^-150 of its value or better, for tests and benchmarks. Each
// leaves its result at `precise_result()`, three float64 numbers whose sum it is, the first of them its rounding. The
// caller sees to special values: the argument is finite, no pole, and in the domain.

import { accuracy, add, mark, newBall, release, setNumber } from "../arithmetic/ball";
import { digammaBall, lgammaBall } from "../gamma/last";
import { polygammaBall } from "../polygamma/last";
import { beginLast, endLast, lastArgument, lastResult, moreBits, toParts } from "../rounding/ball";

const RESULT: usize = memory.data(24, 16);
const BITS: i64 = 160;

/** Where results are. */
export function precise_result(): usize {
  return RESULT;
}

/** Starts with an argument of two parts. */
export function beginPrecise(high: f64, low: f64): void {
  beginLast(high);
  const before = mark();
  const part = newBall();
  setNumber(part, low);
  add(lastArgument, lastArgument, part);
  release(before);
}

/** Whether the result has too few bits, and there are more. */
export function needsMore(): bool {
  return accuracy(lastResult) < BITS && moreBits();
}

/** Ends with the result as three float64. */
export function endPrecise(to: usize): void {
  toParts(to, lastResult, 3);
  endLast();
}

export function lgamma_precise(high: f64, low: f64): void {
  beginPrecise(high, low);
  do lgammaBall(lastResult, lastArgument); while (needsMore());
  endPrecise(RESULT);
}

export function digamma_precise(high: f64, low: f64): void {
  beginPrecise(high, low);
  do digammaBall(lastResult, lastArgument); while (needsMore());
  endPrecise(RESULT);
}

export function polygamma_precise(high: f64, low: f64, n: f64): void {
  beginPrecise(high, low);
  do {
    if (n == 0) digammaBall(lastResult, lastArgument);
    else polygammaBall(lastResult, <i64> n, lastArgument);
  } while (needsMore());
  endPrecise(RESULT);
}
