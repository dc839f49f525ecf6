// The compensated evaluation of two elements that a loop of the Bessel kernels leaves failZivTest32: the pairs of
// their rows once more, with their first products exact and with bounds of their own (bessel/fast_row.ts).
// tests/kernels/bessel_bounds_test.ts holds that they leave at most one element in 300 to the
// accurate phase on every range.
//
// The first row of i1e has q = -x^2/2 + ..., which is up to 2^-6 of i1e: its first term is taken as
// an exact product, and added exactly. What is left is rounded nine times.

import {
  I0E as ROWS_I0E,
  I0E_BOUND,
  I0E_FAR,
  I0E_GRAD,
  I0E_GRAD_BOUND,
  I0E_GRAD_FAR,
  I1_GRAD,
  I1_GRAD_BOUND,
  I1E as ROWS_I1E,
  I1E_BOUND,
  I1E_FAR,
  I1E_GRAD,
  I1E_GRAD_BOUND,
  I1E_GRAD_FAR,
} from "./data";
import { FAR_HALF_BOUND, FAR_THREE_HALVES_BOUND } from "./data";
import { correction, farPower, farTable, isCorrected, isFar, timesFactor } from "./fast_asymptotic";
import { I0, I0E, I0E_SLOPE, I1, I1E, I1E_SLOPE, isGrowing, isSteep } from "./kinds";
import { CLOSE, evaluate, EXP_BOUND, EXP_FACTOR, FAR_BOUND, MASKED, PAIR, PAIR_EXP, PAIR_FAR } from "./fast_row";
import { HALF, ONE } from "../arithmetic/constants";
import { expPower, expSteps, prepareExp } from "../elementary/exp";
import { twoProdError } from "../arithmetic/error_free";
import { EVEN } from "./symmetry";
import { LOW } from "../memory_map";
import { ROW, rowNumber } from "../tables/row";

/** Two lanes of B. */
const B: usize = memory.data(16, 16);
const HEAD_END: f64 = 0.015625; // 2^-6
/** The errors of rows are known at 40 places of each. */
const ROOM: f64 = 1.02;
const FAINT_BEGIN: f64 = 1048576; // 2^20
const FACTOR: f64 = 1.002; // 1 + w is below it
const HEAD_PART: f64 = 9.992007221626409e-16; // 9 2^-53
const HEAD_ERROR: f64 = 8.5e-21; // of the row, relative

/** The values are the pairs, times 2 to these. */
export let exponent0: i32 = 0;
export let exponent1: i32 = 0;

/**
 * Whether a number needs a look of its own kind, and cannot be looked at together with one that
 * does not.
 */
// @ts-ignore: decorator
@inline
export function isApart(kind: i32, a: f64): bool {
  return kind == I1E && a < HEAD_END;
}

/**
 * Leaves the pairs of rows at any two finite numbers, and their bounds, in PAIR: as the compensated evaluation
 * but for its exceptions.
 */
export function rowPairs(kind: i32, a: v128): void {
  if (isGrowing(kind)) growingPair(kind, a, false);
  else scaledPair(kind, a, false);
}

/** Leaves the pairs at two finite numbers, both apart or none, and their bounds in PAIR. */
export function compensatedPair(kind: i32, a: v128): void {
  exponent0 = 0;
  exponent1 = 0;
  if (isGrowing(kind)) growingPair(kind, a, true);
  else if (isApart(kind, f64x2.extract_lane(a, 0))) headPair(a);
  else closeScaledPair(kind, a);
}

function growingPair(kind: i32, a: v128, isClose: bool): void {
  prepareExp();
  const table = kind == I0 ? ROWS_I0E : kind == I1 ? ROWS_I1E : I1_GRAD;
  const bound = kind == I0 ? I0E_BOUND : kind == I1 ? I1E_BOUND : I1_GRAD_BOUND;
  v128.store(B, f64x2.splat((bound + EXP_BOUND) * (EXP_FACTOR * ROOM)));
  const e = v128.and(a, f64x2.ge(a, f64x2.splat(HEAD_END)));
  const steps = expSteps(e);
  exponent0 = expPower(steps, 0);
  exponent1 = expPower(steps, 1);
  const row0 = growingRow(table, f64x2.extract_lane(a, 0));
  const row1 = growingRow(table, f64x2.extract_lane(a, 1));
  if (isClose) evaluate(I0, PAIR_EXP | MASKED | CLOSE, EVEN, a, 0, a, row0, row1, e, steps, e, B);
  else evaluate(I0, PAIR_EXP | MASKED, EVEN, a, 0, a, row0, row1, e, steps, e, B);
}

/** The row of the growing function itself is before the first. */
// @ts-ignore: decorator
@inline
function growingRow(table: usize, a: f64): usize {
  const number = rowNumber(a);
  return number <= 0 ? table : table + ROW + <usize> number * ROW;
}

/** The terms of w. */
function termsOf(kind: i32): usize {
  return kind == I0E ? I0E_FAR : kind == I1E ? I1E_FAR : kind == I0E_SLOPE ? I0E_GRAD_FAR : I1E_GRAD_FAR;
}

