// The series of multigammaln and its gradient, from which entries are made, for every p and t (multigammaln/taylor_series.ts): its first
// two coefficients are off by what their maker states, and the others by no more than TERMS_PART of c2 t^2 in an interval, as
// entries_of_series.ts takes it.
//
//   zeta     gamma/taylor_series.ts, traced over all y in cells: coefficients are off by parts of themselves, with what Euler and
//            Maclaurin's formula leaves out, at most its first term (DLMF 2.10(i))
//   twos     all terms of a coefficient from c2 on have one sign: it is off by the same part
//   ends     (y - 1) digamma(y) at four y cancel. What they are larger than their sum is bounded over ranges of t and p, with
//            y^(1 - s)/(s - 1) <= zeta(s, y) <= y^(1 - s)/(s - 1) + y^-s
//   c1       of multigammaln and of its gradient is off by a part of the terms that slopeSize adds up, zeta(2, y) and digamma(y)
//   c0       comes with TERM_PART of the size of its terms (multigammaln_sums.ts), or is a sum of Stirling's series, each within
//            2^-97 of a size that is below 2^7 times that in valueSize
//   zero     around the gradient's zero (multigammaln/zero.ts) coefficients count by their powers of the largest distance, as parts of
//            c1 and c4, which are at least those of the smallest term. The numbers y + j are exact: breakpoints are
//            multiples of 2^-38, as they are from 2^-19 on up to p = 2^15, and have 20 bits, and beyond no x has smaller ones. Of
//            such p numbers y from 2^14 on may be rounded, and t is below 2^-17 (multigammaln_zero.ts)
//
// The other hypotheses of entries_of_series.ts: zeta(s + 1, y) < zeta(s, y)/y, and so for sums at y >= t. And c0 is at least (t |c1| +
// 2^-8 t^2 c2)/100, as for each of the p terms lgamma(y) + ln(pi)/4 is at least (y |psi(y)| + 2^-9 y^2 psi'(y))/100: below 1/2 the left is
// above 0.85 and the right below 0.013; to 4, above 0.16 and below 0.081; and beyond, y (0.99 ln y - 1) - ln(y)/2 + 1.19 > 0.

