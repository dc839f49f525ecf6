import { compile } from "../../kernels/compile.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import { type Instance, makeInstance } from "../../kernels/instance.ts";
import type { Kernel, KernelName } from "../../kernels/job.ts";
import { Random } from "../../support/random.ts";
import { readHardPoints } from "../../support/hard_points.ts";

/** Draws a number of one region: next to a pole, tiny, huge, … */
type Draw = (random: Random) => number;

/** The float types as one, so that one piece of code serves all three. */
type FloatConstructor = Float64ArrayConstructor;
export const TYPES = {
  float64: Float64Array,
  float32: Float32Array,
  float16: Float16Array,
} as const;
export type TypeName = keyof typeof TYPES;

/** A number in [low, high), evenly distributed in the logarithm. */
function logarithmic(low: number, high: number): Draw {
  return (random) => 2 ** random.between(low, high);
}

/** One of these numbers, or one of the neighbours of each. */
function around(...points: readonly number[]): Draw {
  return (random) => neighbour(points[random.bits() % points.length], random.bits() % 5 - 2);
}

/** The float64 that is so many places above a number. */
function neighbour(x: number, places: number): number {
  const bits = new BigInt64Array(Float64Array.of(x).buffer);
  bits[0] += BigInt(x < 0 ? -places : places);
  const moved = new Float64Array(bits.buffer)[0];
  return Number.isFinite(x) && x !== 0 ? moved : x;
}

const SPECIAL: Draw = (random) => [NaN, Infinity, -Infinity, 0, -0][random.bits() % 5];

const BESSEL: readonly Draw[] = [
  (random) => random.between(-20, 20),
  (random) => random.between(-1100, 1100),
  (random) => random.sign() * random.between(690, 760),
  (random) => random.sign() * logarithmic(-1074, -900)(random),
  (random) => random.sign() * logarithmic(-900, -6)(random),
  (random) => random.sign() * logarithmic(-30, 12)(random),
  (random) => random.sign() * logarithmic(10, 1023)(random),
  around(2 ** -6, 2 ** 10, -(2 ** -6), 16, 713.9, 2 ** -200, 2 ** 80, Number.MAX_VALUE, 5e-324),
  SPECIAL,
];

/** Zeros of digamma, and with them the extrema of lgamma. */
const DIGAMMA_ZEROS = [
  1.4616321449683622,
  -0.504083008264455,
  -1.5734984731623904,
  -2.6107208684441447,
  -3.635293366436901,
  -9.702672540001864,
];
const LGAMMA_ZEROS = [
  1,
  2,
  -2.4570247382208006,
  -2.7476826467274127,
  -3.1435808883499798,
  -3.955294284858598,
];

const GAMMA: readonly Draw[] = [
  (random) => random.between(0.1, 20),
  (random) => random.between(0, 30000),
  (random) => random.bits() % 200,
  (random) => random.bits() % 4,
  (random) => (random.bits() % 400) / 2,
  (random) => -random.between(0, 30),
  (random) => -(random.bits() % 40),
  (random) => -(random.bits() % 40) - 0.5,
  (random) => -(random.bits() % 40) + random.sign() * logarithmic(-60, -5)(random),
  (random) => -(random.bits() % 40) - 0.5 + random.sign() * logarithmic(-40, -3)(random),
  (random) => -logarithmic(5, 60)(random),
  (random) => random.sign() * logarithmic(-1074, -20)(random),
  logarithmic(-25, -3),
  logarithmic(10, 45),
  logarithmic(38, 1024),
  around(...DIGAMMA_ZEROS),
  around(...LGAMMA_ZEROS),
  (random) => DIGAMMA_ZEROS[random.bits() % 6] + random.sign() * logarithmic(-40, -8)(random),
  (random) => LGAMMA_ZEROS[random.bits() % 6] + random.sign() * logarithmic(-40, -8)(random),
  around(2 ** -20, 2 ** 40, 2 ** 14, 2 ** -6, -(2 ** -20), 2 ** 110, Number.MAX_VALUE, 5e-324),
  SPECIAL,
];

