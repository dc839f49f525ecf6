// The table entry of the fast phase: a polynomial on an interval, evaluated in two lanes.
//
// An octave of |x| has 32 entries: the entry's number is the exponent and the top five bits of the
// significand. An entry (tools/tables/rows.py makes them) is  breakpoint, c0, c1h, c1, c2 .. c8, c1l  and gives,
// with d = |x| - breakpoint, which is exact, and c1 = c1h + c1l,
//
//     f = c0 + d c1h + d (c1l + d (c2 + ... + d c8))
//         \_________/   \__________________________/
//        exact as s + e      rest, below 2^-11 f
//
// f(breakpoint) is almost a double, so c0 has no low part; c1h is so short that d c1h is exact. Only
// `rest` and the last sum are rounded: s + (e + rest) is within 0.51 ulp, and an unrounded double-double for further products
// or for rounding to float32. Only c1 of the first entries is used, for float32 (bessel/binary32.ts).
//
// In entries that are made at run time (polygamma/table.ts) the place of c1 is taken by a low part of c0.
// The gamma family has entries of its own (gamma/fast_entry.ts).
//
// Entry 0 covers the numbers below the first octave, around the breakpoint 0.

import { LOW } from "../memory_map";
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

/**
 * f at a + p, p tiny, from entries that are made at run time: returns the high parts, and LOW has the
 * low ones.
 */
// @ts-ignore: decorator
@inline
export function evaluateAt(a: v128, p: v128, entry0: usize, entry1: usize): v128 {
  const head0 = v128.load(entry0);
  const head1 = v128.load(entry1);
  const d = f64x2.sub(a, firsts(head0, head1));
  const c0 = seconds(head0, head1);
  const slope0 = v128.load(entry0, 16);
  const slope1 = v128.load(entry1, 16);
  const c1h = firsts(slope0, slope1);
  const step = f64x2.mul(d, c1h);
  const high = f64x2.add(c0, step);
  const error = lineError(c0, step, high, false);

  // Arranged for a short chain of dependent operations, which decides the time.
  const square = f64x2.mul(d, d);
  const end0 = v128.load(entry0, 80);
  const end1 = v128.load(entry1, 80);
  const upper = f64x2.add(
    linear(v128.load(entry0, 64), v128.load(entry1, 64), d),
    f64x2.mul(square, firsts(end0, end1)),
  );
  const lower = f64x2.add(
    linear(v128.load(entry0, 32), v128.load(entry1, 32), d),
    f64x2.mul(square, linear(v128.load(entry0, 48), v128.load(entry1, 48), d)),
  );
  const rest = f64x2.add(lower, f64x2.mul(f64x2.mul(square, square), upper));
  let near = f64x2.add(error, f64x2.mul(d, seconds(end0, end1)));
  near = f64x2.add(near, seconds(slope0, slope1)); // the low part of c0
  const c2 = firsts(v128.load(entry0, 32), v128.load(entry1, 32));
  const slope = f64x2.add(f64x2.add(c1h, seconds(end0, end1)), f64x2.mul(f64x2.add(d, d), c2));
  near = f64x2.add(near, f64x2.mul(p, slope));
  v128.store(LOW, f64x2.add(near, f64x2.mul(square, rest)));
  return high;
}
