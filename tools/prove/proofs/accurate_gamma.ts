// The accurate phase of lgamma, digamma and polygamma of orders 1 and 2: Stirling's series (gamma/stirling.ts) from 2^-64 on, and
// the terms of poles (gamma/accurate_phase.ts), by octaves of the argument, of the distance from a pole, and of that from the
// middle between two. Sums of both lose a sixteenth of the bounds at most. Arguments of Stirling's series are double-doubles.

import { boundOnParts, errorDomain, ErrorGraph, onAllWays, type Unit } from "../errors.ts";
import { largest, type Node, type Range } from "../graph.ts";
import { GAMMA_NAMES } from "../made_entries.ts";
import { markPair, markTriples } from "../marked.ts";
import { type Bound, claimOf, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, type Stub, Tracer } from "../tracer.ts";

const STIRLING = "gamma/stirling.ts";
const HURWITZ = "gamma/hurwitz.ts";
const PATH = "gamma/accurate_phase.ts";
const LOG = "elementary/log_double_double.ts";
const CONSTANTS = "arithmetic/constants_data.ts";
const UNIT = 2 ** -53;
/** What is proved of the coefficients b(k), by constants.ts: of those that are double-doubles, and of the others. */
export const PAIRED_PART = 2 ** -103;
export const OTHER_PART = 2 ** -52;
const ORDERS = [-1, 0, 1, 2] as const;
/** Beyond these lgamma is infinite, and the others have no accurate phase, or would have underflow in it. */
const LAST_OCTAVES = [1014, 1014, 150, 150] as const;
const FIRST_OCTAVE = -64;
/**
 * Expressions use Stirling's series of lgamma and digamma from here on. Below the first octave all but the first number that is
 * passed is 1 or more, and its own errors scale with it: some octaves stand for all.
 */
const LEAST_OCTAVE = -964;
const FEW_OCTAVES = 100;
/** Below the second there is no accurate phase but for lgamma. */
const FIRST_POLE_OCTAVES = [-1020, -150, -150, -150];
/** Ranges are cut until the error is so far below its bound. */
const ENOUGH = 0.9;
/** What the last sum, of f(1 + |x|) and a term, leaves: it loses 4 2^-106 of the larger, less than 2^-4 of its bound. */
const LEFT = 15 / 16;

const both = (node: Float): Lanes => [node, node];

/** The logarithm of a double-double: its claim is proved by accurate_log.ts. */
export function logContract(sources: Sources): Record<string, Unit> {
  const part = claimOf(sources, LOG, "logDoubleDouble");
  return {
    [`${LOG} logDoubleDouble`]: (graph, args, tracer) => {
      const [h, l] = args.map((arg) => {
        const value = (arg as Lanes)[0];
        return typeof value === "number" ? graph.constant(value) : value;
      });
      const [from, to] = h.range;
      if (from <= 0) throw new RangeError("The logarithm of no positive number");
      const exponents = [from, to].map((end) =>
        Math.abs(Math.floor(Math.log2(end) * (1 + 2 ** -40))) + 1
      );
      const lost = part * (Math.max(...exponents) + 1) +
        graph.errorOf(h, l) / from * 1.01;
      const wide = (x: number): number => Math.abs(x) * 2 ** -50 + 2 ** -50;
      const ends: Range = [
        Math.log(from) - wide(Math.log(from)),
        Math.log(to) + wide(Math.log(to)),
      ];
      const size = UNIT * largest(ends) * 1.01 + lost;
      const high = graph.input("log", ends, size);
      const low = graph.low(high, [-size, size], lost);
      for (const lane of [0, 8]) tracer.store(tracer.number("memory_map.ts", "LOW") + lane, low);
      return [high, high];
    },
  };
}

/** Stirling's series, whose coefficients are those of Hurwitz's with s = order + 1, with its constants as symbols. */
interface StirlingSeries {
  /** What a tracer of it is made with. */
  readonly stubs: Readonly<Record<string, Stub>>;
  /**
   * Makes the constants of a tracer symbols. Returns what the series leaves out, from the least y of an argument on: less than the
   * first term that is left out, b(17) y^-(34 + order) (DLMF 5.11(ii)).
   */
  mark(tracer: Tracer, graph: ErrorGraph): (y: number) => number;
}