/** Regions of multigammaln, by the distance from the boundary of the domain. */
function multigammalnRegions(p: number): readonly Draw[] {
  const edge = (p - 1) / 2;
  const beyond = (draw: Draw): Draw => (random) => edge + draw(random);
  return [
    ...[
      (random: Random) => random.between(0, 20),
      (random: Random) => -random.between(0, 20),
      (random: Random) => random.bits() % 100,
      logarithmic(-60, -18),
      logarithmic(-22, 16),
      logarithmic(10, 45),
      logarithmic(38, 1024),
      around(2 ** -20, 2 ** 40, 2 ** 14, 4 * p, 7 * p / 2),
      (random: Random) => random.between(0, p),
      (random: Random) => random.between(0, 8 * p),
    ].map(beyond),
    around(edge, 4 * p, 8 * p),
    (random) => random.between(0, edge),
    logarithmic(-1074, 1024),
    SPECIAL,
  ];
}

const PARAMETERS: Readonly<Partial<Record<KernelName, readonly number[]>>> = {
  polygamma: [0, 1, 2, 3, 4, 20, 61, 171, 1000, 65536, 2 ** 31 + 1, 2 ** 53],
  multigammaln: [1, 2, 3, 50, 199, 201, 3001, 2 ** 25 - 1, 2 ** 26, 2 ** 26 + 1, 1e9 + 7, 2 ** 53],
};

const NAMES: readonly KernelName[] = [
  ...["i0", "i0e", "i0eGrad", "i1", "i1e", "i1eGrad", "i1Grad"] as const,
  ...["lgamma", "digamma", "polygamma", "multigammaln", "multigammalnGrad"] as const,
];

/** Every kernel with parameters of every range. */
export const KERNELS: readonly Kernel[] = NAMES.flatMap((name): Kernel[] => {
  const parameters = PARAMETERS[name === "multigammalnGrad" ? "multigammaln" : name];
  return parameters?.map((parameter) => ({ name, parameter })) ?? [{ name }];
});

const hardPoints = new Map(
  (await readHardPoints()).flatMap(({ name, points }) =>
    points.map(({ parameter, x }) => [`${name} ${parameter}`, x] as const)
  ),
);

/** The regions of a kernel's arguments, with its hard points if there are any. */
function regionsOf({ name, parameter }: Kernel): readonly Draw[] {
  const regions = name.startsWith("i")
    ? BESSEL
    : name.startsWith("multi")
    ? multigammalnRegions(parameter!)
    : GAMMA;
  const hard = hardPoints.get(`${name} ${parameter}`);
  return hard === undefined ? regions : [...regions, (random) => hard[random.bits() % hard.length]];
}

/** Arranges numbers of two or more pools in an array. */
type Arrange = (length: number, random: Random) => (i: number) => number;

const ARRANGEMENTS: readonly Arrange[] = [
  () => () => 0,
  (length) => (i) => +(i === 0 || i === length - 1),
  (length) => (i) => i === 0 ? 1 : i === length - 1 ? 2 : 0,
  (_, random) => {
    const at = random.bits() % 512;
    return (i) => +(i % 512 === at);
  },
  () => (i) => i & 1,
  () => (i) => i % 3,
  (_, random) => {
    const run = 1 + random.bits() % 300;
    return (i) => Math.floor(i / run);
  },
  (_, random) => {
    const part = random.between(0, 1) ** 3;
    return () => random.between(0, 1) < part ? 1 + random.bits() % 3 : 0;
  },
  (_, random) => () => random.bits() % 64,
];

/** Lengths that end before, at and after the end of a block of 512, and short ones. */
const LENGTHS = [512, 512, 512, 511, 513, 1024, 1100, 1536, 509, 77, 5, 4, 3, 2, 1];

const SAMPLES = 24;

