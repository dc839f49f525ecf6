// Accurate phase of the Bessel functions, for elements that fail Ziv's test: two at a time, in lanes, as
// double-doubles whose error is below 2^-88 of the value, 30 to 60 ns each. a = |x|:
//
//   [0, 2^20)    Taylor's series around the breakpoint of an interval (bessel/accurate_table.ts); growing functions
//                times exp(a) (elementary/exp_double_double.ts)
//   [2^20, inf)  a = m 4^k, m in [1, 4): Taylor's series of 1/sqrt(2 pi m), or of m^(-3/2), times Hankel's
//                expansion 1 + w(1/a) (DLMF 10.40.1), five terms of it: truncation error 2^-117
//
// Errors, relative to the result: the table's 2^-88.5, exp 2^-99, their product 2^-102; w's first term is a
// double-double, and those that follow, below 2^-40, are rounded six times: 2^-90 of i1e', which has the largest.
// tests/kernels/bessel_bounds_test.ts searches for the largest error. One element in 2^34 falls back to the last phase.

import { expExponent0, expExponent1, expReduced } from "../elementary/exp_double_double";
import { timesFactor } from "./fast_asymptotic";
import { accurateEntry, COUNT, PAIRS, powerEntry } from "./accurate_table";
import { I0E, I0E_SLOPE, isGrowing, isSteep } from "./kinds";
import { EVEN_EXPONENT, ONE } from "../arithmetic/constants";
import { normal, productRest } from "../arithmetic/double_double_lanes";
import { evaluatePairs } from "../tables/entry_double_double";
import { LOW } from "../memory_map";
import { entryNumber } from "../tables/entry";

const FAR_BEGIN: f64 = 1048576; // 2^20
const HANKEL_TERMS: i32 = 5;

/** The values are what `accuratePair` returns, and LOW, times 2 to these. */
export let exponent0: i32 = 0;
export let exponent1: i32 = 0;

/** The bound of the error of the double-double, relative to it. */
export const ACCURATE_BOUND: f64 = 3.2311742677852644e-27; // 2^-88

/** The region of a. */
export function accurateRegion(a: f64): i32 {
  return a < FAR_BEGIN ? 0 : 1;
}

/**
 * The double-doubles at two finite numbers of one region. Their second parts are in LOW, and at most some units in the
 * last place of the first ones.
 */
export function accuratePair(kind: i32, region: i32, a: v128): v128 {
  exponent0 = 0;
  exponent1 = 0;
  return region == 0 ? nearPair(kind, a) : farPair(kind, a);
}

function evaluate(a: v128, entry0: usize, entry1: usize): v128 {
  return evaluatePairs(a, entry0, entry1, PAIRS, COUNT);
}

function nearPair(kind: i32, a: v128): v128 {
  const entry0 = accurateEntry(kind, max(entryNumber(f64x2.extract_lane(a, 0)), 0));
  const entry1 = accurateEntry(kind, max(entryNumber(f64x2.extract_lane(a, 1)), 0));
  const y = evaluate(a, entry0, entry1);
  if (!isGrowing(kind)) return y;
  const rest = v128.load(LOW);
  const e = expReduced(a, f64x2.splat(0));
  exponent0 = expExponent0;
  exponent1 = expExponent1;
  const product = f64x2.mul(y, e);
  return normal(product, productRest(y, rest, e, v128.load(LOW), product));
}

function farPair(kind: i32, a: v128): v128 {
  const one = v128.load(ONE);
  const power = v128.and(i64x2.sub(a, one), v128.load(EVEN_EXPONENT)); // 2k
  const m = i64x2.sub(a, power);
  const steep = isSteep(kind);
  const factor = steep ? -3 : -1;
  exponent0 = factor * <i32> (i64x2.extract_lane(power, 0) >> 53);
  exponent1 = factor * <i32> (i64x2.extract_lane(power, 1) >> 53);
  const entry0 = powerEntry(steep, entryNumber(f64x2.extract_lane(m, 0)));
  const entry1 = powerEntry(steep, entryNumber(f64x2.extract_lane(m, 1)));
  const y = evaluate(m, entry0, entry1);
  return timesHankel(kind, a, y, v128.load(LOW));
}

/**
 * (y + rest) (1 + w(1/a)). Hankel's coefficients are float64 numbers: from one to the next by
 * ((2j - 1)^2 - 4 nu^2)/(8 j). The derivative of x^(-j - 1/2) has the factor 2j + 1 more than that of x^(-1/2).
 */
function timesHankel(kind: i32, a: v128, y: v128, rest: v128): v128 {
  const steep = isSteep(kind);
  const one = v128.load(ONE);
  const square = kind == I0E || kind == I0E_SLOPE ? 0 : 4;
  const t = f64x2.div(one, a);
  let coefficient: f64 = 1;
  let c1: f64 = 0;
  let later = f64x2.splat(0);
  let last = t;
  for (let j = 1; j <= HANKEL_TERMS; j++) {
    coefficient *= <f64> ((2 * j - 1) * (2 * j - 1) - square) / <f64> (8 * j);
    const c = steep ? coefficient * <f64> (2 * j + 1) : coefficient;
    if (j == 1) c1 = c;
    else later = f64x2.add(later, f64x2.mul(f64x2.splat(c), last));
    last = f64x2.mul(last, t);
  }
  return timesFactor(y, rest, a, t, f64x2.splat(c1), later);
}
