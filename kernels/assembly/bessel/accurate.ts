// The accurate phase of the Bessel functions, for elements that the compensated evaluation of bessel/fallback.ts
// leaves failZivTest32: two at a time, in lanes, as pairs whose error is below 2^-90 of the value, some
// 30 ns each. a = |x|:
//
//   [0, 2^-6)     Taylor's series at 0
//   [2^-6, 2^20)  Taylor's series around the middle of a row (bessel/accurate_table.ts); growing
//                 functions times exp(a)
//   [2^20, inf)   a = m 4^k, m in [1, 4): a row of 1/sqrt(2 pi m), or of m^(-3/2), times Hankel's
//                 series (DLMF 10.40.1)
//
// Errors, relative to the result: rows 2^-94, exp 2^-98, and of i0e' and i1e', which are
// differences of what their rows are made of, 2^-91.7. One element in 2^36 is not decided by this,
// and goes the last phase. tests/kernels/bessel_bounds_test.ts searches for the largest error. With
// SPECOL_BOUNDS=20 it found 0.44 of the bound in i1e', 0.26 in i0e' and 0.06 in the others.

import { expExponent0, expExponent1, expPair } from "./exp_accurate";
import {
  I0_HEAD,
  I0E_GRAD_HANKEL,
  I0E_GRAD_HEAD,
  I0E_HANKEL,
  I0E_HEAD,
  I1_GRAD_HEAD,
  I1_HEAD,
  I1E_GRAD_HANKEL,
  I1E_GRAD_HEAD,
  I1E_HANKEL,
  I1E_HEAD,
} from "./accurate_data";
import { timesFactor } from "./fast_asymptotic";
import { fineRow, LAST_NUMBERS, PAIRS, powerRow } from "./accurate_table";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E, isGrowing, isSteep } from "./kinds";
import { EVEN_EXPONENT, ONE } from "../arithmetic/constants";
import { multiply } from "../arithmetic/error_free";
import { evaluatePairs } from "../tables/row_double_double";
import { pairSeries } from "../elementary/log_double_double";
import { LOW } from "../memory_map";
import { rowNumber } from "../tables/row";

const HEAD_END: f64 = 0.015625; // 2^-6
const FAR_BEGIN: f64 = 1048576; // 2^20
/** From here on 1/a is below the error budget everywhere. */
const PLAIN_BEGIN: f64 = 7.922816251426434e28; // 2^96
const HEAD_TERMS: i32 = 13;
const HEAD_PAIRS: i32 = 6;
const HANKEL_TERMS: i32 = 6;

/** The values are what `accuratePair` returns, and LOW, times 2 to these. */
export let exponent0: i32 = 0;
export let exponent1: i32 = 0;

/** The bound of the pair's error, relative to it. */
export const ACCURATE_BOUND: f64 = 8.077935669463161e-28; // 2^-90

/** A number for each part of the line that has formulas of its own. */
export function accurateRegion(a: f64): i32 {
  return a < HEAD_END ? 0 : a < FAR_BEGIN ? 1 : a < PLAIN_BEGIN ? 2 : 3;
}

/**
 * The pairs at two finite numbers of one region. Their second parts are in LOW, and at most some
 * units in the last place of the first ones.
 */
export function accuratePair(kind: i32, region: i32, a: v128): v128 {
  exponent0 = 0;
  exponent1 = 0;
  if (region == 0) return headPair(kind, a);
  return region == 1 ? nearPair(kind, a) : farPair(kind, region == 2, a);
}

function headPair(kind: i32, a: v128): v128 {
  const at = kind == I0
    ? I0_HEAD
    : kind == I1
    ? I1_HEAD
    : kind == I1_SLOPE
    ? I1_GRAD_HEAD
    : kind == I0E
    ? I0E_HEAD
    : kind == I1E
    ? I1E_HEAD
    : kind == I0E_SLOPE
    ? I0E_GRAD_HEAD
    : I1E_GRAD_HEAD;
  const y = pairSeries(at, 16, HEAD_TERMS, HEAD_PAIRS, a, i64x2.splat(0));
  return kind == I1 || kind == I1E ? multiply(y, v128.load(LOW), a, i64x2.splat(0)) : y;
}

function inRows(a: v128, row0: usize, row1: usize): v128 {
  return evaluatePairs(a, row0, row1, PAIRS, LAST_NUMBERS);
}

function nearPair(kind: i32, a: v128): v128 {
  const row0 = fineRow(kind, rowNumber(f64x2.extract_lane(a, 0)));
  const row1 = fineRow(kind, rowNumber(f64x2.extract_lane(a, 1)));
  const y = inRows(a, row0, row1);
  if (!isGrowing(kind)) return y;
  const rest = v128.load(LOW);
  const e = expPair(a);
  exponent0 = expExponent0;
  exponent1 = expExponent1;
  return multiply(y, rest, e, v128.load(LOW));
}

function farPair(kind: i32, isCorrected: bool, a: v128): v128 {
  const one = v128.load(ONE);
  const power = v128.and(i64x2.sub(a, one), v128.load(EVEN_EXPONENT)); // 2k
  const m = i64x2.sub(a, power);
  const factor = isSteep(kind) ? -3 : -1;
  exponent0 = factor * <i32> (i64x2.extract_lane(power, 0) >> 53);
  exponent1 = factor * <i32> (i64x2.extract_lane(power, 1) >> 53);
  const row0 = powerRow(isSteep(kind), rowNumber(f64x2.extract_lane(m, 0)));
  const row1 = powerRow(isSteep(kind), rowNumber(f64x2.extract_lane(m, 1)));
  const y = inRows(m, row0, row1);
  if (!isCorrected) return y;
  const at = kind == I0E
    ? I0E_HANKEL
    : kind == I1E
    ? I1E_HANKEL
    : kind == I0E_SLOPE
    ? I0E_GRAD_HANKEL
    : I1E_GRAD_HANKEL;
  const t = f64x2.div(one, a);
  let behind = v128.load64_splat(at + (<usize> (HANKEL_TERMS - 1) << 4));
  for (let k = HANKEL_TERMS - 2; k > 1; k--) {
    behind = f64x2.add(v128.load64_splat(at + (<usize> k << 4)), f64x2.mul(t, behind));
  }
  return timesFactor(y, v128.load(LOW), a, t, v128.load64_splat(at, 16), f64x2.mul(f64x2.mul(t, t), behind));
}
