import { SQUARE_PARTS, SQUARE_SHIFT } from "../../plan/plan_reduce.ts";
import type { GivenValues } from "./group_table.ts";

/** Numbers between these have squares that two float64 hold exactly. */
const LEAST = 2 ** -450;
const MOST = 2 ** 510;
/** What splits a float64 into 26 and 27 bits (Dekker 1971). */
const SPLITTER = 2 ** 27 + 1;

/**
 * Appends the squares of some results, each as six values that are exactly the square together: the
 * float64 next to it and the rest, of numbers of usual size, of large and of small ones. The last two
 * are scaled, so that no square overflows or is lost.
 */
export function addSquares(
  results: readonly GivenValues[],
  squares: readonly number[],
): readonly GivenValues[] {
  if (squares.length === 0) return results;
  return [...results, ...squares.flatMap((i) => squaresOf(results[i]))];
}

function squaresOf({ values, valid }: GivenValues): readonly GivenValues[] {
  const parts = Array.from({ length: SQUARE_PARTS }, () => new Float64Array(values.length));
  for (let i = 0; i < values.length; i++) {
    let x = values[i];
    const size = Math.abs(x);
    let at = 0;
    if (size >= MOST && size < Infinity) {
      at = 2;
      x *= 2 ** -SQUARE_SHIFT;
    } else if (size < LEAST) {
      at = 4;
      x *= 2 ** SQUARE_SHIFT;
    }
    const square = x * x;
    parts[at][i] = square;
    if (!Number.isFinite(square)) continue;
    const shifted = SPLITTER * x;
    const a = shifted - (shifted - x);
    const b = x - a;
    parts[at + 1][i] = b * b - (square - a * a - 2 * a * b);
  }
  return parts.map((part) => ({ values: part, valid }));
}
