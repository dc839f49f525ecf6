import type { FloatType } from "../../kernels/float_types.ts";

export type { FloatType };

/** What rounding has to know of a binary floating-point type. */
export interface FloatFormat {
  /** Bits of the significand, the hidden one included. */
  readonly precision: number;
  /** Exponent of the smallest subnormal: every value is a multiple of 2^minExponent. */
  readonly minExponent: number;
  /** Values that round to 2^maxExponent or more are infinite. */
  readonly maxExponent: number;
}

/** The three types, as IEEE 754 defines them. */
export const floatFormats: Readonly<Record<FloatType, FloatFormat>> = {
  float64: { precision: 53, minExponent: -1074, maxExponent: 1024 },
  float32: { precision: 24, minExponent: -149, maxExponent: 128 },
  float16: { precision: 11, minExponent: -24, maxExponent: 16 },
};
