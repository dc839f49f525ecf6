// The piecewise table that every function is read from, two lanes at a time.
//
// |x| is cut into 32 rows an octave: the row's number is the exponent and the top five mantissa
// bits. A row (tools/tables/rows.py makes them) is  centre, c0, c1h, c1, c2 .. c8, c1l  and gives,
// with d = |x| - centre, which is exact, and c1 = c1h + c1l,
//
//     f = c0 + d c1h + d (c1l + d (c2 + ... + d c8))
//         \_________/   \__________________________/
//        exact as s + e      rest, below 2^-11 f
//
// f(centre) is almost a double, so c0 has no low part; c1h is so short that d c1h is exact. What is
// left to round is `rest` and the last sum: s + (e + rest) is within 0.51 ulp, and an unrounded
// pair for whoever multiplies it further or rounds it to float32.
//
// In rows that are made at run time (tables/parameter_tables.ts) the place of c1 is taken by a low part of c0.
// The gamma family has rows of its own (gamma/fast_row.ts).
//
// Row 0 is everything below the first octave, around the centre 0.

import { TINY } from "../arithmetic/constants";
import { firsts, seconds } from "../arithmetic/lanes";
import { finish } from "../rounding/ziv_test";

/** Bytes in a row: twelve float64. */
export const ROW: usize = 96;
const ROW_HALVES: usize = memory.data<i32>([96, 96, 96, 96], 16);
const OCTAVE_BITS: i32 = 5;

/** Row 1 of every table begins at 2^FIRST. */
export const FIRST: i32 = -6;
const BEFORE_64: i32 = ((1023 + FIRST) << OCTAVE_BITS) - 1;
const BEFORE_32: i32 = ((127 + FIRST) << OCTAVE_BITS) - 1;
const LANES_BEFORE_64: usize = memory.data<i32>([BEFORE_64, BEFORE_64, BEFORE_64, BEFORE_64], 16);
const LANES_BEFORE_32: usize = memory.data<i32>([BEFORE_32, BEFORE_32, BEFORE_32, BEFORE_32], 16);

/** The numbers of the rows of four float64; below row 1 zero or negative, for x < 0 beyond all. */
// @ts-ignore: decorator
@inline
export function rowNumbers64(a0: v128, a1: v128): v128 {
  const tops = v128.shuffle<i32>(a0, a1, 1, 3, 5, 7);
  return i32x4.sub(i32x4.shr_u(tops, 20 - OCTAVE_BITS), v128.load(LANES_BEFORE_64));
}

/** The same for four float32, of either sign. */
// @ts-ignore: decorator
@inline
export function rowNumbers32(x: v128): v128 {
  const unsigned = i32x4.shl(x, 1);
  return i32x4.sub(i32x4.shr_u(unsigned, 24 - OCTAVE_BITS), v128.load(LANES_BEFORE_32));
}

/** The same for four float32, for x < 0 beyond all. */
// @ts-ignore: decorator
@inline
export function positiveRowNumbers32(x: v128): v128 {
  return i32x4.sub(i32x4.shr_u(x, 23 - OCTAVE_BITS), v128.load(LANES_BEFORE_32));
}

/** The number of one x > 0. */
// @ts-ignore: decorator
@inline
export function rowNumber(x: f64): i32 {
  return <i32> (reinterpret<u64>(x) >> (52 - OCTAVE_BITS)) - BEFORE_64;
}

/** How far from their table's beginning the rows of those numbers are. */
// @ts-ignore: decorator
@inline
export function rowOffsets(numbers: v128): v128 {
  // Products of 16-bit halves are one instruction, and enough; 32-bit products are slow.
  return i32x4.dot_i16x8_s(numbers, v128.load(ROW_HALVES));
}

/** Two neighbouring coefficients of each row: the first + d times the second. */
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

/** What becomes of the pair high + low that `evaluate` finds. */
export const ROUNDED: i32 = 0; // high + low
export const PAIRED: i32 = 3; // at a + p, p tiny: returns high, and low is in LOW
export const PAIRED_AT: i32 = 4; // the same at a itself
export const BOUNDED_AT: i32 = 5; // as PAIRED_AT, and a bound of the pair's error is in BOUND

/** What the fourth number of a table's rows is. */
export const C1: i32 = 0; // c1h + c1l rounded, which `evaluateShort` needs and `evaluate` does not
export const C0_LOW: i32 = 1; // the low part of c0: see tables/parameter_tables.ts

/** Two lanes of memory for what cannot be returned. */
export const LOW: usize = 32;
export const BOUND: usize = 48;