/**
 * The first term of far elements' factor 1 + w is a pair too, so that nothing of it is rounded that
 * would be felt. From 2^20 on w is below 2^-19 and the error of its polynomial 2^-10 of what it is at
 * most: that has room for its roundings, 2^-70.
 */
function closeScaledPair(kind: i32, a: v128): void {
  scaledPair(kind, a, true);
  const wanted = isCorrected(a, isFar(a));
  if (!v128.any_true(wanted)) return;
  const terms = termsOf(kind);
  if (i64x2.all_true(f64x2.ge(a, f64x2.splat(FAINT_BEGIN)))) {
    const rest = v128.load(PAIR, 16);
    const moved = f64x2.mul(f64x2.add(v128.load(PAIR), rest), correction(a, wanted, terms));
    v128.store(PAIR, f64x2.add(rest, moved), 16);
    return;
  }
  const t = v128.and(f64x2.div(v128.load(ONE), a), wanted);
  let behind = v128.load64_splat(terms, 32);
  for (let at: usize = 24; at >= 8; at -= 8) behind = f64x2.add(v128.load64_splat(terms + at), f64x2.mul(t, behind));
  behind = f64x2.mul(f64x2.mul(t, t), behind);
  const high = timesFactor(v128.load(PAIR), v128.load(PAIR, 16), a, t, v128.load64_splat(terms), behind);
  v128.store(PAIR, high);
  v128.store(PAIR, v128.load(LOW), 16);
  v128.store(PAIR, f64x2.mul(v128.load(PAIR, 32), f64x2.splat(FACTOR)), 32);
}

/** The pairs that the loops have too, or those of the compensated evaluation without the factor 1 + w. */
export function scaledPair(kind: i32, a: v128, isClose: bool): void {
  const far = isFar(a);
  const power = farPower(a, far);
  const m = i64x2.sub(a, power);
  const factor = isSteep(kind) ? -3 : -1;
  exponent0 = factor * <i32> (i64x2.extract_lane(power, 0) >> 53);
  exponent1 = factor * <i32> (i64x2.extract_lane(power, 1) >> 53);
  let table = ROWS_I0E + ROW;
  let bound = I0E_BOUND;
  if (kind == I1E) {
    table = ROWS_I1E + ROW;
    bound = I1E_BOUND;
  } else if (kind == I0E_SLOPE) {
    table = I0E_GRAD;
    bound = I0E_GRAD_BOUND;
  } else if (kind == I1E_SLOPE) {
    table = I1E_GRAD;
    bound = I1E_GRAD_BOUND;
  }
  const farBound = (isSteep(kind) ? FAR_THREE_HALVES_BOUND : FAR_HALF_BOUND) + FAR_BOUND;
  v128.store(B, f64x2.mul(v128.bitselect(f64x2.splat(farBound), f64x2.splat(bound), far), f64x2.splat(ROOM)));
  const ofFar = farTable(isSteep(kind));
  const row0 = (i64x2.extract_lane(far, 0) ? ofFar : table) + rowOf(f64x2.extract_lane(m, 0));
  const row1 = (i64x2.extract_lane(far, 1) ? ofFar : table) + rowOf(f64x2.extract_lane(m, 1));
  const one = v128.load(ONE);
  if (isClose) {
    if (isSteep(kind)) evaluate(I1E_SLOPE, PAIR_FAR | MASKED | CLOSE, EVEN, a, 0, m, row0, row1, one, one, one, B);
    else evaluate(I0E, PAIR_FAR | MASKED | CLOSE, EVEN, a, 0, m, row0, row1, one, one, one, B);
    return;
  }
  const w = correction(a, isCorrected(a, far), termsOf(kind));
  if (isSteep(kind)) evaluate(I1E_SLOPE, PAIR_FAR | MASKED, EVEN, a, 0, m, row0, row1, w, one, one, B);
  else evaluate(I0E, PAIR_FAR | MASKED, EVEN, a, 0, m, row0, row1, w, one, one, B);
}

// @ts-ignore: decorator
@inline
function rowOf(a: f64): usize {
  return <usize> max(rowNumber(a), 0) * ROW;
}

/** i1e below 2^-6. */
function headPair(a: v128): void {
  const row = ROWS_I1E + ROW;
  const square = f64x2.mul(a, a);
  const c2 = v128.load64_splat(row, 32);
  let rest = v128.load64_splat(row, 80);
  for (let at: usize = 72; at >= 40; at -= 8) rest = f64x2.add(v128.load64_splat(row + at), f64x2.mul(a, rest));
  const first = f64x2.mul(a, v128.load(HALF));
  const second = f64x2.mul(c2, square);
  const sum = f64x2.add(first, second);
  const error = f64x2.sub(second, f64x2.sub(sum, first));
  const third = f64x2.mul(f64x2.mul(square, a), rest);
  rest = f64x2.add(f64x2.mul(c2, twoProdError(a, a, square)), third);
  v128.store(PAIR, sum);
  v128.store(PAIR, f64x2.add(error, rest), 16);
  const bound = f64x2.add(f64x2.mul(third, f64x2.splat(HEAD_PART)), f64x2.mul(sum, f64x2.splat(HEAD_ERROR)));
  v128.store(PAIR, bound, 32);
}
