import type { Kernel } from "../../kernels/engine.ts";
import type { Interval } from "../../support/zeros.ts";
import { neighbour } from "../../support/neighbour.ts";
import { isFasterInArb, openArb } from "./arb.ts";
import { probe, type Subject } from "./probe.ts";
import { Random } from "../../support/random.ts";
import { type SearchSpace, searchSpace } from "./search_space.ts";
import { emptyTally, type Sample, type Tally, worstSamples } from "./tally.ts";

interface Effort {
  /** Random points in all intervals together. */
  readonly points: number;
  /** The number of random points in each sparse interval. */
  readonly perSparse: number;
  /** Of the sparse intervals, the ends of others, and the edges, one in so many is tried. */
  readonly sparseStride: number;
  readonly endStride: number;
  readonly edgeStride: number;
  /** The number of places in which the search continues after the first look. */
  readonly places: number;
  /** Each try is closer than the one before by this many bits. */
  readonly scaleStep: number;
}

const THOROUGH: Effort = {
  points: 1e6,
  perSparse: 16,
  sparseStride: 1,
  endStride: 1,
  edgeStride: 1,
  places: 96,
  scaleStep: 1,
};
const QUICK: Effort = {
  points: 8000,
  perSparse: 1,
  sparseStride: 16,
  endStride: 16,
  edgeStride: 512,
  places: 12,
  scaleStep: 3,
};
/** A kernel of many terms, milliseconds for each reference, gets one in so many of the points. */
const LONG_SUM = { terms: 100, stride: 20 };

/** The number of low bits of a double that do not distinguish the places of a tally. */
const PLACE_BITS = 47;
const CLIMBERS = 16;

/** How a kernel is examined. */
export interface SurveyOptions {
  readonly quick: boolean;
  /** Draws other random points. */
  readonly seed: number;
  /** The path of a library for {@linkcode openArb}. */
  readonly arb?: string;
}

/**
 * Searches for the arguments at which a kernel is farthest from the truth: ends and special points
 * with their neighbours, random points everywhere, then more of them where the worst were found,
 * ever closer. As the farthest that a correctly rounded result can be is half an ulp, that is also
 * the way to midpoints between two float64, the hardest to round.
 */
export function surveyFloat64(
  kernel: Kernel,
  { quick, seed, arb }: SurveyOptions,
): Tally {
  const effort = quick ? QUICK : THOROUGH;
  const roundResults = arb !== undefined && isFasterInArb(kernel)
    ? openArb(arb, kernel)
    : undefined;
  const subject: Subject = { kernel, type: "float64", roundResults };
  const space = searchSpace(kernel, { quick });
  const tally = emptyTally(space);
  const random = new Random(seed);
  probe(subject, directedPoints(space, effort), { tally });
  const search = ([low, high]: Interval, count: number): void => {
    const xs = Float64Array.from(
      { length: count },
      () => (space.isSymmetric ? random.sign() : 1) * random.between(low, high),
    );
    probe(subject, xs, { tally });
  };
  const perInterval = Math.ceil(pointsOf(kernel, effort) / space.intervals.length);
  for (const interval of space.intervals) search(interval, perInterval);
  for (const interval of sparseOf(space, effort)) search(interval, effort.perSparse);
  for (const start of worstSamples(tally, effort.places)) {
    climb(subject, start, { tally, random, effort });
  }
  return tally;
}

function pointsOf({ name, parameter = 0 }: Kernel, { points }: Effort): number {
  const isLong = name.startsWith("multigammaln") && parameter > LONG_SUM.terms;
  return isLong ? points / LONG_SUM.stride : points;
}

function sparseOf({ sparse }: SearchSpace, { sparseStride }: Effort): Interval[] {
  return sparse.filter((_, i) => i % sparseStride === 0);
}

function directedPoints(space: SearchSpace, effort: Effort): number[] {
  const near = (x: number, steps: number): number[] =>
    Number.isFinite(x)
      ? Array.from({ length: 2 * steps + 1 }, (_, i) => neighbour(x, i - steps))
      : [x];
  const some = <T>(of: readonly T[], stride: number): T[] => of.filter((_, i) => i % stride === 0);
  const around = space.points.flatMap((x) => near(x, 8));
  const intervals = [...some(space.intervals, effort.endStride), ...sparseOf(space, effort)];
  const ends = intervals.flatMap((interval) => interval.flatMap((x) => near(x, 3)));
  const edges = some(space.edges, effort.edgeStride).flatMap((x) => near(x, 3));
  const points = [...around, ...ends, ...edges];
  return space.isSymmetric ? points.flatMap((x) => [x, -x]) : points;
}

/**
 * Goes from a bad argument to worse ones. The error is a smooth part, which a wide step follows,
 * and rounding noise, whose peaks many small steps find.
 */
function climb(
  subject: Subject,
  start: Sample,
  { tally, random, effort }: { tally: Tally; random: Random; effort: Effort },
): void {
  let best = start;
  for (let scale = PLACE_BITS; scale >= 2; scale -= effort.scaleStep) {
    const reach = 2 ** scale;
    const xs = Float64Array.from(
      { length: CLIMBERS },
      () => neighbour(best.x, random.between(-reach, reach)),
    );
    for (const sample of probe(subject, xs, { tally })) {
      if (sample.error > best.error) best = sample;
    }
  }
}
