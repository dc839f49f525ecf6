import type { Random } from "../../support/random.ts";
import type { Interval } from "../../support/zeros.ts";

/** Returns the octaves from 2^from to 2^to. */
export function octaves(from: number, to: number): Interval[] {
  return Array.from(
    { length: to - from },
    (_, i) => [2 ** (from + i), Math.min(2 ** (from + i + 1), Number.MAX_VALUE)],
  );
}

/**
 * Returns the intervals of the table entries from 2^from to 2^to, so many to the octave.
 */
export function entries(from: number, to: number, perOctave: number): Interval[] {
  return octaves(from, to).flatMap(([low]) =>
    Array.from(
      { length: perOctave },
      (_, i): Interval => [low * (1 + i / perOctave), low * (1 + (i + 1) / perOctave)],
    )
  );
}

/** Whole and half numbers from 1 to 2^53, some in each octave. */
export function wholesAndHalves(random: Random): number[] {
  return octaves(0, 53).flatMap(([low]) => {
    const inside = Math.floor(random.between(low, 2 * low));
    return [low, low + 0.5, low + 1, inside, inside + 0.5];
  });
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
