// Rounding of results in lanes: Ziv's test of unrounded double-doubles high + low, |low| far below |high|, and float32.
//
// float32: a result with a relative error of 2^-36 rounds to the right float32 unless it lies within that of the midpoint
// between two of them. `failZivTest32` finds those lanes, one in 2,800; they are computed again as a double-double and
// rounded to odd, which makes the second rounding, to float32, the right one.

export const NAN_64: i64 = 0x7ff8000000000000;
export const NAN_32: i32 = 0x7fc00000;

/**
 * Lanes of double-doubles whose errors are within `bound`, and that may round to two numbers because of
 * that.
 */
// @ts-ignore: decorator
@inline
export function failsZivTest(high: v128, low: v128, bound: v128): v128 {
  return f64x2.ne(f64x2.add(high, f64x2.sub(low, bound)), f64x2.add(high, f64x2.add(low, bound)));
}

/**
 * high + low as a float64, rounded to odd: an inexact result gets an odd last bit, so that rounding it again, to a shorter
 * type, gives what rounding the exact sum at once would have given (Boldo and Melquiond 2008).
 */
// @ts-ignore: decorator
@inline
export function toOdd(high: v128, low: v128): v128 {
  const sum = f64x2.add(high, low);
  const error = f64x2.sub(low, f64x2.sub(sum, high));
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

// A float64 has 29 bits more; at a midpoint of float32 they are 2^28. Around it is a window of
// twice the error: where it begins, and the bits that are zero inside, counted from there.
const START: usize = memory.data<i32>([0xffe0000, 0xffe0000, 0xffe0000, 0xffe0000], 16);
const OUTSIDE: usize = memory.data<i32>([0x1ffc0000, 0x1ffc0000, 0x1ffc0000, 0x1ffc0000], 16);

/**
 * Whether any of y0, y1, with relative errors up to 2^-36, might round to the wrong float32. Subnormal ones have
 * their midpoints elsewhere; they occur only next to 0, where rows.py makes sure that y is on
 * the right side.
 */
// @ts-ignore: decorator
@inline
export function failZivTest32(y0: v128, y1: v128): bool {
  const lowest = v128.shuffle<i32>(y0, y1, 0, 2, 4, 6);
  const beyond = v128.and(i32x4.sub(lowest, v128.load(START)), v128.load(OUTSIDE));
  return v128.any_true(i32x4.eq(beyond, i32x4.splat(0)));
}
