import type { Kernel } from "../../kernels/engine.ts";
import type { Random } from "../../support/random.ts";

/** Draws a number of a range. */
export type Draw = (random: Random) => number;

/** Ranges by their names. The first of a function is its usual column. */
export type Ranges = Readonly<Record<string, Draw>>;

/** Draws evenly in the logarithm, with random last bits: the logarithm of a power of e is special. */
function octaves(low: number, high: number): Draw {
  const [first, last] = [Math.log2(low), Math.log2(high)];
  return (random) => {
    const k = random.between(first, last);
    const octave = Math.floor(k);
    return 2 ** octave * (2 ** (k - octave) + random.between(0, 2 ** -20));
  };
}

const even = (low: number, high: number): Draw => (random) => random.between(low, high);
const negative = (draw: Draw): Draw => (random) => -draw(random);
const ofEitherSign = (draw: Draw): Draw => (random) => random.sign() * draw(random);
const plus = (start: number, draw: Draw): Draw => (random) => start + draw(random);
const whole = (random: Random, limit: number): number => random.bits() % limit;
const counts = (limit: number): Draw => (random) => 1 + whole(random, limit);
const tenths = (limit: number): Draw => (random) => (1 + whole(random, 10 * limit)) / 10;
const exponential: Draw = (random) => -Math.log(1 - random.between(0, 1));
const normal: Draw = (random) =>
  Math.sqrt(2 * exponential(random)) * Math.cos(2 * Math.PI * random.between(0, 1));

/** Numbers next to those of a kind, at distances between powers of two. */
function beside(numbers: Draw, least: number, most: number): Draw {
  const distances = ofEitherSign(octaves(2 ** least, 2 ** most));
  return (random) => numbers(random) + distances(random);
}

const poles = (first: number, count: number): Draw => (random) => -first - whole(random, count);
const middles = (first: number, count: number): Draw => plus(-0.5, poles(first, count));

const GAMMA: Ranges = {
  "0.1 to 20": even(0.1, 20),
  "tiny": octaves(1e-200, 1e-6),
  "1e-6 to 0.1": octaves(1e-6, 0.1),
  "20 to 1e4": octaves(20, 1e4),
  "1e4 to 1e6": octaves(1e4, 1e6),
  "1e6 to 1e20": octaves(1e6, 1e20),
  "1e20 to 1e300": octaves(1e20, 1e300),
  "1e-300 to 1e300": octaves(1e-300, 1e300),
  "exponential": exponential,
  "counts to 100": counts(100),
  "counts to 1e6": counts(1e6),
  "tenths to 100": tenths(100),
  "-0.5 to 0": even(-0.5, 0),
  "-1 to 0": even(-1, 0),
  "-2 to -1": even(-2, -1),
  "-3 to -2": even(-3, -2),
  "-20 to -3": even(-20, -3),
  "-127 to -20": even(-127, -20),
  "-1000 to -127": even(-1000, -127),
  "-1e5 to -1000": even(-1e5, -1000),
  "-1e15 to -1e5": negative(octaves(1e5, 1e15)),
  "next to poles": beside(poles(0, 10), -45, -4),
  "next to far poles": beside(poles(100, 1000), -40, -4),
  "next to middles": beside(middles(0, 10), -48, -4),
  "next to far middles": beside(middles(100, 1000), -40, -4),
  "middles": middles(0, 100),
  "far middles": middles(127, 1e5),
  "negative tenths": negative(tenths(100)),
  "normal": normal,
};

/** Ends of rows, 32 to an octave. */
const rowEnds = (first: number, octaves: number): Draw => (random) =>
  2 ** (first + whole(random, octaves)) * (1 + whole(random, 32) / 32);

