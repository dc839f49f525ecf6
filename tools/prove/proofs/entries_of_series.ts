// What gamma/build_taylor.ts makes of a series, for every series at once: the bound that an entry carries is at least what high +
// low is off, with what the test of rounding adds to it, whatever f is, if
//
//   terms    |c(k + 1)| <= |c(k)|/t for k >= 2, where t is the distance from the nearest pole, as it is for all sums of lgamma and
//            its derivatives at t + j/2
//   series   SERIES is off by at most `lost`, which its maker states, and TERMS_PART of c2 t^2, in its interval
//   order    |f| >= (t |f'| + 2^-9 t^2 |f''|)/100, so that c0 is larger than d c1, or the entry is evaluated by TwoSum
//
// Sources are traced in [1, 2), as all operations scale by powers of two, with any breakpoint of half an interval. The first three
// coefficients are symbols of any size, and of the others only `terms` is known. What is lost, and the bound, are linear in the
// sizes of c0, c1, c2, c4, the low part of c1 and that of c0, so that coefficients are compared. The breakpoint may have been moved
// by any d that GAL_STARTS, GAL_RADIUS, GAL_OTHER and MAX_STEP_BITS allow.

import { errorDomain, ErrorGraph } from "../errors.ts";
import { largest, type Node, type Range } from "../graph.ts";
import { GAMMA_PER_OCTAVE, majorantOf } from "../made_entries.ts";
import { type Bounded, evaluateAt, polynomialIn } from "../majorant.ts";
import type { Bound, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Float, Tracer } from "../tracer.ts";

const BUILD = "gamma/build_taylor.ts";
const INTERVALS = "gamma/expansion_intervals.ts";
const SERIES = "gamma/taylor_series.ts";
const EXPRESSIONS = "expression/multigammaln.ts";
const UNIT = 2 ** -53;
const ROOM = 1 + 2 ** -20;
/** What the coefficients from c2 on of a series may be off, all together, as a part of c2 t^2, in its interval. */
export const TERMS_PART = 2 ** -70.5;
/** The number of the first entry of [1, 2). */
const FIRST_NUMBER = 1 + 6 * GAMMA_PER_OCTAVE;
const INTERVALS_OF_OCTAVE = 8;
/** The coefficients that are two numbers in an entry's making, how many there are, and the last one of an entry. */
const PAIRS = 3;
const MADE_OF_TERMS = 12;
const LAST_TERM = 8;
/** Far below all that counts. */
const NOTHING = 2 ** -200;
/**
 * The distances that a breakpoint is moved by are looked at in ranges: up to the first of these, then up to a multiple, or a part
 * of an entry's radius more.
 */
const FIRST_MOVE = 2 ** -27;
const MOVE_FACTOR = 2;
const MOVE_PART = 2 ** -6;
/** What errors are linear in, and what a series is made of. */
const SIZES = ["c0", "c1", "c2"] as const;
type Size = typeof SIZES[number];
/** The low parts of c1 and c2 before they are moved. */
const LOWS = ["slopeLow", "c2Low"] as const;
type Low = typeof LOWS[number];
type Linear = Record<Size | "c4" | "c0l" | "c1l", number>;

const POWERS = {
  "arithmetic/power_of_two.ts powerOfTwo": ((k: number) => 2 ** k) as never,
};

/** Breakpoints on one side of the middle of an interval, by their distances from it. */
interface Side {
  middle: number;
  distances: Range;
}

/** What a series loses when it is moved from the middle of an interval to breakpoints. */
interface Shifted {
  /** Of its coefficients, of which the first three are two numbers. */
  errors: readonly number[];
  /** The sizes of the low parts. */
  lows: readonly number[];
}

/** Exact, as all products on the way are integers. */
export function binomial(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = result * (n - k + i) / i;
  return result;
}

/** The range of coefficient k: from c2 on, signs alternate. */
function rangeOf(k: number, most: number): Range {
  if (k < 2) return [-most, most];
  if (k === 2) return [most, most];
  return k % 2 === 0 ? [0, most] : [-most, 0];
}

