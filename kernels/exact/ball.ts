import {
  add,
  areExact,
  beginExact,
  type Big,
  bitLength,
  div,
  exponentOf,
  getPrecision,
  largestTerm,
  mul,
  sub,
  ZERO,
} from "./big_float.ts";

/**
 * A number that is known to `radius`: it differs from `value` by at most 2 to that. Without a radius
 * it is known exactly.
 */
export interface Ball {
  readonly value: Big;
  readonly radius?: bigint;
}

/** Something that cannot be told with the bits that there are, such as the sign of 0 ± 1. */
export class Undecided extends Error {}

/** Bits that a chain of thousands of operations may lose, beside what its sums do. */
const LOST_BITS = 32n;

/** The number of bits of an integer, as an exponent. */
export function bits(n: number | bigint): bigint {
  return BigInt(bitLength(BigInt(n)));
}

/** At least the sum of what these are the exponents of; `undefined` stands for 0. */
export function total(...radii: (bigint | undefined)[]): bigint | undefined {
  let most: bigint | undefined;
  let count = 0;
  for (const radius of radii) {
    if (radius === undefined) continue;
    count++;
    if (most === undefined || radius > most) most = radius;
  }
  return most === undefined || count === 1 ? most : most + bits(count - 1);
}

/** The radius of a product: `exponent` is that of the other factor. */
export function times(radius: bigint | undefined, exponent: bigint): bigint | undefined {
  return radius === undefined ? undefined : radius + exponent;
}

/** The exponent of a number that is not exactly 0: it is below 2 to this. */
function reach({ value, radius }: Ball): bigint {
  if (value.m === 0n) return radius!;
  return total(exponentOf(value), radius)!;
}

/** Whether a number may be 0. */
export function mayBeZero({ value, radius }: Ball): boolean {
  if (value.m === 0n) return true;
  return radius !== undefined && radius >= exponentOf(value) - 1n;
}

/** A function that is computed by `run`. `isRelative`: its sums lose nothing. */
export function computed(run: () => Big, isRelative: boolean): Ball {
  beginExact();
  const value = run();
  const size = value.m === 0n ? undefined : exponentOf(value);
  const lost = isRelative ? size : total(size, largestTerm());
  return { value, radius: (lost ?? 0n) - BigInt(getPrecision()) + LOST_BITS };
}

/** What is rounded once, or known exactly. `moved`: the radius that its operands give it. */
export function rounded(run: () => Big, moved?: bigint): Ball {
  beginExact();
  const value = run();
  if (areExact() || value.m === 0n) return { value, radius: moved };
  return { value, radius: total(moved, exponentOf(value) - BigInt(getPrecision())) };
}

function isZero({ value, radius }: Ball): boolean {
  return value.m === 0n && radius === undefined;
}

export function addBalls(a: Ball, b: Ball): Ball {
  return rounded(() => add(a.value, b.value), total(a.radius, b.radius));
}

export function subtractBalls(a: Ball, b: Ball): Ball {
  return rounded(() => sub(a.value, b.value), total(a.radius, b.radius));
}

export function multiplyBalls(a: Ball, b: Ball): Ball {
  if (isZero(a) || isZero(b)) return { value: ZERO };
  const moved = total(times(a.radius, reach(b)), times(b.radius, reach(a)));
  return rounded(() => mul(a.value, b.value), moved);
}

/** a/b, b not 0. */
export function divideBalls(a: Ball, b: Ball): Ball {
  if (isZero(a)) return a;
  const size = exponentOf(b.value);
  // |a'/b' - a/b| <= (ra + |a/b| rb) / |b'|, and |b'| is at least 2 to size - 2.
  const moved = total(a.radius, times(b.radius, reach(a) - size + 2n));
  return rounded(() => div(a.value, b.value), times(moved, 2n - size));
}

/** The sign of a number. */
export function signOf(a: Ball): -1 | 0 | 1 {
  if (a.radius !== undefined && mayBeZero(a)) throw new Undecided();
  return a.value.m === 0n ? 0 : a.value.m < 0n ? -1 : 1;
}
