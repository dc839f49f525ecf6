// Values that are definitions or limits, and not computed. Order -1 is lgamma, 0 digamma, n
// polygamma.

import { INFINITE_32, SIGN_32 } from "../arithmetic/constants";
import { NAN_32 } from "../rounding/ziv_test";

export const LGAMMA: i32 = -1;
export const DIGAMMA: i32 = 0;

/** The zero of digamma at x > 0, rounded. */
export const DIGAMMA_ZERO: f64 = 1.4616321449683622; // 1.46163214496836234126

/** The values of NaN, infinity, negative integers, and of x >= 0 so small that they are infinite. */
export function specialValues(order: i64, from: usize, to: usize, count: i32): void {
  for (const end = from + (<usize> count << 3); from < end; from += 8, to += 8) {
    store<f64>(to, specialValue(order, load<f64>(from)));
  }
}

function specialValue(order: i64, x: f64): f64 {
  if (isNaN(x)) return NaN;
  if (order == LGAMMA) return Infinity;
  if (x == Infinity) return order == DIGAMMA ? x : order & 1 ? 0 : -0.0;
  if (x == -Infinity) return NaN;
  if (order & 1) return Infinity;
  return x >= 0 ? -copysign(Infinity, x) : NaN; // at 0 the limit from the side of its sign
}

/** The same at four float32 that are zeros of either sign or negative integers. */
export function poleValues32(order: i32, x: v128): v128 {
  const infinite = v128.load(INFINITE_32);
  if (order & 1) return infinite;
  const atZero = v128.xor(v128.or(x, infinite), v128.load(SIGN_32));
  return v128.bitselect(atZero, i32x4.splat(NAN_32), f32x4.eq(x, f32x4.splat(0)));
}
