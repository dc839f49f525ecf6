// Constants that inner loops load from memory: a splat in a loop costs three instructions, a load
// none.

export const ZERO: usize = memory.data<f64>([0, 0], 16);
export const HALF: usize = memory.data<f64>([0.5, 0.5], 16);
export const INFINITE: usize = memory.data<u64>([0x7ff0000000000000, 0x7ff0000000000000], 16);
export const ONE: usize = memory.data<f64>([1, 1], 16);
/**
 * Below this a variable's powers are below the error budget everywhere, and would underflow, which processors do slowly.
 */
export const TINY: usize = memory.data<f64>([1e-60, 1e-60], 16);
/** The exponent's bits but the last. */
export const EVEN_EXPONENT: usize = memory.data<u64>([0xffe0000000000000, 0xffe0000000000000], 16);
export const SIGN_64: usize = memory.data<u64>([0x8000000000000000, 0x8000000000000000], 16);
export const SIGN_32: usize = memory.data<u32>(
  [0x80000000, 0x80000000, 0x80000000, 0x80000000],
  16,
);
export const INFINITE_32: usize = memory.data<u32>(
  [0x7f800000, 0x7f800000, 0x7f800000, 0x7f800000],
  16,
);
export const MAGNITUDE_32: usize = memory.data<u32>(
  [0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff],
  16,
);
/** The bits of a significand without the first. */
export const SIGNIFICAND: usize = memory.data<u64>([0xfffffffffffff, 0xfffffffffffff], 16);
/** 1.5 2^52: adding it to a number leaves the nearest integer in the low bits. */
export const ROUNDER: usize = memory.data<f64>([6755399441055744, 6755399441055744], 16);
/** Bytes of a constant of constants_data.ts, which is the sum of three float64. */
export const TRIPLE: usize = 24;
