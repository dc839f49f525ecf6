// What the logarithms of both phases have in common: ln 2 in two parts, and tables whose high parts
// are short.

import { largestValue, sollyaNumber } from "./sollya.ts";
import type { Tracer } from "./tracer.ts";

/** Exponents, those of subnormal numbers too. */
export const EXPONENTS = [-1074, 1023] as const;
export const HIGH_BITS = -42;

/** A high part of a table, which must be a multiple of 2^-42. */
export function multiple(value: number): number {
  const scaled = value * 2 ** -HIGH_BITS;
  if (!Number.isInteger(scaled)) throw new Error(`${value} is no multiple of 2^${HIGH_BITS}`);
  return value;
}

/** The absolute errors of k (high + low) next to k ln 2. */
export function ln2Error(tracer: Tracer, path: string): Promise<number> {
  const high = tracer.load(tracer.number(path, "CODY_WAITE_LN2_HIGH")) as number;
  const low = tracer.load(tracer.number(path, "CODY_WAITE_LN2_LOW")) as number;
  return largestValue([`1074 * (${sollyaNumber(high)} + ${sollyaNumber(low)} - log(2))`]);
}
