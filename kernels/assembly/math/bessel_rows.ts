// A row of a Bessel table at two numbers, as an unrounded pair high + low, and what becomes of the pair. A row is
// what table.ts says, but for the steep functions (bessel_kinds.ts): their c1h has 26 bits, so that its products
// with both halves of d are exact, and the low half of c8 is c9 as a float32. (With six bits in c1h, and without
// c9, every fiftieth element of theirs would be undecided.)
//
// Float64 results are correctly rounded: high + (low - e) and high + (low + e), e the bound of the pair's error,
// must round alike, or else the element is noted (bessel_settle.ts) and found another way. With u = 2^-53,
// q = d^2 (c2 + ...) and l = d c1l, low = l + q. The errors are at most
//
//   q         5.1 u |q|: one rounding in d^2, 3.1 in the sum, one in their product
//   l         3 u |l|: the product, the sum with what c0 + d c1h leaves, and that sum +- e
//   low       u |l| + u |q|: its last sum
//   the row   the error of its coefficients: u |q|, and r |f|
//
// so that e = A |d^2 c2| + B |high|, A = 8 u: d^2 c2 is all of q but for 2^-5 of it, or q is below 2^-17 |f|. The
// largest r + 7 u |l/f| of a table's rows is its bound, B (tools/tables/bessel.py). i0e and i1e, whose q is small but
// in the first row of i1e, have a constant bound, the largest sum of all these, and A = 0. What follows adds to them:
//
//   far       3 u |l|, and 8 u |w| for the factor 1 + w, w(1/a) rounded four times and added; the error of its
//             polynomial, 2^-64.7
//   exp       3 u |l| and 4 u |q|: the product with 2^(j/128), and two sums, and what is left for 1 + r. A = 12 u. In
//             B 2^-66: r^2 tail(r) is below 2^-18, and rounded four times. exp(r) is below 1.004
//   the zero  of i1e': c0 is rounded, by less than 2^-111
//
// tests/kernels/bessel_bounds_test.ts searches for the largest error in units of e.

import { I0, I0E, I0E_SLOPE, I1E_SLOPE, isSteep } from "./bessel_kinds";
import { note } from "./bessel_settle";
import { HALF, ONE, SIGN_64, TINY } from "./constants";
import { scaleTwice } from "./exp";
import { EXP_REDUCE, EXP_STEP } from "./exp_data";
import { firsts, seconds } from "./lanes";
import { TOP_BITS } from "./pair";
import { finish } from "./rounding";

const ROUNDER: usize = memory.data<f64>([6755399441055744, 6755399441055744], 16); // 1.5 2^52
// exp's series behind r: 1/3!, 1/4!, 1/5!, 1/6!; what follows is below 2^-71.
const TAIL: usize = memory.data<f64>(
  [0.16666666666666666, 0.041666666666666664, 0.008333333333333333, 0.001388888888888889],
  16,
);
const SUBNORMAL_END: i64 = 0x4000000000000000; // 2^-1022, and 1 for the exponent of 2^-k
const A: usize = memory.data<f64>([8.881784197001252e-16, 8.881784197001252e-16], 16); // 8 u
const A_EXP: usize = memory.data<f64>([1.3322676295501878e-15, 1.3322676295501878e-15], 16); // 12 u
const ZERO_BOUND: usize = memory.data<f64>([3.851859888774472e-34, 3.851859888774472e-34], 16); // 2^-111

/** B of the kernel that runs, in two lanes, and of a second one that runs with it. */
export const B: usize = memory.data(32, 16);

/** What follows adds to B: exp, and the factor of far elements. */
export const EXP_BOUND: f64 = 1.3552527156068805e-20; // 2^-66
export const EXP_FACTOR: f64 = 1.004;
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
/** May be added to those. */
export const MEASURED: i32 = 8; // the pair and its bound are left in memory, for tests
export const CONSTANT: i32 = 32; // B is the constant bound
export const MASKED: i32 = 16; // elements may be so small that powers of d would underflow, which takes long

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
 * f at `v`, whose rows are at `row0` and `row1`, followed by `then`. x and the result's `place` are what is noted of
 * undecided elements. For FAR and steep functions `scale` is 2^-k, which is the last factor, or 0 where the result is
 * 0. `bounds`: where B is. (A function here cannot return a pair, so what is done with it is done here.)
 */