/** Where a block gives another result than a number alone. */
export interface Difference {
  readonly kernel: Kernel;
  readonly what: string;
  readonly x: number;
  readonly alone: number;
  readonly inBlock: number;
  readonly place: number;
  readonly length: number;
}

/** What is computed of x, alone or in a block. */
interface Call {
  readonly what: string;
  run(instance: Instance, x: FloatArray, upstream: FloatArray): FloatArray;
}

function callsOf(kernel: Kernel): readonly Call[] {
  const calls: Call[] = [
    {
      what: "values in place",
      run(instance, x): FloatArray {
        const y = x.slice();
        instance.compute(kernel, y, y);
        return y;
      },
    },
    {
      what: "values times an upstream",
      run(instance, x, upstream): FloatArray {
        const y = x.slice();
        instance.compute(kernel, x, y, upstream);
        return y;
      },
    },
  ];
  if (kernel.name.endsWith("Grad")) return calls;
  const slopes =
    (hasUpstream: boolean) => (instance: Instance, x: FloatArray, upstream: FloatArray) => {
      const both = new (x.constructor as FloatConstructor)(2 * x.length);
      const out = both.subarray(x.length);
      const slope = hasUpstream ? { out, upstream } : { out };
      instance.computeBoth(kernel, x, both.subarray(0, x.length), slope);
      return both;
    };
  return [
    ...calls,
    { what: "values and gradients", run: slopes(false) },
    { what: "values and gradients times an upstream", run: slopes(true) },
  ];
}

/** A kernel's numbers of every region, with what each of them gives alone. */
class Comparison {
  readonly differences: Difference[] = [];
  count = 0;
  readonly regionCount: number;
  readonly callCount: number;
  readonly #kernel: Kernel;
  readonly #type: TypeName;
  readonly #random: Random;
  readonly #whole = makeInstance(compile());
  readonly #calls: readonly Call[];
  readonly #pools: readonly Float64Array[];
  /** Values, and gradients where a call has them, by call and by region. */
  readonly #alone: readonly (readonly (readonly number[])[])[][];

