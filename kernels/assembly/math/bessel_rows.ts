// A row of a Bessel table at two numbers, as an unrounded pair high + low, and what becomes of the pair. A row is
// what table.ts says, but for the steep functions (bessel_kinds.ts): their c1h has 26 bits, so that its products
// with both halves of d are exact, and the low half of c8 is c9 as a float32. (With six bits in c1h, and without
// c9, every fiftieth element of theirs would be undecided.)
//
// Float64 results are correctly rounded: high + (low - e) and high + (low + e), e the bound of the pair's error,
// must round alike, or else `decide` finds the result another way. The bound is e = A |low| + B |high|. With
// u = 2^-53, q = d^2 (c2 + ...), l = d c1l:
//
//   q         5.1 u |q|: one rounding in d^2, 3.1 in the sum, one in their product
//   l         2 u |l|: the product, and the sum with what c0 + d c1h leaves
//   low       2 u |low|: its last sum, and low +- e
//   the row   the error of its coefficients: u |q|, and r |f|
//
// |q| <= |low| + |l| + u |f|, so that A = 9 u and B = r + 7 u |l/f|, which tools/tables/bessel.py computes for
// each row; the largest is the table's bound. What follows adds to it:
//
//   far       8 u |w| for the factor 1 + w, w(1/a) rounded four times and added; its polynomial's error, 2^-64.7
//   exp       A = 16 u: products with 2^(j/128) and 1 + r, and four sums; 2^-66 in B: r^2 tail(r), below 2^-18,
//             rounded four times (2^-69), and the 14 u of |low| that its 2^-18 may hide (2^-67.2)
//   the zero  of i1e': c0 is rounded, 2^-108
//
// tests/kernels/bessel_bounds_test.ts searches for the largest error in units of e.

import { decide } from "./bessel_decide";
import { exponentScale, LOW, timesExpPair } from "./bessel_exp";
import { I1E_SLOPE, isSteep } from "./bessel_kinds";
import { SIGN_64, TINY } from "./constants";
import { scaleTwice } from "./exp";
import { firsts, seconds } from "./lanes";
import { TOP_BITS } from "./pair";
import { finish } from "./rounding";

const A: usize = memory.data<f64>([9.992007221626409e-16, 9.992007221626409e-16], 16); // 9 u
const A_EXP: usize = memory.data<f64>([1.7763568394002505e-15, 1.7763568394002505e-15], 16); // 2^-49, 16 u
const ZERO_BOUND: usize = memory.data<f64>([3.0814879110195774e-33, 3.0814879110195774e-33], 16); // 2^-108

/** B of the kernel that runs, in two lanes, and of a second one that runs with it. */
export const B: usize = memory.data(32, 16);

/** What follows adds to B: exp, and the factor of far elements. */
export const EXP_BOUND: f64 = 1.3552527156068805e-20; // 2^-66
export const FAR_BOUND: f64 = 3.3e-20; // 2^-64.7

// @ts-ignore: decorator
@inline
export function setBound(at: usize, bound: f64): void {
  v128.store(at, f64x2.splat(bound));
}

/** What becomes of the pair. */
export const ROUNDED: i32 = 0; // high + low
export const FAR: i32 = 1; // (high + low) (q + p), q a power of two, p much smaller
export const FAR_SUBNORMAL: i32 = 2; // the same where results may be subnormal: see `roundSubnormal`
export const TIMES_EXP: i32 = 3; // (high + low) exp(p), q the steps of exp
export const ODD_ROUNDED: i32 = 4; // high + low, rounded to odd: for float32
export const ODD_FAR: i32 = 5;
export const ODD_TIMES_EXP: i32 = 6;
export const TIMES_LARGE_EXP: i32 = 7; // TIMES_EXP with 2^m in two steps, so that only the result can overflow
export const MEASURED: i32 = 8; // added to others: the pair and its bound are left in memory, for tests

/** Where MEASURED leaves high, low and e. */
export const MEASURED_PAIR: usize = memory.data(48, 16);

