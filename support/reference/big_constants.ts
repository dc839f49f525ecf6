/** Fraction bits of the constants here and of every fixed-point number made with them. */
export const FIXED_BITS = 288;

/** log(2) with any number of fraction bits: 2 artanh(1/3). */
export const ln2: (bits: number) => bigint = remembered((bits) =>
  2n * inverseArctangent(3n, { sign: 1n, bits })
);

/** pi with any number of fraction bits: Machin's 4 (4 arctan(1/5) - arctan(1/239)). */
export const pi: (bits: number) => bigint = remembered((bits) =>
  4n *
  (4n * inverseArctangent(5n, { sign: -1n, bits }) - inverseArctangent(239n, { sign: -1n, bits }))
);

/** log(2), with {@linkcode FIXED_BITS} fraction bits. */
export const LN2: bigint = ln2(FIXED_BITS);

/** 2 pi, with {@linkcode FIXED_BITS} fraction bits. */
export const TWO_PI: bigint = 2n * pi(FIXED_BITS);

/** A function of an integer that computes each value once. */
export function remembered<T>(compute: (n: number) => T): (n: number) => T {
  const known = new Map<number, T>();
  return (n) => {
    let value = known.get(n);
    if (value === undefined) known.set(n, value = compute(n));
    return value;
  };
}

/** Sum of `sign^k / ((2k + 1) n^(2k + 1))`: arctan(1/n) for sign -1, artanh(1/n) for sign 1. */
function inverseArctangent(
  n: bigint,
  { sign, bits }: { sign: bigint; bits: number },
): bigint {
  // 32 more bits hold the truncation of some hundred terms, and the factor 16 of Machin's formula.
  const guard = 32n;
  let power = (1n << (BigInt(bits) + guard)) / n;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k;
    power = sign * power / (n * n);
  }
  return sum >> guard;
}
