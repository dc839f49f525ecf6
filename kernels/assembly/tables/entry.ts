// The table entry of the fast phase: a polynomial on an interval, evaluated in two lanes. It is twelve float64,
//
//   breakpoint, c0, c1h, a fourth number, c2 .. c8, c1l
//
// and gives, with d = x - breakpoint, which is exact,
//
//   f = c0 + d c1h + d (c1l + d (c2 + ... + d c8))
//       \_________/   \__________________________/
//      exact as s + e      rest, below 2^-11 f
//
// f(breakpoint) is almost a double, so c0 has no low part; c1h is so short that d c1h is exact. Only `rest` and the last sum
// are rounded: s + (e + rest) is within 0.51 ulp, and an unrounded double-double for further products or for rounding to
// float32. The fourth number is
//
//   a bound of the error   in entries of the gamma family (gamma/build_taylor.ts), and of steep Bessel functions, whose entries
//                          have a c9 too (bessel/fast_entry.ts)
//   the low part of c0     in those of polygamma of order n >= 3 (polygamma/build_taylor.ts)
//   c1 = c1h + c1l         in those of other Bessel functions (tools/tables/rows.py makes them); only that of the first entries
//                          is used, for float32 (bessel/binary32.ts)
//
// An octave has 32 entries, but 64 in the gamma family: the entry's number is the exponent and the top bits of the significand.
// Entry 0 covers the numbers below the first octave, around the breakpoint 0.

import { BOUND, LOW } from "../memory_map";
import { ZERO } from "../arithmetic/constants";
import { firsts, seconds } from "../arithmetic/lanes";

/** Bytes in an entry: twelve float64. */
export const ENTRY: usize = 96;
const ENTRY_HALVES: usize = memory.data<i32>([96, 96, 96, 96], 16);
const OCTAVE_BITS: i32 = 5;

/** Entry 1 of every table begins at 2^FIRST. */
export const FIRST: i32 = -6;
const BEFORE_64: i32 = ((1023 + FIRST) << OCTAVE_BITS) - 1;
const LANES_BEFORE_64: usize = memory.data<i32>([BEFORE_64, BEFORE_64, BEFORE_64, BEFORE_64], 16);

/** The numbers of the entries of four float64; below entry 1 zero or negative, for x < 0 beyond all. */
// @ts-ignore: decorator
@inline
export function entryNumbers64(a0: v128, a1: v128): v128 {
  const tops = v128.shuffle<i32>(a0, a1, 1, 3, 5, 7);
  return i32x4.sub(i32x4.shr_u(tops, 20 - OCTAVE_BITS), v128.load(LANES_BEFORE_64));
}

/** The number of one x > 0. */
// @ts-ignore: decorator
@inline
export function entryNumber(x: f64): i32 {
  return <i32> (reinterpret<u64>(x) >> (52 - OCTAVE_BITS)) - BEFORE_64;
}

/** How far from their table's beginning the entries of those numbers are. */
// @ts-ignore: decorator
@inline
export function entryOffsets(numbers: v128): v128 {
  // Products of 16-bit halves are one instruction, and enough; 32-bit products are slow.
  return i32x4.dot_i16x8_s(numbers, v128.load(ENTRY_HALVES));
}

/** Two neighbouring coefficients of each entry: the first + d times the second. */
// @ts-ignore: decorator
@inline
export function linear(a: v128, b: v128, d: v128): v128 {
  return f64x2.add(firsts(a, b), f64x2.mul(d, seconds(a, b)));
}

/** c0 + step - high, exactly. `zeros`: c0 may be smaller than the step. */
// @ts-ignore: decorator
@inline
export function lineError(c0: v128, step: v128, high: v128, zeros: bool): v128 {
  const taken = f64x2.sub(high, c0);
  const error = f64x2.sub(step, taken);
  return zeros ? f64x2.add(f64x2.sub(c0, f64x2.sub(high, taken)), error) : error;
}

