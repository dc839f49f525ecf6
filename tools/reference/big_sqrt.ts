import { type BigFloat, bitLength } from "./big_float.ts";

/** Bits of the root, at least. */
const ROOT_BITS = 220;

/** 1 / sqrt(a) of a positive value, with a relative error below 2^-216. */
export function reciprocalSqrt(a: BigFloat): BigFloat {
  // 1 / (m 2^e) = (2^s / m) 2^(-e-s): s makes the quotient long enough, and -e-s even.
  let s = bitLength(a.m) + 2 * ROOT_BITS;
  if ((a.e + s) % 2 !== 0) s += 1;
  return { m: floorSqrt((1n << BigInt(s)) / a.m), e: -(a.e + s) / 2 };
}

/** The root of an integer below 2^1023, at most 1 too large. */
function floorSqrt(n: bigint): bigint {
  // Each Newton step doubles the 52 good bits of the first guess: three pass ROOT_BITS.
  let root = BigInt(Math.sqrt(Number(n)));
  for (let step = 0; step < 3; step++) root = (root + n / root) >> 1n;
  return root;
}
