// Kernels compute with |x|; a function's symmetry is put back last.

import { SIGN_32, SIGN_64 } from "../arithmetic/constants";

export const EVEN: i32 = 0;
export const ODD: i32 = 1;
/** Odd, and not 0 beside 0, so that 0 there has to be made. */
export const ODD_WITH_JUMP: i32 = 2;

// @ts-ignore: decorator
@inline
export function symmetric64(symmetry: i32, x: v128, y: v128): v128 {
  if (symmetry == EVEN) return y;
  if (symmetry == ODD_WITH_JUMP) y = v128.and(y, f64x2.ne(x, f64x2.splat(0)));
  return v128.xor(y, v128.and(x, v128.load(SIGN_64)));
}

// @ts-ignore: decorator
@inline
export function symmetric32(symmetry: i32, x: v128, y: v128): v128 {
  if (symmetry == EVEN) return y;
  if (symmetry == ODD_WITH_JUMP) y = v128.and(y, f32x4.ne(x, f32x4.splat(0)));
  return v128.xor(y, v128.and(x, v128.load(SIGN_32)));
}
