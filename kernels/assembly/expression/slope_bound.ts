// What bounds of the operands of functions add to those of their values: a bound of |f'| next to x, times the bound of
// the operand. Each bound of |f'| is at least the supremum over the distance that is allowed, 2^-20 of that from a
// singularity. An operand whose bound is larger is not known well enough, and neither is one at a special value: the
// last phase computes these. Two lanes at a time, but for polygamma, multigammaln, and the gamma family next to poles.
//
//   exp, expm1     twice the value, and twice that of expm1 and 1: e^x <= |expm1(x)| + 1. The operand moves by 2^-10 at most
//   ln, log1p      twice 1/x
//   lgamma         |digamma| is below ln x + 1/x next to 0 and beyond it; x < 0 adds pi/tan(pi x), below 1/r, r the distance
//                  from the nearest pole
//   digamma        its derivative is at most 1/x^2 + 1/x, x > 0; (pi/sin(pi x))^2, below 1/r^2 + 6, where x < 0
//   polygamma      of order n: each term n!/(x + k)^(n + 1) has a derivative of at most (n + 1)/x of it, x > 0
//   i0, i1         their derivatives are integrals of powers of cos v, times exp(x cos v), over [0, pi] and divided by pi. One of an
//                  even power is at least the next one; cosh(u) <= sinh(u) + 1 bounds those after odd powers
//   i0e, i1e       the same of cos v - 1 from -2 to 0: the second and third derivative is at most 2.5, and no others have
//                  values in these phases

import { INFINITE, ONE } from "../arithmetic/constants";
import {
  COS,
  DIGAMMA,
  EXP,
  EXPM1,
  I0,
  I1,
  I1E,
  LGAMMA,
  LOG,
  LOG1P,
  MULTIGAMMALN,
  MULTIGAMMALN_GRAD,
  POLYGAMMA,
  SIN,
  SQRT,
} from "./instructions";
import { BOUNDS, boundsOf, highsOf } from "./slot";

/** The distance from a singularity is more than so many bounds. */
const FAR: f64 = 1048576; // 2^20
/** A slope may be below all numbers, and yet matter beside what is as small. */
const LEAST_SLOPE: f64 = 1e-300;

/** Whether `slopeLanes` has a function. */
function isInLanes(op: i32): bool {
  return op <= COS || op == LGAMMA || op == DIGAMMA || op >= I0 && op <= I1E;
}

/** At least the slope of a function that is f at x. */
// @ts-ignore: decorator
@inline
function slopeLanes(op: i32, x: v128, f: v128, n: f64): v128 {
  const one = v128.load(ONE);
  const two = f64x2.splat(2);
  const size = f64x2.abs(x);
  if (op == SQRT) return f64x2.div(one, f);
  if (op == EXP) return f64x2.add(f, f);
  if (op == EXPM1) return f64x2.mul(two, f64x2.add(f64x2.abs(f), one));
  if (op == LOG) return f64x2.div(two, size);
  if (op == LOG1P) return f64x2.div(two, f64x2.add(one, x));
  if (op == SIN || op == COS) return one;
  // 2/x + ln(x + 2) + 4, with 0.7 for each power of two
  if (op == LGAMMA) {
    const exponent = i64x2.sub(i64x2.shr_u(f64x2.add(size, two), 52), i64x2.splat(1022));
    const log = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(exponent, exponent, 0, 2, 0, 2));
    return f64x2.add(
      f64x2.add(f64x2.div(two, x), f64x2.mul(f64x2.splat(0.7), log)),
      f64x2.splat(4),
    );
  }
  if (op == DIGAMMA) return f64x2.div(f64x2.splat(4), x);
  const parts = n + 2;
  if (op == I0 || op == I1) {
    const rise = f64x2.add(one, f64x2.div(f64x2.splat(parts), size));
    return f64x2.mul(f64x2.mul(two, f64x2.add(f64x2.abs(f), one)), rise);
  }
  return f64x2.splat(8 * parts * parts);
}

/** Adds to the bounds of the values of a function at `at`; `a` and `n` are the entries of its operands. */
export function addSlopes(op: i32, at: usize, a: usize, n: usize, size: i32): void {
  if (isInLanes(op)) addInLanes(op, at, a, n, size);
  else for (let i: usize = 0; i < <usize> size << 3; i += 8) addElement(op, at, a, n, i);
}

