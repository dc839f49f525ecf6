// Double-double arithmetic on single numbers: a number is the two lanes of a v128, high and low, which functions can return.
// The operations are those of arithmetic/double_double_lanes.ts, in the first lane; the second has no meaning there.

import { productRest, quotientRest, sumRest } from "./double_double_lanes";
import { fastTwoSumError } from "./error_free";
import { firsts, seconds } from "./lanes";
import { exponentOf, powerOfTwo } from "./power_of_two";

// @ts-ignore: decorator
@inline
export function high(a: v128): f64 {
  return f64x2.extract_lane(a, 0);
}

// @ts-ignore: decorator
@inline
export function low(a: v128): f64 {
  return f64x2.extract_lane(a, 1);
}

// @ts-ignore: decorator
@inline
export function number(a: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(0), 0, a);
}

/** The low part in the first lane. */
// @ts-ignore: decorator
@inline
function rest(a: v128): v128 {
  return seconds(a, a);
}

/** high + low of the first lanes, where low is much smaller. */
// @ts-ignore: decorator
@inline
function normal(high: v128, low: v128): v128 {
  const sum = f64x2.add(high, low);
  return firsts(sum, fastTwoSumError(high, low, sum));
}

/** The first two of the three parts of a constant (constants_data.ts). */
// @ts-ignore: decorator
@inline
export function fromTriple(at: usize): v128 {
  return v128.load(at);
}

/** @error 4 2^-106 of the larger operand */
export function sum(a: v128, b: v128): v128 {
  const s = f64x2.add(a, b);
  return normal(s, sumRest(a, rest(a), b, rest(b), s));
}

// @ts-ignore: decorator
@inline
export function difference(a: v128, b: v128): v128 {
  return sum(a, f64x2.neg(b));
}

// @ts-ignore: decorator
@inline
export function sumWithNumber(a: v128, b: f64): v128 {
  return sum(a, number(b));
}

/** @error 7.01 2^-106 of itself */
export function product(a: v128, b: v128): v128 {
  const p = f64x2.mul(a, b);
  return normal(p, productRest(a, rest(a), b, rest(b), p));
}

// @ts-ignore: decorator
@inline
export function timesNumber(a: v128, b: f64): v128 {
  return product(a, number(b));
}

/** a b where b is a power of two. */
// @ts-ignore: decorator
@inline
export function scaled(a: v128, b: f64): v128 {
  return f64x2.mul(a, f64x2.splat(b));
}

/** @error 11 2^-106 of itself */
export function quotient(a: v128, b: v128): v128 {
  const b0 = firsts(b, b); // no lane is divided by 0
  const q = f64x2.div(a, b0);
  return normal(q, quotientRest(a, rest(a), b0, rest(b), q));
}

// @ts-ignore: decorator
@inline
export function inverse(a: v128): v128 {
  return quotient(number(1), a);
}

/** a^s, s > 0, times 2^-powerExponent. */
export function power(a: v128, s: i64): v128 {
  let result = number(1);
  let exponent: i64 = 0;
  let squareExponent: i64 = 0;
  let isEmpty = true;
  for (;;) {
    const k = exponentOf(high(a));
    a = scaled(a, powerOfTwo(-k));
    squareExponent += k;
    if (s & 1) {
      result = isEmpty ? a : product(result, a);
      exponent += squareExponent;
      isEmpty = false;
      const more = exponentOf(high(result));
      result = scaled(result, powerOfTwo(-more));
      exponent += more;
    }
    s >>= 1;
    if (s == 0) break;
    a = product(a, a);
    squareExponent += squareExponent;
  }
  powerExponent = exponent;
  return result;
}

export let powerExponent: i64 = 0;