/** A series of which coefficients of one size are 1, divided by powers of t, in memory. The others are there, but add nothing. */
function putSeries(
  tracer: Tracer,
  graph: ErrorGraph,
  { size, t, terms, lows, at }: {
    size: Size | Low;
    t: number;
    terms: number;
    lows: readonly number[];
    at: readonly [high: number, low: number];
  },
): void {
  for (let k = 0; k < terms; k++) {
    const isOfSize = (SIZES[k] ?? "c2") === size;
    const most = isOfSize ? t ** (2 - Math.max(k, 2)) : NOTHING;
    const low = k < lows.length ? Math.max(lows[k], NOTHING) : 0;
    const c = graph.input(`c${k}`, rangeOf(k, most), low);
    const rest: Float = low === 0 ? 0 : graph.low(c, [-low, low], 0);
    for (const lane of [0, 8]) {
      tracer.store(at[0] + 16 * k + lane, c);
      if (low > 0) tracer.store(at[1] + 16 * k + lane, rest);
    }
  }
}

function shift(sources: Sources, { middle, distances }: Side, size: Size): Shifted {
  const graph = new ErrorGraph({ isLinear: true });
  const tracer = new Tracer(sources, POWERS, errorDomain(graph));
  const number = (path: string, name: string): number => tracer.number(path, name);
  const [series, low] = ["SERIES", "SERIES_LOW"].map((name) => number(SERIES, name));
  const [terms, paired] = ["TERMS", "PAIRED"].map((name) => number(SERIES, name));
  const lows = Array.from(
    { length: paired },
    (_, k) => (SIZES[k] ?? "c2") === size ? UNIT * middle ** (2 - Math.max(k, 2)) : 0,
  );
  putSeries(tracer, graph, { size, t: middle, terms, lows, at: [series, series + low] });
  const h = graph.input("h", distances);
  tracer.call(INTERVALS, "shift", [[h, h]]);
  const [at, lowsAt] = ["ENTRY_TERMS", "ENTRY_LOWS"].map((name) => number(INTERVALS, name));
  const node = (from: number, k: number): Node => tracer.loadNode(from + 16 * k);
  return {
    errors: Array.from(
      { length: MADE_OF_TERMS },
      (_, k) => graph.errorOf(node(at, k), ...(k < PAIRS ? [node(lowsAt, k)] : [])),
    ),
    lows: [0, 1, 2].map((k) => largest(node(lowsAt, k).range)),
  };
}

/** What the coefficients of an entry lose, c0 to c8, that is made of a series at its breakpoint, t at least, and moved by up to d. */
function makeEntry(
  sources: Sources,
  { size, t, d, lows }: { size: Size | Low; t: number; d: number; lows: readonly number[] },
): number[] {
  const graph = new ErrorGraph({ isLinear: true });
  let short: Node | undefined;
  const isShort = ({ kind, args }: Node): boolean => kind === "scaled" && args[0] === short;
  // slope - c1h is exact, and the rounding of c1l counts with c1l itself.
  graph.isExact = (kind, a, b) =>
    kind === "sum" &&
    [a, b].some((node) => isShort(node) || node.kind === "sum" && node.args.some(isShort));
  const tracer: Tracer = new Tracer(
    sources,
    {
      ...POWERS,
      [`${BUILD} moveBreakpoint`]: ((lane: number) => {
        const moved = graph.input("d", [-d, d]);
        tracer.call(BUILD, "valueAt", [lane, moved]);
        return moved;
      }) as never,
      [`${BUILD} boundOf`]: (() => 0) as never, // allowedBy has it
    },
    errorDomain(graph, {
      decide: () => true, // the breakpoint is moved, by 0 or more
      absolute: ({ range }) => graph.input("absolute", [0, largest(range)]),
      contracts: {
        [`${BUILD} shortSlope`]: (_, [slope]) => short = graph.input("c1h", (slope as Node).range),
      },
    }),
  );
  const number = (path: string, name: string): number => tracer.number(path, name);
  const at = ["ENTRY_TERMS", "ENTRY_LOWS"].map((name) => number(INTERVALS, name));
  putSeries(tracer, graph, { size, t, terms: MADE_OF_TERMS, lows, at: [at[0], at[1]] });
  tracer.store(number(INTERVALS, "BREAKPOINTS"), 1 + largestRadius(tracer));
  const entry = tracer.allocate(96);
  tracer.call(BUILD, "makeGammaEntry", [entry, FIRST_NUMBER, 0]);
  const node = (place: number): Node => tracer.loadNode(entry + 8 * place);
  const valueLow = tracer.global(BUILD, "valueLow") as Node;
  return [[node(1), valueLow], ...[11, 4, 5, 6, 7, 8, 9, 10].map((place) => [node(place)])].map((
    nodes,
  ) => graph.errorOf(...nodes));
}

