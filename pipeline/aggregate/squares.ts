import { SQUARE_PARTS, SQUARE_SHIFT } from "../../plan/plan_reduce.ts";

/** Numbers between these, and 0, have squares that two float64 hold exactly. */
const LEAST = 2 ** -450;
const MOST = 2 ** 510;
/** What splits a float64 into 26 and 27 bits (Dekker 1971). */
const SPLITTER = 2 ** 27 + 1;

/** The parts of squares of numbers of usual size, which come first. */
export const USUAL_PARTS = 2;

/**
 * Writes the squares of some numbers, each as six values that are exactly the square together: the
 * float64 next to it and the rest, of numbers of usual size, of large and of small ones. The last two
 * are scaled, so that no square overflows or is lost. If all numbers are of usual size, it writes only
 * the first two, and returns true.
 */
export function writeSquares(values: ArrayLike<number>, parts: readonly Float64Array[]): boolean {
  const isUsual = areUsual(values);
  if (!isUsual) { for (const part of parts) part.fill(0); }
  const [squares, rests] = parts;
  for (let i = 0; i < values.length; i++) {
    let x = values[i];
    let [square, rest] = [squares, rests];
    if (!isUsual && !isUsualSize(x)) {
      const isLarge = Math.abs(x) >= MOST;
      x *= 2 ** (isLarge ? -SQUARE_SHIFT : SQUARE_SHIFT);
      [square, rest] = isLarge ? [parts[2], parts[3]] : [parts[4], parts[5]];
    }
    const y = x * x;
    square[i] = y;
    const shifted = SPLITTER * x;
    const a = shifted - (shifted - x);
    const b = x - a;
    // Next to infinity and NaN there is no rest.
    rest[i] = y < Infinity ? b * b - (y - a * a - 2 * a * b) : 0;
  }
  return isUsual;
}

function areUsual(values: ArrayLike<number>): boolean {
  for (let i = 0; i < values.length; i++) if (!isUsualSize(values[i])) return false;
  return true;
}

function isUsualSize(x: number): boolean {
  const size = Math.abs(x);
  return size < LEAST ? size === 0 : !(size >= MOST && size < Infinity);
}

/** Returns the results that a square is made of, by index, if the squares begin at `first`. */
export function squareParts(first: number, square: number): number[] {
  return Array.from({ length: SQUARE_PARTS }, (_, part) => first + SQUARE_PARTS * square + part);
}
