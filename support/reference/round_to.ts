import { type BigFloat, bitLength, clamp } from "./big_float.ts";
import type { FloatType } from "../../kernels/float_types.ts";

/**
 * The value rounded to the nearest number of a type, ties to even, once: subnormal results are
 * rounded where they are, and what is too large becomes infinite.
 */
export function roundTo(exact: BigFloat, type: FloatType): number {
  const value = clampTo(exact, type);
  const magnitude = value.m < 0n ? -value.m : value.m;
  const quantum = quantumExponent(value, type);
  const rounded = shiftToNearest(magnitude, quantum - value.e);
  const overflow = 2 ** floatFormats[type].maxExponent;
  // Exact: the integer has at most 53 bits, and the type has room for its last one.
  const result = Number(rounded) * 2 ** quantum;
  const finite = result >= overflow ? Infinity : result;
  return value.m < 0n ? -finite : finite;
}

/**
 * The same, or a nearer value that rounds as it does, if it is far beyond the range of the type;
 * the smallest ones stay below 2^-64 of the smallest subnormal.
 */
export function clampTo(value: BigFloat, type: FloatType): BigFloat {
  const { minExponent, maxExponent } = floatFormats[type];
  return clamp(value, { least: minExponent - 64, most: maxExponent });
}

/** Exponent of the last place that the type has for values of this size: log2 of the ulp there. */
export function quantumExponent(value: BigFloat, type: FloatType): number {
  const { precision, minExponent, maxExponent } = floatFormats[type];
  const top = value.e + bitLength(value.m);
  return Math.min(
    Math.max(top - precision, minExponent),
    maxExponent - precision,
  );
}

/** `m / 2^shift` to the nearest integer, ties to even; a negative shift is exact. */
function shiftToNearest(m: bigint, shift: number): bigint {
  if (shift <= 0) return m << BigInt(-shift);
  const places = BigInt(shift);
  const floor = m >> places;
  const rest = m - (floor << places);
  const half = 1n << (places - 1n);
  const up = rest > half || (rest === half && (floor & 1n) === 1n);
  return up ? floor + 1n : floor;
}

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
