// The accurate phase of multigammaln and its gradient (multigammaln/accurate_double_double.ts): the whole sum is traced, with
// Stirling's series and Barnes's G, by octaves of t = x - (p - 1)/2 that are cut into parts, for some dimensions. The error is
// compared with TERM_PART of the size of the terms that the source adds up.

import {
  boundOnParts,
  errorDomain,
  ErrorGraph,
  onAllWays,
  type Pair,
  type Unit,
} from "../errors.ts";
import { largest, type Node, type Range } from "../graph.ts";
import { markTriples } from "../marked.ts";
import { type Bound, claimOf, type Effort, type Proof, shareOf } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer, type Value } from "../tracer.ts";
import { logContract, stirlingSeries } from "./accurate_gamma.ts";

const PATH = "multigammaln/accurate_double_double.ts";
const ARITHMETIC = "arithmetic/double_double.ts";
const POWERS = "arithmetic/power_of_two.ts";
const CONSTANTS = "arithmetic/constants_data.ts";
const SIZE = "arithmetic/term_size.ts";
const UNIT = 2 ** -53;
/** t is a multiple of 2^-53. */
const FIRST = -53;
/**
 * Of multigammaln, and of its gradient: all kinds that the source distinguishes, even and odd, up to 191 and beyond, with entries and
 * without. The product of factors that multigammaln has from p = 4 on is not bounded well enough here.
 */
const DIMENSIONS = [[2, 3], [2, 3, 24, 192, 1001, 2 ** 26]] as const;
const ENOUGH = 0.95;
const CUTS = 5;

function pairOf(graph: ErrorGraph, value: Value): Pair {
  const [high, low] = value as Lanes;
  const node = (x: Float): Node => typeof x === "number" ? graph.constant(x) : x;
  return [node(high), node(low)];
}

const isNothing = ([high, low]: Pair): boolean =>
  high.value === 0 && low.value === 0 &&
  high.kind === "constant" && low.kind === "constant";

function normal(graph: ErrorGraph, high: Node, rest: Node): Lanes {
  const sum = graph.sum(high, rest);
  return [sum, graph.sumError(high, rest, sum, true)];
}

/** Operations on single double-doubles, as those on lanes (errors.ts). */
const OPERATIONS: Record<string, Unit> = {
  [`${ARITHMETIC} sum`]: (graph, args) => {
    const [a, b] = args.map((arg) => pairOf(graph, arg));
    if (isNothing(a) || isNothing(b)) return isNothing(a) ? b : a;
    const sum = graph.sum(a[0], b[0]);
    return normal(graph, sum, graph.sumRest(a, b, sum));
  },
  [`${ARITHMETIC} product`]: (graph, args) => {
    const [a, b] = args.map((arg) => pairOf(graph, arg));
    const product = graph.product(a[0], b[0]);
    return normal(graph, product, graph.productRest(a, b, product));
  },
  [`${ARITHMETIC} timesNumber`]: (graph, args) => {
    const a = pairOf(graph, args[0]);
    const b: Pair = pairOf(graph, [args[1] as Float, 0]);
    const product = graph.product(a[0], b[0]);
    return normal(graph, product, graph.productRest(a, b, product));
  },
  [`${ARITHMETIC} quotient`]: (graph, args) => {
    const [a, b] = args.map((arg) => pairOf(graph, arg));
    const quotient = graph.quotient(a[0], b[0]);
    return normal(graph, quotient, graph.quotientRest(a, b, quotient));
  },
};

/** An exact number of two parts in a range. */
function exactPair(graph: ErrorGraph, range: Range): Pair {
  const size = UNIT * largest(range);
  const high = graph.input("exact", range, size);
  return [high, graph.low(high, [-size, size], 0)];
}

/** A range is too wide for a product of many factors: it is cut. */
class Wide extends Error {}

