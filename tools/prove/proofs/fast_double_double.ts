// ln, log1p, exp and expm1 of double-doubles h + l in the fast phase of expressions (elementary/fast_double_double.ts), next to
// the bounds of expression/elementary.ts:
//
//   exp     x = (128 m + j) ln 2/128 + r: for every j and every k = 128 m + j at once, in parts of r
//   expm1   exp less 1, of that error; next to 0 the series, by octaves of h
//   ln      for every c and by octaves of k; next to 1 the series, by octaves of z
//   log1p   the same of 1 + h, of which l may be a larger part than half an ulp
//
// What is exact, and why: k times the first part of ln 2/128, and what x is more than that (`checkReduction`). The products of c with
// halves of m, and z: the first half is a multiple of 2^-35, and either larger than the second or so small that their sum
// has less than 53 bits. k times the high part of ln 2 and -ln c are multiples of 2^-42.
//
// Low parts l are at most half an ulp of h, or 2^-51 of it if they are those of an exponent (expression/power.ts). Below 2^-400
// squares may be subnormal, but then they are less than 2^-399 of the result.

import { dyadic } from "../dyadic.ts";
import { boundOnParts, errorDomain, ErrorGraph } from "../errors.ts";
import { entryErrors, ln2Error } from "../fast_log.ts";
import { largest, type Node, type Range, smallest } from "../graph.ts";
import { markTriples } from "../marked.ts";
import type { Bound, Effort, Proof } from "../proof.ts";
import { largestValue, sollyaNumber } from "../sollya.ts";
import { checkSampled, drawNumbers, sumText } from "../sampled.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";
import { checkReduction } from "./accurate_exp.ts";
import { EXPONENT_LOW } from "./expression_power.ts";

const PATH = "elementary/fast_double_double.ts";
const ROWS = "expression/elementary.ts";
const EXP_DATA = "elementary/exp_data.ts";
const CONSTANTS = "arithmetic/constants_data.ts";
const LOG = "elementary/log.ts";
/** Where a row of expression/elementary.ts has its relative bound. */
const RELATIVE_AT = 16;
const UNIT = 2 ** -53;
/** Errors and values here are computed in float64. */
const ROOM = 1 + 2 ** -20;
const STEPS = 128;
/** ln 2/256, and a little more for the rounding of h 128/ln 2. */
const REACH = Math.LN2 / 256 * (1 + 2 ** -30);
const LARGEST = 709;
const LEAST_OCTAVE = -400;
const NEAR_OCTAVE = -6;
const QUICK_STRIDE = 11;
const QUICK_OCTAVES = 37;
const CUTS = 6;
/** Ranges are cut until this part of a bound, or CUTS times. */
const ENOUGH = 0.98;

const both = (node: Node | number): Lanes => [node, node];

/** The bound of a row. */
function rowBound(sources: Sources, row: string): number {
  const tracer = new Tracer(sources);
  return tracer.load(tracer.number(ROWS, row) + RELATIVE_AT) as number;
}

function lowOf(tracer: Tracer): Node {
  return tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
}

/** The error of a function that leaves its low parts in LOW. */
function tracedError(tracer: Tracer, graph: ErrorGraph, name: string, args: Lanes[]): number {
  const [high] = tracer.call(PATH, name, args) as Lanes;
  return graph.errorOf(high as Node, lowOf(tracer));
}

/** The relative error of exp at an x with that j, where the rest of the reduction is in a range. */
function expError(sources: Sources, j: number, left: number, range: Range): number {
  const graph = new ErrorGraph();
  const tracer: Tracer = new Tracer(
    sources,
    {},
    errorDomain(graph, { bits: () => BigInt(j) }),
  );
  const at = tracer.number(EXP_DATA, "EXP_REDUCE");
  const [first, second] = [8, 16].map((place) => tracer.load(at + place) as number);
  const turns = Math.ceil(LARGEST / first) + 1;
  const k = graph.input("k", [-turns, turns]);
  const h = graph.input("h", [-LARGEST, LARGEST]);
  const size = EXPONENT_LOW * LARGEST;
  const l = graph.input("l", [-size, size]);
  // r is in the range: near is that and k times the second part.
  const more = turns * second;
  const near = graph.input("near", [range[0] - more, range[1] + more]);
  const rounder = tracer.load(tracer.number("arithmetic/constants.ts", "ROUNDER")) as number;
  graph.known = (a, b) => {
    if (b.kind === "constant" && b.value === -rounder) return k;
    const isFirst = b.kind === "scaled" && b.args[0].kind === "product" &&
      b.args[0].args.includes(k) && b.args[0].args.some(({ value }) => value === first);
    return a === h && isFirst ? near : undefined;
  };
  markTriples(tracer, graph, tracer.number(CONSTANTS, "INVERSE_FACTORIALS"), 24, 8);
  const error = tracedError(tracer, graph, "expLanes", [both(h), both(l)]);
  const reach = largest(range) + 2 * more;
  // r^8/8! and what follows; l with r^3/6 and its own square; what the parts of ln 2/128 leave.
  const missing = 1.01 * (reach ** 8 / 40320 + size * (reach ** 3 / 6 + size) + turns * left);
  const least = 2 ** (j / STEPS) * Math.exp(range[0] - 2 * more);
  return (error / least + missing) * ROOM;
}

