// multigammaln and its gradient far from the pole (farPairs in multigammaln/boundaries.ts), for every p and x. With h = p/2 and
// z + zLow = x - (p + 1)/4, which is exact, the kernel computes half of the value,
//
//   h (z ln z - z) + constant + sum of a(k)/2 z^(1 - 2k),   or   h ln z - sum of (2k - 1) a(k)/2 z^(-2k),   k = 1 .. 7.
//
// All of it is compared in units of h z, or of h for the gradient. What is lost in these units is a polynomial with positive
// coefficients in ln z, (p/z)^2 and 1/z^2, by majorants of the source. p/z is at most 1/4, and largest together with 1/z at
// p = 2^12, z = 2^14, so that this stands for every p from 24 on, and another evaluation for those below, which begin at
// z = 2^40. The error and the bound are linear in ln z and in the series: their ends are enough.
//
//   roundings      of the source, with what zLow does to a(k) z^(1 - 2k); those of a(k) from the source that makes them
//   logarithm      elementary/log.ts, proved by log.ts
//   constant       double-doubles with the errors that arithmetic/double_double.ts states
//   remainder      with F(t) = (t/2)/sinh(t/2) sum of exp(-d t) over the p distances d, |d| <= D = (p - 1)/4, the derivative is
//                  p ln z - integral of exp(-z t) (F(t) - p)/t dt (DLMF 5.9.12). After K terms of both factors' series
//                  |F - ...| <= p cosh(D t) (4 (t/2 pi)^(2K + 2) + sum over i <= K of 2 (t/2 pi)^2i (D t)^2j/(2j)!), j = K + 1 - i:
//                  the first factor is 1 + 2 sum (-1)^m t^2/(t^2 + (2 pi m)^2). So the integral is at most p (2K + 1)!/(z - D)^(2K + 2)
//                  times that bracket at t = 1, and that of the function itself, over z, (z - D)/(2K + 1) times as large
//   test           of rounding, which adds the bound to the low part and subtracts it

