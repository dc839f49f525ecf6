// multigammaln and its gradient next to the pole, t = x - (p - 1)/2 below 2^-20 (polePairs in multigammaln/boundaries.ts): the pole
// and a polynomial in t, whose error Arb encloses, by octaves of t, for a grid of dimensions. t is a multiple of 2^-53.

import { openProbe, type Probe } from "../../../support/probe_module.ts";
import { Enclosures } from "../entries.ts";
import { boundOnParts, errorDomain, ErrorGraph } from "../errors.ts";
import { largest, type Node, type Range } from "../graph.ts";
import { type Bound, claimOf, type Effort, type Proof, shareOf } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer } from "../tracer.ts";
import { proof as log } from "./log.ts";
import { DIMENSIONS, FUNCTIONS, SERIES } from "./made_multigammaln.ts";

const PATH = "multigammaln/boundaries.ts";
const TABLE = "multigammaln/table.ts";
const LANES = "arithmetic/double_double_lanes.ts";
const LOG = "elementary/log.ts";
const UNIT = 2 ** -53;
const END = -20;
const FIRST = -53;
/** c0 as two numbers, c1, c2, c3, and the bound. */
const NUMBERS = 6;
/** Below this the low part of a logarithm is. */
const LOG_LOW = 2 ** -15;
const ENOUGH = 0.9;
/** Far below all that counts. */
const NOTHING = 2 ** -200;

const both = (node: Float): Lanes => [node, node];

/** The numbers of a table that was filled by a value next to the pole. */
function numbersOf(tracer: Tracer, probe: Probe, name: string, order: number, p: number): number[] {
  const x = new Float64Array(8).fill((p - 1) / 2 + 2 ** (END - 1));
  const kernel = { name: name as "multigammaln", parameter: p };
  probe.compute(kernel, x, new Float64Array(8));
  const table = probe.probes.sum_entry(order, p, 2 ** END) - tracer.number(TABLE, "ENTRIES_AT");
  const at = table + tracer.number(PATH, "POLE_TERMS");
  return [...new Float64Array(probe.memory.buffer, at, NUMBERS)];
}

function ratioOf(
  sources: Sources,
  arb: Enclosures,
  probe: Probe,
  logError: number,
  order: number,
  p: number,
): number {
  const graph = new ErrorGraph();
  const ofReciprocal = claimOf(sources, LANES, "reciprocalLow");
  const tracer: Tracer = new Tracer(
    sources,
    {},
    errorDomain(graph, {
      absolute: (x) => graph.input("absolute", [0, largest(x.range)]),
      contracts: {
        [`${LOG} logPair`]: (_, args) => {
          const [from, to] = ((args[0] as Lanes)[0] as Node).range.map(Math.log);
          const high = graph.input("log", [from - LOG_LOW, to + LOG_LOW], LOG_LOW + logError);
          const low = graph.low(high, [-LOG_LOW, LOG_LOW], logError);
          const at = tracer.number("memory_map.ts", "LOW");
          for (const lane of [0, 8]) tracer.store(at + lane, low);
          return both(high);
        },
        [`${LANES} reciprocalLow`]: (_, args) => {
          const quotient = (args[1] as Lanes)[0] as Node;
          const size = UNIT * largest(quotient.range) * (1 + 2 ** -20);
          return both(graph.low(quotient, [-size, size], ofReciprocal * largest(quotient.range)));
        },
      },
    }),
  );
  const name = FUNCTIONS[order + 1][0] === "multigammaln" ? "multigammaln" : "multigammalnGrad";
  const numbers = numbersOf(tracer, probe, name, order, p);
  const [c0, c0l, c1, c2, c3] = numbers;
  const table = tracer.allocate(1024);
  const at = table + tracer.number(PATH, "POLE_TERMS");
  numbers.forEach((value, i) => tracer.store(at + 8 * i, value));
  const [bounds] = arb.enclose(
    { ...SERIES, family: "sum beside pole", parameter: order < 0 ? p : -p },
    [{ low: 0, high: 2 ** END, breakpoint: 0, terms: [[c0, c0l], [c1, 0], [c2, 0], [c3, 0]] }],
  );
  const method = Math.max(...bounds);
  const [lowAt, boundAt] = ["LOW", "BOUND"].map((name) => tracer.number("memory_map.ts", name));
  const on = (range: Range): number => {
    const t = graph.input("t", range);
    const high = tracer.lanes(PATH, "polePairs", [table, order, both(t)]);
    const [low, bound] = [tracer.loadNode(lowAt), tracer.loadNode(boundAt)];
    // The test of rounding adds the bound to the low part and subtracts it.
    const test = UNIT * (largest(low.range) + largest(bound.range));
    return (graph.errorOf(high, low) + method + test) / bound.range[0];
  };
  let worst = 0;
  for (let octave = FIRST; octave < END; octave++) {
    worst = Math.max(worst, boundOnParts([2 ** octave, 2 ** (octave + 1)], on, ENOUGH));
  }
  return worst;
}

