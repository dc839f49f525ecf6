// Operations of double-doubles high + low in two lanes, for the accurate phases.
//
// The errors of a product, a sum and a quotient are in their comments, and `deno task prove` proves them: the high part has
// an exact error, and roundings of low parts remain. An operation returns what its high part, the rounded operation of the
// high parts, leaves. A caller that adds the low part to the high one again (FastTwoSum, `normal`)
// keeps them half an ulp apart.

import { normal } from "./error_free";
import { exactTwoProdError, exactTwoSumError } from "./two_prod";

/** The low part of a + b that has the high part `sum`, where |a| > |b|. */
// @ts-ignore: decorator
@inline
export function fastTwoSumError(a: v128, b: v128, sum: v128): v128 {
  return f64x2.add(f64x2.sub(a, sum), b);
}

/**
 * The low part of the product of two double-doubles, whose high part is `product`, the rounded product of the high parts.
 * @error 7.01 2^-106 of the product
 */
// @ts-ignore: decorator
@inline
export function productRest(a: v128, aLow: v128, b: v128, bLow: v128, product: v128): v128 {
  const crossed = f64x2.add(f64x2.mul(a, bLow), f64x2.mul(aLow, b));
  return f64x2.add(exactTwoProdError(a, b, product), crossed);
}

/**
 * The same of a sum: the low parts are added with their error.
 * @error 4 2^-106 of the larger operand
 */
// @ts-ignore: decorator
@inline
export function sumRest(a: v128, aLow: v128, b: v128, bLow: v128, sum: v128): v128 {
  const lows = f64x2.add(aLow, bLow);
  const error = f64x2.add(exactTwoSumError(a, b, sum), lows);
  return f64x2.add(error, exactTwoSumError(aLow, bLow, lows));
}

/**
 * The same of a quotient.
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
