import { compute, type Kernel, openInstance } from "../kernels/engine.ts";
import { Random } from "../support/random.ts";
import { runTask } from "../support/task_args.ts";

const BLOCK = 512;
/** Numbers are timed in so many blocks, so that none is remembered from the time before. */
const LENGTH = 8 * BLOCK;
/** How many numbers are drawn to find hard points, and how many points are enough. */
const DRAWN = 2 ** 21;
const MAX_OPEN = 8000;
const ROUNDS = 40;
const MAX_RATIO = 20;
const MIN_SHARE = 300;

const HELP = `Searches for the blocks of numbers that take longest, in float64.

Usage: deno task bench-worst [--seed N] [NAME...]

NAME    lgamma, digamma, polygamma(20), ...; polygamma of several orders if none is given
--seed  draws other numbers

A line for each range of numbers has
  ns      the time of an element of a usual column
  one in  how many elements of a column there are for one that is computed again
  times   as long as an element of a usual column of that range an element takes if all are hard:
          those of ${DRAWN.toLocaleString("en")} that are computed again, the ones nearest to
          half-way between two float64 first; or if all lie next to a zero
Blocks beyond ${MAX_RATIO} times are marked SLOW, ranges beyond one in ${MIN_SHARE} OFTEN: a target
that is missed changes nothing else. Numbers do not repeat: some results are remembered.
`;

type Draw = (random: Random) => number;

/** Evenly in the logarithm, but with random last bits: the logarithm of a power of e is special. */
function octaves(low: number, high: number): Draw {
  return (random) => {
    const k = random.between(Math.log2(low), Math.log2(high));
    return 2 ** Math.floor(k) *
      (2 ** (k % 1 < 0 ? k % 1 + 1 : k % 1) + random.between(0, 2 ** -20));
  };
}

const even = (low: number, high: number): Draw => (random) => random.between(low, high);
const negative = (draw: Draw): Draw => (random) => -draw(random);
const tenths = (draw: Draw): Draw => (random) => Math.round(draw(random) * 10) / 10;
const whole = (random: Random, limit: number): number => random.bits() % limit;

const RANGES: Readonly<Record<string, Draw>> = {
  "tiny": octaves(1e-200, 1e-6),
  "1e-6 to 0.1": octaves(1e-6, 0.1),
  "0.1 to 20": even(0.1, 20),
  "20 to 1e4": octaves(20, 1e4),
  "1e4 to 1e6": octaves(1e4, 1e6),
  "1e6 to 1e20": octaves(1e6, 1e20),
  "1e20 to 1e300": octaves(1e20, 1e300),
  "1e-300 to 1e300": octaves(1e-300, 1e300),
  "exponential": (random) => -Math.log(1 - random.between(0, 1)),
  "counts to 100": (random) => 1 + whole(random, 100),
  "counts to 1e6": (random) => 1 + whole(random, 1e6),
  "tenths to 100": (random) => (1 + whole(random, 1000)) / 10,
  "-0.5 to 0": even(-0.5, 0),
  "-1 to 0": even(-1, 0),
  "-2 to -1": even(-2, -1),
  "-3 to -2": even(-3, -2),
  "-20 to -3": even(-20, -3),
  "-127 to -20": even(-127, -20),
  "-1000 to -127": even(-1000, -127),
  "-1e5 to -1000": even(-1e5, -1000),
  "-1e15 to -1e5": negative(octaves(1e5, 1e15)),
  "next to poles": (random) =>
    -whole(random, 10) + random.sign() * octaves(2 ** -45, 2 ** -4)(random),
  "next to far poles": (random) =>
    -100 - whole(random, 1000) + random.sign() * octaves(2 ** -40, 2 ** -4)(random),
  "next to middles": (random) =>
    -whole(random, 10) - 0.5 + random.sign() * octaves(2 ** -48, 2 ** -4)(random),
  "next to far middles": (random) =>
    -100 - whole(random, 1000) - 0.5 + random.sign() * octaves(2 ** -40, 2 ** -4)(random),
  "middles": (random) => -whole(random, 100) - 0.5,
  "far middles": (random) => -127.5 - whole(random, 1e5),
  "negative tenths": tenths((random) => -whole(random, 1000) / 10 - 0.5),
  "normal": (random) =>
    Math.sqrt(-2 * Math.log(1 - random.between(0, 1))) * Math.cos(6.28 * random.between(0, 1)),
};

/** Ranges of few numbers, which have no harder ones, and what is usual beside them. */
const BESIDE: Readonly<Record<string, string>> = {
  "counts to 100": "0.1 to 20",
  "counts to 1e6": "1e4 to 1e6",
  "tenths to 100": "0.1 to 20",
  "negative tenths": "-20 to -3",
  "middles": "-20 to -3",
  "far middles": "-1e5 to -1000",
  "next to middles": "-20 to -3",
  "next to far middles": "-1000 to -127",
};

/** Exports of the module that only expressions use otherwise (precise.ts). */
interface Precise {
  lgamma_precise(high: number, low: number): void;
  digamma_precise(high: number, low: number): void;
  polygamma_precise(high: number, low: number, n: number): void;
  precise_result(): number;
}

const { exports } = openInstance();
const precise = exports as unknown as Precise;
const random = { it: new Random(1) };

function draw(make: Draw, count: number): Float64Array {
  return Float64Array.from({ length: count }, () => make(random.it));
}

/** Nanoseconds for each element. */
function time(kernel: Kernel, x: Float64Array): number {
  const y = new Float64Array(x.length);
  for (let i = 0; i < 12; i++) compute(kernel, x, y);
  let best = Infinity;
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    compute(kernel, x, y);
    best = Math.min(best, performance.now() - start);
  }
  return best * 1e6 / x.length;
}

