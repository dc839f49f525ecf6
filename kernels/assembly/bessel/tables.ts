// The numbers of bessel/data.ts by function (bessel/kinds.ts). Kinds are constants wherever speed matters, so that all of this
// is done by the compiler.

import {
  I0E as I0E_ENTRIES,
  I0E_BOUND,
  I0E_EXP_TEST_BOUND,
  I0E_FAR,
  I0E_FAR_TEST_BOUND,
  I0E_GRAD,
  I0E_GRAD_BOUND,
  I0E_GRAD_FAR,
  I0E_TEST_BOUND,
  I1_GRAD,
  I1_GRAD_BOUND,
  I1_GRAD_EXP_TEST_BOUND,
  I1E as I1E_ENTRIES,
  I1E_BOUND,
  I1E_EXP_TEST_BOUND,
  I1E_FAR,
  I1E_FAR_TEST_BOUND,
  I1E_GRAD,
  I1E_GRAD_BOUND,
  I1E_GRAD_FAR,
  I1E_TEST_BOUND,
} from "./data";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E } from "./kinds";
import { ENTRY } from "../tables/entry";

/** Entry 0 of f, or of exp(-a) f if it grows; before that is the entry of the growing function itself, below 2^-6. */
// @ts-ignore: decorator
@inline
export function entriesOf(kind: i32): usize {
  if (kind == I0 || kind == I0E) return I0E_ENTRIES + ENTRY;
  if (kind == I1 || kind == I1E) return I1E_ENTRIES + ENTRY;
  if (kind == I1_SLOPE) return I1_GRAD + ENTRY;
  return kind == I0E_SLOPE ? I0E_GRAD : I1E_GRAD;
}

/** The coefficients of w of a scaled function (bessel/fast_asymptotic.ts). */
// @ts-ignore: decorator
@inline
export function hankelTermsOf(kind: i32): usize {
  if (kind == I0E) return I0E_FAR;
  if (kind == I1E) return I1E_FAR;
  return kind == I0E_SLOPE ? I0E_GRAD_FAR : I1E_GRAD_FAR;
}

/** B, the largest relative error of an entry (bessel/fast_entry.ts). */
// @ts-ignore: decorator
@inline
export function entryBoundOf(kind: i32): f64 {
  if (kind == I0 || kind == I0E) return I0E_BOUND;
  if (kind == I1 || kind == I1E) return I1E_BOUND;
  if (kind == I1_SLOPE) return I1_GRAD_BOUND;
  return kind == I0E_SLOPE ? I0E_GRAD_BOUND : I1E_GRAD_BOUND;
}

/** The relative error that the loops of a function allow for, but for what exp adds; steep ones have one in each entry. */
// @ts-ignore: decorator
@inline
export function testBoundOf(kind: i32): f64 {
  if (kind == I0) return I0E_EXP_TEST_BOUND;
  if (kind == I1) return I1E_EXP_TEST_BOUND;
  if (kind == I1_SLOPE) return I1_GRAD_EXP_TEST_BOUND;
  return kind == I0E ? I0E_TEST_BOUND : I1E_TEST_BOUND;
}

/** The same for far elements of i0e and i1e. */
// @ts-ignore: decorator
@inline
export function farTestBoundOf(kind: i32): f64 {
  return kind == I0E ? I0E_FAR_TEST_BOUND : I1E_FAR_TEST_BOUND;
}