// @ts-ignore: decorator
@inline
export function evaluate(
  kind: i32,
  then: i32,
  x: v128,
  place: usize,
  v: v128,
  row0: usize,
  row1: usize,
  p: v128,
  q: v128,
  scale: v128,
  bounds: usize,
): v128 {
  const way = then & 7;
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

  // Arranged for a short chain of dependent operations: that is what the time is made of.
  const t = then & MASKED ? v128.and(d, f64x2.gt(v, v128.load(TINY))) : d;
  const square = f64x2.mul(t, t);
  const end0 = v128.load(row0, 80);
  const end1 = v128.load(row1, 80);
  let last = firsts(end0, end1);
  if (isSteep(kind)) last = f64x2.add(last, f64x2.mul(t, lowHalves(last)));
  const upper = f64x2.add(
    linear(v128.load(row0, 64), v128.load(row1, 64), t),
    f64x2.mul(square, last),
  );
  const second0 = v128.load(row0, 32);
  const second1 = v128.load(row1, 32);
  const lower = f64x2.add(
    linear(second0, second1, t),
    f64x2.mul(square, linear(v128.load(row0, 48), v128.load(row1, 48), t)),
  );
  const rest = f64x2.add(lower, f64x2.mul(f64x2.mul(square, square), upper));
  const near = f64x2.add(error, f64x2.mul(t, seconds(end0, end1)));
  if (way == ODD_ROUNDED) return finish(high, f64x2.add(near, f64x2.mul(square, rest)), true);

  // Of one sign, that of i0e and i0e' alone without more.
  const isOfOneSign = kind == I0 || kind == I0E || kind == I0E_SLOPE;
  const c2 = isOfOneSign ? firsts(second0, second1) : f64x2.abs(firsts(second0, second1));
  const size = kind == I1E_SLOPE ? f64x2.abs(high) : high;
  const isExp = way == TIMES_EXP || way == TIMES_LARGE_EXP || way == ODD_TIMES_EXP;
  let bound = f64x2.mul(size, v128.load(bounds));
  if (!(then & CONSTANT)) {
    bound = f64x2.add(f64x2.mul(square, f64x2.mul(c2, v128.load(isExp ? A_EXP : A))), bound);
  }
  if (kind == I1E_SLOPE) bound = f64x2.add(bound, v128.load(ZERO_BOUND));
  if (way == ROUNDED) {
    const rise = f64x2.mul(square, rest);
    const low0 = f64x2.add(f64x2.sub(near, bound), rise);
    const low1 = f64x2.add(f64x2.add(near, bound), rise);
    if (then & MEASURED) return measured(high, f64x2.add(near, rise), bound);
    const y = f64x2.add(high, low0);
    const differs = f64x2.ne(y, f64x2.add(high, low1));
    if (i64x2.bitmask(differs) != 0) note(kind, x, place, differs);
    return y;
  }
  if (isExp) {
    const low = f64x2.add(near, f64x2.mul(square, rest));
    return timesExp(kind, then, x, place, high, low, p, q, bound);
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
  const more = f64x2.mul(f64x2.mul(size, f64x2.abs(p)), v128.load(A));
  bound = f64x2.add(f64x2.mul(bound, q), more);
  if (then & MEASURED) return measured(first, low, bound);
  if (way == FAR_SUBNORMAL) return roundedSubnormal(kind, x, place, first, low, bound, scale);
  const y = f64x2.add(first, f64x2.sub(low, bound));
  const differs = f64x2.ne(y, f64x2.add(first, f64x2.add(low, bound)));
  if (i64x2.bitmask(differs) != 0) note(kind, x, place, differs);
  return isSteep(kind) ? f64x2.mul(y, scale) : y;
}

/**
 * (high + low) exp(p), with `bound` that of the pair: see exp.ts, whose steps and tables these are.
 *
 * p = (128 m + j) ln 2/128 + r, r = rh + rl, rh of 26 bits. Of high the first 26 bits times the 27 of 2^(j/128)'s high
 * part are exact, M; 26 bits of M times rh are exact, N; and M + N is, as a sum and its error. Everything else is below
 * 2^-11.
 */
// @ts-ignore: decorator
@inline
function timesExp(
  kind: i32,
  then: i32,
  x: v128,
  place: usize,
  high: v128,
  low: v128,
  p: v128,
  steps: v128,
  bound: v128,
): v128 {
  const mask = v128.load(TOP_BITS);
  const k = f64x2.sub(steps, v128.load(ROUNDER));
  const near = f64x2.sub(p, f64x2.mul(k, v128.load64_splat(EXP_REDUCE, 8)));
  const far = f64x2.mul(k, v128.load64_splat(EXP_REDUCE, 16));
  const r = f64x2.sub(near, far);
  const rh = v128.and(r, mask);
  const rl = f64x2.sub(f64x2.sub(near, rh), far);
  const square = f64x2.mul(r, r);
  const lower = f64x2.add(v128.load(HALF), f64x2.mul(r, v128.load64_splat(TAIL)));
  let upper = f64x2.add(v128.load64_splat(TAIL, 8), f64x2.mul(r, v128.load64_splat(TAIL, 16)));
  upper = f64x2.add(upper, f64x2.mul(square, v128.load64_splat(TAIL, 24)));
  const small = f64x2.add(rl, f64x2.mul(square, f64x2.add(lower, f64x2.mul(square, upper))));

  const step0 = v128.load(EXP_STEP + ((<usize> i64x2.extract_lane(steps, 0) & 127) << 4));
  const step1 = v128.load(EXP_STEP + ((<usize> i64x2.extract_lane(steps, 1) & 127) << 4));
  const stepHigh = firsts(step0, step1);
  const stepLow = seconds(step0, step1);
  const top = v128.and(high, mask);
  const m = f64x2.mul(top, stepHigh);
  const mTop = v128.and(m, mask);
  const n = f64x2.mul(mTop, rh);
  const sum = f64x2.add(m, n);
  const error = f64x2.sub(n, f64x2.sub(sum, m));
  let others = f64x2.add(f64x2.mul(f64x2.sub(high, top), stepHigh), f64x2.mul(high, stepLow));
  others = f64x2.add(others, f64x2.mul(low, f64x2.add(stepHigh, stepLow)));
  const behind = f64x2.add(f64x2.sub(m, mTop), others);
  const whole = f64x2.add(mTop, behind);
  const rest = f64x2.add(f64x2.add(error, f64x2.mul(behind, rh)), f64x2.mul(whole, small));
  const scaledBound = f64x2.mul(bound, stepHigh);
  const way = then & 7;
  if (then & MEASURED) return measured(sum, f64x2.add(others, rest), scaledBound);
  if (way == ODD_TIMES_EXP) return f64x2.mul(finish(sum, f64x2.add(others, rest), true), powers(steps));
  const y = f64x2.add(sum, f64x2.add(f64x2.sub(others, scaledBound), rest));
  const differs = f64x2.ne(y, f64x2.add(sum, f64x2.add(f64x2.add(others, scaledBound), rest)));
  if (i64x2.bitmask(differs) != 0) note(kind, x, place, differs);
  return way == TIMES_LARGE_EXP ? scaleTwice(y, steps) : f64x2.mul(y, powers(steps));
}

/** 2^m where it is a double: p below 709. */
// @ts-ignore: decorator
@inline
function powers(steps: v128): v128 {
  return i64x2.add(i64x2.shl(i64x2.shr_u(steps, 7), 52), v128.load(ONE));
}

/**
 * The rounding of high + low where the result, times `scale` = 2^-k, may be subnormal: added to 2^(k - 1022), with the
 * same sign, its last bit is that of a subnormal number.
 */
// @ts-ignore: decorator
@inline
function roundedSubnormal(
  kind: i32,
  x: v128,
  place: usize,
  high: v128,
  low: v128,
  bound: v128,
  scale: v128,
): v128 {
  const end = i64x2.sub(i64x2.splat(SUBNORMAL_END), scale);
  const isSubnormal = f64x2.lt(f64x2.abs(high), end);
  const sign = v128.and(high, v128.load(SIGN_64));
  const start = v128.and(v128.or(end, sign), isSubnormal);
  const sum = f64x2.add(start, high);
  const rest = f64x2.add(f64x2.sub(high, f64x2.sub(sum, start)), low);
  const y = f64x2.add(sum, f64x2.sub(rest, bound));
  const differs = f64x2.ne(y, f64x2.add(sum, f64x2.add(rest, bound)));
  if (i64x2.bitmask(differs) != 0) note(kind, x, place, differs);
  // A result of 0 has lost its sign.
  return v128.or(f64x2.mul(f64x2.sub(y, start), scale), sign);
}

// @ts-ignore: decorator
@inline
function measured(high: v128, low: v128, bound: v128): v128 {
  v128.store(MEASURED_PAIR, high);
  v128.store(MEASURED_PAIR, low, 16);
  v128.store(MEASURED_PAIR, bound, 32);
  return high;
}
