// Balls of constant subexpressions, as log(2 * pi), in the last phase: each is computed once for every precision of
// last_phase.ts, and not for every row.
//
// A result must not depend on what other rows have left here. So a constant is computed with a budget of its own, its work
// is kept with it, and every row that uses it spends half of that, whether it is there already or not. A row that computes
// all its constants for the first time so takes at most twice the time of its budget.

import { BALL, precision, setUnknown } from "../arithmetic/ball";
import { isSpent, spend } from "../arithmetic/limbs";
import { areEqual, note, notes } from "./open_comparisons";
import { copyValue } from "./last_arithmetic";

/** Precisions that are kept are this one and its doubles up to 2,560, and 4,608: six in all, and again for equal numbers. */
export const FIRST_PRECISION: i32 = 160;
const LEVELS: i32 = 6;
/** An entry: the work, 0 if there is none yet; the notes of the evaluation (open_comparisons.ts); the ball. */
const NOTES: usize = 8;
const VALUE: usize = 16;
const ENTRY: usize = VALUE + BALL;
/** Bytes for a constant. kernels/run_program.ts has the same number. */
export const KEPT_SIZE: usize = 8448; // 2 LEVELS ENTRY

/** The entry of the working precision. */
export function entryAt(kept: usize): usize {
  const level = 32 - clz((precision() - 1) / FIRST_PRECISION) + (areEqual ? LEVELS : 0);
  return kept + <usize> level * ENTRY;
}

/** Sets `to` to the constant in an entry, or to unknown if the row cannot pay for it; false if it is not computed yet. */
export function setKept(to: usize, entry: usize): bool {
  if (!isSpent()) {
    const work = load<i64>(entry);
    if (work == 0) return false;
    spend(work >> 1);
  }
  if (isSpent()) {
    setUnknown(to);
    return true;
  }
  note(load<i32>(entry, NOTES));
  copyValue(to, entry + VALUE);
  return true;
}

/** Keeps a constant that was computed in an evaluation of its own, with so much work. */
export function keep(entry: usize, value: usize, work: i64): void {
  store<i64>(entry, max(<i64> 1, work));
  store<i32>(entry, notes, NOTES);
  copyValue(entry + VALUE, value);
}
