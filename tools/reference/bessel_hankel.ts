import { fromNumber } from "./big_float.ts";

/** Sums of Hankel's expansion, in fixed point with {@linkcode HANKEL_BITS} fraction bits. */
export interface HankelSums {
  /** `I0(x) exp(-x) sqrt(2 pi x)`. */
  readonly a: bigint;
  /** `I1(x) exp(-x) sqrt(2 pi x)`. */
  readonly b: bigint;
  /** `(b - a) x`, from its own terms. */
  readonly d: bigint;
  /** `1 / x`, with an absolute, not a relative, error. */
  readonly u: bigint;
}

/** Fraction bits of the sums. */
export const HANKEL_BITS = 208;

/** The series ends with the first term below 2^-(HANKEL_BITS - SPARE_BITS) = 2^-160. */
const SPARE_BITS = 48n;
const FRACTION = BigInt(HANKEL_BITS);

/**
 * Hankel's asymptotic expansion of I0 and I1, for x >= 64, with a relative error below 2^-155.
 *
 * With u = 1/x, a is the sum of a_k u^k, a_k = a_(k-1) (2k-1)^2 / (8k), and b that of b_k u^k. The
 * factors of b_k telescope to b_k = -a_k (2k+1)/(2k-1), so that b_k - a_k = -4k/(2k-1) a_k exactly:
 * b - a, which is of order u, comes from a sum in which nothing cancels. What the expansion cannot
 * see is of order exp(-2x), below 2^-184.
 */
export function besselHankel(x: number): HankelSums {
  const { m, e } = fromNumber(x);
  const u = HANKEL_BITS >= e ? (1n << BigInt(HANKEL_BITS - e)) / m : 0n;
  // p = a_k u^(k-1): one factor u is left out, because d needs it so.
  let p = 1n << (FRACTION - 3n);
  let sum = 0n;
  let d = 0n;
  for (let k = 1; p >> SPARE_BITS !== 0n; k++) {
    sum += p;
    d -= (p * BigInt(4 * k)) / BigInt(2 * k - 1);
    p = ((p * u * BigInt((2 * k + 1) ** 2)) >> FRACTION) / BigInt(8 * (k + 1));
  }
  const a = (1n << FRACTION) + ((sum * u) >> FRACTION);
  return { a, b: a + ((d * u) >> FRACTION), d, u };
}