function addInLanes(op: i32, at: usize, a: usize, n: usize, size: i32): void {
  const infinite = v128.load(INFINITE);
  const order: f64 = n == 0 ? 0 : load<f64>(highsOf(n));
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const ends = v128.load(boundsOf(a) + i);
    const isMoved = f64x2.ne(ends, f64x2.splat(0));
    if (!v128.any_true(isMoved)) continue;
    const x = v128.load(highsOf(a) + i);
    const f = v128.load(at + i);
    if (op == LGAMMA || op == DIGAMMA) {
      // Next to poles the slope is another.
      if (!i64x2.all_true(f64x2.ge(x, v128.load(ONE)))) {
        addElement(op, at, a, n, i);
        addElement(op, at, a, n, i + 8);
        continue;
      }
    }
    const distance = op == LOG1P ? f64x2.add(x, v128.load(ONE)) : f64x2.abs(x);
    const isFar = f64x2.lt(f64x2.mul(ends, f64x2.splat(FAR)), distance);
    const isUnbounded = v128.not(v128.and(isFar, f64x2.lt(f64x2.abs(f), infinite)));
    const bound = v128.load(at + i, BOUNDS);
    const added = f64x2.mul(slopeLanes(op, x, f, order), ends);
    const moved = v128.bitselect(infinite, f64x2.add(bound, added), isUnbounded);
    v128.store(at + i, v128.bitselect(moved, bound, isMoved), BOUNDS);
  }
}

function addElement(op: i32, at: usize, a: usize, n: usize, i: usize): void {
  const xBound = load<f64>(boundsOf(a) + i);
  if (xBound == 0) return;
  const x = load<f64>(highsOf(a) + i);
  const f = load<f64>(at + i);
  const parameter: f64 = n == 0 ? 0 : load<f64>(highsOf(n) + i);
  const isUnbounded =
    !(xBound * FAR < distanceOf(op, x, parameter) && xBound * FAR < abs(x) && abs(f) < Infinity);
  const slope = isUnbounded ? 0 : slopeBound(op, x, f, parameter);
  store<f64>(at + i, isUnbounded ? Infinity : load<f64>(at + i, BOUNDS) + slope * xBound, BOUNDS);
}

/**
 * How far an operand of a function of the gamma family is from where its slope is infinite, or of polygamma so large a part
 * of that that its slope, 1/distance to the power n + 2, hardly changes.
 */
function distanceOf(op: i32, x: f64, n: f64): f64 {
  if (op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD) return x - 0.5 * (n - 1);
  const pole = x > 0.5 ? x : abs(x - nearest(x));
  return op == POLYGAMMA ? pole / (n + 2) : pole;
}

/** At least n! times the sum of the powers of the distances from poles, x < 0. */
function polesBound(x: f64, n: f64): f64 {
  const pole = abs(x - nearest(x));
  let bound: f64 = 8;
  // Of an order of 1e10 there would be as many factors.
  for (let i: f64 = 0; i < n + 1 && bound < Infinity; i++) bound *= max(1, (i + 1) / pole);
  return bound;
}

/** At least the slope of a function of the gamma family that is f at x, in its neighbourhood. */
export function slopeBound(op: i32, x: f64, f: f64, n: f64): f64 {
  const size = abs(x);
  const pole = x > 0.5 ? x : abs(x - nearest(x));
  if (op == LGAMMA) return 2 / pole + logBound(size) + 4;
  if (op == DIGAMMA || op == POLYGAMMA && n == 0) return x >= 1 ? 4 / x : 4 / (pole * pole) + 24;
  if (op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD) {
    const last = x - 0.5 * (n - 1);
    if (op == MULTIGAMMALN) return n * (2 / last + logBound(size) + 4);
    // For higher derivatives the distance from the last pole matters more and more.
    return 8 * (abs(f) + n) * (1 + 1 / last) * 16;
  }
  if (x > 0) return 2 * (n + 1) / x * abs(f) + LEAST_SLOPE;
  return polesBound(x, n + 1);
}

/** At least ln(x + 2), for x >= 0: by the exponent. */
// @ts-ignore: decorator
@inline
function logBound(x: f64): f64 {
  return 0.7 * <f64> max<i32>(1, <i32> (reinterpret<u64>(x + 2) >> 52) - 1022);
}