import { errorDomain, ErrorGraph } from "../errors.ts";
import type { Node, Range } from "../graph.ts";
import { markPair } from "../marked.ts";
import type { Bound, Effort, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";
import { TERMS_PART } from "./entries_of_series.ts";

const SERIES = "gamma/taylor_series.ts";
const SUMS = "multigammaln/taylor_series.ts";
const UNIT = 2 ** -53;
const ROOM = 1 + 2 ** -20;
/** What the double-doubles of a series around the gradient's zero are off, as a part of c1, and the others as a part of c4. */
export const ZERO_PARTS = [2 ** -83, 2 ** -52] as const;
/** t there, how far an entry reaches, and how far it is from the breakpoint of its series, as parts of t. */
export const ZERO_RANGE: Range = [2 ** -30, 1.5];
export const ZERO_DISTANCE = 1 / 16;
export const ZERO_MOVE = 2 ** -19;
/** From this t on breakpoints have so few bits that no y is rounded, and from this y on no other is. */
const LEAST_EXACT = 2 ** -17;
const LEAST_ROUNDED = 2 ** 14;
/** Of y, in twos and at ends, and of t. */
const OCTAVES: Range = [-20, 43];
/** Coefficients of Euler and Maclaurin's formula: how many are used, and what they are off, of 30 products. */
const MOST_TERMS = 14;
const COEFFICIENT_PART = 30 * 7.01 * UNIT ** 2;
/** With --quick one of so many ranges is traced. */
const QUICK_STRIDE = 7;
/** Stirling's series, as a part of its terms: PASSED_PART of gamma/stirling.ts, with room. */
const DIGAMMA_PART = 2 ** -97;
const LARGEST_DIMENSION = 2 ** 26;
/** What adding twos loses: 512 at most, of dimensions below a 16th of 2^14, and low parts are rounded. */
const ADDED_PART = 512 ** 2 * UNIT ** 2;
/** From here on ends may cancel, and cells are narrow, so that powers of y change little. */
const FAR = 4;
const FAR_STEP = 1.1;
/** Ranges of p and of t. */
const STEP = 1.19;
const NARROW_STEP = 1.03;
/** The largest distance in an interval, beside its middle. */
const DISTANCE = 1 / 17;
const POWERS = {
  "arithmetic/power_of_two.ts powerOfTwo": ((k: number) => 2 ** k) as never,
  "arithmetic/power_of_two.ts exponentOf": ((x: number) => Math.floor(Math.log2(x))) as never,
};

/** Bounds of zeta(s, y), s >= 2. */
const atLeast = (s: number, y: number): number =>
  y ** -s + (y + 1) ** (1 - s) / (s - 1) + (y + 1) ** -s / 2;
const atMost = (s: number, y: number): number => y ** (1 - s) / (s - 1) + y ** -s;

function factorialOver(n: number, m: number): number {
  let result = 1;
  for (let k = m + 1; k <= n; k++) result *= k;
  return result;
}

/** What coefficients of an order are off, as parts of themselves, on a cell, where the other lane takes the steps. */
function partsOn(sources: Sources, order: number, [from, to]: Range, other: number): number[] {
  const graph = new ErrorGraph();
  const y = graph.input("y", [from, to]);
  // A breakpoint has few bits, and so have the numbers y + j.
  const isStep = (a: Node, b: Node): boolean =>
    b.value === 1 && (a === y || a.kind === "sum" && isStep(a.args[0], a.args[1]));
  graph.isExact = (kind, a, b) => kind === "sum" && isStep(a, b);
  const numbers = new Tracer(sources, POWERS);
  const tracer: Tracer = new Tracer(
    sources,
    {
      ...POWERS,
      // Its coefficients as symbols: of those that are one number the other is lost.
      "gamma/hurwitz.ts prepareSeries": ((s: number) => {
        const from = numbers.call("gamma/hurwitz.ts", "prepareSeries", [s]) as number;
        const to = tracer.allocate(16 * MOST_TERMS);
        for (let k = 0; k < MOST_TERMS; k++) {
          const [high, low] = [0, 8].map((at) => numbers.load(from + 16 * k + at) as number);
          markPair(tracer, graph, to + 16 * k, high, low, COEFFICIENT_PART * Math.abs(high));
        }
        return to;
      }) as never,
    },
    errorDomain(graph, {
      decide: () => false, // whether this lane takes another step
      contracts: {
        "gamma/stirling.ts stirling": (_, __, of) => {
          const low = of.number("memory_map.ts", "LOW");
          for (const lane of [0, 8]) of.store(low + lane, 0);
          return [0, 0]; // not looked at here
        },
        // The rest of a division is a float64, and found exactly.
        [`${SERIES} quotientLow`]: (_, args) =>
          [0, 1].map((lane) => {
            const [a, b, quotient] = args.map((arg) => {
              const value = (arg as Lanes)[lane];
              return typeof value === "number" ? graph.constant(value) : value;
            });
            const none = graph.constant(0);
            return b.kind === "constant"
              ? graph.quotient(graph.remainder(a, b, quotient, 0), b)
              : graph.quotientRest([a, none], [b, none], quotient);
          }) as unknown as Lanes,
      },
    }),
  );
  const number = (name: string): number => tracer.number(SERIES, name);
  tracer.call(SERIES, "expand", [order, [other, y]]);
  const [series, lows] = [number("SERIES"), number("SERIES_LOW")];
  const [least, far, farther] = ["ENOUGH", "FAR", "FARTHER"].map(number);
  const last = Math.max(other, least);
  const terms = number(last < far ? "NEAR_TERMS" : last < farther ? "FAR_TERMS" : "FARTHER_TERMS");
  const bernoulli = tracer.number("arithmetic/constants_data.ts", "BERNOULLI");
  const left = Math.abs(tracer.load(bernoulli + 24 * terms) as number) * ROOM;
  const end = Math.max(from, least);
  const parts: number[] = [];
  for (let k = order < 0 ? 2 : 1; k < number("TERMS"); k++) {
    const s = k + order + 1;
    const factor = order < 0 ? k : 1;
    const at = series + 16 * k + 8;
    const error = graph.errorOf(tracer.loadNode(at), tracer.loadNode(at + lows)) * factor;
    // s (s + 1) ... (s + 2m - 2) y^(1 - s - 2m), with m = terms + 1
    const first = left * factorialOver(s + 2 * terms, s - 1) * end ** (-1 - s - 2 * terms);
    parts[k] = (error + first) * ROOM / atLeast(s, to);
  }
  return parts;
}

/** Where the sources take other steps, or sum other terms. */
const isLimit = (y: number, below: number): boolean =>
  [1, 64, 1024].some((limit) => below < limit && y >= limit);

/** The parts that coefficients are off by, for every y of a range, by cells; with `isQuick`, of some of these. */
function partsIn(
  sources: Sources,
  order: number,
  [first, end]: Range,
  { step, isQuick }: { step: number; isQuick: boolean },
): number[] {
  let worst: number[] = [];
  let count = 0;
  for (let from = first; from < end;) {
    const isNear = from >= 1 && from < 20;
    const to = isNear ? from + 0.5 : from * (from < 1 ? Math.SQRT2 : step);
    // Another lane, whose y is smaller by 1/8 or less, takes more steps, or sums more terms.
    const least = from / 1.13;
    const others = isNear
      ? [Math.max(from - 2, least), Math.max(from - 1, least), from, from + 1]
      : isLimit(to, least)
      ? [least, from, to]
      : [from];
    for (const other of others) {
      if (isQuick && count++ % QUICK_STRIDE !== 0) continue;
      const parts = partsOn(sources, order, [from * (1 - 2 ** -40), to], other);
      worst = parts.map((part, k) => Math.max(part, worst[k] ?? 0));
    }
    from = to;
  }
  return worst;
}

/** What the sources lose where they add ends, as a part of these: coefficients are symbols of size 1, and linear in them. */
function endPart(sources: Sources): number {
  const graph = new ErrorGraph({ isLinear: true });
  let y: Node = graph.constant(0);
  graph.isExact = (kind, a) => kind === "sum" && a === y;
  const tracer: Tracer = new Tracer(
    sources,
    POWERS,
    errorDomain(graph, {
      absolute: () => graph.constant(1),
      contracts: {
        [`${SERIES} expand`]: (_, __, of) => {
          for (let k = 0; k < of.number(SERIES, "TERMS"); k++) {
            const at = of.number(SERIES, "SERIES") + 16 * k;
            const c = graph.input("c", [-1, 1], UNIT);
            const low = graph.low(c, [-UNIT, UNIT], 0);
            for (const lane of [0, 8]) {
              of.store(at + lane, c);
              of.store(at + of.number(SERIES, "SERIES_LOW") + lane, low);
            }
          }
          return 0;
        },
      },
    }),
  );
  tracer.call(SERIES, "startTotal", []);
  for (const sign of [1, -1, 1, -1]) {
    y = graph.input("y", [0, 2]);
    tracer.call(SUMS, "addEnd", [[y, y], sign]);
  }
  tracer.call(SERIES, "takeTotal", []);
  const at = tracer.number(SERIES, "SERIES");
  const lows = tracer.number(SERIES, "SERIES_LOW");
  return Math.max(
    ...[0, 1, 2, 7].map((k) =>
      graph.errorOf(tracer.loadNode(at + 16 * k), tracer.loadNode(at + 16 * k + lows))
    ),
  );
}

/** What all coefficients from c2 on are off, from ends, on ranges of t and p, as a part of c2 t^2. */
function endError(
  partsAt: (y: number) => readonly number[],
  own: number,
  t: Range,
  p: Range,
): number {
  const size = 1 / t[0] + 4 + Math.log(t[1] + p[1] + 26);
  const distance = t[1] * DISTANCE;
  /** c1 and c2 of the gradient: zeta(2, y) >= 1/y and zeta(3, y) >= 1/(2 y^2), and the sums are at least their integrals. */
  const [from, to] = [t[1] + 0.5, t[1] + p[0] / 2];
  const c1 = atLeast(2, t[1]) + 2 * Math.log(to / from);
  const c2 = atLeast(3, t[1]) + 1 / from - 1 / to;
  let [ofGradient, ofIntegral] = [0, 0];
  partsAt(t[0]).forEach((_, k) => {
    let error = 0;
    for (const y of [t[0], t[0] + 0.5, t[0] + p[0] / 2, t[0] + p[0] / 2]) {
      const parts = partsAt(y);
      const first = Math.max(1, y) * atMost(k + 1, y);
      const [second, part] = k > 1 ? [atMost(k, y), parts[k - 1]] : [size, DIGAMMA_PART];
      error += first * (parts[k] + own) + second * (part + own);
    }
    // Those of multigammaln are integrals: c(k + 1) is c(k)/(k + 1), and its c2 half of c1.
    if (k > 1) ofGradient += error * distance ** k;
    ofIntegral += 2 * error * distance ** (k + 1) / (k + 1);
  });
  return Math.max(ofGradient / c2, ofIntegral / c1) / t[0] ** 2 * ROOM;
}

/**
 * What the coefficients are off around the gradient's zero: those that are double-doubles, as a part of c1 t, and the others, as a
 * part of c4 t^4, over the largest distance and over its fourth power.
 */
function aroundZero(
  sources: Sources,
  partsAt: (y: number) => readonly number[],
  own: number,
): readonly [number, number] {
  const paired = new Tracer(sources).number(SERIES, "PAIRED");
  const worst: [number, number] = [0, 0];
  const { length } = partsAt(1);
  // The least y of the two ends that are farther away.
  const far = new Tracer(sources).number(SUMS, "MIN_ENDS") / 2;
  for (let t = ZERO_RANGE[0]; t < ZERO_RANGE[1]; t *= STEP) {
    const to = t * STEP;
    const sums: [number, number] = [0, 0];
    for (let k = 1; k < length; k++) {
      let ends = 0;
      for (const y of [t, t + 0.5, t + far, t + far]) {
        const parts = partsAt(y);
        const first = Math.max(1, y) * atMost(k + 1, y);
        const size = 1 / t + 4 + Math.log(t + LARGEST_DIMENSION + 26);
        const [second, part] = k > 1 ? [atMost(k, y), parts[k - 1]] : [size, DIGAMMA_PART];
        ends += first * (parts[k] + own) + second * (part + own);
      }
      // A rounding of y, times the next coefficient of (y - 1) digamma(y).
      if (t < LEAST_EXACT) {
        const y = LEAST_ROUNDED;
        ends += 2 * UNIT * (k + 1) * y * (y * atMost(k + 2, y) + atMost(k + 1, y));
      }
      // Twos are off by a part of a coefficient.
      const which = k < paired ? 0 : 1;
      const least = which === 0 ? 1 : 4;
      const most = Math.max(...[t, FAR].map((y) => partsAt(y)[k])) + ADDED_PART;
      const size = t ** (least - k);
      const error = Math.max(ends / atLeast(least + 1, to), most * size);
      sums[which] += error * weight(k, least) * to ** (k - least);
    }
    sums.forEach((sum, which) => worst[which] = Math.max(worst[which], sum * ROOM));
  }
  return worst;
}

/** (d + h)^k over d^least, without the powers of d below that, d the largest distance and h the breakpoint's from another. */
function weight(k: number, least: number): number {
  let result = 0;
  for (
    let j = least, binomial = factorialOver(k, k - least) / factorialOver(least, 0);
    j <= k;
    j++
  ) {
    result += binomial * ZERO_DISTANCE ** (j - least) * ZERO_MOVE ** (k - j);
    binomial *= (k - j) / (j + 1);
  }
  return result;
}

function ofEnds(sources: Sources, partsAt: (y: number) => readonly number[], own: number): number {
  const tracer = new Tracer(sources);
  const [least, most] = ["MIN_ENDS", "END_RADIUS"].map((name) => tracer.number(SUMS, name));
  let worst = 0;
  for (let p = least; p < LARGEST_DIMENSION; p *= STEP) {
    for (let t = 2 ** OCTAVES[0]; t < most * p * STEP; t *= NARROW_STEP) {
      worst = Math.max(worst, endError(partsAt, own, [t, t * NARROW_STEP], [p, p * STEP]));
    }
  }
  return worst;
}

/** The same from sums of terms, of which each is off by a part of itself. */
const ofTerms = (parts: readonly number[]): number =>
  parts.reduce((sum, part, k) => sum + (k < 2 ? 0 : (part + ADDED_PART) * DISTANCE ** k), 0);

function prove(sources: Sources, { level }: Effort): Promise<readonly Bound[]> {
  const isQuick = level === "quick";
  const tracer = new Tracer(sources);
  const seriesPart = tracer.number(SUMS, "SERIES_PART");
  const bound = (name: string, error: number, claimed: number): Bound => ({
    name: `series of multigammaln and its gradient, every dimension, ${name}`,
    phase: "fast",
    source: SUMS,
    claimed: 1,
    proved: error / claimed,
    by: "errors",
  });
  const [first, last] = [OCTAVES[0], OCTAVES[1]].map((octave) => 2 ** octave);
  const ofLgamma = partsIn(sources, -1, [first, last], { step: Math.SQRT2, isQuick });
  const near = partsIn(sources, 0, [ZERO_RANGE[0], FAR], { step: STEP, isQuick });
  const far = partsIn(sources, 0, [FAR, last], { step: FAR_STEP, isQuick });
  const own = endPart(sources);
  // c1 of multigammaln is a sum of digamma.
  const ofC1 = Math.max(near[1], far[1], DIGAMMA_PART) + ADDED_PART + own;
  const partsAt = (y: number): readonly number[] =>
    y < FAR ? near.map((part, k) => Math.max(part, far[k])) : far;
  const [ofPairs, ofOthers] = aroundZero(sources, partsAt, own);
  return Promise.resolve([
    bound("c1", ofC1, seriesPart / 2),
    bound("from twos", Math.max(ofTerms(near), ofTerms(far), ofTerms(ofLgamma)), TERMS_PART),
    bound("from ends", ofEnds(sources, partsAt, own), TERMS_PART),
    bound("to c6, around the gradient's zero", ofPairs, ZERO_PARTS[0]),
    bound("from c7 on, around it", ofOthers, ZERO_PARTS[1]),
  ]);
}

export const proof: Proof = { isQuick: true, prove };
