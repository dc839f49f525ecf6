// Double-double arithmetic: a number is the two lanes of a v128, high and low. Functions can return such
// numbers. `deno task prove` proves the errors in the comments.

import { accurateTwoProdError } from "./error_free";
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

/** a + b where b is much smaller. */
// @ts-ignore: decorator
@inline
function normal(a: f64, b: f64): v128 {
  const sum = a + b;
  return f64x2.replace_lane(f64x2.splat(sum), 1, b - (sum - a));
}

/** The first two of the three parts of a constant (constants_data.ts). */
// @ts-ignore: decorator
@inline
export function fromTriple(at: usize): v128 {
  return v128.load(at);
}

/** @error 3 2^-106 of the larger operand */
export function sum(a: v128, b: v128): v128 {
  const a0 = high(a);
  const b0 = high(b);
  const s = a0 + b0;
  const taken = s - a0;
  const error = (a0 - (s - taken)) + (b0 - taken);
  return normal(s, error + (low(a) + low(b)));
}

// @ts-ignore: decorator
@inline
export function difference(a: v128, b: v128): v128 {
  return sum(a, f64x2.neg(b));
}

/** @error 2^-105 of the larger operand */
export function sumWithNumber(a: v128, b: f64): v128 {
  const a0 = high(a);
  const s = a0 + b;
  const taken = s - a0;
  return normal(s, ((a0 - (s - taken)) + (b - taken)) + low(a));
}

/** high(a) high(b) - product. */
// @ts-ignore: decorator
@inline
function errorOf(a: v128, b: v128, product: f64): f64 {
  return high(accurateTwoProdError(a, b, f64x2.splat(product)));
}

/** @error 12 2^-106 of itself */
export function product(a: v128, b: v128): v128 {
  const p = high(a) * high(b);
  return normal(p, errorOf(a, b, p) + (high(a) * low(b) + low(a) * high(b)));
}

/** @error 8 2^-106 of itself */
export function timesNumber(a: v128, b: f64): v128 {
  const p = high(a) * b;
  return normal(p, errorOf(a, f64x2.splat(b), p) + low(a) * b);
}

/** a b where b is a power of two. */
// @ts-ignore: decorator
@inline
export function scaled(a: v128, b: f64): v128 {
  return f64x2.mul(a, f64x2.splat(b));
}

/** @error 17 2^-106 of itself */
export function quotient(a: v128, b: v128): v128 {
  const b0 = high(b);
  const q = high(a) / b0;
  const p = q * b0;
  const rest = ((high(a) - p) - errorOf(f64x2.splat(q), b, p)) + (low(a) - q * low(b));
  return normal(q, rest / b0);
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
