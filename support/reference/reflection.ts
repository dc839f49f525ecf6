import { add, type BigFloat, fromNumber } from "./big_float.ts";

/** Where a negative argument is, between the poles at the integers. */
export interface PoleOffset {
  /** From the nearest pole, at most 1/2; exact. */
  readonly distance: number;
  /** Whether the argument is on the right of that pole. */
  readonly isRight: boolean;
}

/** The nearest pole of a number that is no integer. */
export function toPole(x: number): PoleOffset {
  // Exact: both are multiples of the last place of x, and the difference is small.
  const r = x - Math.round(x);
  return { distance: Math.abs(r), isRight: r > 0 };
}

/** 1 - x, with at least `bits` correct fraction bits. */
export function reflected(x: number, bits: number): BigFloat {
  return add({ m: 1n, e: 0 }, fromNumber(-x), bits + 64);
}