/** Half the width of an entry of [1, 2), and the distances of its ends from its breakpoint, of all attempts. */
function radii(tracer: Tracer): number[] {
  const offset = tracer.number(INTERVALS, "BREAKPOINT_OFFSET");
  const attempts = tracer.number(BUILD, "ATTEMPTS");
  return Array.from(
    { length: attempts },
    (_, i) => (1 + offset * (i + 1)) / (2 * GAMMA_PER_OCTAVE),
  );
}

const largestRadius = (tracer: Tracer): number => Math.max(...radii(tracer));

/** Both sides of the middles of all intervals. */
function* sides(tracer: Tracer): Generator<Side> {
  const half = 1 / (2 * INTERVALS_OF_OCTAVE);
  // The last breakpoint of an interval is in its last entry.
  const last = half - 1 / GAMMA_PER_OCTAVE + largestRadius(tracer);
  for (let i = 0; i < INTERVALS_OF_OCTAVE; i++) {
    const middle = 1 + (2 * i + 1) * half;
    yield { middle, distances: [-half, 0] };
    yield { middle, distances: [0, last] };
  }
}

/** Ranges of |d|. */
function* moves(tracer: Tracer, radius: number): Generator<Range> {
  const [starts, steps, other, bits] = ["GAL_STARTS", "GAL_RADIUS", "GAL_OTHER", "MAX_STEP_BITS"]
    .map((name) => tracer.number(BUILD, name));
  const furthest = starts * (steps + other) * 2 ** (bits - 52) * ROOM;
  for (let from = 0; from < furthest;) {
    const to = from === 0 ? FIRST_MOVE : Math.min(MOVE_FACTOR * from, from + MOVE_PART * radius);
    yield [from, to];
    from = to;
  }
}

/**
 * What moving a polynomial of degree 8 by d leaves out, on r, where its coefficients are 1: c0 has the terms to c3 d^3, c1 those to
 * 3 c3 d^2, c2 those to 6 c4 d^2, and the others two terms.
 */
function notMoved(d: number, r: number): number {
  let lost = 0;
  for (let k = 0; k <= LAST_TERM; k++) {
    for (let j = [4, 4, 5][k] ?? k + 2; j <= LAST_TERM; j++) {
      lost += binomial(j, k) * d ** (j - k) * r ** k;
    }
  }
  return lost;
}

