/**
 * Keys number the positive float32 values, and what lies between 0 and the least normal number as if
 * it were normal: the exponent, counted from that of the least subnormal, and 23 bits of the fraction.
 */

const float64 = new Float64Array(1);
const float64Bits = new BigUint64Array(float64.buffer);
const EXPONENT_BIAS = 1023;

/** Bits of a key below its exponent. */
export const KEY_FRACTION = 23;

/** The exponent of the least positive float32. */
export const LEAST_EXPONENT = -149;

/** The first key that no finite float32 has. */
export const END_KEY: number = keyOf(2 ** 128);

/** The key of a positive number, or of the number before it that has one. */
export function keyOf(x: number): number {
  const exponent = exponentOf(x);
  const fraction = Math.floor((x / 2 ** exponent - 1) * 2 ** KEY_FRACTION);
  return (exponent - LEAST_EXPONENT) * 2 ** KEY_FRACTION + fraction;
}

/** The number of a key. */
export function numberOf(key: number): number {
  const fraction = key % 2 ** KEY_FRACTION;
  return 2 ** exponentOfKey(key) * (1 + fraction / 2 ** KEY_FRACTION);
}

/** The exponent of a key's number. */
export function exponentOfKey(key: number): number {
  return Math.floor(key / 2 ** KEY_FRACTION) + LEAST_EXPONENT;
}

/** The largest e with 2^e <= x, of a positive, normal x. */
export function exponentOf(x: number): number {
  float64[0] = x;
  return Number(float64Bits[0] >> 52n) - EXPONENT_BIAS;
}
