import type { Interval } from "../../support/zeros.ts";

const ROWS = 32;

/** Returns the octaves from 2^from to 2^to. */
export function octaves(from: number, to: number): Interval[] {
  return Array.from(
    { length: to - from },
    (_, i) => [2 ** (from + i), Math.min(2 ** (from + i + 1), Number.MAX_VALUE)],
  );
}

/**
 * Returns the octaves from 2^from to 2^to, each divided into the 32 rows of the kernels' tables.
 */
export function rows(from: number, to: number): Interval[] {
  return octaves(from, to).flatMap(([low]) =>
    Array.from(
      { length: ROWS },
      (_, i): Interval => [low * (1 + i / ROWS), low * (1 + (i + 1) / ROWS)],
    )
  );
}

/** Returns the intervals mirrored at 0. */
export function mirrored(intervals: readonly Interval[]): Interval[] {
  return intervals.map(([low, high]) => [-high, -low]);
}

/** Returns the intervals moved to the right. */
export function moved(intervals: readonly Interval[], by: number): Interval[] {
  return intervals.map(([low, high]) => [low + by, high + by]);
}

/** Arguments that are tried with every kernel. */
export const COMMON_POINTS: readonly number[] = [
  ...[0, Number.MIN_VALUE, 2 ** -1022, Number.MAX_VALUE, Infinity, NaN],
  ...[1, 2, 3, 10, 100, 1e4, 1e16, 1e200, 1e-300],
  ...[2 ** -54, 2 ** -53, 2 ** -52, 2 ** -27, 2 ** -26, 2 ** -25],
];