/** What is lost, in units of what the bound allows, for each of the sizes. */
function ratiosOf(
  tracer: Tracer,
  { middle, distances }: Side,
  shifted: Record<Size, Shifted>,
  made: Record<Size | Low, readonly number[]>,
  radius: number,
  [from, to]: Range,
  { majorant, isMoved, part }: Evaluation,
): Linear {
  const [least, most] = [radius + from, radius + to];
  const [first, last] = [middle + distances[0] - to, middle + distances[1] + to];
  const t = Math.min(first, middle);
  // c2 at another place, as |c2'| = 3 |c3| <= 3 |c2|/t: the largest, and in the middle, in units of that at the breakpoint.
  const anywhere = (Math.max(last, middle) / t) ** 3;
  const inMiddle = Math.max(1, last / middle) ** 3;
  const h = largest(distances);
  const sum = (errors: readonly number[]): number =>
    errors.reduceRight((all, error) => all * most + error, 0);
  const [ofC0, ofC1, ofC2] = SIZES.map((size) => sum(shifted[size].errors));
  // c0 and c1 in the middle are those at the breakpoint, and what c1 and c2 add.
  const lost: Linear = {
    c0: ofC0 + sum(made.c0),
    c0l: 1,
    c1: ofC1 + ofC0 * h + sum(made.c1),
    c1l: UNIT * most,
    c2: (ofC2 + TERMS_PART * middle ** 2) * inMiddle + (ofC0 * h ** 2 + ofC1 * 2 * h) * anywhere +
      sum(made.c2),
    c4: 0,
  };
  // After moving; where that is by little, it counts with c2.
  const moved = notMoved(to / t, most / t) * anywhere;
  if (from === 0) lost.c2 += moved * t ** 2;
  else lost.c4 += moved * t ** 4;
  // The term of c11 counts twice in the bound, and with all that follow it is 1/(1 - r/t) times as large. Terms of a series that
  // were left out are in c11.
  const leftOut = binomial(20, 11) * 17 ** -9 * 2;
  lost.c2 += 1.02 * (shifted.c2.errors[11] + (leftOut + 2 ** -30) * t ** -9) * anywhere *
    radius ** 11;
  // The evaluation, and the test of rounding. A low part is at most half an ulp; its own square, and terms from 4 d^3 c4 on of the
  // slope that it is multiplied by, are left out.
  const p = isMoved ? UNIT : 0;
  let slopeLeft = p;
  for (let k = 4; k < 40; k++) slopeLeft += k * most ** (k - 1) * t ** (2 - k);
  lost.c2 += p * slopeLeft * ROOM;
  for (const name of ["c0", "c1", "c1l", "c2"] as const) {
    const sizes: Record<string, number> = { c0: 0, c0l: 0, c1h: 0, c1l: 0, p };
    // Economisation adds less than that.
    for (let k = 2; k <= LAST_TERM; k++) {
      sizes[`c${k}`] = name === "c2" ? (1 + 2 ** -10) * t ** (2 - k) : 0;
    }
    if (name === "c2") sizes.c2 = 1;
    else sizes[name === "c1" ? "c1h" : name] = name === "c1" ? 1 + 2 ** -6 : 1;
    const [error, size] = [majorant.error, majorant.size].map((part) =>
      evaluateAt(most, polynomialIn("d", part, sizes))
    );
    lost[name] += error + (isMoved ? 0 : UNIT * size);
  }
  const allowed = allowedBy(tracer, { breakpoint: first, reach: least, d: from });
  // Low parts have terms of their own in the bound. What is beyond these counts with the sizes of which they are lost.
  LOWS.forEach((low, i) => {
    const more = Math.max(0, sum(made[low]) * ROOM - part * allowed[low]);
    for (const size of SIZES) lost[size] += more * shifted[size].lows[i + 1] * anywhere;
  });
  return Object.fromEntries(
    Object.entries(lost).map((
      [of, error],
    ) => [of, error === 0 ? 0 : error * ROOM / (part * allowed[of as Size])]),
  ) as Linear;
}

/** The bound that the source computes, for each of its arguments by itself. */
function allowedBy(
  tracer: Tracer,
  { breakpoint, reach, d }: { breakpoint: number; reach: number; d: number },
): Linear & Record<Low, number> {
  const names = ["c0", "c0l", "c1", "slopeLow", "c1l", "c2", "c2Low", "c4"] as const;
  const bounds = names.map((of) => {
    const sizes = names.map((name) => name === of ? 1 : 0);
    const bound = tracer.call(BUILD, "boundOf", [...sizes, breakpoint, reach, d, 0]) as number;
    return [of, bound * (1 - 2 ** -40)];
  });
  return Object.fromEntries(bounds);
}

