import { type BigFloat, fromNumber } from "./big_float.ts";
import { clampTo, floatFormats, type FloatType, quantumExponent } from "./round_to.ts";

/** A true value, and the type in whose last places a result is measured against it. */
export interface Truth {
  readonly value: BigFloat;
  readonly type: FloatType;
}

/**
 * Distance of a computed result from the true value, in units in the last place that the type has
 * for the true value: at most 0.5 where the result is correctly rounded.
 *
 * An infinite result counts as the power of two that follows the largest finite number, a true
 * value beyond that as that power: infinity is right there. NaN is infinitely far.
 */
export function ulpError(computed: number, truth: Truth): number {
  if (Number.isNaN(computed)) return Infinity;
  const { type } = truth;
  const value = clampTo(truth.value, type);
  const result = Number.isFinite(computed)
    ? fromNumber(computed)
    : { m: BigInt(Math.sign(computed)), e: floatFormats[type].maxExponent };
  const e = Math.min(value.e, result.e);
  const difference = (value.m << BigInt(value.e - e)) -
    (result.m << BigInt(result.e - e));
  return scaled(difference, e - quantumExponent(value, type));
}

/** `|m| 2^e` as a double with a few good digits. */
function scaled(m: bigint, e: number): number {
  let magnitude = m < 0n ? -m : m;
  let exponent = e;
  // Neither the integer nor the power may leave the range of doubles before they are multiplied.
  while (magnitude >> 960n !== 0n) {
    magnitude >>= 64n;
    exponent += 64;
  }
  while (exponent < -960) {
    magnitude >>= 64n;
    exponent += 64;
  }
  return Number(magnitude) * 2 ** exponent;
}