/** What a step of 2^(j/128) is off, of itself. */
function stepErrors(sources: Sources): string[] {
  const tracer = new Tracer(sources);
  const at = tracer.number(EXP_DATA, "EXP_STEP");
  return Array.from({ length: STEPS }, (_, j) => {
    const parts = [0, 8].map((place) => sollyaNumber(tracer.load(at + 16 * j + place) as number));
    return `(${parts.join(" + ")})/2^(${j}/${STEPS}) - 1`;
  });
}

/** The relative error of exp(h + l) - 1, from that of exp. */
function expm1Error(sources: Sources, ofExp: number, h: Range): number {
  const graph = new ErrorGraph();
  const ends = h.map(Math.exp);
  const value = graph.input("exp", [ends[0], ends[1]], (UNIT + ofExp) * ends[1]);
  const size = UNIT * ends[1];
  const low = graph.low(value, [-size, size], ofExp * ends[1]);
  const tracer: Tracer = new Tracer(
    sources,
    {
      [`${PATH} expLanes`]: () => {
        const at = tracer.number("memory_map.ts", "LOW");
        for (const lane of [0, 8]) tracer.store(at + lane, low);
        return both(value);
      },
    },
    errorDomain(graph),
  );
  const none = graph.constant(0);
  const args = [both(graph.input("h", h)), both(none)];
  const error = tracedError(tracer, graph, "expm1Lanes", args);
  return error / smallest([Math.expm1(h[0]), Math.expm1(h[1])]) * ROOM;
}

/** The same of the series next to 0. */
function expm1NearError(sources: Sources, h: Range): number {
  const graph = new ErrorGraph();
  const tracer: Tracer = new Tracer(sources, {}, errorDomain(graph));
  markTriples(tracer, graph, tracer.number(CONSTANTS, "INVERSE_FACTORIALS"), 24, 12);
  const reach = largest(h);
  const size = UNIT * reach;
  const args = [both(graph.input("h", h)), both(graph.input("l", [-size, size]))];
  const error = tracedError(tracer, graph, "expm1Lanes", args);
  // h^12/12! and what follows; l with h^2/2, and its own square.
  const missing = 1.04 * (reach ** 12 / 479001600 + size * (reach ** 2 / 2 + size));
  return (error + missing) / smallest([Math.expm1(h[0]), Math.expm1(h[1])]) * ROOM;
}

/** Makes symbols of 1/3, 1/4, ... that are off by what they are. */
function markSeries(tracer: Tracer, graph: ErrorGraph): void {
  const at = tracer.number(PATH, "LOG_SERIES");
  for (let i = 0; i < 9; i++) {
    const value = tracer.load(at + 8 * i) as number;
    const { digits, power } = dyadic(value);
    const off = digits * BigInt(i + 3) - (1n << BigInt(-power));
    const error = Math.abs(Number(off)) * 2 ** power / (i + 3);
    tracer.store(at + 8 * i, graph.input("c", [value, value], error));
  }
}

/** The relative error of the series of ln(1 + z + zLow). */
function nearError(sources: Sources, z: Range): number {
  const graph = new ErrorGraph();
  const tracer: Tracer = new Tracer(sources, {}, errorDomain(graph));
  markSeries(tracer, graph);
  const reach = largest(z);
  const size = UNIT * reach;
  const args = [both(graph.input("z", z)), both(graph.input("zLow", [-size, size]))];
  const error = tracedError(tracer, graph, "log1pNear", args);
  // z^12/12 and what follows, and the square of zLow.
  const missing = 1.02 * (reach ** 12 / 12 + size ** 2);
  return (error + missing) / smallest([Math.log1p(z[0]), Math.log1p(z[1])]) * ROOM;
}

/**
 * The relative error of the logarithm of 2^k m + l with the c of a step, m in a part of the step, |l| at most `tail` of the
 * number.
 */