export function stirlingSeries(sources: Sources, order: number): StirlingSeries {
  let at = 0;
  function coefficients(s: number): number {
    if (s !== order + 1) throw new Error(`Stirling's series of order ${order} has no s = ${s}`);
    return at;
  }
  function mark(tracer: Tracer, graph: ErrorGraph): (y: number) => number {
    const [terms, paired] = ["TERMS", "PAIRED_TERMS"].map((name) => tracer.number(STIRLING, name));
    const numbers = new Tracer(sources);
    const from = numbers.call(HURWITZ, "prepareSeries", [order + 1]) as number;
    at = tracer.allocate(16 * terms);
    for (let k = 0; k < terms; k++) {
      const [high, low] = [0, 8].map((place) => numbers.load(from + 16 * k + place) as number);
      const part = k < paired ? PAIRED_PART : OTHER_PART;
      markPair(tracer, graph, at + 16 * k, high, low, part * Math.abs(high));
    }
    markTriples(tracer, graph, tracer.number(CONSTANTS, "HALF_LN_TAU"), 24, 1);
    const bernoulli = tracer.number(CONSTANTS, "BERNOULLI") + 24 * terms;
    let next = Math.abs(tracer.load(bernoulli) as number) * 1.01;
    for (let i = 2; i <= 2 * terms + 1 + order; i++) next *= i;
    const least = tracer.number(STIRLING, "MIN_Y");
    return (y) => next * Math.max(least, y) ** -(2 * terms + 2 + order);
  }
  return { stubs: { [`${HURWITZ} prepareSeries`]: coefficients }, mark };
}

/** What Stirling's series gives on a range of exact double-doubles. */
export interface StirlingBounds {
  /** Of the result. */
  value: Range;
  /** Of BOUND. */
  bound: Range;
  /** The largest error, in units of BOUND. */
  ratio: number;
}

/** Bounds of Stirling's series on ranges. */
export function stirlingBounds(sources: Sources, order: number): (range: Range) => StirlingBounds {
  let decide = (_: string): boolean => false;
  const graph = new ErrorGraph();
  const contracts = logContract(sources);
  const series = stirlingSeries(sources, order);
  const tracer = new Tracer(
    sources,
    series.stubs,
    errorDomain(graph, { contracts, decide: (condition) => decide(condition) }),
  );
  const truncatedAt = series.mark(tracer, graph);
  const [low, bound] = ["LOW", "BOUND"].map((name) => tracer.number("memory_map.ts", name));
  return (range) => {
    const size = UNIT * 2 ** Math.floor(Math.log2(range[1]));
    const ways = onAllWays((answer): StirlingBounds => {
      decide = answer;
      const h = graph.input("h", range, size);
      const l = graph.low(h, [-size, size], 0);
      const [high] = tracer.call(STIRLING, "stirling", [order, both(h), both(l)]) as [Node, Node];
      const error = graph.errorOf(high, tracer.loadNode(low)) + truncatedAt(range[0]);
      const least = tracer.loadNode(bound).range;
      return { value: high.range, bound: least, ratio: error / least[0] };
    });
    return united(ways);
  };
}

/** What holds where one of these does. */
export function united(bounds: readonly StirlingBounds[]): StirlingBounds {
  const [value, bound] = (["value", "bound"] as const).map((name): Range => [
    Math.min(...bounds.map((each) => each[name][0])),
    Math.max(...bounds.map((each) => each[name][1])),
  ]);
  return { value, bound, ratio: Math.max(...bounds.map(({ ratio }) => ratio)) };
}

/** The largest error of Stirling's series, in units of its bound. */
function stirlingRatio(sources: Sources, order: number, last: number): number {
  const boundsOn = stirlingBounds(sources, order);
  let worst = 0;
  const first = order > 0 ? FIRST_OCTAVE : LEAST_OCTAVE;
  for (let octave = first; octave < last; octave += octave < FIRST_OCTAVE ? FEW_OCTAVES : 1) {
    // Their ends are below the next octave, so that half an ulp is the same in all of it.
    const range: Range = [2 ** octave, 2 ** (octave + 1) * (1 - UNIT)];
    worst = Math.max(worst, boundOnParts(range, (part) => boundsOn(part).ratio, ENOUGH));
  }
  return worst;
}

