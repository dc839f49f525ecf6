// The entry around the zero of the gradient of multigammaln (multigammaln/zero.ts), for every p to 2^53: what evaluateZeros returns
// is off by no more than its bound, with what Ziv's test adds to it. f is the gradient, t = x - (p - 1)/2, d the distance of an x from
// the breakpoint, c0, c1, ... the coefficients there, and everything is a linear function of c0, c1 and c4:
//
//   terms    c(k + 1) <= c(k)/t from c1 on, as for all sums of digamma at t + j/2, which alternate in sign
//   zero     the breakpoint is the x next to the zero with the smaller |f|, so that |c0| <= |f(x)| at every other x. And |f - c0| >=
//            c1 |d|/(1 + r), r the radius as a part of t: f' falls, by no more than (t/(t + d))^2. So c1 |d| <= 2 (1 + r) |f|
//   c0       is the last phase's, rounded to two parts
//   series   c1 to c19 of a breakpoint of 20 bits are good to ZERO_PARTS (series_of_sums.ts)
//   moved    moving them to this one loses what is traced here, and terms that it leaves out, each at most its binomial coefficient
//            and a power of their distance
//   value    evaluating the entry loses what its majorant says
//
// findZero takes a sum of double-doubles for f, which is good to 2^-99 of the size of its terms (multigammaln_sums.ts), below 2^12/t
// there. From one x to the next f changes by 2^-53/t^2 or more. So which of two f is smaller is known but where they differ by
// less than 2^-30 of each other.
//
// From p = 2^25 + 1 on there is no x between the pole and the zero, and t |f| is so large at the first one that no entry is made:
// t f grows with t. Up to there the distance of two x next to the pole is less than that of the zero.

