// The fast phase of the Bessel functions, in each piece of each entry of bessel/data.ts: what the
// entry's polynomial is off (Arb, tools/arb/entries.c), and what evaluating it loses (majorants of
// bessel/fast_entry.ts), together are at most the bound that the kernel's rounding test allows for
// there.
//
//   scaled   i0e and i1e: a part of the high part, the same in all entries
//   steep    their derivatives: the entry's own
//   far      (high + low) (1 + w), with the error of w
//   growing  (high + low) times exp, with its error, which proofs/exp.ts proves
//   pairs    all of these as unrounded double-doubles with a bound for each element (bessel/fast_pair.ts), for expressions. Those
//            that grow have exp to 2^-66, with r = near - far in two parts. Expressions may add to the low part what that of
//            an argument makes of it (expression/bessel.ts): one rounding more of the sum

import {
  type BesselEntry,
  type BesselTable,
  factorOf,
  farTables,
  nearTables,
} from "../bessel_table.ts";
import { Enclosures, oddPart, pieceOf, PIECES } from "../entries.ts";
import type { Graph, Node } from "../graph.ts";
import {
  type Bounded,
  evaluateAt,
  evaluateMajorant,
  Majorants,
  meaningOf,
  polynomialIn,
} from "../majorant.ts";
import type { Bound, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer, type Value } from "../tracer.ts";
import { constantsError, FAR, REACH } from "./exp.ts";

