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
