// lgamma, digamma and polygamma of orders 1 and 2 below 2^-20, and the terms of their reflection at a, the distance from a
// pole, below 2^-44 (outsidePair in gamma/fast_positive.ts): the pole, -ln y or a multiple of 1/y^s, and `head`, a polynomial that takes the place of
//
//   g(y) = f(1 + y),  or of the reflection f(1 + y) + (-1)^s f(1 - y), s = order + 1
//
// Arb encloses the error of the polynomial, majorants of the source its roundings, Gappa the roundings of -ln y + head and
// of the test. Below SMALLEST_ABOVE_BUDGET head is its constant.

import { Enclosures, PIECES } from "../entries.ts";
import { both, fastLogError, traceFastLog } from "../fast_log.ts";
import { proveRounding } from "../gappa.ts";
import { evaluateMajorant, Majorants } from "../majorant.ts";
import { type Bound, claimOf, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { Tracer } from "../tracer.ts";

const PATH = "gamma/fast_positive.ts";
const EARLY = "arithmetic/error_free.ts";
const UNIT = 2 ** -53;
const LN_2 = 0.69314718; // less than that
const COUNT = 4;
/** By their orders. */
const NAMES = ["digamma", "polygamma 1", "polygamma 2"];
/** Where the polynomials are used: y below the first, a below the second. */
const ENDS = [-20, -44] as const;

interface Head {
  /** The largest |head|. */
  size: number;
  /** What it is off where it is a polynomial, and where it is its constant. */
  error: number;
  constantError: number;
  /** Where it is its constant. */
  smallest: number;
}

function coefficientsOf(tracer: Tracer, table: number): number[] {
  const at = tracer.number("elementary/log_data.ts", "HEADS") + 32 * table;
  return Array.from({ length: COUNT }, (_, i) => tracer.load(at + 8 * i) as number);
}

/** The head of an order, -1 for lgamma, of the reflection if `isMirrored`. */
function headOf(sources: Sources, arb: Enclosures, order: number, isMirrored: boolean): Head {
  const tracer = new Tracer(sources);
  const end = 2 ** ENDS[Number(isMirrored)];
  const smallest = tracer.load(tracer.number(PATH, "SMALLEST_ABOVE_BUDGET")) as number;
  const table = order + 1 + (isMirrored ? 4 : 0);
  const y = tracer.graph.input("y", [2 * smallest, end]);
  const head = tracer.lanes(PATH, "head", [both(y), table]);
  const { size, error } = new Majorants([head], {}).of(head);
  const own = coefficientsOf(tracer, table);
  const plain = coefficientsOf(tracer, order + 1);
  const sign = order % 2 === 0 ? -1 : 1; // (-1)^s
  // Of the reflection: the plain polynomials at y and -y, and what is left of its own coefficients.
  const left = isMirrored
    ? own.map((c, k) => Math.abs(c - plain[k] * (1 + (k % 2 === 0 ? sign : -sign))))
    : own.map(() => 0);
  const terms = plain.map((c) => [c, 0] as const);
  const interval = isMirrored ? { low: 1 - end, high: 1 + end } : { low: 1, high: 1 + end };
  const [bounds] = arb.enclose({ family: "gamma", parameter: order }, [
    { ...interval, breakpoint: 1, terms },
  ]);
  if (bounds.length !== PIECES) throw new Error("An entry has another number of pieces");
  const method = (isMirrored ? 2 : 1) * Math.max(...bounds) +
    left.reduceRight((sum, c) => sum * end + c, 0) * (1 + 2 ** -40);
  // The constant leaves out what the other coefficients make of y <= `smallest`.
  const others = own.slice(1).reduce((sum, c) => sum + Math.abs(c), 0) * smallest;
  return {
    size: evaluateMajorant(size, { y: end }),
    error: method + evaluateMajorant(error, { y: end }),
    constantError: method + others * (1 + 2 ** -40),
    smallest,
  };
}

/** The errors of -ln y + head in units of the bound. */
async function proveLgamma(
  sources: Sources,
  arb: Enclosures,
  isMirrored: boolean,
  logError: number,
): Promise<Bound> {
  const head = headOf(sources, arb, -1, isMirrored);
  const { tracer, high, low, known } = traceFastLog(sources, [-1074, ENDS[Number(isMirrored)] - 1]);
  const { graph } = tracer;
  const more = graph.input("more", [-head.size, head.size]);
  const bound = graph.input("bound", [0, 2 ** -53]); // LOG_PART of 745 at most
  const part = tracer.number(PATH, "LOG_PART");
  if (part * 745 > 2 ** -53) throw new Error("LOG_PART is larger than the proof supposes");
  const rounding = await proveRounding(graph, {
    result: [graph.negated(high), graph.sum(graph.sum(more, graph.negated(low())), bound)],
    ...known,
  });
  const ratioAt = (leastLog: number, error: number): number =>
    (rounding + logError + error) / (part * leastLog * (1 - 2 ** -30));
  return {
    name: `lgamma ${isMirrored ? "at a pole, a < 2^-44" : "below 2^-20"}`,
    phase: "fast",
    source: PATH,
    claimed: 1,
    proved: Math.max(
      ratioAt(-ENDS[Number(isMirrored)] * LN_2, head.error),
      ratioAt(-Math.log(head.smallest) * (1 - 2 ** -40), head.constantError),
    ),
    by: "Gappa, Sollya, Arb",
  };
}

/** What (1/y)^s is off as a double-double, s = 1, 2 or 3, if 1/y were right: a part of it. */
async function powerError(sources: Sources, order: number): Promise<number> {
  if (order === 0) return 0;
  if (order === 1) return claimOf(sources, EARLY, "productLow");
  const tracer = new Tracer(sources);
  const { graph } = tracer;
  const inverse = graph.input("inverse", [1, 2 - 2 ** -52]);
  const inverseLow = graph.input("inverseLow", [-1.01 * UNIT, 1.01 * UNIT]);
  const high = tracer.lanes(PATH, "nearPolygamma2", [both(inverse), both(inverseLow)]);
  const low = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
  const all = graph.exactSum(inverse, inverseLow);
  const cube = graph.exactProduct(graph.exactProduct(all, all), all);
  // The kernel leaves out 3 inverse inverseLow^2 + inverseLow^3.
  const square = graph.exactProduct(inverseLow, inverseLow);
  const more = graph.exactSum(graph.exactProduct(graph.constant(3), inverse), inverseLow);
  return await proveRounding(graph, {
    result: [high, low],
    target: graph.scaled(cube, -2),
    missing: graph.scaled(graph.exactProduct(square, more), -2),
    relativeTo: graph.scaled(cube, -2),
    multiples: { inverse: -52 },
    cuts: ["inverse in 16"],
  });
}

/**
 * The errors of +-(s - 1)!/y^s + head, s = order + 1, as parts of the pole: of the low part of 1/y and of its power, of
 * head, and of the sums of the two and of the bound. Low parts of powers are below 2^-50 of them.
 */
async function provePower(
  sources: Sources,
  arb: Enclosures,
  order: number,
  isMirrored: boolean,
): Promise<Bound> {
  const head = headOf(sources, arb, order, isMirrored);
  const tracer = new Tracer(sources);
  const claimed = tracer.number(PATH, "POLE_PART");
  const partAt = (y: number, value: number): number => value * y ** (order + 1);
  const end = 2 ** ENDS[Number(isMirrored)];
  const reciprocal = (order + 1) * claimOf(sources, EARLY, "reciprocalLow") * (1 + 2 ** -40);
  const sums = 2 * UNIT * (partAt(end, head.size) + 2 ** -50 + claimed) * (1 + 2 ** -40);
  const proved = reciprocal + await powerError(sources, order) + sums +
    Math.max(partAt(end, head.error), partAt(head.smallest, head.constantError));
  return {
    name: `${NAMES[order]} ${isMirrored ? "at a pole, a < 2^-44" : "below 2^-20"}`,
    phase: "fast",
    source: PATH,
    claimed,
    proved,
    by: order === 2 ? "Gappa, Arb, majorants" : "Arb, majorants",
  };
}

async function prove(sources: Sources): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const logError = await fastLogError(sources);
  const bounds: Bound[] = [];
  for (const isMirrored of [false, true]) {
    bounds.push(await proveLgamma(sources, arb, isMirrored, logError));
    for (const order of NAMES.keys()) {
      bounds.push(await provePower(sources, arb, order, isMirrored));
    }
  }
  return bounds;
}

export const proof: Proof = { isQuick: true, prove };
