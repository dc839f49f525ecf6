import { describe } from "../functions/arguments.ts";
import { assertUlpEquals, type AssertUlpEqualsOptions } from "./assert_ulp_equals.ts";
import type { UlpStatistics } from "./ulp_distance.ts";

/**
 * Arguments and expected results: two arrays, as `referencePoints` returns them, or pairs.
 */
export type UlpPoints =
  | { readonly x: ArrayLike<number>; readonly y: ArrayLike<number> }
  | readonly (readonly [x: number, y: number])[];

/**
 * Checks a function of one number at points with known results, and returns how accurate it is.
 *
 * A failure names the argument at which the function is worst. The points may be your own, or those
 * of `@specol/specol/testing/points`.
 *
 * @param f The function. A result that is not a number is an error.
 * @param points Arguments and correct results.
 * @param options The largest distance, and what it is counted in.
 * @returns How many points there were, the largest distance and where it is, and a histogram.
 * @throws {AssertionError} If a result is too far.
 * @throws {TypeError} If `f` is not a function, gives something else than a number, or the points
 *   are not points.
 *
 * @example Points of your own
 * ```ts
 * import { checkUlp } from "@specol/specol/testing";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const points: [number, number][] = [[1, Math.E], [0, 1], [-1, 1 / Math.E]];
 * const { count, worst } = checkUlp(Math.exp, points, { ulp: 1 });
 * assertEquals([count, worst <= 1], [3, true]);
 * assertThrows(() => checkUlp((x) => 1 + x, points, { ulp: 1 }), Error, "f(-1)");
 * ```
 *
 * @example Reference points
 * ```ts
 * import { checkUlp } from "@specol/specol/testing";
 * import { referencePoints } from "@specol/specol/testing/points";
 * import { lgamma } from "@specol/specol";
 * import { assert } from "@std/assert";
 *
 * const { histogram, count } = checkUlp(lgamma, referencePoints("lgamma"), { ulp: 1 });
 * assert(histogram[0] > 0.99 * count, "nearly all are correctly rounded");
 * ```
 */
export function checkUlp(
  f: (x: number) => number,
  points: UlpPoints,
  options: AssertUlpEqualsOptions,
): UlpStatistics {
  if (typeof f !== "function") {
    throw new TypeError(`Cannot check a function: it must be a function, got ${describe(f)}`);
  }
  const { x, y } = takePoints(points);
  const actual = Array.from(x, (x) => f(x));
  return assertUlpEquals(actual, Array.from(y), { ...options, x });
}

function takePoints(points: UlpPoints): { x: ArrayLike<number>; y: ArrayLike<number> } {
  if (Array.isArray(points)) {
    for (const [i, point] of points.entries()) {
      if (Array.isArray(point) && point.length === 2) continue;
      throw new TypeError(`Cannot check a function: point ${i} must be a pair [x, y]`);
    }
    return { x: points.map(([x]) => x), y: points.map(([, y]) => y) };
  }
  const { x, y } = (points ?? {}) as { x?: ArrayLike<number>; y?: ArrayLike<number> };
  if (typeof x?.length === "number" && x.length === y?.length) return { x, y };
  throw new TypeError(
    `Cannot check a function: points must be pairs, or arrays x and y of the same length, got ${
      describe(points)
    }`,
  );
}