const BESSEL: Ranges = {
  "0.1 to 20": even(0.1, 20),
  "tiny": octaves(1e-300, 1e-6),
  "1e-6 to 0.01": octaves(1e-6, 0.01),
  "0.01 to 1": octaves(0.01, 1),
  "1 to 4": even(1, 4),
  "20 to 700": even(20, 700),
  "700 to 713": even(700, 713),
  "-20 to 20": even(-20, 20),
  "-713 to 713": even(-713, 713),
  "normal": normal,
  "exponential": exponential,
  "counts to 700": counts(700),
  "tenths to 100": tenths(100),
  "next to ends of rows": beside(rowEnds(-6, 15), -50, -20),
  "1e-300 to 700": octaves(1e-300, 700),
};

/** Where the growing ones are infinite. */
const FAR_BESSEL: Ranges = {
  "700 to 1024": even(700, 1024),
  "1024 to 1e6": octaves(1024, 1e6),
  "1e6 to 1e24": octaves(1e6, 1e24),
  "1e24 to 1e40": octaves(1e24, 1e40),
  "1e40 to 1e200": octaves(1e40, 1e200),
  "1e200 to 1e216": octaves(1e200, 1e216),
  "1e216 to 1e308": octaves(1e216, 1e308),
  "-1e6 to 1e6": ofEitherSign(octaves(1, 1e6)),
  "1e-300 to 1e300": ofEitherSign(octaves(1e-300, 1e300)),
  "counts to 1e6": counts(1e6),
};

/** Beyond the edge of the domain of dimension p. */
function multigammaln(p: number): Ranges {
  const edge = (p - 1) / 2;
  return {
    "edge + 0.1 to 20": plus(edge, even(0.1, 20)),
    "edge + 2^-50 to 2^-20": plus(edge, octaves(Math.max(2 ** -50, edge * 2 ** -44), 2 ** -20)),
    "edge + 1e-6 to 0.1": plus(edge, octaves(1e-6, 0.1)),
    "edge + exponential": plus(edge, exponential),
    "edge + 1 to 1e4": plus(edge, octaves(1, 1e4)),
    "p/2 to 2p": even(edge + 0.1, 2 * p),
    "2p to 20p": even(2 * p, 20 * p),
    "1e4 to 1e6": plus(edge, octaves(1e4, 1e6)),
    "1e6 to 1e20": plus(edge, octaves(1e6, 1e20)),
    "1e20 to 1e300": octaves(1e20, 1e300),
    "edge to 1e300": plus(edge, octaves(1e-6, 1e300)),
    "counts to p + 1000": plus(Math.ceil(edge), counts(1000 + Math.ceil(edge))),
    "halves to p + 1000": plus(edge, (random) => (1 + whole(random, 2000 + p)) / 2),
    "tenths": plus(Math.ceil(edge), tenths(100)),
    ...p > 4096 && { "edge + 2^14 to 4p": even(edge + 2 ** 14, edge + 4 * p) },
  };
}

const GROWING = ["i0", "i1", "i1Grad"];

/** Whether the function is of the Bessel family. */
export function isBessel({ name }: Kernel): boolean {
  return name.startsWith("i");
}

/** The ranges in which numbers of a function are drawn. */
export function rangesOf(kernel: Kernel): Ranges {
  if (kernel.name.startsWith("multigammaln")) return multigammaln(kernel.parameter!);
  if (!isBessel(kernel)) return GAMMA;
  return GROWING.includes(kernel.name) ? BESSEL : { ...BESSEL, ...FAR_BESSEL };
}

/** Intervals that a zero of the function may lie in. */
export function placesOfZeros(kernel: Kernel): readonly (readonly [low: number, high: number])[] {
  if (isBessel(kernel)) return [[1, 2]];
  if (kernel.name.startsWith("multigammaln")) {
    const edge = (kernel.parameter! - 1) / 2;
    return [[edge + Math.max(2 ** -30, edge * 2 ** -40), edge + 4]];
  }
  return [0, 1, 2, 3, 5, 8, 13, 30, 100, 126, 127, 300, 1000, 1e4, 1e6].flatMap((k) => [
    [-k - 0.98, -k - 0.02],
    [-k - 0.6, -k - 0.4],
  ]);
}
