/** Counts the rows that are null: a bit is 0 for each. */
export function countNulls(valid: Uint8Array, rows: number): number {
  let nulls = 0;
  const whole = rows >> 3;
  for (let i = 0; i < whole; i++) {
    if (valid[i] !== 255) nulls += zeros(valid[i], 8);
  }
  return nulls + zeros(valid[whole], rows & 7);
}

function zeros(byte: number, bits: number): number {
  let count = 0;
  for (let bit = 0; bit < bits; bit++) count += (byte >> bit & 1) ^ 1;
  return count;
}

/** Packs bytes that are 0 or 1 into bits, the first into the lowest. */
export function packBits(bytes: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(bytes.length / 8));
  for (let i = 0; i < bytes.length; i++) bits[i >> 3] |= bytes[i] << (i & 7);
  return bits;
}
