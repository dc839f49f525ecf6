import type { Kernel } from "../../kernels/engine.ts";
import { correctlyRounded } from "../../support/reference/reference.ts";
import { firstWhere, zeroOfRising, zerosOfValley } from "../../support/zeros.ts";
import { COMMON_POINTS, moved, octaves, rows } from "./intervals.ts";
import type { SearchSpace } from "./search_space.ts";

// Two neighbours of the p terms are one value of lgamma, or of digamma, at 2x - 1 - 2k, and an odd
// one is at the distance of x from the edge of the domain: the rows are those of lgamma in both.

const FIRST_ROWS = -6;
const END_OF_ROWS = 6;
/** Pairs of terms, from the smallest one up, whose rows are tried. */
const PAIRS = 4;
/** With more terms no row stands out, and the reference takes its time. */
const MAX_TERMS = 100;
/** There are no doubles nearer to the edge than 2^-54, but for that at 0. */
const NEAREST = -54;

/** Where to look for bad inputs of multigammaln and of its gradient. */
export function multigammaSpace(kernel: Kernel): SearchSpace {
  const { name, parameter: p = 1 } = kernel;
  const edge = (p - 1) / 2;
  const inRows = rows(FIRST_ROWS, END_OF_ROWS);
  const lastPair = Math.floor((p - 2) / 2);
  const pairs = Array.from({ length: p > MAX_TERMS ? 0 : PAIRS }, (_, i) => lastPair - i).filter((
    k,
  ) => k >= 0);
  const large = Math.ceil(Math.log2(edge + 2 ** END_OF_ROWS));
  return {
    origin: edge,
    isSymmetric: false,
    intervals: moved(p > MAX_TERMS ? octaves(FIRST_ROWS, END_OF_ROWS) : inRows, edge),
    sparse: [
      ...moved(octaves(p === 1 ? -1074 : NEAREST, FIRST_ROWS), edge),
      ...octaves(large, 1024),
    ].filter(([low, high]) => low < high),
    points: [
      ...COMMON_POINTS.flatMap((x) => [x, -x]),
      ...[edge, edge - 0.5, edge + 0.5, edge + 1],
      ...zeros({ name, parameter: p }, edge),
      firstWhere((x) => correctlyRounded(kernel, x) === Infinity, [edge + 1, Number.MAX_VALUE]),
    ],
    edges: pairs
      .flatMap((k) => inRows.map(([low]) => (low + 1) / 2 + k))
      .filter((x) => x > edge),
  };
}

function zeros(kernel: Kernel, edge: number): number[] {
  const slope: Kernel = { name: "multigammalnGrad", parameter: kernel.parameter };
  const range = [edge, edge + 4] as const;
  return kernel.name === "multigammaln"
    ? zerosOfValley({ kernel, slope }, range)
    : [zeroOfRising(slope, range)];
}
