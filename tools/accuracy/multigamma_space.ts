import type { Kernel } from "../../kernels/engine.ts";
import { correctlyRounded } from "../../support/reference/reference.ts";
import { Random } from "../../support/random.ts";
import { firstWhere, zeroOfRising, zerosOfValley } from "../../support/zeros.ts";
import { COMMON_POINTS, entries, moved, octaves, wholesAndHalves } from "./intervals.ts";
import type { SearchSpace } from "./search_space.ts";

// The entries of the tables are 64 to the octave of the distance from the edge of the domain, from
// 2^-20 to 2^14 or more.

const FIRST_ENTRIES = -20;
const END_OF_ENTRIES = 14;
const PER_OCTAVE = 64;
/** With more terms the reference takes its time. */
const MAX_TERMS = 100;
const SEED = 3;
/** There are no doubles nearer to the edge than 2^-54, but for that at 0. */
const NEAREST = -54;

/** Where to look for bad inputs of multigammaln and of its gradient. */
export function multigammaSpace(kernel: Kernel): SearchSpace {
  const { name, parameter: p = 1 } = kernel;
  const edge = (p - 1) / 2;
  const perOctave = p > MAX_TERMS ? 1 : PER_OCTAVE;
  const large = Math.ceil(Math.log2(edge + 2 ** END_OF_ENTRIES));
  return {
    origin: edge,
    isSymmetric: false,
    intervals: moved(entries(FIRST_ENTRIES, END_OF_ENTRIES, perOctave), edge),
    sparse: [
      ...moved(octaves(p === 1 ? -1074 : NEAREST, FIRST_ENTRIES), edge),
      ...octaves(large, 1024),
    ].filter(([low, high]) => low < high),
    points: [
      ...COMMON_POINTS.flatMap((x) => [x, -x]),
      ...[edge, edge - 0.5, edge + 0.5, edge + 1],
      ...(p > MAX_TERMS ? [] : wholesAndHalves(new Random(SEED)).map((x) => edge + x)),
      ...zeros({ name, parameter: p }, edge),
      firstWhere((x) => correctlyRounded(kernel, x) === Infinity, [edge + 1, Number.MAX_VALUE]),
    ],
    edges: [],
  };
}

function zeros(kernel: Kernel, edge: number): number[] {
  const slope: Kernel = { name: "multigammalnGrad", parameter: kernel.parameter };
  const range = [edge, edge + 4] as const;
  return kernel.name === "multigammaln"
    ? zerosOfValley({ kernel, slope }, range)
    : [zeroOfRising(slope, range)];
}