/** That d, and its product with the slope's upper bits, are exact: a breakpoint stays in its entry, and d is a multiple of 2^-52. */
function checkExact(tracer: Tracer): void {
  const [offset, attempts] = [
    tracer.number(INTERVALS, "BREAKPOINT_OFFSET"),
    tracer.number(BUILD, "ATTEMPTS"),
  ];
  const furthest = Math.max(...[...moves(tracer, 1)].map(([, to]) => to));
  if (furthest > (1 - offset * attempts) / (2 * GAMMA_PER_OCTAVE)) {
    throw new Error("A breakpoint may leave its entry");
  }
  // The first 12 bits of a float64 are its sign and exponent, and the first one of its significand is not there.
  const mask = (tracer.global(BUILD, "SLOPE_BITS") as bigint).toString(2).replace(/0+$/, "");
  const bits = mask.length - 12 + 1;
  if ((largestRadius(tracer) + furthest) * 2 ** 52 > 2 ** (53 - bits)) {
    throw new Error("A difference times the slope is not exact");
  }
}

/** Coefficients of a polynomial around h, of those around 0. */
const movedBy = (h: number, terms: readonly number[]): number[] =>
  terms.map((_, k) =>
    terms.reduce((sum, c, j) => j < k ? sum : sum + binomial(j, k) * c * h ** (j - k), 0)
  );

/** That the sources compute what notMoved and the bound take them for: at whole numbers, where nothing is rounded. */
function checkMeaning(sources: Sources): void {
  let d = 0;
  const tracer: Tracer = new Tracer(sources, {
    ...POWERS,
    [`${BUILD} moveBreakpoint`]: ((lane: number) => {
      tracer.call(BUILD, "valueAt", [lane, d]);
      return d;
    }) as never,
  });
  const number = (path: string, name: string): number => tracer.number(path, name);
  const [series, lows] = ["SERIES", "SERIES_LOW"].map((name) => number(SERIES, name));
  const [terms, paired] = ["TERMS", "PAIRED"].map((name) => number(SERIES, name));
  const [at, lowsAt] = ["ENTRY_TERMS", "ENTRY_LOWS"].map((name) => number(INTERVALS, name));
  const pair = (k: number): number =>
    (tracer.load(at + 16 * k) as number) + (k < PAIRS ? tracer.load(lowsAt + 16 * k) as number : 0);
  const expect = (what: string, found: readonly number[], meant: readonly number[]): void => {
    if (found.some((value, k) => Math.abs(value - meant[k]) > 2 ** -30 * Math.abs(meant[k]))) {
      throw new Error(`${what}: ${found} and not ${meant}`);
    }
  };
  for (const h of [1, -2]) {
    const coefficients = Array.from({ length: terms }, (_, k) => 3 + 2 * k + k % 3);
    coefficients.forEach((c, k) => {
      const low = k < PAIRS ? 1 : 0; // others are left out on the way
      for (const lane of [0, 8]) {
        tracer.store(series + 16 * k + lane, c - low);
        if (k < paired) tracer.store(series + lows + 16 * k + lane, low);
      }
    });
    tracer.call(INTERVALS, "shift", [[h, h]]);
    const found = Array.from({ length: MADE_OF_TERMS }, (_, k) => pair(k));
    expect(`A series moved by ${h}`, found, movedBy(h, coefficients));
  }
  const make = (coefficients: readonly number[]): number[] => {
    for (let k = 0; k < MADE_OF_TERMS; k++) {
      tracer.store(at + 16 * k, coefficients[k] ?? 0);
      if (k < PAIRS) tracer.store(lowsAt + 16 * k, 0);
    }
    tracer.store(number(INTERVALS, "BREAKPOINTS"), 1 + largestRadius(tracer));
    const entry = tracer.allocate(96);
    tracer.call(BUILD, "makeGammaEntry", [entry, FIRST_NUMBER, 0]);
    const load = (place: number): number => tracer.load(entry + 8 * place) as number;
    const valueLow = tracer.number(BUILD, "valueLow");
    return [load(1) + valueLow, load(2) + load(11), ...[4, 5, 6, 7, 8, 9, 10].map(load)];
  };
  // Coefficient k of a polynomial that ends with c3, c3, c4, or c(k + 1).
  for (d of [1, -2]) {
    const coefficients = Array.from({ length: LAST_TERM + 1 }, (_, k) => 1000 + 7 * k);
    const meant = coefficients.map((_, k) =>
      movedBy(d, coefficients.slice(0, ([3, 3, 4][k] ?? k + 1) + 1))[k]
    );
    expect(`A polynomial moved by ${d}`, make(coefficients), meant);
  }
  // Less a multiple of d T(k)(d/r), 2^-k of the largest term.
  d = 0;
  const r = largestRadius(tracer);
  for (const k of [8, 9]) {
    const c = 2 ** 60;
    const made = make([...new Array(k + 1).fill(0), c]);
    for (const part of [0.1, -0.3, 0.55, 0.77, -0.94, 1]) {
      const x = part * r;
      const less = c * r ** (k + 1) * part * Math.cos(k * Math.acos(part)) * 2 ** (1 - k);
      const value = made.reduceRight((sum, term) => sum * x + term, 0);
      const error = Math.abs(value + less - c * x ** (k + 1));
      if (error > 2 ** -30 * c * r ** (k + 1)) throw new Error(`Economisation of c${k + 1}`);
    }
  }
}