/** The largest error in units of the bound. */
function ratioOf(sources: Sources, p: number, order: number): number {
  let decide = (_: string): boolean => false;
  const graph = new ErrorGraph();
  const edge = (p - 1) / 2;
  let t: Range = [0, 0];
  /** x plus a number, exactly: t plus another. */
  const moved = (scale: number, by: number): Lanes => {
    const ends = t.map((end) => scale * end + by) as [number, number];
    return exactPair(graph, [ends[0] * (1 - UNIT), ends[1] * (1 + UNIT)]);
  };
  let x: Node = graph.constant(0);
  const [sum, product] = ["sum", "product"].map((name) => OPERATIONS[`${ARITHMETIC} ${name}`]);
  const [ofSum, ofProduct] = ["sum", "product"].map((name) => claimOf(sources, ARITHMETIC, name));
  // The product of all factors z + j of lgamma, of which only the logarithm is taken, and with it the relative error: ranges would make
  // far more of it.
  const factors = new WeakMap<Node, number>();
  const relativeOf = (node: Node): number | undefined =>
    node.kind === "scaled" ? relativeOf(node.args[0]) : factors.get(node);
  const factor = (range: Range, error: number): Lanes => {
    if (!(range[0] > 0 && range[1] < 2 ** 1000)) throw new Wide();
    const node = graph.input("factor", [range[0] * (1 - UNIT), range[1] * (1 + UNIT)]);
    factors.set(node, error * (1 + 2 ** -20));
    return [node, graph.constant(0)];
  };
  let z: Node = graph.constant(0);
  const twos = Math.floor(p / 2);
  const contracts: Record<string, Unit> = {
    ...OPERATIONS,
    [`${ARITHMETIC} product`]: (of, args, tracer) => {
      const [[a], [b]] = args as [Lanes, Lanes];
      if (a === 1) return args[1];
      const [ofA, ofB] = [a, b].map((node) => relativeOf(node as Node));
      if (ofA === undefined || ofB === undefined) return product(of, args, tracer);
      const [first, second] = [a, b].map((node) => (node as Node).range);
      return factor([first[0] * second[0], first[1] * second[1]], ofA + ofB + ofProduct);
    },
    [`${ARITHMETIC} sum`]: (of, args, tracer) => {
      const [[a], b] = args as [Lanes, Lanes];
      if (a === z && order < 0 && typeof b[0] === "number") {
        const by = b[0];
        return factor([z.range[0] + by, z.range[1] + by], ofSum);
      }
      if (a === x && typeof b[0] === "number") return moved(1, edge + b[0]);
      return sum(of, args, tracer);
    },
    [`${PATH} smallestTwo`]: () => {
      const pair = moved(2, p - 2 * twos);
      z = pair[0] as Node;
      return pair;
    },
    // Any power of two that makes a number about 1.
    [`${POWERS} exponentOf`]: (_, [a]) => {
      const [from] = (a as Node).range;
      if (!(from > 0)) throw new Wide();
      return Math.floor(Math.log2(from));
    },
  };
  const [[logName, log]] = Object.entries(
    logContract(sources, (node) => relativeOf(node) ?? 0),
  );
  const series = stirlingSeries(sources, order);
  const tracer: Tracer = new Tracer(
    sources,
    {
      ...series.stubs,
      [`${POWERS} powerOfTwo`]: ((k: number) => 2 ** Number(k)) as never,
      // Of numbers that are known too: the product of no factors is 1.
      [logName]: ((...args: Lanes[]) => log(graph, args, tracer)) as never,
    },
    errorDomain(graph, {
      contracts,
      decide: (condition) => decide(condition),
      absolute: (a) => {
        const ends = a.range.map(Math.abs);
        return graph.input("absolute", [0, Math.max(...ends)]);
      },
    }),
  );
  const truncatedAt = series.mark(tracer, graph);
  const bernoulli = tracer.number(PATH, "BERNOULLI_TERMS");
  for (const [name, count] of [["LN_2", 1], ["LN_PI", 1], ["BERNOULLI", bernoulli]] as const) {
    markTriples(tracer, graph, tracer.number(CONSTANTS, name), 24, count);
  }
  const termPart = tracer.number(SIZE, "TERM_PART");
  const negligible = tracer.number(PATH, "NEGLIGIBLE");
  const count = twos -
    (p < tracer.number(PATH, "MIN_LONG") ? 0 : twos - tracer.number(PATH, "ADDED_TWOS"));
  const ratioOn = (range: Range): number => {
    try {
      return ratioIn(range);
    } catch (error) {
      if (error instanceof Wide) return 2;
      throw error;
    }
  };
  const ratioIn = (range: Range): number => {
    t = range;
    const z = t.map((end) => 2 * end + (p - 2 * twos));
    return Math.max(...onAllWays((answer) => {
      decide = answer;
      x = graph.input("x", [t[0] + edge, t[1] + edge]);
      const [high, low] = tracer.call(PATH, "multigammalnPair", [x, p, order === 0]) as [
        Node,
        Node,
      ];
      const size = tracer.global(SIZE, "termSize") as Node;
      // How far the exponent of the product of all factors may be from that of a number of the range.
      const spread = order < 0 ? 2 + count * (count + 1) * Math.log2(z[1] / z[0]) : 0;
      const truncated = (2 * count + 1) * truncatedAt(0) + 8 * negligible;
      const test = 2 * UNIT * largest(low.range);
      const error = graph.errorOf(high, low) + truncated + test;
      return error / (termPart * (size.range[0] - spread));
    }));
  };
  const last = Math.log2(
    tracer.number("multigammaln/accurate.ts", order < 0 ? "LARGEST" : "LARGEST_GRADIENT"),
  );
  let worst = 0;
  for (let octave = FIRST; octave < last; octave++) {
    worst = Math.max(
      worst,
      boundOnParts([2 ** octave, 2 ** (octave + 1)], ratioOn, ENOUGH, CUTS),
    );
  }
  return worst;
}

function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  const names = ["sums of multigammaln", "sums of its gradient"];
  return Promise.resolve(names.map((name, i) => {
    const all = effort.level === "quick" ? DIMENSIONS[i].slice(0, 1) : DIMENSIONS[i];
    const dimensions = shareOf<number>(all, effort);
    const ratios = dimensions.map((p) => ratioOf(sources, p, i - 1));
    const proved = Math.max(0, ...ratios);
    return {
      name: `${name}, ${dimensions.length} dimensions; worst ${dimensions[ratios.indexOf(proved)]}`,
      phase: "accurate",
      source: PATH,
      claimed: 1,
      proved,
      by: "errors",
    };
  }));
}

export const proof: Proof = { isQuick: false, prove };
