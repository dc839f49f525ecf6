// Lanes of double-doubles high + low, for products that must keep more than 53 bits.

import { ONE } from "./constants";
import { LOW } from "../memory_map";

/** The first 26 of 53 bits. */
export const TOP_BITS: usize = memory.data<u64>([0xfffffffff8000000, 0xfffffffff8000000], 16);

/**
 * a b - product: the sum of the two middle products, each below 2^-25 of it, is rounded. What
 * masking leaves of a number is below 2^-25 of it.
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

/**
 * a b - product: in this order all sums but the last are exact. The product of the low parts, 54 bits
 * below 2^-50 of it, is rounded too.
 * @error 2^-104 of the product
 */
// @ts-ignore: decorator
@inline
export function accurateTwoProdError(a: v128, b: v128, product: v128): v128 {
  const mask = v128.load(TOP_BITS);
  const a1 = v128.and(a, mask);
  const b1 = v128.and(b, mask);
  const a2 = f64x2.sub(a, a1);
  const b2 = f64x2.sub(b, b1);
  let error = f64x2.add(f64x2.sub(f64x2.mul(a1, b1), product), f64x2.mul(a1, b2));
  error = f64x2.add(error, f64x2.mul(a2, b1));
  return f64x2.add(error, f64x2.mul(a2, b2));
}

/** a + b - sum, exactly. */
// @ts-ignore: decorator
@inline
export function twoSumError(a: v128, b: v128, sum: v128): v128 {
  const taken = f64x2.sub(sum, a);
  return f64x2.add(f64x2.sub(a, f64x2.sub(sum, taken)), f64x2.sub(b, taken));
}

/**
 * The low part of a product whose high part is the rounded product of the high ones.
 * @error 1.15 2^-77 of the product
 */
// @ts-ignore: decorator
@inline
export function productLow(a: v128, aLow: v128, b: v128, bLow: v128, product: v128): v128 {
  const crossed = f64x2.add(f64x2.mul(a, bLow), f64x2.mul(aLow, b));
  return f64x2.add(twoProdError(a, b, product), crossed);
}

/**
 * 1/b - quotient, where quotient is 1/b rounded.
 * @error 1.1 2^-77 of the quotient
 */
// @ts-ignore: decorator
@inline
export function reciprocalLow(b: v128, quotient: v128): v128 {
  const product = f64x2.mul(b, quotient);
  const excess = f64x2.add(f64x2.sub(product, v128.load(ONE)), twoProdError(b, quotient, product));
  return f64x2.neg(f64x2.mul(excess, quotient));
}

/** high + rest where rest is not larger, made a double-double whose first part is its rounding; LOW has the other. */
// @ts-ignore: decorator
@inline
export function normal(high: v128, rest: v128): v128 {
  const sum = f64x2.add(high, rest);
  v128.store(LOW, f64x2.sub(rest, f64x2.sub(sum, high)));
  return sum;
}

/**
 * The product of two double-doubles; LOW has its second part.
 * @error 12 2^-106 of itself
 */
export function multiply(a: v128, aLow: v128, b: v128, bLow: v128): v128 {
  const product = f64x2.mul(a, b);
  const crossed = f64x2.add(f64x2.mul(a, bLow), f64x2.mul(aLow, b));
  return normal(product, f64x2.add(accurateTwoProdError(a, b, product), crossed));
}
