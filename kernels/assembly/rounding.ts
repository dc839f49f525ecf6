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

const FLOAT32_LEAST_NORMAL: f32 = 1.1754943508222875e-38; // 2^-126
const BELOW: i32 = 1 << 28; // a float32's middle, in the 29 bits that a float64 has more
const WINDOW_BITS: i32 = 21; // twice 2^-33 of the result

/** Whether any of y0, y1 might round to the wrong one of `rounded` = toFloat32(y0, y1). */
// @ts-ignore: decorator
@inline
export function undecided(y0: v128, y1: v128, rounded: v128): bool {
  const bits = v128.shuffle<i32>(y0, y1, 0, 2, 4, 6);
  const start = BELOW - (1 << (WINDOW_BITS - 1));
  const outside = ((1 << 29) - 1) ^ ((1 << WINDOW_BITS) - 1);
  const distance = v128.and(i32x4.sub(bits, i32x4.splat(start)), i32x4.splat(outside));
  const near = i32x4.eq(distance, i32x4.splat(0));
  // Subnormal float32 have their middles elsewhere.
  const small = f32x4.lt(f32x4.abs(rounded), f32x4.splat(FLOAT32_LEAST_NORMAL));
  return v128.any_true(v128.or(near, small));
}
