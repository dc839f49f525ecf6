// An entry of a Bessel table at two numbers, as an unrounded double-double high + low, and what it is multiplied by and
// rounded to. The format is that of tables/entry.ts, but for the steep functions (bessel/kinds.ts): their c1h has
// 26 bits, so that its products with both halves of d are exact, the low half of c8 is c9 as a
// float32, and in the place of c1 is a bound of the pair's error. (With six bits in c1h, and
// without c9, every fiftieth element of theirs would fail the test.)
//
// Float64 results are correctly rounded: high + (low - e) and high + (low + e), e a bound of the
// pair's error, must round alike. The loops take the largest e/|f| of a table, or the largest e of
// the entry of a steep table. One element in 50 to 250 fails this test, and is queued for the accurate
// phase (bessel/fallback.ts).
//
// With u = 2^-53, q = d^2 (c2 + ...) and l = d c1l, low = l + q. The errors are at most
//
//   q         5.1 u |q|: one rounding in d^2, 3.1 in the sum, one in their product
//   l         3 u |l|: the product, the sum with the rounding error of c0 + d c1h, and that sum +- e
//   low       2 u |q| + u |l|: +- e, and its last sum
//   the entry   the error of its coefficients: u |q|, and r |f|
//
// Pairs with bounds of their own have e = A (|d^2 c2| + |l|) + B |high|, A = 11 u: d^2 c2 is all of q
// but for 2^-5 of it, or q is below 2^-17 |f|. B is the largest r of a table's entries. The bounds of the
// loops (TEST_BOUND) are the largest sums of all these, with each entry's own error. tools/tables/bessel.py finds
// both. Further operations add to them:
//
//   far       3 u |l| and 2 u |q|, and 8 u |w| for the factor 1 + w, w(1/a) rounded four times and
//             added; the error of its polynomial, 2^-64.7
//   exp       4 u |l| and 4 u |q|: the product with 2^(j/1024), which is rounded too, and two sums.
//             A = 13 u. See `timesExp` and `timesExpAccurately`
//   the zero  of i1e': c0 is rounded, by less than 2^-111
//
// All results are correctly rounded: the worst error is half an ulp, where a value is almost a
// midpoint between two float64. tests/kernels/bessel_bounds_test.ts searches for the largest error of pairs in units of
// e. With SPECOL_BOUNDS=20 it found 0.94 (i1e' at 0.038588340670717175).

import { I1E_SLOPE, isSteep } from "./kinds";
import { HALF, TINY, TRIPLE } from "../arithmetic/constants";
import { INVERSE_FACTORIALS } from "../arithmetic/constants_data";
import {
  expCount,
  expFar,
  expNear,
  expRest,
  expStep,
  scaleOnce,
  scaleTwice,
} from "../elementary/exp";
import { firsts, seconds } from "../arithmetic/lanes";
import { TOP_BITS } from "../arithmetic/error_free";
import { NAN_64 } from "../rounding/ziv_test";
import { symmetric64 } from "./symmetry";
import { curveOf, lineError } from "../tables/entry";

const A: usize = memory.data<f64>([1.2212453270876722e-15, 1.2212453270876722e-15], 16); // 11 u
const A_EXP: usize = memory.data<f64>([1.4432899320127035e-15, 1.4432899320127035e-15], 16); // 13 u
const ZERO_BOUND: usize = memory.data<f64>([3.851859888774472e-34, 3.851859888774472e-34], 16); // 2^-111

/**
 * Two lanes of the relative bound of the running kernel's loops, and of a second kernel that runs
 * with it.
 */
export const TEST: usize = memory.data(32, 16);

// @ts-ignore: decorator
@inline
export function setTest(test: usize, bound: f64): void {
  v128.store(test, f64x2.splat(bound));
}

// What `evaluate` does with the pair.
export const ROUNDED: i32 = 0; // high + low
export const FAR: i32 = 1; // (high + low) (q + p), q a power of two, p much smaller
export const TIMES_EXP: i32 = 2; // (high + low) exp(p), q the steps of exp
// TIMES_EXP with 2^m in two steps, so that only the result can overflow; x may be NaN
export const TIMES_LARGE_EXP: i32 = 3;
export const PAIR_FAR: i32 = 4; // FAR, left as a pair with its bound: see PAIR
export const PAIR_EXP: i32 = 5; // TIMES_EXP without 2^m, left likewise
// These may be added to those.
export const MEASURED: i32 = 8; // to TIMES_EXP: the pair is left in PAIR, for tests
// elements may be so small that powers of d would underflow, which takes long
export const MASKED: i32 = 16;
export const HEADED: i32 = 32; // elements may be in entry 0 of i1e, where A |d^2 c2| adds to e

/** Where PAIR_FAR and PAIR_EXP put high, low and e. */
export const PAIR: usize = memory.data(48, 16);

// @ts-ignore: decorator
@inline
function c2Of(entry0: usize, entry1: usize): v128 {
  return firsts(v128.load(entry0, 32), v128.load(entry1, 32));
}

/** Two float32 in the low halves of float64. */
// @ts-ignore: decorator
@inline
function lowHalves(a: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i32>(a, a, 0, 2, 0, 2));
}

