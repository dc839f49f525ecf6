/** Fraction bits of the constants here and of every fixed-point number made with them. */
export const FIXED_BITS = 288;

/** log(2), with {@linkcode FIXED_BITS} fraction bits: 2 artanh(1/3). */
export const LN2: bigint = 2n * inverseArctangent(3n, 1n);

/** 2 pi, with {@linkcode FIXED_BITS} fraction bits: Machin's 8 (4 arctan(1/5) - arctan(1/239)). */
export const TWO_PI: bigint = 8n *
  (4n * inverseArctangent(5n, -1n) - inverseArctangent(239n, -1n));

/** Sum of `sign^k / ((2k + 1) n^(2k + 1))`: arctan(1/n) for sign -1, artanh(1/n) for sign 1. */
function inverseArctangent(n: bigint, sign: bigint): bigint {
  // 32 more bits hold the truncation of some hundred terms, and the factor 32 of Machin's formula.
  const guard = 32n;
  let power = (1n << (BigInt(FIXED_BITS) + guard)) / n;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k;
    power = sign * power / (n * n);
  }
  return sum >> guard;
}
