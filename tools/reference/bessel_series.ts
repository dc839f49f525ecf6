import { fromNumber } from "./big_float.ts";

/**
 * The two sums of which all Bessel values are made, in fixed point with `bits` fraction bits:
 * `s0 = I0(x)` and `s1 = I1(x) / (x / 2)`.
 */
export interface BesselSums {
  readonly s0: bigint;
  readonly s1: bigint;
  readonly bits: number;
}

/**
 * Power series of I0 and I1, for 0 <= x < 100.
 *
 * With q = x^2 / 4 and v_k = q^k / (k! (k+1)!): s1 is the sum of v_k, s0 the sum of (k+1) v_k. All
 * terms are positive, so the sums keep the relative accuracy of the terms, about 2^-bits.
 */
export function besselSeries(x: number): BesselSums {
  // The sums grow like exp(x), so fewer fraction bits keep the length, and the cost, where it was.
  const bits = 264 - Math.floor(x);
  const { m, e } = fromNumber(x);
  const square = m * m;
  const shift = BigInt(2 - 2 * e);
  let v = 1n << BigInt(bits);
  // One unit more: what is cut off is positive, and a sum of exactly 1 would look like a tie later.
  let s0 = v + 1n;
  let s1 = v + 1n;
  for (let k = 1; v !== 0n; k++) {
    v = ((v * square) >> shift) / BigInt(k * (k + 1));
    s1 += v;
    s0 += v * BigInt(k + 1);
  }
  return { s0, s1, bits };
}