// @ts-ignore: decorator
@inline
function linear(a: v128, b: v128, d: v128): v128 {
  return f64x2.add(firsts(a, b), f64x2.mul(d, seconds(a, b)));
}

/** Two float32 in the low halves of float64. */
// @ts-ignore: decorator
@inline
function lowHalves(a: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i32>(a, a, 0, 2, 0, 2));
}

/**
 * f at `v`, whose rows are at `row0` and `row1`, followed by `then`. `a` is |x|, which `decide` needs. For FAR and
 * steep functions `scale` is 2^-k, which is the last factor, or 0 where the result is 0. `bounds`: where B is.
 */
// @ts-ignore: decorator
@inline
export function evaluate(
  kind: i32,
  then: i32,
  a: v128,
  v: v128,
  row0: usize,
  row1: usize,
  p: v128,
  q: v128,
  scale: v128,
  bounds: usize,
): v128 {
  const head0 = v128.load(row0);
  const head1 = v128.load(row1);
  const d = f64x2.sub(v, firsts(head0, head1));
  const c0 = seconds(head0, head1);
  const slope0 = v128.load(row0, 16);
  const slope1 = v128.load(row1, 16);
  const c1 = firsts(slope0, slope1);
  const top = isSteep(kind) ? v128.and(d, v128.load(TOP_BITS)) : d;
  const step = f64x2.mul(top, c1);
  const high = f64x2.add(c0, step);
  const taken = f64x2.sub(high, c0);
  let error = f64x2.sub(step, taken);
  if (kind == I1E_SLOPE) error = f64x2.add(f64x2.sub(c0, f64x2.sub(high, taken)), error);
  if (isSteep(kind)) error = f64x2.add(error, f64x2.mul(f64x2.sub(d, top), c1));

  // Arranged for a short chain of dependent operations: that is what the time is made of. The smallest d only
  // counts in c0 + d c1h.
  const t = v128.and(d, f64x2.gt(v, v128.load(TINY)));
  const square = f64x2.mul(t, t);
  const end0 = v128.load(row0, 80);
  const end1 = v128.load(row1, 80);
  let last = firsts(end0, end1);
  if (isSteep(kind)) last = f64x2.add(last, f64x2.mul(t, lowHalves(last)));
  const upper = f64x2.add(
    linear(v128.load(row0, 64), v128.load(row1, 64), t),
    f64x2.mul(square, last),
  );
  const lower = f64x2.add(
    linear(v128.load(row0, 32), v128.load(row1, 32), t),
    f64x2.mul(square, linear(v128.load(row0, 48), v128.load(row1, 48), t)),
  );
  const rest = f64x2.add(lower, f64x2.mul(f64x2.mul(square, square), upper));
  const near = f64x2.add(error, f64x2.mul(t, seconds(end0, end1)));
  const way = then & 7;
  if (way == ROUNDED || way == ODD_ROUNDED) {
    const low = f64x2.add(near, f64x2.mul(square, rest));
    if (way == ODD_ROUNDED) return finish(high, low, true);
    let bound = f64x2.add(f64x2.mul(f64x2.abs(low), v128.load(A)), f64x2.mul(f64x2.abs(high), v128.load(bounds)));
    if (kind == I1E_SLOPE) bound = f64x2.add(bound, v128.load(ZERO_BOUND));
    return rounded(kind, then, a, high, low, bound);
  }
  if (way == TIMES_EXP || way == ODD_TIMES_EXP || way == TIMES_LARGE_EXP) {
    const low = f64x2.add(near, f64x2.mul(square, rest));
    // The low part is left behind in LOW.
    const y = timesExpPair(high, low, p, q);
    const yLow = v128.load(LOW);
    if (way == ODD_TIMES_EXP) return f64x2.mul(finish(y, yLow, true), exponentScale(q));
    const bound = f64x2.add(f64x2.mul(f64x2.abs(yLow), v128.load(A_EXP)), f64x2.mul(y, v128.load(bounds)));
    return way == TIMES_EXP
      ? roundedTimes(kind, then, a, y, yLow, bound, exponentScale(q))
      : roundedTimes(kind, then, a, y, yLow, bound, q);
  }
  const factor = f64x2.add(q, p);
  const moved = f64x2.mul(high, p);
  const corrected = f64x2.add(f64x2.mul(near, factor), moved);
  const low = f64x2.add(corrected, f64x2.mul(f64x2.mul(square, factor), rest));
  const first = f64x2.mul(high, q);
  if (way == ODD_FAR) {
    const y = finish(first, low, true);
    return isSteep(kind) ? f64x2.mul(y, scale) : y;
  }
  const small = f64x2.mul(f64x2.add(f64x2.abs(low), f64x2.abs(moved)), v128.load(A));
  let bound = f64x2.add(small, f64x2.mul(f64x2.abs(first), v128.load(bounds)));
  if (kind == I1E_SLOPE) bound = f64x2.add(bound, f64x2.mul(v128.load(ZERO_BOUND), f64x2.abs(q)));
  if (!isSteep(kind)) return rounded(kind, then, a, first, low, bound);
  if (way == FAR_SUBNORMAL) return roundedSubnormal(kind, a, first, low, bound, scale);
  return roundedTimes(kind, then, a, first, low, bound, scale);
}

