import type { Kernel } from "../../kernels/engine.ts";
import { correctlyRounded } from "../../support/reference/reference.ts";
import { firstWhere, type Interval, zeroOfRising, zerosOfValley } from "../../support/zeros.ts";
import { COMMON_POINTS, entries, mirrored, octaves, wholesAndHalves } from "./intervals.ts";
import { Random } from "../../support/random.ts";
import type { SearchSpace } from "./search_space.ts";

// The entries of the tables are 64 to the octave from 2^-20 to 2^40 for lgamma, digamma and the first
// two orders of polygamma, and 32 from 2^-6 to 2^14 for the others. Negative arguments are reflected,
// to 1 - x and to a, their distance from the nearest pole, which has entries of its own for the first
// functions; each zero between two poles is a place of its own.

const SMALLEST_NORMAL = 2 ** -1022;

/** Negative arguments are searched everywhere down to here. */
const DENSE_UNITS = 40;
/** Gaps between two poles whose zeros are tried: the first ones, and some down to -2^52. */
const GAPS = { thorough: { near: 100, far: 32 }, quick: { near: 6, far: 2 } };
/** Poles, without their sign, whose surroundings are searched, and those of the middles after. */
const POLES: readonly number[] = [...Array(10).keys(), 15, 16, 20, 39, 63, 64, 1000, 2 ** 20 + 1];
/** Those whose entries of a are tried, from 2^-44 to 1/2. */
const POLES_WITH_ENTRIES: readonly number[] = [0, 1, 7, 2 ** 20 + 1];
const NEAR_OCTAVES = [-44, -1] as const;
/** There are no doubles nearer to a pole than 2^-52, but for 0. */
const NEAREST = 52;
const SEED = 3;

/** Where to look for bad inputs of lgamma, digamma and polygamma. */
export function gammaSpace(kernel: Kernel, { quick }: { quick: boolean }): SearchSpace {
  const { name, parameter: order = 0 } = kernel;
  const [first, end, perOctave] = name === "polygamma" && order > 2 ? [-6, 14, 32] : [-20, 40, 64];
  const cut = 2 ** first;
  const positive = entries(first, end, perOctave);
  const near = entries(...NEAR_OCTAVES, perOctave);
  const nearPoles = POLES.flatMap((pole) => [
    ...surroundings(pole),
    // The zeros of polygamma of even order tend to the middles between poles.
    ...surroundings(pole + 0.5),
  ]);
  const gaps = someGaps(quick ? GAPS.quick : GAPS.thorough);
  return {
    origin: 0,
    isSymmetric: false,
    intervals: [
      ...positive,
      ...Array.from({ length: 4 * DENSE_UNITS }, (_, i): Interval => [-(i + 1) / 4, -i / 4]),
    ],
    sparse: [
      ...octaves(-1074, first),
      ...octaves(end, 1024),
      ...mirrored([...octaves(-1074, first), ...octaves(5, 1024)]),
      ...nearPoles,
    ],
    points: [
      ...COMMON_POINTS.flatMap((x) => [x, -x]),
      ...rangeEdges(kernel).flatMap((x) => [x, -x]),
      ...wholesAndHalves(new Random(SEED)).flatMap((x) => [x, -x]),
      ...gaps.flatMap((gap) => zerosIn(kernel, gap)),
      ...gaps.flatMap(([low, high]) => [low + cut, (low + high) / 2, high - cut]),
      zeroOfRising({ name: "digamma" }, [1, 2]),
    ],
    edges: [
      ...positive.flatMap(([low]) => [-low, 1 - low]),
      ...POLES_WITH_ENTRIES.flatMap((pole) =>
        near.flatMap(([low]) => [-pole - low, -pole - 1 + low])
      ),
      ...nearPoles.map(([low]) => low),
    ],
  };
}

/** The octaves of the distance from -place, on both sides. */
function surroundings(place: number): Interval[] {
  const right = octaves(-NEAREST, -1).map(([low, high]): Interval => [low - place, high - place]);
  const left = octaves(-NEAREST, -1).map(([low, high]): Interval => [-high - place, -low - place]);
  return [...left, ...right].filter(([low, high]) => low < high && high < 0);
}

function someGaps({ near, far }: { near: number; far: number }): Interval[] {
  const random = new Random(SEED);
  const ends = [
    ...Array(near).keys(),
    ...Array.from({ length: far }, () => Math.floor(2 ** random.between(Math.log2(near), 52))),
  ];
  return ends.map((end) => [-end - 1, -end]);
}

function zerosIn(kernel: Kernel, gap: Interval): number[] {
  const { name, parameter: order = 0 } = kernel;
  if (name === "lgamma") return zerosOfValley({ kernel, slope: { name: "digamma" } }, gap);
  // Of odd order it is positive everywhere.
  return order % 2 === 0 ? [zeroOfRising(kernel, gap)] : [];
}

/**
 * Where the results of positive arguments become finite, subnormal, zero, and infinite; an end of
 * the range where they do not.
 */
function rangeEdges(kernel: Kernel): number[] {
  const size = (x: number): number => Math.abs(correctlyRounded(kernel, x));
  const finite = firstWhere((x) => size(x) < Infinity, [0, Number.MAX_VALUE]);
  return [
    finite,
    firstWhere((x) => size(x) < SMALLEST_NORMAL, [finite, Number.MAX_VALUE]),
    firstWhere((x) => size(x) === 0, [finite, Number.MAX_VALUE]),
    firstWhere((x) => size(x) === Infinity, [finite, Number.MAX_VALUE]),
  ];
}
