const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

const LARGEST = ordinal(Number.MAX_VALUE);

/**
 * Returns the double that is `steps` representable numbers above `x`, or below it, but not beyond
 * the last finite one.
 */
export function neighbour(x: number, steps: number): number {
  return fromOrdinal(ordinal(x) + BigInt(Math.round(steps)));
}

/** Returns the double with as many doubles between `low` and it as between it and `high`. */
export function midway(low: number, high: number): number {
  return fromOrdinal((ordinal(low) + ordinal(high)) >> 1n);
}

function fromOrdinal(target: bigint): number {
  const magnitude = target < 0n ? -target : target;
  bits[0] = magnitude < LARGEST ? magnitude : LARGEST;
  return target < 0n ? -float[0] : float[0];
}

/**
 * Returns the number of representable numbers from 0 to `x`, which is negative for negative ones.
 */
function ordinal(x: number): bigint {
  float[0] = Math.abs(x);
  return x < 0 ? -bits[0] : bits[0];
}