// @ts-ignore: decorator
@inline
function rounded(kind: i32, then: i32, a: v128, high: v128, low: v128, bound: v128): v128 {
  if (then & MEASURED) return measured(high, low, bound);
  const y = f64x2.add(high, f64x2.sub(low, bound));
  const differs = f64x2.ne(y, f64x2.add(high, f64x2.add(low, bound)));
  return v128.any_true(differs) ? decide(kind, a, y, differs) : y;
}

/** The same, times a power of two; growing functions may give the steps of exp instead. */
// @ts-ignore: decorator
@inline
function roundedTimes(kind: i32, then: i32, a: v128, high: v128, low: v128, bound: v128, factor: v128): v128 {
  if (then & MEASURED) return measured(high, low, bound);
  const y = f64x2.add(high, f64x2.sub(low, bound));
  const differs = f64x2.ne(y, f64x2.add(high, f64x2.add(low, bound)));
  const scaled = then == TIMES_LARGE_EXP ? scaleTwice(y, factor) : f64x2.mul(y, factor);
  return v128.any_true(differs) ? decide(kind, a, scaled, differs) : scaled;
}

const SUBNORMAL_END: i64 = 0x4000000000000000; // 2^-1022, and 1 for the exponent of 2^-k

/**
 * The same where the result, times `scale` = 2^-k, may be subnormal: added to 2^(k - 1022), with the same sign,
 * its last bit is that of a subnormal number.
 */
// @ts-ignore: decorator
@inline
function roundedSubnormal(kind: i32, a: v128, high: v128, low: v128, bound: v128, scale: v128): v128 {
  const end = i64x2.sub(i64x2.splat(SUBNORMAL_END), scale);
  const isSubnormal = f64x2.lt(f64x2.abs(high), end);
  const sign = v128.and(high, v128.load(SIGN_64));
  const start = v128.and(v128.or(end, sign), isSubnormal);
  const sum = f64x2.add(start, high);
  const rest = f64x2.add(f64x2.sub(high, f64x2.sub(sum, start)), low);
  const y = f64x2.add(sum, f64x2.sub(rest, bound));
  const differs = f64x2.ne(y, f64x2.add(sum, f64x2.add(rest, bound)));
  const scaled = f64x2.mul(f64x2.sub(y, start), scale);
  // A result of 0 has lost its sign.
  const signed = v128.or(scaled, sign);
  return v128.any_true(differs) ? decide(kind, a, signed, differs) : signed;
}

// @ts-ignore: decorator
@inline
function measured(high: v128, low: v128, bound: v128): v128 {
  v128.store(MEASURED_PAIR, high);
  v128.store(MEASURED_PAIR, low, 16);
  v128.store(MEASURED_PAIR, bound, 32);
  return high;
}
