// The seven kernels of the Bessel family. i0' is i1.

export const I0: i32 = 0;
export const I1: i32 = 1;
export const I1_SLOPE: i32 = 2; // i1'
export const I0E: i32 = 3;
export const I1E: i32 = 4;
export const I0E_SLOPE: i32 = 5; // i0e'
export const I1E_SLOPE: i32 = 6; // i1e'

/** Whether it is of the size of exp(x): the others are scaled. */
// @ts-ignore: decorator
@inline
export function isGrowing(kind: i32): bool {
  return kind <= I1_SLOPE;
}

/** Whether it falls like x^(-3/2): its entries have 26 bits in c1h, and a c9. */
// @ts-ignore: decorator
@inline
export function isSteep(kind: i32): bool {
  return kind >= I0E_SLOPE;
}