/** How entries are evaluated. */
interface Evaluation {
  majorant: Bounded;
  /** At a number with a low part. Otherwise Ziv's test follows. */
  isMoved: boolean;
  /** What the bound is multiplied by. */
  part: number;
}

function prove(sources: Sources): Promise<readonly Bound[]> {
  const tracer = new Tracer(sources, POWERS);
  checkExact(tracer);
  checkMeaning(sources);
  const evaluations: readonly Evaluation[] = [
    { majorant: majorantOf(sources, true), isMoved: false, part: 1 },
    {
      majorant: majorantOf(sources, true, { isMoved: true }),
      isMoved: true,
      part: tracer.number(EXPRESSIONS, "MOVED") * (1 - 2 ** -40),
    },
  ];
  const proved = [0, 0];
  for (const side of sides(tracer)) {
    const each = <T>(make: (size: Size) => T): Record<Size, T> =>
      Object.fromEntries(SIZES.map((size) => [size, make(size)])) as Record<Size, T>;
    const shifted = each((size) => shift(sources, side, size));
    const t = side.middle + side.distances[0];
    for (const range of moves(tracer, largestRadius(tracer))) {
      const d = range[1];
      const made = {
        // The low part of c0 is added last.
        ...each((size) => makeEntry(sources, { size, t, d, lows: [2 * shifted[size].lows[0]] })),
        slopeLow: makeEntry(sources, { size: "slopeLow", t, d, lows: [0, 1] }),
        c2Low: makeEntry(sources, { size: "c2Low", t, d, lows: [0, 0, 1] }),
      };
      for (const radius of radii(tracer)) {
        evaluations.forEach((evaluation, i) => {
          const ratios = ratiosOf(tracer, side, shifted, made, radius, range, evaluation);
          proved[i] = Math.max(proved[i], ...Object.values(ratios));
        });
      }
    }
  }
  const common = { phase: "fast", claimed: 1, by: "errors, majorants" } as const;
  return Promise.resolve([
    {
      ...common,
      name: "entries of multigammaln and its gradient, every dimension",
      source: BUILD,
      proved: proved[0],
    },
    {
      ...common,
      name: "multigammaln and its gradient of double-doubles, every dimension",
      source: EXPRESSIONS,
      proved: proved[1],
    },
  ]);
}

export const proof: Proof = { isQuick: true, prove };