/** What errors next to the pole are linear in; of c4, what the terms from there on are. */
const SIZES = ["c0l", "c1", "c2", "c4", "poleLow"] as const;
type Size = typeof SIZES[number];
/**
 * c2 is below so many times the size of terms: of the gradient both are sums of digamma's, at 1/2 and more, and of multigammaln the
 * size has p (p - 1)/4 ln pi.
 */
const C2_PART = 16;

/**
 * The same for every dimension. The bound has 2 u of three low parts, which are rounded so, and of `low` also for the test. So these
 * sums are taken as exact, and what is left is linear in the sizes of numbers of the table, each by itself.
 */
function everyRatio(sources: Sources, order: number, logError: number): number {
  const end = 2 ** END;
  const lostBy = (size: Size): number => {
    const graph = new ErrorGraph({ isLinear: true });
    const tracer: Tracer = new Tracer(sources, {
      "gamma/fast_pole.ts poleTerm": (() => {
        const at = tracer.number("memory_map.ts", "LOW");
        for (const lane of [0, 8]) tracer.store(at + lane, poleLow);
        return both(graph.input("pole", [-NOTHING, NOTHING]));
      }) as never,
    }, errorDomain(graph, { absolute: (x) => graph.input("absolute", [0, largest(x.range)]) }));
    const input = (name: string, of: Size | undefined, part = 1): Node => {
      const most = of === size ? part : NOTHING;
      return graph.input(name, [-most, most]);
    };
    const poleLow = input("poleLow", "poleLow");
    const numbers = [
      input("c0", undefined),
      input("c0l", "c0l"),
      input("c1", "c1"),
      // Poles are at least 1/2 away.
      input("c2", "c2"),
      input("c3", "c2", 2),
    ];
    const lows = [numbers[1], poleLow];
    graph.isExact = (kind, a, b) =>
      kind === "sum" && [a, b].some((node) => lows.includes(node) || node.kind === "rest");
    const table = tracer.allocate(1024);
    const at = table + tracer.number(PATH, "POLE_TERMS");
    [...numbers, 0].forEach((value, i) => tracer.store(at + 8 * i, value));
    const high = tracer.lanes(PATH, "polePairs", [table, order, both(graph.input("t", [0, end]))]);
    return graph.errorOf(high, tracer.loadNode(tracer.number("memory_map.ts", "LOW")));
  };
  const tracer = new Tracer(sources);
  const number = (name: string, path = PATH): number => tracer.number(path, name);
  if (number("TWO_ROUNDINGS") < 2 * UNIT) return Infinity;
  // What the first sizes and the test leave of the bound, in parts of it.
  const left = 2 ** -40;
  const [four, room] = [number("FOUR_ROUNDINGS"), number("POLE_ROOM") - left];
  const series = number("SERIES_PART", "multigammaln/taylor_series.ts") / 2;
  const allowed: Record<Size, number> = {
    c0l: four * room,
    c1: four * end * room,
    c2: series / C2_PART * room,
    c4: number("POLE_FOLLOWERS") * end ** 4 * room,
    poleLow: UNIT,
  };
  const ratios = SIZES.map((size) => {
    let lost = size === "c4" ? end ** 4 / (1 - 2 * end) : lostBy(size);
    if (size === "c0l") lost += left * UNIT;
    // The low parts of c1, and of c2 and those that follow, are left out.
    if (size === "c1") lost += UNIT * end * (1 + left);
    if (size === "c2") lost += UNIT * end ** 2 * (1 + 4 * end);
    return lost / allowed[size];
  });
  // The pole itself; the reciprocal is claimed better than INVERSE_PART.
  const ofPole = order < 0
    ? logError / number("LOG_ERROR", LOG)
    : claimOf(sources, LANES, "reciprocalLow") / number("INVERSE_PART");
  return Math.max(...ratios, ofPole + left);
}

async function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  // What is proved of it, which is less than what is claimed: the rest is left for roundings of its low part.
  const [{ proved: logError }] = await log.prove(sources, effort);
  const dimensions = shareOf(DIMENSIONS[effort.level], effort);
  const every = FUNCTIONS.map(([name, order]): Bound => ({
    name: `${name} next to the pole, every dimension`,
    phase: "fast",
    source: PATH,
    claimed: 1,
    proved: everyRatio(sources, order, logError),
    by: "errors",
  }));
  const some = FUNCTIONS.map(([name, order]): Bound => {
    const all = dimensions.map((p) => ratioOf(sources, arb, probe, logError, order, p));
    const proved = Math.max(...all);
    const worst = dimensions[all.indexOf(proved)];
    return {
      name: `${name} next to the pole, ${dimensions.length} dimensions; worst ${worst}`,
      phase: "fast",
      source: PATH,
      claimed: 1,
      proved,
      by: "Arb, errors",
    };
  });
  return [...every, ...some];
}

export const proof: Proof = { isQuick: true, prove };
