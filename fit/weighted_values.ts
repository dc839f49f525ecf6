/** The values of rows that stand for several each, as values whose sum is exactly the same. */
export interface WeightedValues {
  /** The first 27 bits of each value, and the others, each times the count of its row. */
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** Whether all products are finite where the value is. */
  readonly isFinite: boolean;
}

/** The bits of the lower word of a number that are not among its first 27. */
const FIRST_BITS = 0xfc000000; // 2^32 - 2^26

/**
 * Multiplies values by counts of at most 26 bits, exactly: each half of a value has so few bits that
 * its product is a number of 53.
 */
export function weighValues(values: Float64Array, counts: Float64Array): WeightedValues {
  const high = values.slice();
  const words = new Uint32Array(high.buffer);
  const low = new Float64Array(values.length);
  let isFinite = true;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    // -0 changes no sum, not even the sign of one that is 0.
    low[i] = -0;
    if (!Number.isFinite(value)) continue;
    words[2 * i] &= FIRST_BITS;
    low[i] = counts[i] * (value - high[i]) || -0;
    high[i] *= counts[i];
    isFinite &&= Number.isFinite(high[i]);
  }
  return { high, low, isFinite };
}
