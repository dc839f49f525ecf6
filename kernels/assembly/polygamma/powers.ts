// Parts of polygamma of order n >= 3, two lanes at a time: powers of double-doubles, powers of two,
// and g = x^s zeta(s, x), s = n + 1, far from 0.

import { factorialOf } from "./table";
import { productLow } from "../arithmetic/double_double_lanes";
import { fastTwoSumError, twoProdError } from "../arithmetic/error_free";
import { LOW } from "../memory_map";
import { powerOfTwo as scalarPowerOfTwo } from "../arithmetic/power_of_two";

/** The largest order that has a table: beyond, m^s could overflow in timesPowers. */
export const MAX_ORDER: i64 = 1022;
/** Results below 2^-this are 0, and those above 2^this infinite, with some room. */
const EDGE: f64 = 1090;
const SHORT_EDGE: f64 = 160;
/** Results beyond 2^+-this are infinite or 0. */
const MAX_EXPONENT: f64 = 2200;

/**
 * g(y) = y/n + 1/2 + B(2) s/(2! y) + B(4) s (s + 1) (s + 2)/(4! y^3) + ...: y/n and 1/2 are exact, as
 * double-doubles, and the rest is (s/y)^2 of the sum, or less.
 */
export function farZeta(n: i32, y: v128, yLow: v128): v128 {
  const s = <f64> (n + 1);
  const order = f64x2.splat(<f64> n);
  const inverse = f64x2.div(f64x2.splat(1), y);
  // Powers of a tiny inverse would underflow, which is slow, and are below the error budget everywhere.
  const t = v128.and(inverse, f64x2.gt(inverse, f64x2.splat(1e-30)));
  const square = f64x2.mul(t, t);
  const c2 = s / 12;
  const c4 = -s * (s + 1) * (s + 2) / 720;
  const c6 = -c4 * (s + 3) * (s + 4) / 42;
  const c8 = -c6 * (s + 5) * (s + 6) / 40;
  const c10 = -c8 * (s + 7) * (s + 8) * (5.0 / 198);
  let series = f64x2.add(f64x2.splat(c8), f64x2.mul(square, f64x2.splat(c10)));
  series = f64x2.add(f64x2.splat(c6), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(c4), f64x2.mul(square, series));
  series = f64x2.add(f64x2.splat(c2), f64x2.mul(square, series));
  series = f64x2.mul(t, series);
  const half = f64x2.splat(0.5);
  const first = f64x2.div(y, order);
  const low = f64x2.div(f64x2.add(remainder(y, order, first), yLow), order);
  const high = f64x2.add(first, half); // y/n is 16 at least
  const error = fastTwoSumError(first, half, high);
  v128.store(LOW, f64x2.add(low, f64x2.add(error, series)));
  return high;
}

/**
 * a - b quotient, where quotient is a/b rounded.
 * @error 1.02 2^-77 of a
 */
// @ts-ignore: decorator
@inline
function remainder(a: v128, b: v128, quotient: v128): v128 {
  const product = f64x2.mul(quotient, b);
  return f64x2.sub(f64x2.sub(a, product), twoProdError(quotient, b, product));
}

/** (high + low)^s, s > 0. Returns the high part; the low one is in LOW. */
export function power(high: v128, low: v128, s: i32): v128 {
  let result = high;
  let resultLow = low;
  let isEmpty = true;
  for (;;) {
    if (s & 1) {
      if (isEmpty) {
        result = high;
        resultLow = low;
        isEmpty = false;
      } else {
        const product = f64x2.mul(result, high);
        resultLow = productLow(result, resultLow, high, low, product);
        result = product;
      }
    }
    s >>= 1;
    if (s == 0) break;
    const square = f64x2.mul(high, high);
    low = productLow(high, low, high, low, square);
    high = square;
  }
  v128.store(LOW, resultLow);
  return result;
}

/** y 2^k in three steps, so that only the result can overflow or be subnormal. */
// @ts-ignore: decorator
@inline
export function timesPowerOfTwo(y: v128, k: v128): v128 {
  k = f64x2.max(f64x2.min(k, f64x2.splat(MAX_EXPONENT)), f64x2.splat(-MAX_EXPONENT));
  const third = f64x2.trunc(f64x2.mul(k, f64x2.splat(1.0 / 3)));
  const step = powerOfTwo(third);
  const last = powerOfTwo(f64x2.sub(k, f64x2.add(third, third)));
  return f64x2.mul(f64x2.mul(f64x2.mul(y, last), step), step);
}

// @ts-ignore: decorator
@inline
export function powerOfTwo(k: v128): v128 {
  const integer = i64x2.extend_low_i32x4_s(i32x4.trunc_sat_f64x2_s_zero(k));
  return i64x2.shl(i64x2.add(integer, i64x2.splat(1023)), 52);
}

/** (a/(b + bLow))^s (value + valueLow). Returns the high part; the low one is in LOW. */
export function timesPowerOfRatio(
  a: v128,
  b: v128,
  bLow: v128,
  s: i32,
  value: v128,
  valueLow: v128,
): v128 {
  const ratio = f64x2.div(a, b);
  const rest = f64x2.sub(remainder(a, b, ratio), f64x2.mul(ratio, bLow));
  const powers = power(ratio, f64x2.div(rest, b), s);
  const powersLow = v128.load(LOW);
  const high = f64x2.mul(powers, value);
  v128.store(LOW, productLow(powers, powersLow, value, valueLow, high));
  return high;
}

/** Below this polygamma of an order n >= 3 is infinite: n! x^-s is. */
export function infiniteBelow(n: i64, isShort: bool): f64 {
  if (n > MAX_ORDER) return 0;
  return twoTo(floor((load<f64>(factorialOf(<i32> n), 16) - edge(isShort)) / <f64> (n + 1)));
}

/** Beyond this it is 0: n! x^-s (1 + x/n) is below n! x^-n. */
export function zeroBeyond(n: i64, isShort: bool): f64 {
  if (n > MAX_ORDER) return Infinity;
  return max(
    <f64> n,
    twoTo(ceil((load<f64>(factorialOf(<i32> n), 16) + 1 + edge(isShort)) / <f64> n)),
  );
}

function edge(isShort: bool): f64 {
  return isShort ? SHORT_EDGE : EDGE;
}

/** 2^k, or the nearest float64. */
function twoTo(k: f64): f64 {
  return k < -1022 ? 0 : k > 1023 ? Infinity : scalarPowerOfTwo(<i32> k);
}
