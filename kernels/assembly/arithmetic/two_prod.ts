// Two lanes of double-doubles high + low, for series and expressions. Sums and products are exact here, not only nearly so:
// an expression whose parts are exact has a bound of 0.

export { twoSumError as exactTwoSumError } from "./error_free";

import { TOP_BITS } from "./error_free";

const HALF_WAY: usize = memory.data<u64>([0x4000000, 0x4000000], 16); // 2^26
const LARGEST: usize = memory.data<f64>([1.7976931348623157e308, 1.7976931348623157e308], 16);

/** a rounded to 26 bits: the remainder has 26 bits too. */
// @ts-ignore: decorator
@inline
function topOf(a: v128): v128 {
  return v128.and(i64x2.add(a, v128.load(HALF_WAY)), v128.load(TOP_BITS));
}

/**
 * a b - product, exactly, for numbers from 1e-140 to 1e150 (Dekker 1971).
 * @error 0
 */
// @ts-ignore: decorator
@inline
export function exactTwoProdError(a: v128, b: v128, product: v128): v128 {
  const a1 = topOf(a);
  const b1 = topOf(b);
  const a2 = f64x2.sub(a, a1);
  const b2 = f64x2.sub(b, b1);
  const first = f64x2.sub(product, f64x2.mul(a1, b1));
  const middle = f64x2.sub(f64x2.sub(first, f64x2.mul(a2, b1)), f64x2.mul(a1, b2));
  return f64x2.sub(f64x2.mul(a2, b2), middle);
}

/** Whether both lanes are finite numbers. */
// @ts-ignore: decorator
@inline
export function areFinite(a: v128): bool {
  return i64x2.all_true(f64x2.le(f64x2.abs(a), v128.load(LARGEST)));
}
