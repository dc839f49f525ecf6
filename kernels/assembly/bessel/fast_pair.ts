// The fast phase of the Bessel functions as unrounded double-doubles, each with a bound of its own, at any two finite
// numbers: what expressions compute with, and what float32 results are rounded from. See bessel/fast_entry.ts.

import {
  I0E as ENTRIES_I0E,
  I0E_BOUND,
  I0E_FAR,
  I0E_GRAD,
  I0E_GRAD_BOUND,
  I0E_GRAD_FAR,
  I1_GRAD,
  I1_GRAD_BOUND,
  I1E as ENTRIES_I1E,
  I1E_BOUND,
  I1E_FAR,
  I1E_GRAD,
  I1E_GRAD_BOUND,
  I1E_GRAD_FAR,
} from "./data";
import { FAR_HALF_BOUND, FAR_THREE_HALVES_BOUND } from "./data";
import { correction, farPower, farTable, isCorrected, isFar } from "./fast_asymptotic";
import { I0, I0E, I0E_SLOPE, I1, I1E, I1E_SLOPE, isGrowing, isSteep } from "./kinds";
import {
  evaluate,
  EXP_BOUND,
  EXP_FACTOR,
  FAR_BOUND,
  MASKED,
  PAIR_EXP,
  PAIR_FAR,
} from "./fast_entry";
import { ONE } from "../arithmetic/constants";
import { expPower, expSteps, prepareExp } from "../elementary/exp";
import { EVEN } from "./symmetry";
import { ENTRY, entryNumber } from "../tables/entry";

/** Two lanes of B. */
const B: usize = memory.data(16, 16);
const HEAD_END: f64 = 0.015625; // 2^-6
/** The errors of table entries are known at 40 places of each. */
const ROOM: f64 = 1.02;

/** The values are the double-doubles, times 2 to these. */
export let exponent0: i32 = 0;
export let exponent1: i32 = 0;

/** Leaves the double-doubles at any two finite numbers, and their bounds, in PAIR. */
export function entryPairs(kind: i32, a: v128): void {
  if (isGrowing(kind)) growingPair(kind, a);
  else scaledPair(kind, a);
}

/** The same of the functions that grow. */
export function growingPair(kind: i32, a: v128): void {
  prepareExp();
  const table = kind == I0 ? ENTRIES_I0E : kind == I1 ? ENTRIES_I1E : I1_GRAD;
  const bound = kind == I0 ? I0E_BOUND : kind == I1 ? I1E_BOUND : I1_GRAD_BOUND;
  v128.store(B, f64x2.splat((bound + EXP_BOUND) * (EXP_FACTOR * ROOM)));
  const e = v128.and(a, f64x2.ge(a, f64x2.splat(HEAD_END)));
  const steps = expSteps(e);
  exponent0 = expPower(steps, 0);
  exponent1 = expPower(steps, 1);
  const entry0 = growingRow(table, f64x2.extract_lane(a, 0));
  const entry1 = growingRow(table, f64x2.extract_lane(a, 1));
  evaluate(I0, PAIR_EXP | MASKED, EVEN, a, 0, a, entry0, entry1, e, steps, e, B);
}

/** The entry of the growing function itself is before the first. */
// @ts-ignore: decorator
@inline
function growingRow(table: usize, a: f64): usize {
  const number = entryNumber(a);
  return number <= 0 ? table : table + ENTRY + <usize> number * ENTRY;
}

/** The terms of w. */
function termsOf(kind: i32): usize {
  return kind == I0E
    ? I0E_FAR
    : kind == I1E
    ? I1E_FAR
    : kind == I0E_SLOPE
    ? I0E_GRAD_FAR
    : I1E_GRAD_FAR;
}

/** The same of those that are scaled. */
export function scaledPair(kind: i32, a: v128): void {
  const far = isFar(a);
  const power = farPower(a, far);
  const m = i64x2.sub(a, power);
  const factor = isSteep(kind) ? -3 : -1;
  exponent0 = factor * <i32> (i64x2.extract_lane(power, 0) >> 53);
  exponent1 = factor * <i32> (i64x2.extract_lane(power, 1) >> 53);
  let table = ENTRIES_I0E + ENTRY;
  let bound = I0E_BOUND;
  if (kind == I1E) {
    table = ENTRIES_I1E + ENTRY;
    bound = I1E_BOUND;
  } else if (kind == I0E_SLOPE) {
    table = I0E_GRAD;
    bound = I0E_GRAD_BOUND;
  } else if (kind == I1E_SLOPE) {
    table = I1E_GRAD;
    bound = I1E_GRAD_BOUND;
  }
  const farBound = (isSteep(kind) ? FAR_THREE_HALVES_BOUND : FAR_HALF_BOUND) + FAR_BOUND;
  v128.store(
    B,
    f64x2.mul(v128.bitselect(f64x2.splat(farBound), f64x2.splat(bound), far), f64x2.splat(ROOM)),
  );
  const ofFar = farTable(isSteep(kind));
  const entry0 = (i64x2.extract_lane(far, 0) ? ofFar : table) + entryOf(f64x2.extract_lane(m, 0));
  const entry1 = (i64x2.extract_lane(far, 1) ? ofFar : table) + entryOf(f64x2.extract_lane(m, 1));
  const one = v128.load(ONE);
  const w = correction(a, isCorrected(a, far), termsOf(kind));
  if (isSteep(kind)) {
    evaluate(I1E_SLOPE, PAIR_FAR | MASKED, EVEN, a, 0, m, entry0, entry1, w, one, one, B);
  } else evaluate(I0E, PAIR_FAR | MASKED, EVEN, a, 0, m, entry0, entry1, w, one, one, B);
}

// @ts-ignore: decorator
@inline
function entryOf(a: f64): usize {
  return <usize> max(entryNumber(a), 0) * ENTRY;
}
