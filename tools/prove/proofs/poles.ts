// lgamma, digamma and polygamma of orders 1 and 2 where |y| is below 2^-20
// (gamma/fast_pole.ts): the pole, -ln |y| or a multiple of 1/y^s, s = order + 1, and `regularPart`,
// a polynomial that takes the place of f(1 + y).
//
// Arb encloses the error of the polynomial on both sides of 0, majorants of the source its
// roundings, Gappa the roundings of -ln |y| + the regular part and of the test. Below SMALLEST_ABOVE_BUDGET
// the polynomial is its constant.

import { Enclosures } from "../entries.ts";
import { both, fastLogError, traceFastLog } from "../fast_log.ts";
import { proveRounding } from "../gappa.ts";
import { coefficientsOf, evaluateMajorant, Majorants } from "../majorant.ts";
import { type Bound, claimOf, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { Tracer } from "../tracer.ts";

const PATH = "gamma/fast_pole.ts";
const BOUNDS = "gamma/fast_boundaries.ts";
const LANES = "arithmetic/double_double_lanes.ts";
const UNIT = 2 ** -53;
const LN_2 = 0.69314718; // less than that
/** By their orders. */
const NAMES = ["digamma", "polygamma 1", "polygamma 2"];
/** The polynomials are used where |y| is below 2 to this power. */
const END = -20;

interface RegularPart {
  /** The largest |polynomial|. */
  size: number;
  /** What it is off where it is a polynomial, and where it is its constant. */
  error: number;
  constantError: number;
  /** Where it is its constant. */
  smallest: number;
}

/** The regular part of an order, -1 for lgamma. */
function regularPartOf(sources: Sources, arb: Enclosures, order: number): RegularPart {
  const tracer = new Tracer(sources);
  const end = 2 ** END;
  const smallest = tracer.load(tracer.number(PATH, "SMALLEST_ABOVE_BUDGET")) as number;
  const y = tracer.graph.input("y", [2 * smallest, end]); // majorants hold for both signs
  const regular = tracer.lanes(PATH, "regularPart", [order, both(y)]);
  const { size, error } = new Majorants([regular], {}).of(regular);
  const coefficients = coefficientsOf(tracer.graph.formOf(regular).exact);
  const terms = coefficients.map((c) => [c, 0] as const);
  const [bounds] = arb.enclose({ family: "gamma", parameter: order }, [
    { low: 1 - end, high: 1 + end, breakpoint: 1, terms },
  ]);
  const method = Math.max(...bounds);
  // The constant leaves out what the other coefficients make of |y| <= `smallest`.
  const others = coefficients.slice(1).reduce((sum, c) => sum + Math.abs(c), 0) * smallest;
  return {
    size: evaluateMajorant(size, { y: end }),
    error: method + evaluateMajorant(error, { y: end }),
    constantError: method + others * (1 + 2 ** -40),
    smallest,
  };
}

/** The errors of -ln |y| + the regular part in units of the bound. */
async function proveLgamma(
  sources: Sources,
  arb: Enclosures,
  logError: number,
): Promise<Bound> {
  const regular = regularPartOf(sources, arb, -1);
  const { tracer, high, low, known } = traceFastLog(sources, [-1074, END - 1]);
  const { graph } = tracer;
  const more = graph.input("more", [-regular.size, regular.size]);
  const bound = graph.input("bound", [0, 2 ** -53]); // LOG_PART of 745 at most
  const part = tracer.number(BOUNDS, "LOG_PART");
  if (part * 745 > 2 ** -53) throw new Error("LOG_PART is larger than the proof supposes");
  const rounding = await proveRounding(graph, {
    result: [graph.negated(high), graph.sum(graph.sum(more, graph.negated(low)), bound)],
    ...known,
  });
  const ratioAt = (leastLog: number, error: number): number =>
    (rounding + logError + error) / (part * leastLog * (1 - 2 ** -30));
  return {
    name: "lgamma next to 0",
    phase: "fast",
    source: PATH,
    claimed: 1,
    proved: Math.max(
      ratioAt(-END * LN_2, regular.error),
      ratioAt(-Math.log(regular.smallest) * (1 - 2 ** -40), regular.constantError),
    ),
    by: "Gappa, Sollya, Arb",
  };
}

/** What (1/y)^s is off as a double-double, s = 1, 2 or 3, if 1/y were right: a part of it. */
async function powerError(sources: Sources, order: number): Promise<number> {
  if (order === 0) return 0;
  if (order === 1) return claimOf(sources, LANES, "productLow");
  const tracer = new Tracer(sources);
  const { graph } = tracer;
  const inverse = graph.input("inverse", [1, 2 - 2 ** -52]);
  const inverseLow = graph.input("inverseLow", [-1.01 * UNIT, 1.01 * UNIT]);
  const high = tracer.lanes(PATH, "inversePower", [2, both(inverse), both(inverseLow)]);
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
 * The errors of +-(s - 1)!/y^s + the regular part, s = order + 1, as parts of the pole: of the low part of 1/y
 * and of its power, of the regular part, and of the sums of the two and of the bound. Low parts of powers are
 * below 2^-50 of them.
 */
async function provePower(
  sources: Sources,
  arb: Enclosures,
  order: number,
): Promise<Bound> {
  const regular = regularPartOf(sources, arb, order);
  const tracer = new Tracer(sources);
  const claimed = tracer.number(BOUNDS, "POLE_PART");
  const partAt = (y: number, value: number): number => value * y ** (order + 1);
  const end = 2 ** END;
  const reciprocal = (order + 1) * claimOf(sources, LANES, "reciprocalLow") * (1 + 2 ** -40);
  const sums = 2 * UNIT * (partAt(end, regular.size) + 2 ** -50 + claimed) * (1 + 2 ** -40);
  const proved = reciprocal + await powerError(sources, order) + sums +
    Math.max(partAt(end, regular.error), partAt(regular.smallest, regular.constantError));
  return {
    name: `${NAMES[order]} next to 0`,
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
  const bounds = [await proveLgamma(sources, arb, logError)];
  for (const order of NAMES.keys()) bounds.push(await provePower(sources, arb, order));
  return bounds;
}

export const proof: Proof = { isQuick: true, prove };
