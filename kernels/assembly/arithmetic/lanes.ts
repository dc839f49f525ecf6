// Two lanes from the halves of others, and questions about both.

const LARGEST: usize = memory.data<f64>([1.7976931348623157e308, 1.7976931348623157e308], 16);

// @ts-ignore: decorator
@inline
export function firsts(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

// @ts-ignore: decorator
@inline
export function seconds(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}

/** The first two of four float32, as float64. */
// @ts-ignore: decorator
@inline
export function firstHalf(x: v128): v128 {
  return f64x2.promote_low_f32x4(x);
}

/** The last two of four float32, as float64. */
// @ts-ignore: decorator
@inline
export function secondHalf(x: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f64>(x, x, 1, 1));
}

/** Whether both lanes are finite numbers. */
// @ts-ignore: decorator
@inline
export function areFinite(a: v128): bool {
  return i64x2.all_true(f64x2.le(f64x2.abs(a), v128.load(LARGEST)));
}
