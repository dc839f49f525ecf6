import { pi, remembered } from "./big_constants.ts";

// zeta(2) = pi^2/6, and zeta(2n) (n + 1/2) = sum of zeta(2k) zeta(2n - 2k), 0 < k < n. All terms
// are positive: the relative error grows like n.

const GUARD = 24;

/**
 * Riemann's zeta(2j) in fixed point, j >= 1: the Bernoulli numbers, without their size, since
 * |B_2j| = 2 (2j)! zeta(2j) / (2 pi)^(2j).
 */
export function evenZeta(j: number, bits: number): bigint {
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