/**
 * Stores f at `v`, whose entries are at `entry0` and `entry1`, followed by `then` and the symmetry of
 * f(x), at `to`; returns the lanes that fail Ziv's test, as bits. (A function here cannot return a
 * pair, so all uses of it are here.) For FAR and steep functions `scale` is 2^-k, which
 * is the last factor, or 0 where the result is 0. `test`: where TEST is.
 */
// @ts-ignore: decorator
@inline
export function evaluate(
  kind: i32,
  then: i32,
  x: v128,
  to: usize,
  v: v128,
  entry0: usize,
  entry1: usize,
  p: v128,
  q: v128,
  scale: v128,
  test: usize,
): i32 {
  const form = then & 7;
  const head0 = v128.load(entry0);
  const head1 = v128.load(entry1);
  const d = f64x2.sub(v, firsts(head0, head1));
  const c0 = seconds(head0, head1);
  const slope0 = v128.load(entry0, 16);
  const slope1 = v128.load(entry1, 16);
  const c1 = firsts(slope0, slope1);
  const top = isSteep(kind) ? v128.and(d, v128.load(TOP_BITS)) : d;
  const step = f64x2.mul(top, c1);
  const high = f64x2.add(c0, step);
  let error = lineError(c0, step, high, kind == I1E_SLOPE);
  if (isSteep(kind)) error = f64x2.add(error, f64x2.mul(f64x2.sub(d, top), c1));

  const t = then & MASKED ? v128.and(d, f64x2.gt(v, v128.load(TINY))) : d;
  const square = f64x2.mul(t, t);
  const end0 = v128.load(entry0, 80);
  const end1 = v128.load(entry1, 80);
  let c8 = firsts(end0, end1);
  if (isSteep(kind)) c8 = f64x2.add(c8, f64x2.mul(t, lowHalves(c8)));
  const rest = curveOf(entry0, entry1, t, square, c8);
  const l = f64x2.mul(t, seconds(end0, end1));
  const near = f64x2.add(error, l);

  const rise = f64x2.mul(square, rest);
  if (form == PAIR_EXP) {
    const bound = boundOf(high, square, c2Of(entry0, entry1), l, A_EXP, test);
    return timesExpAccurately(high, f64x2.add(near, rise), p, q, bound);
  }
  // Signs of bounds do not matter.
  let bound = isSteep(kind) ? seconds(slope0, slope1) : f64x2.mul(high, v128.load(test));
  if (then & HEADED) {
    const c2 = f64x2.abs(c2Of(entry0, entry1));
    bound = f64x2.add(bound, f64x2.mul(square, f64x2.mul(c2, v128.load(A))));
  }
  if (form == ROUNDED) {
    const y = f64x2.add(high, f64x2.add(f64x2.sub(near, bound), rise));
    const other = f64x2.add(high, f64x2.add(f64x2.add(near, bound), rise));
    v128.store(to, symmetric64(kind, x, y));
    return i64x2.bitmask(f64x2.ne(y, other));
  }
  if (form == TIMES_EXP || form == TIMES_LARGE_EXP) {
    return timesExp(kind, then, x, to, high, f64x2.add(near, rise), p, q, bound);
  }
  const factor = f64x2.add(q, p);
  const moved = f64x2.mul(high, p);
  const corrected = f64x2.add(f64x2.mul(near, factor), moved);
  const risen = f64x2.mul(f64x2.mul(square, factor), rest);
  if (form == PAIR_FAR) {
    bound = boundOf(high, square, c2Of(entry0, entry1), l, A, test);
    if (kind == I1E_SLOPE) bound = f64x2.add(bound, v128.load(ZERO_BOUND));
    return storePair(
      high,
      f64x2.add(corrected, risen),
      f64x2.add(bound, f64x2.mul(f64x2.abs(moved), v128.load(A))),
    );
  }
  bound = f64x2.mul(bound, q);
  const first = f64x2.mul(high, q);
  let y = f64x2.add(first, f64x2.add(f64x2.sub(corrected, bound), risen));
  const other = f64x2.add(first, f64x2.add(f64x2.add(corrected, bound), risen));
  const failed = i64x2.bitmask(f64x2.ne(y, other));
  if (isSteep(kind)) y = f64x2.mul(y, scale);
  v128.store(to, symmetric64(kind, x, y));
  return failed;
}

/** e = a (|d^2 c2| + |l|) + B |high|. */
// @ts-ignore: decorator
@inline
function boundOf(high: v128, square: v128, c2: v128, l: v128, a: usize, test: usize): v128 {
  const parts = f64x2.add(f64x2.mul(square, f64x2.abs(c2)), f64x2.abs(l));
  return f64x2.add(f64x2.mul(parts, v128.load(a)), f64x2.mul(f64x2.abs(high), v128.load(test)));
}

/**
 * Stores (high + low) exp(p), as `evaluate` does: see elementary/exp.ts. Of high the first 26 bits times the
 * 27 of 2^(j/1024)'s high part are exact, M, and M + crossTerms is the product with 2^(j/1024). M +
 * crossTerms is rounded, as are r, 1 + r ..., their product and its sum with crossTerms: 5 u 2^-11.5 of the
 * result, and 2^-66.5 is the truncation error of exp's tail.
 */
