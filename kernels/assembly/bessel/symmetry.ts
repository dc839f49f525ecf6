// Kernels compute with |x|; a function's symmetry is put back last.

import { SIGN_32, SIGN_64 } from "../arithmetic/constants";
import { I0E_SLOPE, I1, I1E } from "./kinds";

/** Whether f(-x) = -f(x). Of these i0e' jumps at 0, where its value is defined as 0. */
// @ts-ignore: decorator
@inline
export function isOdd(kind: i32): bool {
  return kind == I1 || kind == I1E || kind == I0E_SLOPE;
}

/** f(x) of y = f(|x|). */
// @ts-ignore: decorator
@inline
export function symmetric64(kind: i32, x: v128, y: v128): v128 {
  if (!isOdd(kind)) return y;
  if (kind == I0E_SLOPE) y = v128.and(y, f64x2.ne(x, f64x2.splat(0)));
  return v128.xor(y, v128.and(x, v128.load(SIGN_64)));
}

/** The same for float32. */
// @ts-ignore: decorator
@inline
export function symmetric32(kind: i32, x: v128, y: v128): v128 {
  if (!isOdd(kind)) return y;
  if (kind == I0E_SLOPE) y = v128.and(y, f32x4.ne(x, f32x4.splat(0)));
  return v128.xor(y, v128.and(x, v128.load(SIGN_32)));
}
