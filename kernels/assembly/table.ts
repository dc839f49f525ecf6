// The piecewise table that every function is read from, two lanes at a time.
//
// |x| is cut into 32 rows an octave: the row's number is the exponent and the top five mantissa bits.
// A row (tools/tables/rows.py makes them) is  centre, c0, c1h, c1l, c2 .. c9  and gives, with
// d = |x| - centre, which is exact,
//
//     f = c0 + d c1h + d (c1l + d (c2 + ... + d c9))
//         \_________/   \__________________________/
//        exact as s + e      rest, below 2^-11 f
//
// f(centre) is almost a double, so c0 has no low part; c1h is so short that d c1h is exact. What is
// left to round is `rest` and the last sum: s + (e + rest) is within 0.501 ulp, and an unrounded pair
// for whoever multiplies it further or rounds it to float32.
//
// Row 0 is everything below the first octave, around the centre 0.

import { TINY } from "./constants";
import { timesExp } from "./exp";
import { firsts, seconds } from "./lanes";
import { finish } from "./rounding";

/** Bytes in a row: centre, c0, c1h, c1l, c2 .. c9. */
export const ROW: usize = 96;
const OCTAVE_BITS: i32 = 5;

/** The numbers of the rows of four float64: 1 for the row at 2^first; below it zero or negative. */
// @ts-ignore: decorator
@inline
export function rowNumbers64(a0: v128, a1: v128, first: i32): v128 {
  const tops = v128.shuffle<i32>(a0, a1, 1, 3, 5, 7);
  const before = ((1023 + first) << OCTAVE_BITS) - 1;
  return i32x4.sub(i32x4.shr_u(tops, 20 - OCTAVE_BITS), i32x4.splat(before));
}

/** The same for four float32. */
// @ts-ignore: decorator
@inline
export function rowNumbers32(a: v128, first: i32): v128 {
  const before = ((127 + first) << OCTAVE_BITS) - 1;
  return i32x4.sub(i32x4.shr_u(a, 23 - OCTAVE_BITS), i32x4.splat(before));
}

/** The addresses of the rows of that number. */
// @ts-ignore: decorator
@inline
export function rowAddresses(table: usize, numbers: v128): v128 {
  const offsets = i32x4.add(i32x4.shl(numbers, 6), i32x4.shl(numbers, 5)); // 96 = 2^6 + 2^5
  return i32x4.add(i32x4.splat(<i32> table), offsets);
}

/** Two neighbouring coefficients of each row: the first + d times the second. */
// @ts-ignore: decorator
@inline
function linear(a: v128, b: v128, d: v128): v128 {
  return f64x2.add(firsts(a, b), f64x2.mul(d, seconds(a, b)));
}

/** What becomes of the pair high + low that `evaluate` finds. */
export const ROUNDED: i32 = 0; // high + low
export const CORRECTED: i32 = 1; // (high + low) (1 + p), p small
export const TIMES_EXP: i32 = 2; // (high + low) exp(p) 2^-m, q the steps of exp: see exp.ts

/**
 * f at `a`, whose rows are at `row0` and `row1`, followed by `then` (a function here cannot return a
 * pair, so what is done with it is done here). `zeros`: f has a zero in a row, so that c0 may be smaller
 * than d c1h. `odd`: round to odd. All that is not a v128 or an address is a constant.
 */
// @ts-ignore: decorator
@inline
export function evaluate(
  a: v128,
  row0: usize,
  row1: usize,
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
  const taken = f64x2.sub(high, c0);
  let error = f64x2.sub(step, taken);
  if (zeros) error = f64x2.add(f64x2.sub(c0, f64x2.sub(high, taken)), error);

  // Arranged for a short chain of dependent operations: that is what the time is made of. The smallest d
  // only counts in c0 + d c1h.
  const t = v128.and(d, f64x2.gt(a, v128.load(TINY)));
  const square = f64x2.mul(t, t);
  const upper = f64x2.add(
    linear(v128.load(row0, 64), v128.load(row1, 64), t),
    f64x2.mul(square, linear(v128.load(row0, 80), v128.load(row1, 80), t)),
  );
  const lower = f64x2.add(
    linear(v128.load(row0, 32), v128.load(row1, 32), t),
    f64x2.mul(square, linear(v128.load(row0, 48), v128.load(row1, 48), t)),
  );
  const rest = f64x2.add(lower, f64x2.mul(f64x2.mul(square, square), upper));
  const linearRest = f64x2.add(error, f64x2.mul(t, seconds(slope0, slope1)));
  const low = f64x2.add(linearRest, f64x2.mul(square, rest));

  if (then == TIMES_EXP) return timesExp(high, low, p, q, odd);
  if (then == CORRECTED) {
    return finish(high, f64x2.add(low, f64x2.mul(f64x2.add(high, low), p)), odd);
  }
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
  const slope = f64x2.add(firsts(slope0, slope1), seconds(slope0, slope1));
  const line = f64x2.add(seconds(head0, head1), f64x2.mul(d, slope));
  const square = f64x2.mul(d, d);
  const rest = f64x2.add(
    linear(v128.load(row0, 32), v128.load(row1, 32), d),
    f64x2.mul(square, linear(v128.load(row0, 48), v128.load(row1, 48), d)),
  );
  return f64x2.add(line, f64x2.mul(square, rest));
}
