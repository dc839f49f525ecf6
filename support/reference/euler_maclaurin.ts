import { pi, remembered } from "./big_constants.ts";

// The Euler-Maclaurin formula for the sum of f(A + k), k >= 0, where f is log(x), 1/x or x^-(n+1):
// the integral, f(A)/2, and a series in the odd derivatives of f at A. With h = 1/A and the
// Bernoulli numbers as 2 (2j)! zeta(2j) / (2 pi)^(2j), its terms over the integral are
//   (-1)^(j+1) 2 zeta(2j) w_j,  w_(j+1) = w_j (s + 2j - 1)(s + 2j) (h / 2 pi)^2,
// s = 0, 1, n + 1. The error is smaller than the first term that is omitted, and the smallest term
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

// zeta(2) = pi^2/6, and zeta(2n) (n + 1/2) = sum of zeta(2k) zeta(2n - 2k), 0 < k < n. All terms
// are positive: the relative error grows like n.

const GUARD = 24;

/**
 * Riemann's zeta(2j) in fixed point, j >= 1: the Bernoulli numbers, without their size, since
 * |B_2j| = 2 (2j)! zeta(2j) / (2 pi)^(2j).
 */
function evenZeta(j: number, bits: number): bigint {
  // zeta(2j) - 1 is about 4^-j.
  if (2 * j > bits + 2) return 1n << BigInt(bits);
  const known = tables(bits);
  for (let n = known.length; n <= j; n++) known.push(next(known, bits));
  return known[j] >> BigInt(GUARD);
}

const tables = remembered((bits): bigint[] => {
  const wide = bits + GUARD;
  return [0n, (pi(wide) * pi(wide) / 6n) >> BigInt(wide)];
});

function next(known: readonly bigint[], bits: number): bigint {
  const n = known.length;
  let sum = 0n;
  for (let k = 1; 2 * k < n; k++) sum += 2n * known[k] * known[n - k];
  if (n % 2 === 0) sum += known[n / 2] ** 2n;
  return (2n * sum / BigInt(2 * n + 1)) >> BigInt(bits + GUARD);
}
