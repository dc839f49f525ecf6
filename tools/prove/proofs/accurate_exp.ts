// exp and expm1 of double-doubles (elementary/exp_double_double.ts), x = (128 m + j) ln 2/128 + r: for every j, with m = 0 and for
// j = 0 in octaves of r, and with some m, of which those next to 0 are the worst.

import { errorDomain, ErrorGraph } from "../errors.ts";
import { oddPart } from "../entries.ts";
import { largest, type Node, type Range, smallest } from "../graph.ts";
import { markPair, markTriples } from "../marked.ts";
import { type Bound, claimOf, type Effort, type Proof } from "../proof.ts";
import { largestValue, sollyaNumber } from "../sollya.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";
import { EXPONENT_LOW } from "./expression_power.ts";

const PATH = "elementary/exp_double_double.ts";
const CONSTANTS = "arithmetic/constants_data.ts";
const HALF_COUNT = 64;
/** With --quick one of so many j and octaves is tried. */
const QUICK_STRIDE = 7;
const LARGEST = 720;
/** ln 2/256, and a little more for the rounding of h 128/ln 2. */
const REACH = 0.6931471805599454 / 256 * (1 + 2 ** -30);
/** Octaves of |r| below that, where j = m = 0. */
const OCTAVES = 60;
const EXPONENTS = [-1009, -8, -4, -2, -1, 1, 2, 3, 4, 8, 1009];

/** The largest errors: of exp beside itself, and of expm1 beside itself. */
async function prove(sources: Sources, { level }: Effort): Promise<readonly Bound[]> {
  const left = await checkReduction(sources, 3);
  const errorsOf = traceExp(sources, left);
  let exp = 0;
  let expm1 = 0;
  const add = (j: number, m: number, r: Range): void => {
    const found = errorsOf(j, m, r);
    exp = Math.max(exp, found[0]);
    expm1 = Math.max(expm1, found[1]);
  };
  const step = level === "quick" ? QUICK_STRIDE : 1;
  for (let i = 0; i < OCTAVES; i += step) {
    const top = REACH * 2 ** -i;
    for (const r of [[top / 2, top], [-top, -top / 2]] as const) add(0, 0, r);
  }
  for (let j = -HALF_COUNT; j < HALF_COUNT; j += step) {
    for (const r of [[0, REACH], [-REACH, 0]] as const) {
      if (j !== 0) add(j, 0, r);
      for (const m of EXPONENTS) add(j, m, r);
    }
  }
  const tracer = new Tracer(sources);
  const common = { phase: "accurate", source: PATH, by: "errors, Sollya" } as const;
  return [
    {
      ...common,
      name: "exp of double-doubles",
      claimed: tracer.number(PATH, "EXP_ERROR"),
      proved: exp,
    },
    {
      ...common,
      name: "expm1 of double-doubles",
      claimed: tracer.number(PATH, "EXPM1_ERROR"),
      proved: expm1,
    },
  ];
}

/** That the first part of a step is short and on the grid of x from half a step on; what so many of its parts leave of it. */
export async function checkReduction(sources: Sources, count: 2 | 3): Promise<number> {
  const tracer = new Tracer(sources);
  tracer.call(PATH, "prepare", []);
  const at = tracer.number(PATH, "EXP_REDUCE");
  const [first, second] = [8, 16].map((place) => tracer.load(at + place) as number);
  const steps = LARGEST / first + 1;
  if (oddPart(first) * steps > 2 ** 53) throw new Error("k hi is not exact");
  // x is at least half a step, a multiple of 2^-61, and the difference below 2^-8.
  if (!Number.isInteger(first * 2 ** 61)) throw new Error("x - k hi is not exact");
  const parts = [first, second, tracer.number(PATH, "lastOfStep")].slice(0, count);
  return await largestValue([`log(2)/128 - (${parts.map(sollyaNumber).join(" + ")})`]);
}

/** The errors of exp and expm1 beside themselves, for j, m and a range of r. */
function traceExp(sources: Sources, left: number) {
  const graph = new ErrorGraph();
  const both = (node: Node | number): Lanes => [node, node];
  let steps = 0;
  let near = graph.constant(0);
  const tracer: Tracer = new Tracer(
    sources,
    {
      [`${PATH} stepsIn`]: () => both(steps),
      [`${PATH} integerOf`]: () => steps,
      [`${PATH} nearOf`]: () => both(near),
    },
    errorDomain(graph),
  );
  tracer.call(PATH, "prepare", []);
  const part = claimOf(sources, PATH, "prepare");
  const powers = tracer.number(PATH, "POWERS");
  for (let i = 0; i <= 2 * HALF_COUNT; i++) {
    if (i === HALF_COUNT) continue; // 0 is exact
    const [high, low] = [0, 8].map((place) => tracer.load(powers + 16 * i + place) as number);
    markPair(tracer, graph, powers + 16 * i, high, low, part * Math.abs(high));
  }
  const terms = tracer.number(PATH, "TERMS");
  markTriples(tracer, graph, tracer.number(CONSTANTS, "INVERSE_FACTORIALS"), 24, terms + 1);
  let factorial = 1;
  for (let i = 2; i <= terms + 1; i++) factorial *= i;
  const low = (): Node => tracer.loadNode(tracer.number("memory_map.ts", "LOW"));

  return (j: number, m: number, r: Range): readonly [number, number] => {
    steps = 128 * m + j;
    const reach = largest(r);
    // |l| is at most two ulp of |h|, of a power's exponent. For j = m = 0 that is r.
    const size = EXPONENT_LOW * (steps === 0 ? reach : (Math.abs(steps) + 1) * 2 * REACH);
    near = graph.input("near", r, size);
    const h = both(near); // only its rest counts
    const l = both(graph.low(near, [-size, size], 0));
    const [value] = tracer.call(PATH, "expReduced", [h, l]) as Lanes;
    const lost = graph.errorOf(value as Node, low());
    // exp(r) - 1 less its first terms, and what is left of the reduction, times at most 3/2.
    const truncated = 1.5 * 1.01 * (reach ** (terms + 1) / factorial + Math.abs(steps) * left);
    const ofExp = (lost + truncated) / (value as Node).range[0];
    const [less] = tracer.call(PATH, "expDoubleDouble", [h, l, true]) as Lanes;
    const lostOfLess = graph.errorOf(less as Node, low()) + truncated * 2 ** m;
    return [ofExp, lostOfLess / smallest((less as Node).range)];
  };
}

export const proof: Proof = { isQuick: true, prove };