/** How many elements are computed again. */
function countOpen(kernel: Kernel, x: Float64Array): number {
  const address = exports.gamma_probe(0);
  compute(kernel, x, x.slice());
  return new Float64Array(exports.memory.buffer, address, 3)[2];
}

/** How far the value is from half-way between two float64, in ulp. */
function distance({ name, parameter }: Kernel, x: number): number {
  if (name === "lgamma") precise.lgamma_precise(x, 0);
  else if (name === "digamma") precise.digamma_precise(x, 0);
  else precise.polygamma_precise(x, 0, parameter!);
  const [high, low] = new Float64Array(exports.memory.buffer, precise.precise_result(), 3);
  const ulp = 2 ** (Math.floor(Math.log2(Math.abs(high))) - 52);
  const distance = Math.abs(Math.abs(low / ulp) - 0.5);
  return Number.isFinite(distance) ? distance : 1;
}

/** Elements that are computed again, the hardest first; or nothing where there are too few. */
function hardPoints(kernel: Kernel, make: Draw): Float64Array {
  const open: number[] = [];
  for (let drawn = 0; drawn < DRAWN && open.length < MAX_OPEN; drawn += BLOCK) {
    const x = draw(make, BLOCK);
    if (countOpen(kernel, x) === 0) continue;
    for (const value of x) if (countOpen(kernel, Float64Array.of(value)) > 0) open.push(value);
  }
  const points = [...new Set(open)].map((x) => ({ x, distance: distance(kernel, x) }));
  return Float64Array.from(points.sort((a, b) => a.distance - b.distance), ({ x }) => x);
}

/** A zero between two numbers, to the last bit. */
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

function besideZeros(kernel: Kernel): [string, Float64Array][] {
  const blocks: [string, Float64Array][] = [];
  for (const k of [0, 1, 2, 3, 5, 8, 13, 30, 100, 126, 127, 300, 1000, 1e4, 1e6]) {
    const zero = findZero(kernel, -k - 0.98, -k - 0.02) ?? findZero(kernel, -k - 0.6, -k - 0.4);
    if (zero === undefined) continue;
    const ulp = 2 ** (Math.floor(Math.log2(Math.abs(zero))) - 52);
    blocks.push([
      `ulps from ${zero}`,
      Float64Array.from({ length: LENGTH }, (_, i) => zero + (i - LENGTH / 2) * ulp),
    ]);
    for (const most of [-40, -25, -10]) {
      const x = draw(
        (random) => zero + random.sign() * 2 ** (most + random.between(-5, 5)),
        LENGTH,
      );
      blocks.push([`2^${most} from ${zero}`, x]);
    }
  }
  return blocks;
}

function report(title: string, usual: number, share: number, ratios: readonly number[]): void {
  const marks = (ratios.some((ratio) => ratio > MAX_RATIO) ? " SLOW" : "") +
    (share > 1 / MIN_SHARE ? " OFTEN" : "");
  console.log(
    `${title.padEnd(52)}${usual.toFixed(1).padStart(8)}${
      (share > 0 ? (1 / share).toFixed(0) : "-").padStart(8)
    }${ratios.map((ratio) => ratio.toFixed(1).padStart(8)).join("")}${marks}`,
  );
}

function search(kernel: Kernel, title: string): void {
  const usuals = new Map<string, number>();
  for (const [name, make] of Object.entries(RANGES)) {
    const column = draw(make, 2 ** 15);
    const y = column.slice();
    compute(kernel, column, y);
    const finite = y.filter((value) => value !== 0 && Math.abs(value) < Infinity).length;
    const share = countOpen(kernel, column) / column.length;
    const own = time(kernel, column.slice(0, LENGTH));
    const usual = usuals.get(BESIDE[name]) ?? own;
    usuals.set(name, usual);
    if (finite < y.length / 10) continue;
    const ratios = name in BESIDE ? [own / usual] : [];
    const hasMany = new Set(column).size > 2 ** 14;
    const hard = hasMany ? hardPoints(kernel, make) : new Float64Array();
    if (hard.length >= BLOCK) {
      ratios.push(
        time(kernel, hard.slice(0, BLOCK)) / usual,
        time(kernel, hard.slice(-LENGTH)) / usual,
      );
    }
    report(`${title} ${name}`, usual, share, ratios);
  }
  for (const [name, x] of besideZeros(kernel)) {
    const usual = usuals.get(x[0] > -1 ? "-1 to 0" : x[0] > -20 ? "-20 to -3" : "-1000 to -127")!;
    report(`${title} ${name}`, usual, 0, [time(kernel, x) / usual]);
  }
}

const ORDERS = [2, 3, 4, 5, 7, 10, 20, 50, 100, 150, 300, 1000];

function parse(text: string): Kernel {
  const [, name, parameter] = /^(\w+)(?:\((\d+)\))?$/.exec(text) ?? [];
  return { name: name as Kernel["name"], ...(parameter && { parameter: Number(parameter) }) };
}

if (import.meta.main) {
  const status = await runTask(Deno.args, {
    help: HELP,
    numbers: ["seed"],
    operands: true,
    run({ numbers: { seed = 1 }, operands }): Promise<void> {
      const names = operands.length > 0 ? operands : ORDERS.map((n) => `polygamma(${n})`);
      console.log(`${"".padEnd(52)}${"ns".padStart(8)}${"one in".padStart(8)}   times as long`);
      for (const name of names) {
        random.it = new Random(seed);
        search(parse(name), name);
      }
      return Promise.resolve();
    },
  });
  Deno.exit(status);
}
