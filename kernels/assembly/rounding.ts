// How results leave the lanes.
//
// float64: high + low, an unrounded pair with |low| far below |high|, is added.
//
// float32: a result that is good to 2^-33 rounds to the right float32 unless it lies within that of the
// middle between two of them. `undecided` finds those lanes, one in 250; they are computed again as a
// pair and rounded to odd, which makes the second rounding, to float32, the right one.

export const NAN_64: i64 = 0x7ff8000000000000;
export const NAN_32: i32 = 0x7fc00000;

/** high + low as a float64, to nearest or, with `odd`, to odd. */
// @ts-ignore: decorator
@inline
export function finish(high: v128, low: v128, odd: bool): v128 {
  const sum = f64x2.add(high, low);
  return odd ? toOdd(sum, f64x2.sub(low, f64x2.sub(sum, high))) : sum;
}

/**
 * An inexact result gets an odd last bit, so that rounding it again, to a shorter type, gives what
 * rounding the exact sum at once would have given (Boldo and Melquiond 2008).
 */
// @ts-ignore: decorator
@inline
function toOdd(sum: v128, error: v128): v128 {
  // +1 where the error lengthens the sum, -1 where it shortens it.
  const towards = v128.or(i64x2.shr_s(v128.xor(sum, error), 63), i64x2.splat(1));
  const even = i64x2.eq(v128.and(sum, i64x2.splat(1)), i64x2.splat(0));
  const inexact = f64x2.ne(error, f64x2.splat(0));
  return i64x2.add(sum, v128.and(towards, v128.and(even, inexact)));
}

/** Two pairs of float64 as four float32. */
// @ts-ignore: decorator
@inline
export function toFloat32(y0: v128, y1: v128): v128 {
  return v128.shuffle<f64>(f32x4.demote_f64x2_zero(y0), f32x4.demote_f64x2_zero(y1), 0, 2);
}

// float32's middle is bit 28 of the 29 that a float64 has more; the window around it is 2^21 wide, twice
// 2^-33 of the result.
const WINDOW_START: usize = memory.data<i32>([0xff00000, 0xff00000, 0xff00000, 0xff00000], 16);
const WINDOW_OUTSIDE: usize = memory.data<i32>([0x1fe00000, 0x1fe00000, 0x1fe00000, 0x1fe00000], 16);

/**
 * Whether any of y0, y1 might round to the wrong float32. Subnormal ones have their middles elsewhere;
 * they are only reached next to 0, where rows.py sees to it that y is on the right side.
 */
// @ts-ignore: decorator
@inline
export function undecided(y0: v128, y1: v128): bool {
  const bits = v128.shuffle<i32>(y0, y1, 0, 2, 4, 6);
  const beyond = v128.and(i32x4.sub(bits, v128.load(WINDOW_START)), v128.load(WINDOW_OUTSIDE));
  return v128.any_true(i32x4.eq(beyond, i32x4.splat(0)));
}