import { errorDomain, ErrorGraph } from "../errors.ts";
import type { Node, Range } from "../graph.ts";
import { evaluateAt, polynomialIn } from "../majorant.ts";
import { pairMajorant } from "../pair_entries.ts";
import type { Bound, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";
import { binomial } from "./entries_of_series.ts";
import { OPERATIONS } from "./multigammaln_sums.ts";
import { ZERO_DISTANCE, ZERO_MOVE, ZERO_PARTS, ZERO_RANGE } from "./series_of_sums.ts";

const PATH = "multigammaln/zero.ts";
const ZEROS = "gamma/zeros.ts";
const TABLE = "gamma/zero_table.ts";
const SERIES = "gamma/taylor_series.ts";
const UNIT = 2 ** -53;
/** For computing here, and for the coefficients' change over the distance that they are moved by. */
const ROOM = 1 + 2 ** -14;
/** What c0 is off: the last phase gives 120 bits, and two parts have 106. */
const LAST_PAIR = 2 ** -105;
/** By what factor |c0| may be larger than another |f|, which may seem larger than it is. */
const NEARLY = 1 + 2 ** -20;
/** Up to this p there is an x between the pole and the zero. */
export const LAST = 2 ** 25;

/** ln gamma(y), y >= 2, to 1/(12 y). */
const lgamma = (y: number): number => (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI);

/**
 * Bounds of the sum of digamma(j/2), 0 < j < p, without the pole: digamma rises, so that it is at least digamma(1/2) and twice its
 * integral from 1/2 to (p - 1)/2, and at most twice that to p/2. lgamma(1/2) is ln(pi)/2.
 */
function sumOfOthers(p: number): Range {
  const start = 0.5 * Math.log(Math.PI);
  return [2 * (lgamma((p - 1) / 2) - start) - 1.97, 2 * (lgamma(p / 2) + 1 / (6 * p) - start)];
}
/** The distance of two x next to the pole of p. */
const spacing = (p: number): number => 2 ** (Math.floor(Math.log2((p - 1) / 2)) - 52);

/** A polynomial's value from a power of d on, below which it has no terms, over that power. */
function over(power: number, d: number, coefficients: readonly number[]): number {
  if (coefficients.slice(0, power).some((c) => c > 0)) {
    throw new Error(`There are terms below d^${power}`);
  }
  return evaluateAt(d, coefficients.slice(power));
}

/** Fails if moving means something else than Taylor's series: whole numbers are moved exactly. */
function checkMeaning(sources: Sources, k: number, end: number): void {
  const tracer = new Tracer(sources);
  const [series, lows] = ["SERIES", "SERIES_LOW"].map((name) => tracer.number(SERIES, name));
  const h = 2;
  let sum = 0;
  for (let j = k; j <= end; j++) {
    tracer.store(series + 16 * j, j + 3);
    tracer.store(series + 16 * j + lows, 0);
    sum += binomial(j, k) * (j + 3) * h ** (j - k);
  }
  const isPair = k < tracer.number(TABLE, "ZERO_PAIRS");
  const value = tracer.call(PATH, isPair ? "moved" : "plainTerm", [k, h]);
  if ((isPair ? (value as Lanes)[0] : value) !== sum) {
    throw new Error(`c${k} is moved to another number`);
  }
}

/** What is lost where coefficients, of size 1, are moved: those from `first` to `last`, times powers of d over that of `first`. */
function lostByMoving(sources: Sources, [first, last]: Range): number {
  const graph = new ErrorGraph({ isLinear: true });
  const tracer = new Tracer(sources, {}, errorDomain(graph, { contracts: OPERATIONS }));
  const [series, lows] = ["SERIES", "SERIES_LOW"].map((name) => tracer.number(SERIES, name));
  const [pairs, terms] = ["ZERO_PAIRS", "ZERO_TERMS"].map((name) => tracer.number(TABLE, name));
  const [paired, steps] = ["PAIRED", "PLAIN_STEPS"].map((name) => tracer.number(PATH, name));
  if (paired >= tracer.number(SERIES, "PAIRED")) throw new Error("A coefficient has one part");
  for (let k = 1; k < terms; k++) {
    const c = graph.input(`c${k}`, k % 2 === 0 ? [-1, 0] : [0, 1], UNIT);
    tracer.store(series + 16 * k, c);
    tracer.store(series + 16 * k + lows, graph.low(c, [-UNIT, UNIT], 0));
  }
  const h = graph.input("h", [0, ZERO_MOVE]);
  let lost = 0;
  for (let k = first; k <= last; k++) {
    const isPair = k < pairs;
    const value = tracer.call(PATH, isPair ? "moved" : "plainTerm", [k, h]);
    const error = isPair ? graph.errorOf(...value as [Node, Node]) : graph.errorOf(value as Node);
    const end = isPair ? paired : Math.min(k + steps, terms - 1);
    checkMeaning(sources, k, end);
    let left = 0;
    for (let j = end + 1; j < end + 30; j++) left += binomial(j, k) * ZERO_MOVE ** (j - k);
    lost += (error + left * ROOM) * ZERO_DISTANCE ** (k - first);
  }
  return lost;
}

/** The largest error in units of the bound. */
function ratioOf(sources: Sources): number {
  const tracer = new Tracer(sources);
  const number = (path: string, name: string): number => tracer.number(path, name);
  const [pairs, terms] = ["ZERO_PAIRS", "ZERO_TERMS"].map((name) => number(TABLE, name));
  const radius = number(PATH, "RADIUS");
  const move = 2 ** (droppedBits(tracer) - 52);
  if (radius > ZERO_DISTANCE || move > ZERO_MOVE) {
    throw new Error("The series around the zero is for smaller distances");
  }
  const part = number(ZEROS, "LAST_PART") * (1 - 2 ** -20);
  // finishZeroEntry has so many times c4 at least.
  const roundings = 2.2 * number(ZEROS, "ROUNDINGS") * (1 - 2 ** -20);
  const { error, size } = pairMajorant(sources, pairs, terms);
  /** What an evaluation loses, with the rounding of Ziv's test, from coefficients `from` to `to` of size 1, over d^from. */
  const evaluated = (from: number, to: number): number => {
    const sizes = Object.fromEntries(
      Array.from({ length: terms }, (_, k) => {
        const most = k >= from && k <= to ? 1 : 0;
        return [[`c${k}`, most], [`c${k}l`, UNIT * most]];
      }).flat(),
    );
    const [lost, low] = [error, size].map((of) => over(from, radius, polynomialIn("d", of, sizes)));
    return lost + 2 * UNIT * low;
  };
  const ofC0 = evaluated(0, 0) + LAST_PAIR;
  const ofC1 = evaluated(1, pairs - 1) + lostByMoving(sources, [1, pairs - 1]) + ZERO_PARTS[0];
  const beyond = radius ** (terms - pairs) / (1 - radius);
  const ofC4 = evaluated(pairs, terms - 1) + lostByMoving(sources, [pairs, terms - 1]) +
    ZERO_PARTS[1] + beyond;
  return Math.max((ofC0 + 2 * (1 + radius) * ofC1) * NEARLY / part, ofC4 / roundings) * ROOM;
}

/** How many of the last bits of a number the breakpoint of its series does not have. */
function droppedBits(tracer: Tracer): number {
  const bits = BigInt.asUintN(64, tracer.global(PATH, "BREAKPOINT_BITS") as bigint);
  let zeros = 0;
  while ((bits >> BigInt(zeros) & 1n) === 0n) zeros++;
  if (bits !== (1n << 64n) - (1n << BigInt(zeros))) {
    throw new Error("Bits in the middle are left out");
  }
  return zeros;
}

function prove(sources: Sources): Promise<readonly Bound[]> {
  const tracer = new Tracer(sources);
  const near = tracer.number(PATH, "NEAR_ZERO");
  const common = { phase: "accurate", source: PATH, claimed: 1, by: "errors, majorants" } as const;
  // At the zero 1/t is digamma(1 + t), above -0.58 and below 0, and the sum of the others, which t adds less than 0.5 to.
  const [, most] = sumOfOthers(LAST);
  const [least] = sumOfOthers(LAST + 1);
  const start = Math.max(spacing(LAST), ZERO_RANGE[0]);
  return Promise.resolve([
    {
      ...common,
      name: "gradient of multigammaln around its zero, every dimension",
      proved: ratioOf(sources),
    },
    {
      ...common,
      name: "its first x up to p = 2^25, as a part of the zero's t",
      proved: start * (most + 0.5),
    },
    {
      ...common,
      name: "its NEAR_ZERO beyond, as a part of t f at the first x",
      proved: near / (spacing(LAST + 1) * (least - 0.58) - 1),
    },
  ]);
}

export const proof: Proof = { isQuick: true, prove };