const PATH = "bessel/fast_entry.ts";
const CURVE = ["c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];

/** The error of the low part, with what `evaluate` is asked to do with the double-double. */
function majorantOf(sources: Sources, then: readonly string[], kind: string): Bounded {
  const tracer: Tracer = new Tracer(sources, {
    [`${PATH} lowHalves`]: () => [c9, c9],
    "elementary/exp.ts expStep": () => [stepHigh, stepLow],
    "elementary/exp.ts expRest": () => [rest, rest],
    "elementary/exp.ts scaleOnce": (y: Lanes) => y,
  });
  const { graph } = tracer;
  // The caller checks that |c0| >= |d c1h|, or c0 = 0; m of `timesExp` is all of a product but 2^-24.
  graph.isOrdered = () => true;
  const input = (name: string) => graph.input(name, [2 ** -20, 1]);
  const [d, c0, c1h, c1l, c9] = ["d", "c0", "c1h", "c1l", "c9"].map(input);
  const [stepHigh, stepLow, rest] = ["stepHigh", "stepLow", "rest"].map(input);
  const [p, bound] = ["p", "bound"].map(input);
  const entry = tracer.allocate(96);
  // In the fourth place is the bound, of steep functions; others multiply theirs by high.
  const numbers = [0, c0, c1h, bound, ...CURVE.slice(0, 7).map(input), c1l];
  numbers.forEach((node, i) => tracer.store(entry + 8 * i, node));
  const test = tracer.allocate(16);
  [0, 8].forEach((at) => tracer.store(test + at, input("test")));
  const both = (x: Value) => [x, x] as unknown as Lanes;
  const ways = then.filter((name) => name !== "NEAR")
    .reduce((sum, name) => sum + tracer.number(PATH, name), 0);
  const args: Value[] = [
    ...[tracer.number("bessel/kinds.ts", kind), ways, both(d), 0],
    ...[both(d), entry, entry, both(then.includes("NEAR") ? 0 : p), both(1), both(1), test],
  ];
  const [high, low] = then.includes("PAIR_FAR")
    ? tracePair(tracer, args)
    : traceRounded(tracer, args);
  checkMeaning(graph, [high, low], then, kind.endsWith("_SLOPE"));
  const majorants = new Majorants([high, low], { isExact: isExactProduct });
  return majorants.of(low);
}

/** The error of the low part of a growing function as a pair, and its size. */
function growingMajorant(sources: Sources): Bounded {
  const [, roots] = traceGrowing(sources, [5, 7, 11]);
  const { graph } = roots[0];
  const inputs: Record<string, number> = { d: 2, c0: 3, c1h: 5, c1l: 7, near: 6, far: 2 };
  CURVE.forEach((name, k) => inputs[name] = 11 + k);
  inputs.c9 = 0;
  Object.assign(inputs, { stepHigh: 17, stepLow: 19 });
  const r = inputs.near - inputs.far;
  const polynomial = CURVE.reduce(
    (sum, name, k) => sum + inputs[name] * 2 ** (k + 2),
    3 + 2 * (5 + 7),
  );
  const exp = 1 + r + r * r * (0.5 + r * (5 + r * (7 + r * 11)));
  const meant = polynomial * (17 + 19) * exp;
  const nodes = roots.map(({ node }) => node);
  if (meaningOf(graph, nodes, inputs) !== meant) {
    throw new Error(`${PATH} timesExpAccurately is not what its entry is taken for`);
  }
  const [known, [high, low]] = traceGrowing(sources);
  const isExact = (node: Node): boolean =>
    isExactProduct(node) ||
    node.kind === "product" && node.args.every(({ kind }) => kind === "short");
  return new Majorants([high.node, low.node], { isExact, known }).of(low.node);
}

/** With a rounding of the low part, after something was added to it. */
function roundedAgain({ size, error }: Bounded): Bounded {
  const more = new Map(error);
  for (const [term, value] of size) {
    more.set(term, (more.get(term) ?? 0) + value * 2 ** -53 * (1 + 2 ** -40));
  }
  return { size, error: more };
}

interface Root {
  graph: Graph;
  node: Node;
}

/**
 * The parts of that pair, and what is known of `near` less the upper bits of r: it is `far` and the lower bits, which no majorant sees.
 * `series`: what takes the place of 1/3!, 1/4! and 1/5!.
 */
function traceGrowing(
  sources: Sources,
  series?: readonly number[],
): [Map<Node, Bounded>, [Root, Root]] {
  const path = "elementary/exp.ts";
  const tracer: Tracer = new Tracer(sources, {
    [`${path} expCount`]: () => [0, 0],
    [`${path} expNear`]: () => both(near),
    [`${path} expFar`]: () => both(far),
    [`${path} expStep`]: () => [stepHigh, stepLow],
  });
  const { graph } = tracer;
  graph.isOrdered = () => true;
  const both = (x: Value) => [x, x] as unknown as Lanes;
  const input = (name: string) => graph.input(name, [2 ** -20, 1]);
  const [d, c0, c1h, c1l] = ["d", "c0", "c1h", "c1l"].map(input);
  const [near, far, stepHigh, stepLow] = ["near", "far", "stepHigh", "stepLow"].map(input);
  const entry = tracer.allocate(96);
  [0, c0, c1h, 0, ...CURVE.slice(0, 7).map(input), c1l].forEach((node, i) =>
    tracer.store(entry + 8 * i, node)
  );
  const test = tracer.allocate(16);
  [0, 8].forEach((at) => tracer.store(test + at, input("test")));
  const factorials = tracer.number("arithmetic/constants_data.ts", "INVERSE_FACTORIALS");
  const step = tracer.number("arithmetic/constants.ts", "TRIPLE");
  series?.forEach((value, k) => tracer.store(factorials + (k + 3) * step, value));
  const roots = tracePair(tracer, [
    ...[tracer.number("bessel/kinds.ts", "I0"), tracer.number(PATH, "PAIR_EXP"), both(d), 0],
    ...[both(d), entry, entry, both(d), both(0), both(1), test],
  ]);
  const known = new Map<Node, Bounded>();
  const r = graph.sum(near, graph.negated(far));
  for (const node of graph.nodes) {
    if (node.kind !== "short" || node.args[0] !== r) continue;
    const rest = graph.sum(near, graph.negated(node));
    known.set(rest, {
      size: new Map([["nearRest", 1]]),
      error: new Map([["nearRest", 2 ** -53]]),
    });
  }
  return [known, roots.map((node) => ({ graph, node })) as [Root, Root]];
}

/** The parts of a result that is rounded. */
function traceRounded(tracer: Tracer, args: readonly Value[]): [Node, Node] {
  const found = tracer.argumentsOf(["bessel/symmetry.ts", "symmetric64"], PATH, "evaluate", args);
  const [first, second] = unscaled((found[2] as Lanes)[0] as Node).args;
  return isHigh(first) ? [first, second] : [second, first];
}

/** Those of one that is not. */
function tracePair(tracer: Tracer, args: readonly Value[]): [Node, Node] {
  tracer.call(PATH, "evaluate", args);
  const at = tracer.number(PATH, "PAIR");
  return [tracer.loadNode(at), tracer.loadNode(at + 16)];
}

/** That without rounding high + low is the entry's polynomial, times 1 + p or exp. */
function checkMeaning(
  graph: Graph,
  roots: readonly Node[],
  then: readonly string[],
  isSteep: boolean,
): void {
  const inputs: Record<string, number> = { d: 2, c0: 3, c1h: 5, c1l: 7, test: 0, bound: 0 };
  CURVE.forEach((name, k) => inputs[name] = 11 + k);
  if (!isSteep) inputs.c9 = 0;
  Object.assign(inputs, { p: 13, stepHigh: 17, stepLow: 19, rest: 23 });
  let meant = CURVE.reduce((sum, name, k) => sum + inputs[name] * 2 ** (k + 2), 3 + 2 * (5 + 7));
  const isFar = then.includes("FAR") || then.includes("PAIR_FAR") && !then.includes("NEAR");
  if (isFar) meant *= 1 + inputs.p;
  if (then.includes("TIMES_EXP")) meant *= (17 + 19) * (1 + 23);
  if (meaningOf(graph, roots, inputs) !== meant) {
    throw new Error(`${PATH} evaluate, ${then.join(" ")}, is not what its entry is taken for`);
  }
}

/** Without the last factor, a power of two. */
function unscaled(node: Node): Node {
  return node.kind === "scaled" ? unscaled(node.args[0]) : node;
}

/** The high part: c0 + d c1h, or the first part of the product with exp. */
function isHigh(node: Node): boolean {
  return node.kind === "sum" &&
      node.args.some(({ kind, name }) => kind === "input" && name === "c0") ||
    node.kind === "product" && node.args.some(({ name }) => name === "stepHigh");
}

/**
 * d c1h, whose factors are short: the entries are checked for it. And short parts times stepHigh,
 * of 27 bits.
 */
function isExactProduct({ kind, args }: Node): boolean {
  if (kind !== "product") return false;
  const isShort = (name: string) =>
    args.some((arg) => arg.name === name) && args.some((arg) => arg.kind === "short");
  const isLine = args.some(({ name }) => name === "c1h");
  return isLine || isShort("stepHigh");
}

/** That d = x - breakpoint and its product with c1h are exact, and that FastTwoSum's operands are ordered. */
function checkEntry(entry: BesselEntry, table: BesselTable): void {
  const { low, high, breakpoint, c0, c1h } = entry;
  const fail = (what: string) => {
    throw new Error(`${table.name} at ${breakpoint}: ${what}`);
  };
  const reach = Math.max(high - breakpoint, breakpoint - low);
  const hasZero = table.name === "I1E_GRAD" && low <= 1.6 && high >= 1.5;
  if (c0 !== 0 && Math.abs(c0) < Math.abs(c1h) * reach && !hasZero) fail("c0 is below d c1h");
  if (breakpoint !== 0) {
    const ulp = 2 ** (Math.floor(Math.log2(low)) - 52);
    if (breakpoint < low || breakpoint > high || breakpoint % ulp !== 0) fail("d is not exact");
    const bits = table.isSteep ? 2 ** 26 : reach / ulp; // of steep functions d is cut into two such parts
    if (bits * oddPart(c1h) > 2 ** 53) fail("d c1h is not exact");
  } else if (oddPart(c1h) > (table.isSteep ? 2 ** 26 : 1)) fail("d c1h is not exact");
}

interface Claim {
  /** The bound: a part of |high|, of |d^2 c2|, of |d c1l|, and a number. */
  part?: number;
  curve?: number;
  slope?: number;
  /** Of |high p|, for pairs times 1 + p. */
  moved?: number;
  own?: number;
  /** What is not of the entry, as a part of f; and what the entry's own error is multiplied by. */
  more?: number;
  factor?: number;
  /** Of symbols that are not numbers of the entry. */
  sizes?: Readonly<Record<string, number>>;
}

/** The largest error in units of the bound, of all pieces of the entries. */
function worstRatio(
  arb: Enclosures,
  entries: readonly BesselEntry[],
  majorant: Bounded,
  claimOf: (entry: BesselEntry) => Claim,
): number {
  let worst = 0;
  // f may be 0 at x = 0: then everything is a multiple of d.
  const isQuotient = entries.length === 1 && entries[0].breakpoint === 0 && entries[0].c0 === 0;
  const bounds = arb.enclose({ ...entries[0].of, isQuotient }, entries);
  entries.forEach((entry, i) => {
    const claim = claimOf(entry);
    if (claim.slope !== undefined && hasZeroIn(entry)) {
      worst = Math.max(worst, zeroRatio(arb, entry, majorant, claim));
      return;
    }
    const { part = 0, curve = 0, slope = 0, moved = 0, own = 0, more = 0, factor = 1, sizes } =
      claim;
    const all: Record<string, number> = { c9: 0, p: 0, test: part, bound: own, ...sizes };
    for (const name of ["c0", "c1h", "c1l"] as const) all[name] = Math.abs(entry[name]);
    entry.curve.forEach((c, k) => all[CURVE[k]] = Math.abs(c));
    const rounding = polynomialIn("d", majorant.error, all);
    if (isQuotient && (rounding[0] > 0 || bounds[i][PIECES] > 0)) {
      throw new Error("An error is no multiple of d");
    }
    for (let piece = 0; piece < PIECES; piece++) {
      const ends = pieceOf(entry, piece);
      const d = Math.max(...ends.map(Math.abs));
      const nearest = ends[0] * ends[1] <= 0 ? 0 : Math.min(...ends.map(Math.abs));
      const lines = ends.map((t) => entry.c0 + t * entry.c1h);
      const least = lines[0] * lines[1] <= 0 ? 0 : Math.min(...lines.map(Math.abs));
      const high = isQuotient ? all.c1h : least * (1 - 2 ** -50);
      const largest = isQuotient ? high : Math.max(...lines.map(Math.abs)) * (1 + 2 ** -8);
      const lost = evaluateAt(d, isQuotient ? rounding.slice(1) : rounding);
      const bent = nearest * (curve * all.c2 * nearest + slope * all.c1l);
      // |p| is at least 0.98 of the sum of its terms.
      const allowed = ((part + 0.98 * moved * all.p) * high + own +
        bent / (isQuotient ? nearest || 1 : 1)) * (1 - 2 ** -50);
      const error = bounds[i][piece] * factor + lost + more * largest;
      worst = Math.max(worst, error / allowed);
    }
  });
  return worst;
}

function hasZeroIn({ low, high, breakpoint, c0, c1h }: BesselEntry): boolean {
  return c0 !== 0 && (c0 + (low - breakpoint) * c1h) * (c0 + (high - breakpoint) * c1h) < 0;
}

/**
 * The same of a pair's entry around a zero: all but what is off at the breakpoint, which `own` covers, is divided by |d|, a multiple
 * of an ulp. There |high| is at least half of |d c1h|.
 */
function zeroRatio(
  arb: Enclosures,
  entry: BesselEntry,
  majorant: Bounded,
  { part = 0, curve = 0, slope = 0, own = 0 }: Claim,
): number {
  const ulp = 2 ** (Math.floor(Math.log2(entry.breakpoint)) - 52);
  const all: Record<string, number> = { p: 0, test: part, bound: own };
  for (const name of ["c0", "c1h", "c1l"] as const) all[name] = Math.abs(entry[name]);
  entry.curve.forEach((c, k) => all[CURVE[k]] = Math.abs(c));
  if (all.c0 > 0.5 * ulp * all.c1h) throw new Error("A zero is not next to its breakpoint");
  const [bounds] = arb.enclose({ ...entry.of, isQuotient: true }, [entry]);
  const rounding = polynomialIn("d", majorant.error, all);
  let worst = (bounds[PIECES] + (rounding[0] ?? 0)) / own;
  for (let piece = 0; piece < PIECES; piece++) {
    const [from, to] = pieceOf(entry, piece);
    const ends = [from, to].map(Math.abs);
    const isAcross = from <= 0 && to >= 0;
    const [nearest, d] = [Math.min(...ends), Math.max(...ends)];
    const least = part * all.c1h / 2 + slope * all.c1l;
    const [first, ...others] = rounding.slice(1);
    const rise = evaluateAt(d, others); // times |d|
    // (b + r t)/(a + c t) rises or falls: it is largest at an end.
    for (const t of [isAcross ? 0 : nearest, d]) {
      worst = Math.max(
        worst,
        (bounds[piece] + first + t * rise) / (least + curve * all.c2 * t),
      );
    }
  }
  return worst;
}

/** The largest |w|, and how far what is computed of it is from the factor less 1. */
function factorError(sources: Sources, arb: Enclosures, name: string, which: number) {
  const path = "bessel/fast_asymptotic.ts";
  const tracer = new Tracer(sources);
  const { graph } = tracer;
  const a = graph.input("a", [2 ** 10, 2 ** 80]);
  const terms = tracer.allocate(40);
  const names = ["f0", "f1", "f2", "f3", "f4"];
  names.forEach((term, i) => tracer.store(terms + 8 * i, graph.input(term, [-8, 8])));
  const truths = { truths: [true, true] } as const;
  const w = tracer.lanes(path, "correction", [[a, a], truths, terms]);
  const inverse = graph.quotient(graph.constant(1), a);
  const known = new Map([[inverse, {
    size: new Map([["t", 1 + 2 ** -53]]),
    error: new Map([["t", 2 ** -53]]),
  }]]);
  const { size, error } = new Majorants([w], { known }).of(w);
  const entry = factorOf(sources, name, which);
  const [[bounds]] = [arb.enclose(entry.of, [entry])];
  const sizes: Record<string, number> = { t: 2 ** -10 };
  [entry.c1h, ...entry.curve].slice(0, 5).forEach((c, i) => sizes[names[i]] = Math.abs(c));
  return {
    size: evaluateMajorant(size, sizes),
    error: evaluateMajorant(error, sizes) + Math.max(...bounds),
  };
}

/** 2^(j/1024) as high + low: the largest |low| next to high, whose first 27 bits it has alone. */
function stepRatio(sources: Sources): number {
  const path = "elementary/exp.ts";
  const tracer = new Tracer(sources);
  tracer.call(path, "makeSteps", []);
  const at = tracer.number(path, "STEPS");
  let worst = 0;
  for (let j = 0; j < 1024; j++) {
    const [high, low] = [0, 8].map((offset) => tracer.load(at + 16 * j + offset) as number);
    if (oddPart(high) >= 2 ** 27) throw new Error(`Step ${j} of exp has more than 27 bits`);
    worst = Math.max(worst, Math.abs(low) / high);
  }
  return worst;
}

async function prove(sources: Sources): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const tracer = new Tracer(sources);
  const constant = (name: string) => tracer.number("bessel/data.ts", name);
  const found: Bound[] = [];
  const add = (
    name: string,
    entries: readonly (BesselEntry | undefined)[],
    majorant: Bounded,
    claimOf: (entry: BesselEntry) => Claim,
  ) => {
    const proved = worstRatio(arb, entries as BesselEntry[], majorant, claimOf);
    const by = "Arb, majorants";
    found.push({ name, phase: "fast", source: "bessel/data.ts", claimed: 1, proved, by });
  };
  const near = nearTables(sources);
  const [half, threeHalves] = farTables(sources);
  for (const table of [...near, half, threeHalves]) {
    for (const entry of [table.growingHead, table.head, ...table.entries]) {
      if (entry) checkEntry(entry, table);
    }
  }

  const rounded = majorantOf(sources, ["ROUNDED"], "I0E");
  const headed = majorantOf(sources, ["ROUNDED", "HEADED"], "I1E");
  const steep = majorantOf(sources, ["ROUNDED"], "I1E_SLOPE");
  const ownOf = ({ fourth }: BesselEntry): Claim => ({ own: fourth });
  for (const { name, isSteep, head, entries } of near) {
    const title = `${name}, scaled`;
    const part = isSteep || name === "I1_GRAD" ? 0 : constant(`${name}_TEST_BOUND`);
    if (isSteep) {
      add(title, entries, steep, ownOf);
      add(`${title}, entry 0`, [head], steep, ownOf);
    } else if (part > 0) {
      add(title, entries, rounded, () => ({ part }));
      const curve = name === "I1E" ? tracer.load(tracer.number(PATH, "A")) as number : 0;
      add(`${title}, entry 0`, [head], curve ? headed : rounded, () => ({ part, curve }));
    }
  }

  const exp = majorantOf(sources, ["TIMES_EXP"], "I0");
  const sizes = { stepHigh: 1, stepLow: stepRatio(sources), rest: REACH * 1.001 };
  const expError = tracer.number("elementary/exp.ts", "EXP_ERROR");
  const times = tracer.number(PATH, "EXP_TEST_BOUND");
  for (const { name, isSteep, growingHead, entries } of near) {
    if (isSteep) continue;
    const part = constant(`${name}_EXP_TEST_BOUND`) + times;
    // All is divided by the high part of 2^(j/1024).
    const claim = { part, sizes, factor: 1 + 2 ** -10, more: expError * (1 + 2 ** -10) };
    add(`${name}, growing`, entries, exp, () => claim);
    add(`${name}, growing, entry 0`, [growingHead], exp, () => claim);
  }

  const far = majorantOf(sources, ["FAR"], "I0E");
  const farSteep = majorantOf(sources, ["FAR"], "I1E_SLOPE");
  ["I0E", "I1E", "I0E_GRAD", "I1E_GRAD"].forEach((name, which) => {
    const { size, error } = factorError(sources, arb, `${name}_FAR`, which);
    const claim = { more: error, factor: 1 + size, sizes: { p: size } };
    if (which < 2) {
      const part = constant(`${name}_FAR_TEST_BOUND`);
      add(`${name}, far`, half.entries, far, () => ({ ...claim, part }));
    } else {
      add(
        `${name}, far`,
        threeHalves.entries,
        farSteep,
        (entry) => ({ ...claim, ...ownOf(entry) }),
      );
    }
  });

  const unrounded = (kind: string, ...of: string[]) =>
    roundedAgain(majorantOf(sources, ["PAIR_FAR", ...of], kind));
  const each = tracer.load(tracer.number(PATH, "A")) as number;
  const room = tracer.number("bessel/fast_pair.ts", "ROOM");
  const [pair, steepPair] = ["I0E", "I1E_SLOPE"].map((kind) => unrounded(kind, "NEAR"));
  for (const { name, isSteep, head, entries } of near) {
    if (name === "I1_GRAD") continue; // it has no scaled function
    const part = constant(`${name}_BOUND`) * room;
    const own = name === "I1E_GRAD" ? tracer.load(tracer.number(PATH, "ZERO_BOUND")) as number : 0;
    const claim = { part, curve: each, slope: each, own };
    add(`${name}, pairs`, entries, isSteep ? steepPair : pair, () => claim);
    add(`${name}, pairs, entry 0`, [head], isSteep ? steepPair : pair, () => claim);
  }
  const growing = roundedAgain(growingMajorant(sources));
  const growingSizes = {
    ...sizes,
    near: REACH + FAR,
    far: FAR,
    nearRest: FAR + 2 ** -25 * REACH,
  };
  const ofExp = tracer.load(tracer.number(PATH, "A_EXP")) as number;
  const lost = await constantsError(sources) + REACH ** 6 / 700;
  for (const { name, isSteep, growingHead, entries } of near) {
    if (isSteep) continue;
    const part = (constant(`${name}_BOUND`) + tracer.number(PATH, "EXP_BOUND")) *
      tracer.number(PATH, "EXP_FACTOR") * room;
    const claim = { part, curve: ofExp, slope: ofExp, sizes: growingSizes };
    const all = { ...claim, factor: 1 + 2 ** -10, more: lost * (1 + 2 ** -10) };
    add(`${name}, growing pairs`, entries, growing, () => all);
    add(`${name}, growing pairs, entry 0`, [growingHead], growing, () => all);
  }
  const [farPair, farSteepPair] = ["I0E", "I1E_SLOPE"].map((kind) => unrounded(kind));
  ["I0E", "I1E", "I0E_GRAD", "I1E_GRAD"].forEach((name, which) => {
    const { size, error } = factorError(sources, arb, `${name}_FAR`, which);
    const { entries } = which < 2 ? half : threeHalves;
    const bound = constant(which < 2 ? "FAR_HALF_BOUND" : "FAR_THREE_HALVES_BOUND");
    const part = (bound + tracer.number(PATH, "FAR_BOUND")) * room;
    const claim = { part, curve: each, slope: each, moved: each };
    const majorant = which < 2 ? farPair : farSteepPair;
    // The bound and the error are linear in w: with all of it, and without.
    add(
      `${name}, pairs, far`,
      entries,
      majorant,
      () => ({ ...claim, more: error, factor: 1 + size, sizes: { p: size } }),
    );
    add(`${name}, pairs, very far`, entries, majorant, () => claim);
  });
  return found;
}

export const proof: Proof = { isQuick: true, prove };