function farError(
  sources: Sources,
  { step, exponents, constant }: { step: number; exponents: Range; constant: number },
  m: Range,
  tail: number,
): number {
  const graph = new ErrorGraph();
  const k = exponents[0] === exponents[1] ? exponents[0] : graph.input("k", exponents);
  const significand = graph.input("m", m);
  const tracer: Tracer = new Tracer(
    sources,
    {
      [`${LOG} exponents`]: () => both(k),
      [`${LOG} significands`]: () => both(significand),
      [`${LOG} stepOf`]: () => at,
    },
    errorDomain(graph, { bits: () => 0n }),
  );
  markSeries(tracer, graph);
  const at = tracer.number(LOG, "LOG_STEPS") + 24 * step;
  const [c, lnHigh] = [0, 8].map((place) => tracer.load(at + place) as number);
  const ln2High = tracer.load(tracer.number(LOG, "CODY_WAITE_LN2_HIGH")) as number;
  const reach = 2 ** -25;
  const z: Range = [m[0] * c - 1, m[1] * c - 1];
  const zTop = graph.input("zTop", [z[0] - reach, z[1]]);
  const mRest = graph.input("mRest", [0, reach]);
  const zHigh = graph.input("z", z);
  const size = UNIT * largest(z);
  const zLow = graph.input("zLow", [-size, size]);
  const taken = graph.input("zTop - z", [-2 * reach, 2 * reach]);
  const isMultiple = (node: Node, of: Node | number) =>
    node.kind === "product" && node.args.includes(typeof of === "number" ? graph.constant(of) : of);
  graph.known = (a, b) => {
    if (a.kind === "product" && a.args[0].kind === "short" && b.value === -1) return zTop;
    if (a === significand && b.kind === "scaled" && b.args[0].kind === "short") return mRest;
    if (a === zTop && isMultiple(b, mRest)) return zHigh;
    if (a === zTop && b.kind === "scaled" && b.args[0] === zHigh) return taken;
    return a === taken && isMultiple(b, mRest) ? zLow : undefined;
  };
  graph.isExact = (kind, a, b) => {
    if (kind === "sum") return b.kind === "constant" && b.value === lnHigh;
    return [a, b].some(({ kind, value }) => kind === "constant" && value === ln2High);
  };
  const h = graph.input("h", [1, 2]);
  const l = graph.input("l", [-tail, tail]);
  // `exponents` and `significands` are those of h; the quotient l/h is that of both scaled.
  const error = tracedError(tracer, graph, "farLog", [both(h), both(l)]);
  const most = largest(z);
  // z^10/10 and what follows; zLow with z^2, and its square; the square of l, and the rounding of log1p that made it.
  const missing = 1.01 *
    (most ** 10 / 10 + size * (most ** 2 + size) + tail ** 2 / 2 + UNIT * tail);
  const ends = [0, 1].flatMap((i) => exponents.map((e) => e * Math.LN2 + Math.log(m[i])));
  const least = smallest([Math.min(...ends), Math.max(...ends)]) - 2 ** -45;
  return (error + missing + constant) / least * ROOM;
}

/** 0, -1, 1, and octaves beyond. */
const EXPONENTS: readonly Range[] = [
  [0, 0],
  [-1, -1],
  ...Array.from({ length: 10 }, (_, i): Range => [2 ** i, Math.min(2 ** (i + 1) - 1, 1023)]),
  ...Array.from({ length: 10 }, (_, i): Range => [
    -Math.min(2 ** (i + 1), 1022),
    -(2 ** i) - 1,
  ]),
];

/** The largest error of ln away from 1, with tails of that size for each range of k. */
function farthestError(
  sources: Sources,
  constant: number,
  claimed: number,
  { tailOf, stride }: { tailOf: (exponents: Range) => number; stride: number },
): number {
  let worst = 0;
  for (const exponents of EXPONENTS) {
    for (let step = 0; step < STEPS; step += stride) {
      let m: Range = [1 + step / STEPS, 1 + (step + 1) / STEPS];
      // From |x - 1| = 2^-6 on.
      if (exponents[0] === 0) m = [Math.max(m[0], 1 + 2 ** NEAR_OCTAVE), m[1]];
      if (exponents[0] === -1) m = [m[0], Math.min(m[1], 2 - 2 ** (1 + NEAR_OCTAVE))];
      if (m[0] >= m[1]) continue;
      const on = (part: Range) =>
        farError(sources, { step, exponents, constant }, part, tailOf(exponents)) / claimed;
      worst = Math.max(worst, boundOnParts(m, on, ENOUGH, CUTS));
    }
  }
  return worst * claimed;
}

/** The largest error in octaves of either sign, down from 2^last, each cut into parts. */
function octaves(
  last: number,
  stride: number,
  claimed: number,
  errorOn: (range: Range) => number,
): number {
  let worst = 0;
  for (let octave = last - 1; octave >= LEAST_OCTAVE; octave -= octave < -60 ? stride : 1) {
    for (const sign of [1, -1]) {
      const top = 2 ** (octave + 1) * (1 - UNIT); // the next one begins there
      const ends = [sign * 2 ** octave, sign * top].sort((a, b) => a - b);
      const on = (part: Range) => errorOn(part) / claimed;
      worst = Math.max(worst, boundOnParts(ends as [number, number], on, ENOUGH, CUTS));
    }
  }
  return worst * claimed;
}

