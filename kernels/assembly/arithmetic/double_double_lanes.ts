// Double-double arithmetic: a number is high + low, and two of them are two lanes of high parts and two of low parts.
//
// The high part of a result is the rounded operation of the high parts. A function here returns the low part, which is
// rounded; `deno task prove` proves the errors in the comments, for low parts of half an ulp at most. Adding the low part to
// the high one again (`normal`) keeps them that small. arithmetic/double_double.ts has the same operations on single numbers.

import { ONE } from "./constants";
import { exactTwoProdError, fastTwoSumError, twoProdError, twoSumError } from "./error_free";
import { LOW } from "../memory_map";

/** high + rest where rest is not larger, made a double-double whose first part is its rounding; LOW has the other. */
// @ts-ignore: decorator
@inline
export function normal(high: v128, rest: v128): v128 {
  const sum = f64x2.add(high, rest);
  v128.store(LOW, fastTwoSumError(high, rest, sum));
  return sum;
}

/**
 * The low part of a product.
 * @error 7.01 2^-106 of the product
 */
// @ts-ignore: decorator
@inline
export function productRest(a: v128, aLow: v128, b: v128, bLow: v128, product: v128): v128 {
  const crossed = f64x2.add(f64x2.mul(a, bLow), f64x2.mul(aLow, b));
  return f64x2.add(exactTwoProdError(a, b, product), crossed);
}

/**
 * The low part of a sum: the low parts are added with their error.
 * @error 4 2^-106 of the larger operand
 */
// @ts-ignore: decorator
@inline
export function sumRest(a: v128, aLow: v128, b: v128, bLow: v128, sum: v128): v128 {
  const lows = f64x2.add(aLow, bLow);
  const error = f64x2.add(twoSumError(a, b, sum), lows);
  return f64x2.add(error, twoSumError(aLow, bLow, lows));
}

/**
 * The low part of a quotient.
 * @error 11 2^-106 of the quotient
 */
// @ts-ignore: decorator
@inline
export function quotientRest(a: v128, aLow: v128, b: v128, bLow: v128, quotient: v128): v128 {
  const product = f64x2.mul(quotient, b);
  const first = f64x2.sub(f64x2.sub(a, product), exactTwoProdError(quotient, b, product));
  return f64x2.div(f64x2.add(first, f64x2.sub(aLow, f64x2.mul(quotient, bLow))), b);
}

/**
 * The low part of a product, for the fast phase.
 * @error 1.15 2^-77 of the product
 */
// @ts-ignore: decorator
@inline
export function productLow(a: v128, aLow: v128, b: v128, bLow: v128, product: v128): v128 {
  const crossed = f64x2.add(f64x2.mul(a, bLow), f64x2.mul(aLow, b));
  return f64x2.add(twoProdError(a, b, product), crossed);
}

/**
 * The low part of 1/b, for the fast phase; `quotient` is 1/b rounded.
 * @error 1.1 2^-77 of the quotient
 */
// @ts-ignore: decorator
@inline
export function reciprocalLow(b: v128, quotient: v128): v128 {
  const product = f64x2.mul(b, quotient);
  const excess = f64x2.add(f64x2.sub(product, v128.load(ONE)), twoProdError(b, quotient, product));
  return f64x2.neg(f64x2.mul(excess, quotient));
}

/**
 * c0 + c1 x + ..., coefficients `step` bytes apart: the first `doubled` of them are double-doubles, and each is
 * larger than what is added to it. LOW has the low part.
 */
export function polynomial(
  at: usize,
  step: usize,
  count: i32,
  doubled: i32,
  x: v128,
  xLow: v128,
): v128 {
  let y = v128.load64_splat(at + <usize> (count - 1) * step);
  for (let k = count - 2; k >= doubled; k--) {
    y = f64x2.add(v128.load64_splat(at + <usize> k * step), f64x2.mul(x, y));
  }
  let yLow = f64x2.splat(0);
  for (let k = doubled - 1; k >= 0; k--) {
    const c = v128.load64_splat(at + <usize> k * step);
    const product = f64x2.mul(x, y);
    const rest = productRest(x, xLow, y, yLow, product);
    y = f64x2.add(c, product);
    yLow = f64x2.add(
      fastTwoSumError(c, product, y),
      f64x2.add(rest, v128.load64_splat(at + <usize> k * step, 8)),
    );
  }
  return normal(y, yLow);
}