// The bound of a pair's error. A rounding is 2^-53 of what is rounded. With near = e + d c1l (+ the
// low part of c0) and far = d^2 (c2 + ...): c1l, its product and the sum `near` are rounded, and
// the last sum is, 4 |near|. `far` has 1 to 2 roundings in c2, 1 in d^2, 3 in sums, 1 in the
// product and 1 in the last sum, and little more, as what is added to c2 is 2^-6 of it: 8 |far|.
// A_ROUNDING has a sixteenth more for that little. LAST_BITS is for what rows leave out of f;
// whoever makes them adds what is more. tests/kernels/bounds_test.ts searches for the largest error
// in units of the bound: it found 0.9.
const A_ROUNDING: usize = memory.data<f64>([4.718447854656915e-16, 4.718447854656915e-16], 16); // 4.25 2^-53
const LAST_BITS: usize = memory.data<f64>([6.776263578034403e-20, 6.776263578034403e-20], 16); // 1.25 2^-64

/**
 * f at `a`, whose rows are at `row0` and `row1`, followed by `then` (a function here cannot return
 * a pair, so what is done with it is done here). `fourth`: what is fourth in a row. `zeros`: f has
 * a zero in a row, so that c0 may be smaller than d c1h. `odd`: round to odd. All that is not a
 * v128 or an address is a constant.
 */
// @ts-ignore: decorator
@inline
export function evaluate(
  a: v128,
  row0: usize,
  row1: usize,
  fourth: i32,
  zeros: bool,
  then: i32,
  p: v128,
  q: v128,
  odd: bool,
): v128 {
  const head0 = v128.load(row0);
  const head1 = v128.load(row1);
  const d = f64x2.sub(a, firsts(head0, head1));
  const c0 = seconds(head0, head1);
  const slope0 = v128.load(row0, 16);
  const slope1 = v128.load(row1, 16);
  const step = f64x2.mul(d, firsts(slope0, slope1));
  const high = f64x2.add(c0, step);
  const error = lineError(c0, step, high, zeros);

  // Arranged for a short chain of dependent operations: that is what the time is made of. The
  // smallest d of tables that go down to 0 only counts in c0 + d c1h.
  const t = fourth == C1 ? v128.and(d, f64x2.gt(a, v128.load(TINY))) : d;
  const square = f64x2.mul(t, t);
  const end0 = v128.load(row0, 80);
  const end1 = v128.load(row1, 80);
  const last = firsts(end0, end1);
  const upper = f64x2.add(
    linear(v128.load(row0, 64), v128.load(row1, 64), t),
    f64x2.mul(square, last),
  );
  const lower = f64x2.add(
    linear(v128.load(row0, 32), v128.load(row1, 32), t),
    f64x2.mul(square, linear(v128.load(row0, 48), v128.load(row1, 48), t)),
  );
  const rest = f64x2.add(lower, f64x2.mul(f64x2.mul(square, square), upper));
  let near = f64x2.add(error, f64x2.mul(t, seconds(end0, end1)));
  if (fourth == C0_LOW) near = f64x2.add(near, seconds(slope0, slope1));
  if (then == BOUNDED_AT) {
    const far = f64x2.mul(square, rest);
    const distance = f64x2.abs(far);
    const parts = f64x2.add(f64x2.add(distance, distance), f64x2.abs(near));
    const lost = f64x2.mul(f64x2.abs(high), v128.load(LAST_BITS));
    v128.store(BOUND, f64x2.add(f64x2.mul(parts, v128.load(A_ROUNDING)), lost));
    v128.store(LOW, f64x2.add(near, far));
    return high;
  }
  if (then == PAIRED_AT) {
    v128.store(LOW, f64x2.add(near, f64x2.mul(square, rest)));
    return high;
  }
  if (then == PAIRED) {
    const c2 = firsts(v128.load(row0, 32), v128.load(row1, 32));
    let slope = f64x2.add(firsts(slope0, slope1), seconds(end0, end1));
    slope = f64x2.add(slope, f64x2.mul(f64x2.add(t, t), c2));
    near = f64x2.add(near, f64x2.mul(p, slope));
    v128.store(LOW, f64x2.add(near, f64x2.mul(square, rest)));
    return high;
  }
  const low = f64x2.add(near, f64x2.mul(square, rest));
  return finish(high, low, odd);
}

/** f at `a` from the row's first coefficients, to c5: relative error below 2^-33. */
// @ts-ignore: decorator
@inline
export function evaluateShort(a: v128, row0: usize, row1: usize): v128 {
  const head0 = v128.load(row0);
  const head1 = v128.load(row1);
  const d = f64x2.sub(a, firsts(head0, head1));
  const slope0 = v128.load(row0, 16);
  const slope1 = v128.load(row1, 16);
  const line = f64x2.add(seconds(head0, head1), f64x2.mul(d, seconds(slope0, slope1)));
  const square = f64x2.mul(d, d);
  const rest = f64x2.add(
    linear(v128.load(row0, 32), v128.load(row1, 32), d),
    f64x2.mul(square, linear(v128.load(row0, 48), v128.load(row1, 48), d)),
  );
  return f64x2.add(line, f64x2.mul(square, rest));
}