import { both } from "../fast_log.ts";
import type { Node } from "../graph.ts";
import { type Bounded, evaluateMajorant, type Majorant, Majorants } from "../majorant.ts";
import { type Bound, claimOf, type Effort, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";
import { proof as logarithm } from "./log.ts";

const PATH = "multigammaln/boundaries.ts";
const ARITHMETIC = "arithmetic/double_double.ts";
const LOG = "elementary/log.ts";
const UNIT = 2 ** -53;
const NOTHING: Majorant = new Map();
/** Below this the low part of the logarithm is. */
const LOG_LOW = 2 ** -15;
const LARGEST_LOG = 710;
/** So many times p is z at least, from this p on, and where it begins. */
const PARTS = 4;
const MANY = 24;
const NEAREST = 2 ** 14;
/** The same of smaller p. */
const FAR = 2 ** 40;
/** p^2/|p^2 - 5|, in a(1), is at most 4. */
const CANCELLED = 4;
const ORDERS = [["multigammaln", -1], ["gradient of multigammaln", 0]] as const;

const symbol = (name: string, part = 0): Bounded => ({
  size: new Map([[name, 1]]),
  error: part === 0 ? NOTHING : new Map([[name, part]]),
});

/** Majorants in p of half a(k), or of (2k - 1)/2 a(k), and the error of the constant as a part of it. */
function coefficients(sources: Sources, order: number): { terms: Bounded[]; constant: number } {
  const units = new Map<Node, number>();
  const make = (count: number): Lanes => {
    const node = tracer.graph.input(`number${units.size}`, [1, 2]);
    units.set(node, count);
    return [node, tracer.graph.constant(0)];
  };
  const of = ([a]: Lanes): number => units.get(a as Node) ?? 0;
  const claim = (name: string): number => claimOf(sources, ARITHMETIC, name) * 2 ** 106;
  let last: Lanes | undefined;
  const tracer: Tracer = new Tracer(sources, {
    [`${ARITHMETIC} number`]: () => make(0),
    [`${ARITHMETIC} fromTriple`]: () => make(1),
    [`${ARITHMETIC} timesNumber`]: (a: Lanes) => make(of(a) + claim("timesNumber")),
    [`${ARITHMETIC} sum`]: (a: Lanes, b: Lanes) =>
      last = make(Math.max(of(a), of(b)) + claim("sum")),
    [`${ARITHMETIC} quotient`]: (a: Lanes) => {
      const ofFirst = CANCELLED * of(a) + claim("quotient");
      known.set(first, {
        size: new Map([["p p p", 1 / 96]]),
        error: new Map([["p p p", (UNIT + ofFirst * UNIT ** 2) / 96]]),
      });
      return [first, tracer.graph.constant(0)];
    },
  });
  const { graph } = tracer;
  const known = new Map<Node, Bounded>();
  const first = graph.input("first", [1, 2]);
  const p = graph.input("p", [MANY, 1e15]);
  const table = tracer.allocate(1024);
  tracer.call(PATH, "prepareFar", [table, order, p]);
  const at = table + tracer.number(PATH, "FAR_TERMS");
  const count = tracer.number(PATH, "TERMS");
  const nodes = Array.from({ length: count }, (_, k) => tracer.loadNode(at + 8 * k));
  const majorants = new Majorants(nodes, { known });
  return {
    terms: nodes.map((node) => majorants.of(node)),
    constant: of(last!) * UNIT ** 2,
  };
}

/** What the source loses, in the names below. */
function tracePairs(sources: Sources, order: number, terms: number): Bounded {
  let z: Node | undefined;
  const tracer: Tracer = new Tracer(sources, {
    [`${LOG} logPair`]: (a: Lanes) => {
      z = a[0] as Node;
      const low = tracer.number("memory_map.ts", "LOW");
      [0, 8].forEach((lane) => tracer.store(low + lane, logLow));
      return both(log);
    },
  });
  const { graph } = tracer;
  graph.isOrdered = () => true; // x is larger than the shift, and z (ln z - 1) than the constant
  const logLow = graph.input("logLow", [-LOG_LOW, LOG_LOW]);
  const log = graph.input("log", [9, 10]);
  const table = tracer.allocate(1024);
  const put = (name: string, symbolName: string, place = 0): Node => {
    const node = graph.input(symbolName, [0.5, 1]);
    tracer.store(table + tracer.number(PATH, name) + place, node);
    return node;
  };
  put("FAR_SHIFT", "shift");
  const half = put("HALF_P", "half");
  put("FAR_CONSTANT", "constant");
  put("FAR_CONSTANT", "constantLow", 8);
  for (let k = 0; k < terms; k++) put("FAR_TERMS", `a${k + 1}`, 8 * k);
  const x = graph.input("x", [NEAREST, NEAREST + 1]);
  const high = tracer.lanes(PATH, "farPairs", [table, order, both(x)]);
  const low = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
  const inverse = graph.quotient(graph.constant(1), z!);
  const known = new Map<Node, Bounded>([
    [z!, symbol("z")],
    [graph.rest(z!), symbol("zLow")],
    [inverse, symbol("inverse", UNIT)],
  ]);
  const isExact = ({ kind, args }: Node): boolean =>
    // Two factors of 26 bits; ln z - 1, where ln z is at least 2; half of p, which has few bits.
    kind === "product" && args.every((arg) => arg.kind === "short") ||
    kind === "sum" && args.includes(log) && args.some((arg) => arg.value === -1);
  if (half.kind !== "input") throw new Error("p/2 is no number of the table");
  return new Majorants([high, low], { known, isExact }).of(low);
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

/** What the series leaves out after `count` terms, in units of h, over z or not. */
function remainder(order: number, p: number, z: number, count: number): number {
  const D = (p - 1) / 4;
  let bracket = 4 / (2 * Math.PI) ** (2 * count + 2);
  for (let i = 0; i <= count; i++) {
    const j = count + 1 - i;
    bracket += 2 * (2 * Math.PI) ** (-2 * i) * D ** (2 * j) / factorial(2 * j);
  }
  const all = 2 * factorial(2 * count + 1) / (z - D) ** (2 * count + 2) * bracket;
  return order < 0 ? all * (z - D) / (2 * count + 1) / z : all;
}

/** The largest error in units of the bound, for the largest p/z. */
function ratioOf(sources: Sources, order: number, p: number, z: number, ofLog: number): number {
  const tracer = new Tracer(sources);
  const number = (name: string): number => tracer.number(PATH, name);
  const { terms, constant: ofConstant } = coefficients(sources, order);
  const pair = tracePairs(sources, order, terms.length);
  const constant = order < 0 ? (0.92 + 0.29 * (p - 1)) / z : 0; // ln(2 pi)/2 + (p - 1)/4 ln pi, over z
  const power = (k: number): number => 2 * k;
  /** In units of h z^2k, where z and its inverse are 1. */
  const parts = terms.map(({ size, error }, k) =>
    [size, error].map((of) => evaluateMajorant(of, { p }) / (p / 2) / z ** power(k + 1))
  );
  let worst = 0;
  for (const log of [Math.log(z), LARGEST_LOG]) {
    // With a share q of (p/z)^2, a(k) z^-2k and the remainder have q^k and q^(K + 1) of what they have here, at most q.
    for (const share of [0, 1]) {
      const sizes: Record<string, number> = {
        half: 1,
        z: 1,
        log,
        logLow: LOG_LOW,
        zLow: UNIT,
        inverse: 1,
        constant,
        constantLow: UNIT * constant,
      };
      parts.forEach(([size], k) => sizes[`a${k + 1}`] = share * size);
      let lost = evaluateMajorant(pair.error, sizes) + ofLog + ofConstant * constant + UNIT ** 2;
      let rest = share * parts[0][0];
      parts.forEach(([size, error], k) => {
        // What zLow does to z^(1 - 2k) or z^(-2k), and the error of the coefficient.
        lost += share * ((power(k + 1) - (order < 0 ? 1 : 0)) * UNIT * 1.01 * size + error);
        if (k > 0) rest -= 1.01 * share * size;
      });
      lost += share * remainder(order, p, z, terms.length);
      const high = order < 0 ? (log - 1) * (1 - 2 ** -20) : log * (1 - 2 ** -20);
      const bound = (number("FAR_ERROR") + high * number("FAR_PART") +
        rest * number("SERIES_ROUNDINGS")) * (1 - 2 ** -40);
      lost += UNIT * (evaluateMajorant(pair.size, sizes) + bound);
      worst = Math.max(worst, lost / bound);
    }
  }
  return worst;
}

/** That z is at least 4p, and where it begins. */
function checkDistances(sources: Sources): void {
  const tracer = new Tracer(sources, {
    "arithmetic/power_of_two.ts exponentOf": ((x: number) => Math.floor(Math.log2(x))) as never,
    "arithmetic/power_of_two.ts powerOfTwo": ((k: number) => 2 ** k) as never,
  });
  const ends = Array.from({ length: 50 }, (_, k) => [2 ** k, 2 ** k - 1]).flat();
  for (const p of [...ends, 3, 5, 23, 24, 25].filter((p) => p >= 2 && p < 1e15)) {
    const far = tracer.call(PATH, "farDistance", [p]) as number;
    if (far < (p < MANY ? FAR : Math.max(NEAREST, PARTS * p))) {
      throw new Error(`The region of p ${p} begins at ${far}`);
    }
  }
}

async function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  checkDistances(sources);
  const [{ proved: ofLog }] = await logarithm.prove(sources, effort);
  return ORDERS.map(([name, order]) => ({
    name: `${name} far from the pole, every p`,
    phase: "fast",
    source: PATH,
    claimed: 1,
    proved: Math.max(
      ratioOf(sources, order, NEAREST / PARTS, NEAREST, ofLog),
      ratioOf(sources, order, MANY, FAR / 2, ofLog),
    ),
    by: "majorants",
  }));
}

export const proof: Proof = { isQuick: true, prove };