/** The largest error of a pole's term, in units of its part of the bound. */
function poleRatio(sources: Sources, order: number): number {
  let decide = (_: string): boolean => false;
  const graph = new ErrorGraph();
  let r = graph.constant(0);
  const nearest = graph.input("nearest", [-(2 ** 20), -1]);
  // x - nearest(x) is exact, and so is 1/2 - r of an r in [1/4, 1/2].
  graph.known = (_, b) => b.kind === "scaled" && b.args[0] === nearest ? r : undefined;
  graph.isExact = (kind, a, b) =>
    kind === "sum" && a.value === 0.5 && b.kind === "scaled" && b.args[0] === r;
  const contracts = logContract(sources);
  const domain = errorDomain(graph, {
    contracts,
    decide: (condition) => decide(condition),
    nearest: () => nearest,
  });
  const tracer = new Tracer(sources, {}, domain);
  const number = (name: string): number => tracer.number(PATH, name);
  const [terms, small] = [number("TERMS"), number("SMALL_ANGLE")];
  markTriples(tracer, graph, tracer.number(CONSTANTS, "INVERSE_FACTORIALS"), 24, 2 * terms);
  markTriples(tracer, graph, tracer.number(CONSTANTS, "PI"), 24, 1);
  const low = tracer.number("memory_map.ts", "LOW");
  // Sine and cosine lack at most this part of them; a power has three such factors.
  let truncated = (Math.PI / 4) ** (2 * terms) * 1.5;
  for (let i = 2; i <= 2 * terms; i++) truncated /= i;
  const method = 4 * (truncated + (Math.PI * small) ** 2);
  const part = number(order <= 0 ? "LOG_OR_QUOTIENT_PART" : "POWER_PART");
  const ratioOf = (x: Node): number =>
    Math.max(...onAllWays((answer) => {
      decide = answer;
      const [term] = tracer.call(PATH, "poleTerm", [order, both(x)]) as Lanes;
      const { range } = term as Node;
      const size = range[0] <= 0 && range[1] >= 0 ? 0 : Math.min(...range.map(Math.abs));
      const error = graph.errorOf(term as Node, tracer.loadNode(low));
      // What s and k lack changes their logarithm by as much, and powers by at most four times as much.
      return (error + method * (order < 0 ? 1 : size)) / (part * (order < 0 ? size + 1 : size));
    }));
  const x = graph.input("x", [-(2 ** 20), -1]);
  const ofPositive = (range: Range): number => ratioOf(graph.input("x", range));
  const ofDistance = (range: Range): number => {
    r = graph.input("r", range);
    return ratioOf(x);
  };
  const ofFolded = ([from, to]: Range): number => ofDistance([0.5 - to, 0.5 - from]);
  let worst = 0;
  for (let octave = FIRST_POLE_OCTAVES[order + 1]; octave < -2; octave++) {
    const range: Range = [2 ** octave, 2 ** (octave + 1)];
    const kinds = octave < -54 ? [ofDistance] : [ofDistance, ofFolded];
    for (const of of octave < -20 ? [ofPositive, ...kinds] : kinds) {
      worst = Math.max(worst, boundOnParts(range, of, ENOUGH));
    }
  }
  // In the middle digamma and polygamma of order 2 have no term: k is 0.
  return order === 0 || order === 2 ? worst : Math.max(worst, ofDistance([0.5, 0.5]));
}

function prove(sources: Sources): Promise<readonly Bound[]> {
  const common = { phase: "accurate", claimed: 1, by: "errors" } as const;
  return Promise.resolve(ORDERS.flatMap((order, i) => [
    {
      ...common,
      name: `${GAMMA_NAMES[i]}, y > 0`,
      source: STIRLING,
      proved: stirlingRatio(sources, order, LAST_OCTAVES[i]) / LEFT,
    },
    {
      ...common,
      name: `${GAMMA_NAMES[i]}, term of a pole`,
      source: PATH,
      proved: poleRatio(sources, order) / LEFT,
    },
  ]));
}

export const proof: Proof = { isQuick: false, prove };
