// Kernels compute with |x|; an odd function then takes the sign of x, and is 0 at 0.

const SIGN_64: i64 = 0x8000000000000000;
const SIGN_32: i32 = 0x80000000;

// @ts-ignore: decorator
@inline
export function oddIf64(odd: bool, x: v128, y: v128): v128 {
  if (!odd) return y;
  const sign = v128.and(x, i64x2.splat(SIGN_64));
  return v128.xor(v128.and(y, f64x2.ne(x, f64x2.splat(0))), sign);
}

// @ts-ignore: decorator
@inline
export function oddIf32(odd: bool, x: v128, y: v128): v128 {
  if (!odd) return y;
  const sign = v128.and(x, i32x4.splat(SIGN_32));
  return v128.xor(v128.and(y, f32x4.ne(x, f32x4.splat(0))), sign);
}
