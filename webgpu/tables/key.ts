/**
 * Keys number the positive float32 values. They also number the values between 0 and the smallest
 * normal float32 as if these were normal. A key is made of the exponent, counted from that of the
 * smallest subnormal number, and 23 bits of the fraction.
 */

const float64 = new Float64Array(1);
const float64Bits = new BigUint64Array(float64.buffer);
const EXPONENT_BIAS = 1023;

/** Bits of a key below its exponent. */
export const KEY_FRACTION = 23;

/** The exponent of the smallest positive float32. */
export const MIN_EXPONENT = -149;

/** The first key beyond the finite float32 values. */
export const END_KEY: number = keyOf(2 ** 128);

/** Returns the key of a positive number, or of the next smaller number that has one. */
export function keyOf(x: number): number {
  const exponent = exponentOf(x);
  const fraction = Math.floor((x / 2 ** exponent - 1) * 2 ** KEY_FRACTION);
  return (exponent - MIN_EXPONENT) * 2 ** KEY_FRACTION + fraction;
}

/** Returns the number of a key. */
export function numberOf(key: number): number {
  const fraction = key % 2 ** KEY_FRACTION;
  return 2 ** exponentOfKey(key) * (1 + fraction / 2 ** KEY_FRACTION);
}

/** Returns the exponent of a key's number. */
export function exponentOfKey(key: number): number {
  return Math.floor(key / 2 ** KEY_FRACTION) + MIN_EXPONENT;
}

/** Returns the largest e with 2^e <= x, for a positive, normal x. */
export function exponentOf(x: number): number {
  float64[0] = x;
  return Number(float64Bits[0] >> 52n) - EXPONENT_BIAS;
}
