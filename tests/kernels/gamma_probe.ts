import type { Kernel } from "../../kernels/engine.ts";
import { openProbe } from "../../support/probe_module.ts";
import type { Random } from "../../support/random.ts";

/** An instance of the kernels with probes. */
export const { bindNumber, compute, memory, probes } = openProbe();

/** The modes of gamma/fallback.ts. */
export const NORMAL = 0;
export const PROBE_PAIRS = 1;
export const PROBE_ACCURATE = 2;

/** Functions of the gamma family; the first four have tables of their own. */
export const KERNELS: readonly Kernel[] = [
  { name: "lgamma" },
  { name: "digamma" },
  ...[1, 2, 3, 7, 20, 60, 171].map((parameter): Kernel => ({ name: "polygamma", parameter })),
  ...[2, 3, 10, 40, 190, 401, 3000, 70001, 1000000003].flatMap((parameter): Kernel[] => [
    { name: "multigammaln", parameter },
    { name: "multigammalnGrad", parameter },
  ]),
  ...[4, 10, 14, 600].map((parameter): Kernel => ({ name: "polygamma", parameter })),
];

/** What `probe` found. */
export interface Probed {
  /** The largest error in units of the bound, and where it was found. */
  readonly worst: number;
  readonly at: number;
  /** How many elements were computed again, and how many of them by the last phase. */
  readonly count: number;
  readonly last: number;
}

/** Computes numbers in a mode of gamma/fallback.ts. */
export function probe(kernel: Kernel, x: Float64Array, what: number): Probed {
  const address = probes.gamma_probe(what);
  try {
    compute(kernel, x, x.slice());
    const [worst, at, last] = new Float64Array(memory.buffer, address, 3);
    return { worst, at, count: probes.accurate_count(), last };
  } finally {
    probes.gamma_probe(NORMAL);
  }
}

/**
 * How many numbers `draw` draws: each is compared with a ball, which takes a tenth of a millisecond
 * or more.
 */
export const COUNT = 128;

/** Draws numbers, from the edge of the domain on; positive ones evenly in the logarithm. */
export function draw(
  random: Random,
  [low, high]: readonly [number, number],
  edge: number,
): Float64Array {
  const isLogarithmic = low > 0;
  return Float64Array.from({ length: COUNT }, () => {
    const x = isLogarithmic
      ? Math.exp(random.between(Math.log(low), Math.log(high)))
      : random.between(low, high);
    return edge + x;
  });
}
