// The fast phase of the Bessel functions as unrounded double-doubles, each with a bound of its own, at any two finite
// numbers: what expressions compute with, and what float32 results are rounded from. See bessel/fast_entry.ts.

import { FAR_HALF_BOUND, FAR_THREE_HALVES_BOUND } from "./data";
import { correction, farPower, farTable, isCorrected, isFar } from "./fast_asymptotic";
import { I0, I0E, I1E_SLOPE, isGrowing, isSteep } from "./kinds";
import { entriesOf, entryBoundOf, hankelTermsOf } from "./tables";
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
import { ENTRY, entryNumber } from "../tables/entry";

/** Two lanes of B. */
const B: usize = memory.data(16, 16);
const HEAD_END: f64 = 0.015625; // 2^-6
/** The errors of table entries are known at 40 places of each. */
const ROOM: f64 = 1.02;

/** The values are the double-doubles, times 2 to these. */
export let exponent0: i32 = 0;
export let exponent1: i32 = 0;

/** Puts the double-doubles at any two finite numbers, and their bounds, into PAIR. */
export function entryPairs(kind: i32, a: v128): void {
  if (isGrowing(kind)) growingPair(kind, a);
  else scaledPair(kind, a);
}

/** The same of the functions that grow. */
function growingPair(kind: i32, a: v128): void {
  prepareExp();
  v128.store(B, f64x2.splat((entryBoundOf(kind) + EXP_BOUND) * (EXP_FACTOR * ROOM)));
  const e = v128.and(a, f64x2.ge(a, f64x2.splat(HEAD_END)));
  const steps = expSteps(e);
  exponent0 = expPower(steps, 0);
  exponent1 = expPower(steps, 1);
  const entry0 = growingEntry(kind, f64x2.extract_lane(a, 0));
  const entry1 = growingEntry(kind, f64x2.extract_lane(a, 1));
  evaluate(I0, PAIR_EXP | MASKED, a, 0, a, entry0, entry1, e, steps, e, B);
}

// @ts-ignore: decorator
@inline
function growingEntry(kind: i32, a: f64): usize {
  const number = entryNumber(a);
  return number <= 0 ? entriesOf(kind) - ENTRY : entriesOf(kind) + <usize> number * ENTRY;
}

/** The same of those that are scaled. */
export function scaledPair(kind: i32, a: v128): void {
  const far = isFar(a);
  const power = farPower(a, far);
  const m = i64x2.sub(a, power);
  const factor = isSteep(kind) ? -3 : -1;
  exponent0 = factor * <i32> (i64x2.extract_lane(power, 0) >> 53);
  exponent1 = factor * <i32> (i64x2.extract_lane(power, 1) >> 53);
  const table = entriesOf(kind);
  const farBound = (isSteep(kind) ? FAR_THREE_HALVES_BOUND : FAR_HALF_BOUND) + FAR_BOUND;
  v128.store(
    B,
    f64x2.mul(
      v128.bitselect(f64x2.splat(farBound), f64x2.splat(entryBoundOf(kind)), far),
      f64x2.splat(ROOM),
    ),
  );
  const ofFar = farTable(isSteep(kind));
  const entry0 = (i64x2.extract_lane(far, 0) ? ofFar : table) + entryOf(f64x2.extract_lane(m, 0));
  const entry1 = (i64x2.extract_lane(far, 1) ? ofFar : table) + entryOf(f64x2.extract_lane(m, 1));
  const one = v128.load(ONE);
  const w = correction(a, isCorrected(a, far), hankelTermsOf(kind));
  if (isSteep(kind)) {
    evaluate(I1E_SLOPE, PAIR_FAR | MASKED, a, 0, m, entry0, entry1, w, one, one, B);
  } else evaluate(I0E, PAIR_FAR | MASKED, a, 0, m, entry0, entry1, w, one, one, B);
}

// @ts-ignore: decorator
@inline
function entryOf(a: f64): usize {
  return <usize> max(entryNumber(a), 0) * ENTRY;
}
