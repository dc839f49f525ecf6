// Error-free transformations in two lanes: what rounding takes from a sum or a product (Dekker 1971, Knuth). WebAssembly has
// no fused multiply-add. A product is split by masks, which cannot overflow.

/** The first 26 of 53 bits. */
export const TOP_BITS: usize = memory.data<u64>([0xfffffffff8000000, 0xfffffffff8000000], 16);
const HALF_WAY: usize = memory.data<u64>([0x4000000, 0x4000000], 16); // 2^26

/** a + b - sum, exactly (TwoSum). */
// @ts-ignore: decorator
@inline
export function twoSumError(a: v128, b: v128, sum: v128): v128 {
  const taken = f64x2.sub(sum, a);
  return f64x2.add(f64x2.sub(a, f64x2.sub(sum, taken)), f64x2.sub(b, taken));
}

/** The same where |a| >= |b| (FastTwoSum). */
// @ts-ignore: decorator
@inline
export function fastTwoSumError(a: v128, b: v128, sum: v128): v128 {
  return f64x2.add(f64x2.sub(a, sum), b);
}

/**
 * a b - product, for the fast phase: the sum of the two middle products, each below 2^-25 of it, is rounded. What masking
 * leaves of a number is below 2^-25 of it.
 * @error 1.01 2^-77 of the product
 */
// @ts-ignore: decorator
@inline
export function twoProdError(a: v128, b: v128, product: v128): v128 {
  const mask = v128.load(TOP_BITS);
  const a1 = v128.and(a, mask);
  const b1 = v128.and(b, mask);
  const a2 = f64x2.sub(a, a1);
  const b2 = f64x2.sub(b, b1);
  const first = f64x2.sub(f64x2.mul(a1, b1), product);
  const middle = f64x2.add(f64x2.mul(a1, b2), f64x2.mul(a2, b1));
  return f64x2.add(f64x2.add(first, middle), f64x2.mul(a2, b2));
}

/** a rounded to 26 bits: the remainder has 26 bits too. */
// @ts-ignore: decorator
@inline
function topOf(a: v128): v128 {
  return v128.and(i64x2.add(a, v128.load(HALF_WAY)), v128.load(TOP_BITS));
}

/**
 * a b - product, exactly, for numbers from 1e-140 to 1e150 (TwoProd): an expression whose parts are exact has a bound of 0.
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
