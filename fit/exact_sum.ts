/**
 * The sum of numbers, exact and rounded once. It keeps numbers that do not overlap and have the same
 * sum (J. R. Shewchuk, Adaptive precision floating-point arithmetic, 1997).
 */
export function exactSum(numbers: ArrayLike<number>): number {
  const parts: number[] = [];
  let special = 0;
  for (let n = 0; n < numbers.length; n++) {
    let x = numbers[n];
    if (!Number.isFinite(x)) {
      special += x;
      continue;
    }
    let kept = 0;
    for (let y of parts) {
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
      const high = x + y;
      const low = y - (high - x);
      if (low !== 0) parts[kept++] = low;
      x = high;
    }
    parts.length = kept;
    parts.push(x);
  }
  if (special !== 0) return special;
  return roundParts(parts);
}

/** Adds numbers that do not overlap, from the largest one on, and rounds once. */
function roundParts(parts: readonly number[]): number {
  let at = parts.length - 1;
  let high = parts[at] ?? 0;
  let low = 0;
  while (at > 0) {
    const x = high;
    const y = parts[--at];
    high = x + y;
    low = y - (high - x);
    if (low !== 0) break;
  }
  // Half-way between two numbers, what is left decides.
  if (at > 0 && low * parts[at - 1] > 0) {
    const y = low * 2;
    const x = high + y;
    if (y === x - high) high = x;
  }
  return high;
}
