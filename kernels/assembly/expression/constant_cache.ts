// Balls of constant subexpressions, as log(2 * pi), in the last phase: each is computed once for every precision of
// last_phase.ts, and not for every row.
//
// A result must not depend on what other rows have left here. So the work for a constant is no part of the budget of a
// row: at each precision a constant has a budget of its own.

import { BALL, precision } from "../arithmetic/ball";
import { areEqual, hasOpenComparison, leaveOpen, takeForZero, tookZero } from "./open_comparisons";
import { copyValue } from "./last_arithmetic";

/** Precisions that are kept are this one and its doubles up to 2,560, and 4,608: six in all, and again for equal numbers. */
export const FIRST_PRECISION: i32 = 160;
const LEVELS: i32 = 6;
/** An entry: whether there is one; what was left open and taken for 0; the ball. */
const OPEN: usize = 4;
const ZERO: usize = 8;
const VALUE: usize = 16;
const ENTRY: usize = VALUE + BALL;
/** Bytes for a constant. kernels/run_program.ts has the same number. */
export const KEPT_SIZE: usize = 8448; // 2 LEVELS ENTRY

/** The entry of the working precision. */
export function entryAt(kept: usize): usize {
  const level = 32 - clz((precision() - 1) / FIRST_PRECISION) + (areEqual ? LEVELS : 0);
  return kept + <usize> level * ENTRY;
}

/** Sets `to` to the constant in an entry; whether there is one. */
export function setKept(to: usize, entry: usize): bool {
  if (load<i32>(entry) == 0) return false;
  if (load<i32>(entry, OPEN) != 0) leaveOpen();
  if (load<i32>(entry, ZERO) != 0) takeForZero();
  copyValue(to, entry + VALUE);
  return true;
}

/** Keeps a constant that was computed in an evaluation of its own. */
export function keep(entry: usize, value: usize): void {
  store<i32>(entry, 1);
  store<i32>(entry, hasOpenComparison, OPEN);
  store<i32>(entry, tookZero, ZERO);
  copyValue(entry + VALUE, value);
}