/** c2 + c3 d + ... + c7 d^5 + c8 d^6, arranged for a short chain of dependent operations, which decides the time. */
// @ts-ignore: decorator
@inline
export function curveOf(entry0: usize, entry1: usize, d: v128, square: v128, c8: v128): v128 {
  const upper = f64x2.add(
    linear(v128.load(entry0, 64), v128.load(entry1, 64), d),
    f64x2.mul(square, c8),
  );
  const middle = linear(v128.load(entry0, 48), v128.load(entry1, 48), d);
  const lower = f64x2.add(
    linear(v128.load(entry0, 32), v128.load(entry1, 32), d),
    f64x2.mul(square, middle),
  );
  return f64x2.add(lower, f64x2.mul(f64x2.mul(square, square), upper));
}

/** f', three terms of it: enough for the low part of an argument. */
// @ts-ignore: decorator
@inline
export function slopeAt(d: v128, c1: v128, c2: v128, c3: v128): v128 {
  const more = f64x2.add(c2, f64x2.mul(f64x2.add(d, f64x2.mul(d, f64x2.splat(0.5))), c3));
  return f64x2.add(c1, f64x2.mul(f64x2.add(d, d), more));
}

// What `evaluateEntry` returns.
export const PAIR: i32 = 0; // the low parts in LOW; returns the high ones
export const PAIR_WITH_LOW: i32 = 1; // the same, where the fourth number is the low part of c0
export const BOUNDED: i32 = 2; // as PAIR, and bounds of errors in BOUND
export const CHECKED: i32 = 3; // which lanes the bound does not decide, in LOW; returns the results of the others
export const CHECKED_ZERO: i32 = 4; // the same, where a high part is 0 at an exact zero of f alone, as lgamma has

/**
 * f at x + p, whose entries are at `entry0` and `entry1`. `moved`: p, at most half an ulp of x, is not 0. `zeros`: f may have
 * a zero in the entry, so that c0 may be smaller than d c1h. All but numbers and addresses are constants.
 */
// @ts-ignore: decorator
@inline
export function evaluateEntry(
  x: v128,
  p: v128,
  entry0: usize,
  entry1: usize,
  zeros: bool,
  moved: bool,
  then: i32,
): v128 {
  const head0 = v128.load(entry0);
  const head1 = v128.load(entry1);
  const d = f64x2.sub(x, firsts(head0, head1));
  const c0 = seconds(head0, head1);
  const slope0 = v128.load(entry0, 16);
  const slope1 = v128.load(entry1, 16);
  const c1h = firsts(slope0, slope1);
  const step = f64x2.mul(d, c1h);
  const high = f64x2.add(c0, step);
  const error = lineError(c0, step, high, zeros);
  const end0 = v128.load(entry0, 80);
  const end1 = v128.load(entry1, 80);
  const c1l = seconds(end0, end1);
  const square = f64x2.mul(d, d);
  const curve = curveOf(entry0, entry1, d, square, firsts(end0, end1));
  let near = f64x2.add(error, f64x2.mul(d, c1l));
  if (then == PAIR_WITH_LOW) near = f64x2.add(near, seconds(slope0, slope1));
  let low = f64x2.add(near, f64x2.mul(square, curve));
  if (moved) {
    const c2 = firsts(v128.load(entry0, 32), v128.load(entry1, 32));
    const c3 = seconds(v128.load(entry0, 32), v128.load(entry1, 32));
    low = f64x2.add(low, f64x2.mul(p, slopeAt(d, f64x2.add(c1h, c1l), c2, c3)));
  }
  if (then <= BOUNDED) {
    v128.store(LOW, low);
    if (then == BOUNDED) v128.store(BOUND, seconds(slope0, slope1));
    return high;
  }
  let bound = seconds(slope0, slope1);
  if (then == CHECKED_ZERO) bound = v128.and(bound, f64x2.ne(high, v128.load(ZERO)));
  const least = f64x2.add(high, f64x2.sub(low, bound));
  v128.store(LOW, f64x2.ne(least, f64x2.add(high, f64x2.add(low, bound))));
  return least;
}