// @ts-ignore: decorator
@inline
function timesExp(
  kind: i32,
  then: i32,
  x: v128,
  to: usize,
  high: v128,
  low: v128,
  p: v128,
  steps: v128,
  bound: v128,
): i32 {
  const step0 = expStep(steps, 0);
  const step1 = expStep(steps, 1);
  const stepHigh = firsts(step0, step1);
  const stepLow = seconds(step0, step1);
  const top = v128.and(high, v128.load(TOP_BITS));
  const m = f64x2.mul(top, stepHigh);
  let crossTerms = f64x2.add(f64x2.mul(f64x2.sub(high, top), stepHigh), f64x2.mul(high, stepLow));
  crossTerms = f64x2.add(crossTerms, f64x2.mul(low, f64x2.add(stepHigh, stepLow)));
  const rise = f64x2.mul(f64x2.add(m, crossTerms), expRest(p, steps));
  if (then & MEASURED) return storePair(m, f64x2.add(crossTerms, rise), m);
  const scaledBound = f64x2.mul(bound, stepHigh);
  let y = f64x2.add(m, f64x2.add(f64x2.sub(crossTerms, scaledBound), rise));
  const other = f64x2.add(m, f64x2.add(f64x2.add(crossTerms, scaledBound), rise));
  const failed = i64x2.bitmask(f64x2.ne(y, other));
  if ((then & 7) == TIMES_LARGE_EXP) {
    y = v128.bitselect(i64x2.splat(NAN_64), scaleTwice(y, steps), f64x2.ne(x, x));
  } else {
    y = scaleOnce(y, steps);
  }
  v128.store(to, symmetric64(kind, x, y));
  return failed;
}

/** What `timesExp` adds to a relative bound. */
export const EXP_TEST_BOUND: f64 = 2.03e-19; // 5 2^-53 ln 2/2048, 2^-66.5 and 2^-68

/**
 * The same as a pair with its bound. r = rh + rl, rh of 26 bits; 26 bits of M times rh are exact,
 * N; and M + N is, as a sum and its error. Everything else is below 2^-11. EXP_BOUND has 2^-66: r^2
 * tail(r) is below 2^-24, and rounded four times. exp(r) is below EXP_FACTOR.
 */
// @ts-ignore: decorator
@inline
function timesExpAccurately(high: v128, low: v128, p: v128, steps: v128, bound: v128): i32 {
  const mask = v128.load(TOP_BITS);
  const count = expCount(steps);
  const near = expNear(p, count);
  const far = expFar(count);
  const r = f64x2.sub(near, far);
  const rh = v128.and(r, mask);
  const rl = f64x2.sub(f64x2.sub(near, rh), far);
  const square = f64x2.mul(r, r);
  // exp's series after r^2/2: 1/3!, 1/4!, 1/5!; what follows is below 2^-78.
  let tail = v128.load64_splat(INVERSE_FACTORIALS + 5 * TRIPLE);
  tail = f64x2.add(v128.load64_splat(INVERSE_FACTORIALS + 4 * TRIPLE), f64x2.mul(r, tail));
  tail = f64x2.add(v128.load64_splat(INVERSE_FACTORIALS + 3 * TRIPLE), f64x2.mul(r, tail));
  const small = f64x2.add(rl, f64x2.mul(square, f64x2.add(v128.load(HALF), f64x2.mul(r, tail))));

  const step0 = expStep(steps, 0);
  const step1 = expStep(steps, 1);
  const stepHigh = firsts(step0, step1);
  const stepLow = seconds(step0, step1);
  const top = v128.and(high, mask);
  const m = f64x2.mul(top, stepHigh);
  const mTop = v128.and(m, mask);
  const n = f64x2.mul(mTop, rh);
  const sum = f64x2.add(m, n);
  const error = f64x2.sub(n, f64x2.sub(sum, m));
  let crossTerms = f64x2.add(f64x2.mul(f64x2.sub(high, top), stepHigh), f64x2.mul(high, stepLow));
  crossTerms = f64x2.add(crossTerms, f64x2.mul(low, f64x2.add(stepHigh, stepLow)));
  const mRest = f64x2.add(f64x2.sub(m, mTop), crossTerms);
  const all = f64x2.add(mTop, mRest);
  const rest = f64x2.add(f64x2.add(error, f64x2.mul(mRest, rh)), f64x2.mul(all, small));
  return storePair(sum, f64x2.add(crossTerms, rest), f64x2.mul(bound, stepHigh));
}

export const EXP_BOUND: f64 = 1.3552527156068805e-20; // 2^-66
export const EXP_FACTOR: f64 = 1.001;

/** What the factor of far elements adds to B. */
export const FAR_BOUND: f64 = 3.3e-20; // 2^-64.7

// @ts-ignore: decorator
@inline
function storePair(high: v128, low: v128, bound: v128): i32 {
  v128.store(PAIR, high);
  v128.store(PAIR, low, 16);
  v128.store(PAIR, bound, 32);
  return 0;
}