/** That these functions are computed, of double-doubles: they are as near as is proved. */
async function checkMeaning(
  sources: Sources,
  { exp, expm1, near, log, log1p }: Record<string, number>,
): Promise<void> {
  const tracer = new Tracer(sources);
  const at = tracer.number("memory_map.ts", "LOW");
  type Case = readonly [name: string, meant: string, bound: number, ranges: readonly Range[]];
  const cases: readonly Case[] = [
    ["expLanes", "exp", exp, [[1e-3, 700], [-1e-3, -600]]],
    ["expm1Lanes", "expm1", expm1, [[1e-3, 600], [-1e-3, -600], [1e-9, 0.03], [-0.01, -0.03]]],
    ["logLanes", "log", log, [[1e-200, 1e200], [0.9, 0.98], [1.016, 1.1]]],
    ["logLanes", "log", near, [[0.985, 0.999], [1.001, 1.015]]],
    ["log1pLanes", "log1p", log1p, [[0.02, 1e9], [-0.02, -0.9999]]],
    ["log1pLanes", "log1p", near, [[1e-9, 0.015], [-1e-9, -0.015]]],
  ];
  for (const [name, meant, bound, ranges] of cases) {
    for (const range of ranges) {
      await checkSampled(name, bound, (random) => {
        const x = drawNumbers(random, range);
        const [high] = tracer.call(PATH, name, [both(x[0]), both(x[1])]) as Lanes;
        const computed = [high as number, tracer.load(at) as number];
        return { computed, meant: `${meant}(${sumText(x)})` };
      });
    }
  }
}

async function prove(sources: Sources, { level }: Effort): Promise<readonly Bound[]> {
  const isQuick = level === "quick";
  const stride = isQuick ? QUICK_STRIDE : 1;
  const byOctave = isQuick ? QUICK_OCTAVES : 1;
  const common = { phase: "fast", source: PATH, by: "errors, Sollya" } as const;

  const left = await checkReduction(sources, 2);
  const claimedExp = rowBound(sources, "FAST_EXP");
  let exp = 0;
  for (let j = 0; j < STEPS; j += stride) {
    const on = (range: Range) => expError(sources, j, left, range) / claimedExp;
    exp = Math.max(exp, claimedExp * boundOnParts([-REACH, REACH], on, ENOUGH, CUTS));
  }
  exp += await largestValue(stepErrors(sources));

  const claimedExpm1 = rowBound(sources, "FAST_EXPM1");
  let expm1 = octaves(-5, byOctave, claimedExpm1, (h) => expm1NearError(sources, h));
  for (let octave = -5; octave < 10; octave++) {
    for (const sign of [1, -1]) {
      const ends = [sign * 2 ** octave, sign * Math.min(2 ** (octave + 1), 640)];
      const on = (h: Range) => expm1Error(sources, claimedExp, h) / claimedExpm1;
      const range = ends.sort((a, b) => a - b) as [number, number];
      expm1 = Math.max(expm1, claimedExpm1 * boundOnParts(range, on, ENOUGH, 12));
    }
  }

  const tracer = new Tracer(sources);
  const constant = await ln2Error(tracer) + await largestValue(entryErrors(tracer));
  const claimedLog = rowBound(sources, "FAST_LOG");
  const near = octaves(NEAR_OCTAVE, byOctave, claimedLog, (z) => nearError(sources, z));
  const log = farthestError(sources, constant, claimedLog, { tailOf: () => UNIT, stride });
  const claimedLog1p = rowBound(sources, "FAST_LOG1P");
  // 1 + h is at least 2^-20, or a double-double.
  const tailOf = ([from, to]: Range) =>
    to < 0 && from > -21 ? UNIT * 2 ** -from : from < 0 ? UNIT * 2 ** 20 : 2 * UNIT;
  const log1p = farthestError(sources, constant, claimedLog1p, { tailOf, stride });
  await checkMeaning(sources, { exp, expm1, near, log, log1p });
  return [
    { ...common, name: "exp of double-doubles", claimed: claimedExp, proved: exp },
    { ...common, name: "expm1 of double-doubles", claimed: claimedExpm1, proved: expm1 },
    { ...common, name: "ln of double-doubles", claimed: claimedLog, proved: log },
    { ...common, name: "ln of double-doubles next to 1", claimed: claimedLog, proved: near },
    { ...common, name: "log1p of double-doubles", claimed: claimedLog1p, proved: log1p },
  ];
}

export const proof: Proof = { isQuick: true, prove };
