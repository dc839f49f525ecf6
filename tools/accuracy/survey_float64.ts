import type { KernelName } from "../../kernels/engine.ts";
import { neighbour } from "./neighbour.ts";
import { probe, type Subject } from "./probe.ts";
import { Random } from "./random.ts";
import { type SearchSpace, searchSpaces } from "./search_space.ts";
import { emptyTally, type Sample, type Tally, worstSamples } from "./tally.ts";

interface Effort {
  /** Random points in each interval. */
  readonly perInterval: number;
  /** One of so many edges is tried. */
  readonly edgeStride: number;
  /** Places in which the search goes on, after the first look. */
  readonly places: number;
}

const THOROUGH: Effort = { perInterval: 256, edgeStride: 1, places: 96 };
const QUICK: Effort = { perInterval: 8, edgeStride: 64, places: 12 };

/** Bits of a double below those that tell one place of a tally from the next. */
const PLACE_BITS = 47;
const CLIMBERS = 16;
const SEED = 2;

/**
 * Searches for the arguments at which a kernel is farthest from the truth: ends and special points
 * with their neighbours, random points everywhere, then more of them where the worst were found,
 * ever closer.
 */
export function surveyFloat64(
  kernel: KernelName,
  { quick }: { quick: boolean },
): Tally {
  const effort = quick ? QUICK : THOROUGH;
  const subject: Subject = { kernel, type: "float64" };
  const tally = emptyTally();
  const random = new Random(SEED);
  probe(subject, directedPoints(searchSpaces[kernel], effort), { tally });
  for (const [low, high] of searchSpaces[kernel].intervals) {
    const xs = Float64Array.from(
      { length: effort.perInterval },
      () => random.sign() * random.between(low, high),
    );
    probe(subject, xs, { tally });
  }
  for (const start of worstSamples(tally, effort.places)) {
    climb(subject, start, { tally, random });
  }
  return tally;
}

function directedPoints(space: SearchSpace, effort: Effort): number[] {
  const around = space.points.flatMap((x) =>
    Number.isFinite(x) ? Array.from({ length: 17 }, (_, i) => neighbour(x, i - 8)) : [x]
  );
  const ends = space.intervals.flatMap(([low, high]) => [
    ...[neighbour(low, -1), low, neighbour(low, 1)],
    ...[neighbour(high, -2), neighbour(high, -1)],
  ]);
  const edges = space.edges
    .filter((_, i) => i % effort.edgeStride === 0)
    .flatMap((x) => [neighbour(x, -1), neighbour(x, 1)]);
  return [...around, ...ends, ...edges].flatMap((x) => [x, -x]);
}

/**
 * Goes from a bad argument to worse ones. The error is a smooth part, which a wide step follows,
 * and rounding noise, of which many small steps find the peaks.
 */
function climb(
  subject: Subject,
  start: Sample,
  { tally, random }: { tally: Tally; random: Random },
): void {
  let best = start;
  for (let scale = PLACE_BITS; scale >= 2; scale--) {
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