  constructor(kernel: Kernel, { type, random }: { type: TypeName; random: Random }) {
    // An instance of its own, so that no cache hides a difference.
    const single = makeInstance(compile());
    const Type = TYPES[type] as unknown as FloatConstructor;
    this.#kernel = kernel;
    this.#type = type;
    this.#random = random;
    this.#calls = callsOf(kernel);
    this.#pools = regionsOf(kernel).map((draw) =>
      Type.from({ length: SAMPLES }, () => draw(random))
    );
    this.regionCount = this.#pools.length;
    this.callCount = this.#calls.length;
    this.#alone = this.#calls.map(({ run }) =>
      this.#pools.map((pool) => {
        const results = Array.from(pool, (x) => run(single, Type.of(x), Type.of(factorOf(x))));
        return [results.map(([y]) => y), results.map((both) => both[1])];
      })
    );
  }

  /** Computes a block, by the region of each of its numbers, with one of the calls. */
  compare(regions: readonly number[], call: number): void {
    const Type = TYPES[this.#type] as unknown as FloatConstructor;
    const { length } = regions;
    const which = regions.map(() => this.#random.bits() % SAMPLES);
    const x = Type.from(regions, (region, i) => this.#pools[region][which[i]]);
    const y = this.#calls[call].run(this.#whole, x, Type.from(x, factorOf));
    this.count += y.length;
    for (let i = 0; i < y.length; i++) {
      const place = i % length;
      const alone = this.#alone[call][regions[place]][i < length ? 0 : 1][which[place]];
      if (Object.is(y[i], alone)) continue;
      this.differences.push({
        kernel: this.#kernel,
        what: `${this.#type} ${this.#calls[call].what}`,
        x: x[place],
        alone,
        inBlock: y[i],
        place: i,
        length,
      });
    }
  }
}

/** Factors are powers of two: each result shows whole, unless it overflows. */
function factorOf(x: number): number {
  return x === x && Math.abs(x) < 1 ? 2 : -0.5;
}

/**
 * Compares blocks of random regions, arrangements and lengths with the same numbers alone. Returns
 * how many results were compared, and the differences.
 */
export function compareBlocks(
  kernel: Kernel,
  { type, seed, blocks }: { type: TypeName; seed: number; blocks: number },
): Comparison {
  const random = new Random(seed);
  const comparison = new Comparison(kernel, { type, random });
  const { regionCount, callCount } = comparison;
  for (let block = 0; block < blocks; block++) {
    const length = LENGTHS[random.bits() % LENGTHS.length];
    const order = Array.from({ length: regionCount }, () => random.bits() % regionCount);
    const arrange = ARRANGEMENTS[random.bits() % ARRANGEMENTS.length](length, random);
    const regions = Array.from({ length }, (_, i) => order[arrange(i) % order.length]);
    comparison.compare(regions, random.bits() % callCount);
  }
  return comparison;
}

/**
 * The same with a block of every two regions, in either order. Each pair has the next arrangement
 * and the next call: they repeat at different pairs, and every arrangement comes with every region.
 */
export function comparePairs(
  kernel: Kernel,
  { type, seed }: { type: TypeName; seed: number },
): Comparison {
  const random = new Random(seed);
  const comparison = new Comparison(kernel, { type, random });
  const { regionCount, callCount } = comparison;
  const length = isSlow(kernel) ? SHORT_BLOCK : WHOLE_BLOCK;
  for (let pair = 0; pair < regionCount ** 2; pair++) {
    const two = [pair % regionCount, Math.floor(pair / regionCount)];
    const arrange = ARRANGEMENTS[(pair + two[1]) % ARRANGEMENTS.length](length, random);
    const regions = Array.from({ length }, (_, i) => two[arrange(i) % 2]);
    comparison.compare(regions, pair % callCount);
  }
  return comparison;
}

const WHOLE_BLOCK = 512;
const SHORT_BLOCK = 8;

/** Whether a kernel has regions that only the accurate phase computes: microseconds for a number. */
function isSlow({ name, parameter = 0 }: Kernel): boolean {
  return name === "polygamma" ? parameter > 1022 : parameter >= 2 ** 26;
}

/**
 * Computes numbers one by one, in memory where numbers of other regions follow, as in the last batch of
 * a file. Returns the numbers whose results are not those that they have alone.
 */
export function compareFollowers(kernel: Kernel, seed: number): number[] {
  const random = new Random(seed);
  const instance = makeInstance(compile());
  const { [`${kernel.name}_f64` as const]: run } = instance.exports;
  const one = instance.bindNumber(kernel.name);
  const regions = regionsOf(kernel);
  const bytes = instance.lend(32);
  const lanes = new Float64Array(bytes.buffer, bytes.byteOffset, 4);
  return regions.flatMap((draw) => {
    const x = draw(random);
    return regions.flatMap((other) => {
      lanes.fill(other(random)).fill(x, 0, 1);
      run(bytes.byteOffset, bytes.byteOffset, 1, kernel.parameter);
      return Object.is(lanes[0], one(x, kernel.parameter)) ? [] : [x];
    });
  });
}

/**
 * Compares float32 results of numbers alone with the float64 results, rounded. Rounding twice is
 * rounding once but for one in 2^29 results. Returns the numbers whose results differ.
 */
export function compareTypes(kernel: Kernel, seed: number): number[] {
  const random = new Random(seed);
  const instance = makeInstance(compile());
  const one = instance.bindNumber(kernel.name);
  const x = Float32Array.from(
    regionsOf(kernel).flatMap((draw) => Array.from({ length: SAMPLES }, () => draw(random))),
  );
  return [...x].filter((value) => {
    const y = Float32Array.of(value);
    instance.compute(kernel, y, y);
    return !Object.is(y[0], Math.fround(one(value, kernel.parameter)));
  });
}
