// Integers times powers of two: coefficients that are added and multiplied exactly.

export interface Dyadic {
  digits: bigint;
  power: number;
}

export function dyadic(value: number): Dyadic {
  let power = 0;
  while (!Number.isInteger(value)) {
    value *= 2;
    power--;
  }
  return { digits: BigInt(value), power };
}

export function multiplyDyadic(a: Dyadic, b: Dyadic): Dyadic {
  return { digits: a.digits * b.digits, power: a.power + b.power };
}

export function addDyadic(a: Dyadic, b: Dyadic): Dyadic {
  const power = Math.min(a.power, b.power);
  const digits = (a.digits << BigInt(a.power - power)) + (b.digits << BigInt(b.power - power));
  return { digits, power };
}

/** A float64 near it, to 2^-50 of it. */
export function nearDyadic({ digits, power }: Dyadic): number {
  const extra = Math.max(0, digits.toString(2).length - 60);
  const top = Number(digits >> BigInt(extra));
  const half = Math.trunc((power + extra) / 2);
  return top * 2 ** half * 2 ** (power + extra - half);
}

/** As Gappa writes it. */
export function dyadicText({ digits, power }: Dyadic): string {
  return `${digits}b${power}`;
}
