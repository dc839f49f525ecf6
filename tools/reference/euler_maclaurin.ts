import { pi, remembered } from "./big_constants.ts";
import { evenZeta } from "./even_zeta.ts";

// The Euler-Maclaurin formula for the sum of f(A + k), k >= 0, where f is log(x), 1/x or x^-(n+1):
// the integral, f(A)/2, and a series in the odd derivatives of f at A. With h = 1/A and the
// Bernoulli numbers as 2 (2j)! zeta(2j) / (2 pi)^(2j), its terms over the integral are
//   (-1)^(j+1) 2 zeta(2j) w_j,  w_(j+1) = w_j (s + 2j - 1)(s + 2j) (h / 2 pi)^2,
// s = 0, 1, n + 1. The error is smaller than the first term that is left out, and the smallest term
// is about exp(-s (v - 1 - log v)), v = 2 pi A / s: below 2^-bits for A as below.

/** Where the series is taken: it has then all `bits`. */
export function eulerMaclaurinStart(s: number, bits: number): number {
  return Math.ceil(0.16 * bits + 0.35 * s);
}

/** The terms of one series. */
export interface CorrectionTerms {
  readonly s: number;
  /** w_1 over (h / 2 pi)^2. */
  readonly first: number;
  /** 1/A in fixed point. */
  readonly h: bigint;
  readonly bits: number;
}

/** The series, in fixed point. */
export function corrections({ s, first, h, bits }: CorrectionTerms): bigint {
  const shift = BigInt(bits);
  const q = (((h * h) >> shift) * fourPiSquaredInverse(bits)) >> shift;
  let w = BigInt(first) * q;
  let sum = 0n;
  for (let j = 1; w !== 0n; j++) {
    const term = 2n * evenZeta(j, bits) * w;
    sum += j % 2 === 0 ? -term : term;
    w = (w * q * (BigInt(s + 2 * j - 1) * BigInt(s + 2 * j))) >> shift;
  }
  return sum >> shift;
}

const fourPiSquaredInverse = remembered((bits) =>
  (1n << BigInt(3 * bits)) / (4n * pi(bits) * pi(bits))
);
