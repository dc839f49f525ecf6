const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

const LARGEST = ordinal(Number.MAX_VALUE);

/**
 * The double that is `steps` representable numbers above `x`, or below it; no farther than the
 * last.
 */
export function neighbour(x: number, steps: number): number {
  return fromOrdinal(ordinal(x) + BigInt(Math.round(steps)));
}

/** The double with as many others below it, down to `low`, as above it, up to `high`. */
export function midway(low: number, high: number): number {
  return fromOrdinal((ordinal(low) + ordinal(high)) >> 1n);
}

function fromOrdinal(target: bigint): number {
  const magnitude = target < 0n ? -target : target;
  bits[0] = magnitude < LARGEST ? magnitude : LARGEST;
  return target < 0n ? -float[0] : float[0];
}

/** Number of representable numbers from 0 to `x`, negative for negative ones. */
function ordinal(x: number): bigint {
  float[0] = Math.abs(x);
  return x < 0 ? -bits[0] : bits[0];
}
