import type { FloatType } from "../kernels/float_types.ts";
import type { Random } from "../support/random.ts";
import { zeroOfRising, zerosOfValley } from "../support/zeros.ts";

/** Where the numbers of a column lie: a column of the matrix. */
export interface Range {
  /** Its title; `--range` takes a part of it. */
  readonly name: string;
  /** Whether all numbers are 0 or more. */
  readonly isPositive: boolean;
  /** A number, within what the type can hold. */
  readonly draw: (random: Random, limits: Limits) => number;
}

/** The positive normal numbers of a type. */
export interface Limits {
  readonly least: number;
  readonly most: number;
}

/** The limits of each type. */
export const LIMITS: Readonly<Record<FloatType, Limits>> = {
  float64: { least: 2 ** -1022, most: Number.MAX_VALUE },
  float32: { least: 2 ** -126, most: 2 ** 128 - 2 ** 104 },
  float16: { least: 2 ** -14, most: 65504 },
};

/** The range of the targets compared with peers. The targets of other ranges are multiples of it. */
export const UNIFORM = "0.1 to 20";
export const COUNTS = "counts to 1000";
export const FAR = "64 to 1e6, log";
export const NEGATIVE = "-20 to -0.1";

const POISSON_MEAN = 12;

const SINGLE: readonly Range[] = [
  { name: UNIFORM, isPositive: true, draw: uniform(0.1, 20) },
  { name: COUNTS, isPositive: true, draw: (random) => random.bits() % 1001 },
  { name: "Poisson counts", isPositive: true, draw: poisson },
  { name: "20 to 100", isPositive: true, draw: uniform(20, 100) },
  { name: "100 to 1e4", isPositive: true, draw: uniform(100, 1e4) },
  { name: FAR, isPositive: true, draw: logUniform(64, 1e6) },
  {
    name: "counts to 1e9",
    isPositive: true,
    draw: (random, { most }) => random.bits() % (Math.min(1e9, most) + 1),
  },
  { name: "1e-6 to 0.1, log", isPositive: true, draw: logUniform(1e-6, 0.1) },
  { name: "1e-10 to 1e10, log", isPositive: true, draw: logUniform(1e-10, 1e10) },
  { name: "1e-300 to 1e300, log", isPositive: true, draw: logUniform(1e-300, 1e300) },
  { name: NEGATIVE, isPositive: false, draw: uniform(-20, -0.1) },
  { name: "-1000 to -20", isPositive: false, draw: uniform(-1000, -20) },
  { name: "standard normal", isPositive: false, draw: normal },
  { name: "next to zeros", isPositive: false, draw: besideZero },
  { name: "next to poles", isPositive: false, draw: besidePole },
];

/** Every range, and a mix of all. */
export const RANGES: readonly Range[] = [
  ...SINGLE,
  {
    name: "a mix of all",
    isPositive: false,
    draw: (random, limits) => SINGLE[random.bits() % SINGLE.length].draw(random, limits),
  },
];

/**
 * Picks ranges by parts of their names; none pick all.
 *
 * @throws {RangeError} If a part is in no name.
 */
export function selectRanges(parts: readonly string[]): readonly Range[] {
  if (parts.length === 0) return RANGES;
  const unknown = parts.filter((part) => !RANGES.some(({ name }) => name.includes(part)));
  if (unknown.length > 0) {
    const known = RANGES.map(({ name }) => `"${name}"`).join(", ");
    throw new RangeError(`Cannot time ${unknown.join(", ")}: ranges are ${known}`);
  }
  return RANGES.filter(({ name }) => parts.some((part) => name.includes(part)));
}

function uniform(low: number, high: number): Range["draw"] {
  return (random) => random.between(low, high);
}

function logUniform(low: number, high: number): Range["draw"] {
  return (random, { least, most }) =>
    Math.min(
      Math.exp(random.between(Math.log(Math.max(low, least)), Math.log(Math.min(high, most)))),
      most,
    );
}

/** By the product of uniform numbers (Knuth). */
function poisson(random: Random): number {
  const end = Math.exp(-POISSON_MEAN);
  let count = -1;
  for (let product = 1; product > end; product *= random.between(0, 1)) count++;
  return count;
}

/** By Box and Muller. */
function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.between(0, 1)));
  return radius * Math.cos(random.between(0, 2 * Math.PI));
}

/** One of the poles from -1 to -20, times 1 plus at most 2^-6 and at least 2^-45. */
function besidePole(random: Random): number {
  return -(random.bits() % 20 + 1) * (1 + random.sign() * 2 ** random.between(-45, -6));
}

let zeros: readonly number[] | undefined;

/** A zero of lgamma or digamma, times 1 plus at most 2^-4 and at least about an ulp. */
function besideZero(random: Random): number {
  zeros ??= findZeros();
  const zero = zeros[random.bits() % zeros.length];
  return zero * (1 + random.sign() * 2 ** random.between(-50, -4));
}

function findZeros(): number[] {
  const [kernel, slope] = [{ name: "lgamma" }, { name: "digamma" }] as const;
  const gaps = [-6, -5, -4, -3, -2, -1].map((low) => [low, low + 1] as const);
  return [
    ...[1, 2, zeroOfRising(slope, [1, 2])],
    ...gaps.flatMap((gap) => zerosOfValley({ kernel, slope }, gap)),
    ...gaps.map((gap) => zeroOfRising(slope, gap)),
  ];
}
