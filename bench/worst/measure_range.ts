import { compile } from "../../kernels/compile.ts";
import { compute, type Kernel } from "../../kernels/engine.ts";
import { type Instance, makeInstance } from "../../kernels/instance.ts";
import type { Random } from "../../support/random.ts";
import { countOpen, findHardPoints, forgetResults } from "./hard_points.ts";
import { type Draw, placesOfZeros, rangesOf } from "./ranges.ts";

const BLOCK = 512;
/** So many blocks are timed at once. */
const LENGTH = 8 * BLOCK;
/** Fewer hard points are not timed. */
const MIN_HARD = 128;
const COLUMN = 2 ** 15;
/** The best run of so many milliseconds counts, in which the runtime also optimises what a range needs. */
const DURATION = 50;
const ROUNDS = 30;
const FIRST_ROUNDS = 3;

/** What is known of the numbers of one range. */
export interface Measured {
  readonly name: string;
  /** Nanoseconds for an element of a column. */
  readonly time: number;
  /** The share of elements that take the second way. */
  readonly share: number;
  /** Nanoseconds for an element if all are hard; missing where there are few hard ones. */
  readonly hard?: number;
  /** The same of the first such block in an instance, in which rows are made. */
  readonly first?: number;
}

/** Measures all ranges of a function; its usual column is the first. */
export function* measureRanges(kernel: Kernel, random: Random): Generator<Measured> {
  for (const [name, draw] of Object.entries(rangesOf(kernel))) {
    const measured = measureRange(kernel, draw, random);
    if (measured !== undefined) yield { name, ...measured };
  }
  const zeros = placesOfZeros(kernel).flatMap(([low, high]) => findZero(kernel, low, high) ?? []);
  for (const zero of new Set(zeros)) {
    for (const [name, x] of besideZero(zero, random)) {
      yield { name, time: time(kernel, x), share: 0 };
    }
  }
}

/** Returns nothing where results are 0, infinite or missing, and so no work. */
function measureRange(
  kernel: Kernel,
  draw: Draw,
  random: Random,
): Omit<Measured, "name"> | undefined {
  const x = Float64Array.from({ length: COLUMN }, () => draw(random));
  const y = x.slice();
  compute(kernel, x, y);
  const working = y.filter((value) => value !== 0 && Math.abs(value) < Infinity);
  if (working.length < y.length / 10) return undefined;
  const share = countOpen(kernel, x) / x.length;
  const column = x.slice(0, LENGTH);
  const usual = time(kernel, column);
  const hasMany = new Set(x).size > COLUMN / 2;
  const hard = hasMany ? findHardPoints(kernel, draw, random) : new Float64Array();
  if (hard.length < MIN_HARD) return { time: usual, share };
  return {
    time: usual,
    share,
    hard: time(kernel, hard.slice(0, LENGTH)),
    first: timeFirst(kernel, column, hard),
  };
}

/** Results go to `y`, whose memory is there before: its first use would take as long as a block. */
function elapsed(
  run: Instance["compute"],
  kernel: Kernel,
  x: Float64Array,
  y: Float64Array,
): number {
  const start = performance.now();
  run(kernel, x, y);
  return (performance.now() - start) * 1e6 / x.length;
}

function time(kernel: Kernel, x: Float64Array): number {
  let best = Infinity;
  const y = x.slice();
  const start = performance.now();
  for (let round = 0; round < ROUNDS || performance.now() < start + DURATION; round++) {
    forgetResults();
    best = Math.min(best, elapsed(compute, kernel, x, y));
  }
  return best;
}

/** Times the first block of hard points in instances that have computed a usual column. */
function timeFirst(kernel: Kernel, usual: Float64Array, hard: Float64Array): number {
  let best = Infinity;
  for (let round = 0; round < FIRST_ROUNDS; round++) {
    const instance = makeInstance(compile());
    elapsed(instance.compute, kernel, usual, usual.slice());
    const start = round * BLOCK;
    const block = hard.length < start + BLOCK
      ? hard.slice(0, BLOCK)
      : hard.slice(start, start + BLOCK);
    best = Math.min(best, elapsed(instance.compute, kernel, block, block.slice()));
  }
  return best;
}

/** Finds a zero between two numbers, to the last bit. */
function findZero(kernel: Kernel, a: number, b: number): number | undefined {
  const y = new Float64Array(1);
  const value = (x: number): number => (compute(kernel, Float64Array.of(x), y), y[0]);
  const below = Math.sign(value(a));
  if (below * Math.sign(value(b)) !== -1) return undefined;
  for (let middle = (a + b) / 2; middle !== a && middle !== b; middle = (a + b) / 2) {
    if (Math.sign(value(middle)) === below) a = middle;
    else b = middle;
  }
  return a;
}

function besideZero(zero: number, random: Random): [name: string, x: Float64Array][] {
  const ulp = 2 ** (Math.floor(Math.log2(Math.abs(zero))) - 52);
  const fill = (distance: (i: number) => number): Float64Array =>
    Float64Array.from({ length: LENGTH }, (_, i) => zero + distance(i));
  return [
    [`ulps from ${zero}`, fill((i) => (i - LENGTH / 2) * ulp)],
    ...[-40, -25, -10].map((exponent): [string, Float64Array] => [
      `2^${exponent} from ${zero}`,
      fill(() => random.sign() * 2 ** (exponent + random.between(-5, 5))),
    ]),
  ];
}
