// The accurate phase of the Bessel functions (bessel/accurate.ts), everywhere:
//
//   entries   every one that the probe build makes: what its polynomial is off (Arb), and what evaluating it loses (majorants of
//             tables/entry_double_double.ts), as a part of the function
//   growing   that times exp of a double-double, which accurate_exp.ts proves
//   far       entries of powers times 1 + w: Hankel's expansion, whose polynomial Arb encloses, and its roundings
//
// Together these are at most ACCURATE_BOUND, with what Ziv's test loses by adding the bound to the low part.

import { openProbe } from "../../../support/probe_module.ts";
import { Enclosures } from "../entries.ts";
import { errorDomain, ErrorGraph } from "../errors.ts";
import { Graph, largest, type Node, type Range, smallest } from "../graph.ts";
import { coefficientsOf } from "../majorant.ts";
import { type Pair, type PairEntry, pairMajorant, pairOf, readPairs } from "../pair_entries.ts";
import { type Bound, claimOf, type Effort, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer, type Value } from "../tracer.ts";

const PATH = "bessel/accurate.ts";
const TABLE = "bessel/accurate_table.ts";
const LANES = "arithmetic/double_double_lanes.ts";
const EXP = "elementary/exp_double_double.ts";
const UNIT = 2 ** -53;
const ROOM = 1 + 2 ** -20;
const PER_OCTAVE = 32;
const FIRST_OCTAVE = -6;
/** Terms of a function's series: r is at most 2^-6 of the breakpoint, and what is left out 2^-160. */
const TERMS = 28;
const QUICK_STRIDE = 13;
/** Parts of [1, 2), in which y and exp are taken. */
const PARTS = 16;
/** Octaves of a; beyond, w is below 2^-200, with all that it is off. */
const FAR_OCTAVES = [20, 200] as const;

/** The kinds whose entries are the tables, with tools/arb/entries.c's numbers. */
const SCALED = [["I0E", 1], ["I1E", 3], ["I1_SLOPE", 5], ["I0E_SLOPE", 7], [
  "I1E_SLOPE",
  9,
]] as const;
/** Kinds, their tables, and of those that are not growing Hankel's expansion. */
const KINDS = [
  ["I0", 0],
  ["I1", 1],
  ["I1_SLOPE", 2],
  ["I0E", 0, 0],
  ["I1E", 1, 1],
  ["I0E_SLOPE", 3, 2],
  ["I1E_SLOPE", 4, 3],
] as const;

const both = (x: Value): Lanes => [x, x] as unknown as Lanes;

const intervalOf = (number: number): Range => {
  if (number === 0) return [0, 2 ** FIRST_OCTAVE];
  const octave = FIRST_OCTAVE + Math.floor((number - 1) / PER_OCTAVE);
  const width = 2 ** octave / PER_OCTAVE;
  const low = 2 ** octave + (number - 1) % PER_OCTAVE * width;
  return [low, low + width];
};

/** Symbols of a pair in a range, and of its low part. */
function pairIn(graph: ErrorGraph, range: Range, { error, low }: Pair): readonly [Node, Node] {
  const size = low * largest(range);
  const lost = error * largest(range);
  const high = graph.input("high", range, size + lost);
  return [high, graph.low(high, [-size, size], lost)];
}

/** The parts of a range. */
function* partsOf([from, to]: Range): Generator<Range> {
  for (let i = 0; i < PARTS; i++) {
    yield [from + (to - from) * i / PARTS, from + (to - from) * (i + 1) / PARTS];
  }
}

/** What is wrong with a result, as a part of it: with the addition of the bound to its low part. */
function partWrong(graph: ErrorGraph, tracer: Tracer, high: Node): number {
  const low = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
  return (graph.errorOf(high, low) + 2 * UNIT * largest(low.range)) / smallest(high.range) * ROOM;
}

/** Of a growing function: y times exp. */
function growingError(sources: Sources, pair: Pair): number {
  const expError = new Tracer(sources).number(EXP, "EXP_ERROR");
  const graph = new ErrorGraph();
  let y: readonly [Node, Node];
  let e: readonly [Node, Node];
  const tracer: Tracer = new Tracer(sources, {
    [`${TABLE} accurateEntry`]: () => 0,
    "tables/entry.ts entryNumber": () => 0,
    [`${PATH} evaluate`]: () => put(y),
    [`${EXP} expReduced`]: () => put(e),
  }, errorDomain(graph));
  const put = ([high, low]: readonly [Node, Node]): Lanes => {
    const at = tracer.number("memory_map.ts", "LOW");
    for (const lane of [0, 8]) tracer.store(at + lane, low);
    return both(high);
  };
  let worst = 0;
  for (const ofY of partsOf([1, 2])) {
    for (const ofE of partsOf([Math.SQRT1_2 * 0.98, Math.SQRT2 * 1.02])) {
      y = pairIn(graph, ofY, pair);
      e = pairIn(graph, ofE, { error: expError, low: UNIT * 1.01 });
      const kind = tracer.number("bessel/kinds.ts", "I0");
      const [high] = tracer.call(PATH, "nearPair", [kind, both(y[0])]) as Lanes;
      worst = Math.max(worst, partWrong(graph, tracer, high as Node));
    }
  }
  return worst;
}

/** What Hankel's expansion leaves out, as a part of 1 + w. */
function hankelTruncated(sources: Sources, arb: Enclosures, kind: number, which: number): number {
  const tracer: Tracer = new Tracer(sources, {}, { graph: new Graph() });
  const a = tracer.graph.input("a", [2 ** 20, 2 ** 21]);
  const y = tracer.graph.input("y", [1, 2]);
  const args = tracer.argumentsOf(
    ["bessel/fast_asymptotic.ts", "timesFactor"],
    PATH,
    "timesHankel",
    [
      ...[kind, both(a), both(y), both(y)],
    ],
  );
  const [c1, later] = [args[4], args[5]].map((lanes) => (lanes as Lanes)[0]);
  const coefficients = coefficientsOf(tracer.graph.formOf(later as Node).exact);
  coefficients[0] = 1;
  coefficients[1] = c1 as number;
  const terms = coefficients.map((c) => [c, 0] as const);
  const entry = { low: 0, high: 2 ** -FAR_OCTAVES[0], breakpoint: 0, terms };
  const [bounds] = arb.enclose({ family: "hankel", parameter: which, terms: 20 }, [entry]);
  return Math.max(...bounds) * (1 + 2 ** -18);
}

/** Of a function that is not growing, at 2^20 and beyond. */
function farError(sources: Sources, kind: number, pair: Pair): number {
  const graph = new ErrorGraph();
  const ofReciprocal = claimOf(sources, LANES, "reciprocalLow");
  const tracer: Tracer = new Tracer(
    sources,
    {},
    errorDomain(graph, {
      contracts: {
        [`${LANES} reciprocalLow`]: (_, args) => {
          const quotient = (args[1] as Lanes)[0] as Node;
          const size = UNIT * largest(quotient.range) * ROOM;
          return both(graph.low(quotient, [-size, size], ofReciprocal * largest(quotient.range)));
        },
      },
    }),
  );
  let worst = 0;
  const on = (range: Range, ofY: Range): void => {
    const a = graph.input("a", range);
    const [y, low] = pairIn(graph, ofY, pair);
    const [high] = tracer.call(PATH, "timesHankel", [kind, both(a), both(y), both(low)]) as Lanes;
    worst = Math.max(worst, partWrong(graph, tracer, high as Node));
  };
  for (let octave = FAR_OCTAVES[0]; octave < FAR_OCTAVES[1]; octave++) {
    for (const part of partsOf([1, 2])) on([2 ** octave, 2 ** (octave + 1)], part);
  }
  return worst;
}

async function prove(sources: Sources, { level }: Effort): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  const tracer = new Tracer(sources);
  const shape = [tracer.number(TABLE, "PAIRS"), tracer.number(TABLE, "COUNT")] as const;
  const majorant = pairMajorant(sources, ...shape);
  const kindOf = (name: string): number => tracer.number("bessel/kinds.ts", name);
  const [last, zeroEntry] = ["LAST_ENTRY", "ZERO_ENTRY"].map((name) => tracer.number(TABLE, name));
  const step = level === "quick" ? QUICK_STRIDE : 1;

  const tables = SCALED.map(([name, parameter], table) => {
    const read = (number: number): PairEntry =>
      readPairs(
        probe,
        probe.probes.bessel_accurate_entry(kindOf(name), number),
        intervalOf(number),
        shape,
      );
    const worst: Pair = { error: 0, low: 0 };
    const add = (entries: readonly PairEntry[], bits: number, hasZero = false): void => {
      const found = pairOf(
        arb,
        { family: "bessel", parameter, terms: TERMS, bits },
        entries,
        majorant,
        { hasZero },
      );
      worst.error = Math.max(worst.error, found.error);
      worst.low = Math.max(worst.low, found.low);
    };
    add([read(0)], 300, name === "I1E");
    for (let first = 1; first <= last; first += PER_OCTAVE) {
      const numbers = Array.from({ length: PER_OCTAVE }, (_, i) => first + i)
        .filter((number) => number % step === 0 && !(table === 4 && number === zeroEntry));
      // Derivatives of exp(x) and exp(-x) that cancel are r^k times as large as what is left of them.
      const bits = 300 + TERMS * Math.max(0, first / PER_OCTAVE - 8);
      add(numbers.map(read), Math.ceil(bits));
    }
    if (table === 4) add([read(zeroEntry)], 300, true);
    return worst;
  });
  const powers = [0, 1].map((parameter) => {
    const first = tracer.number(TABLE, "FIRST_POWER");
    const entries = Array.from({ length: 2 * PER_OCTAVE }, (_, i) =>
      readPairs(
        probe,
        probe.probes.bessel_power_entry(parameter === 1, first + i),
        intervalOf(first + i),
        shape,
      ));
    return pairOf(arb, { family: "power", parameter, terms: TERMS, bits: 300 }, entries, majorant);
  });

  const bound = tracer.number(PATH, "ACCURATE_BOUND") * (1 - 2 ** -40);
  const common = {
    phase: "accurate",
    source: PATH,
    claimed: 1,
    by: "Arb, majorants, errors",
  } as const;
  return KINDS.flatMap(([name, table, which]) => {
    const pair = tables[table];
    if (which === undefined) {
      return [{ ...common, name, proved: growingError(sources, pair) / bound }];
    }
    const ofPower = powers[which < 2 ? 0 : 1];
    const far = farError(sources, kindOf(name), ofPower) +
      hankelTruncated(sources, arb, kindOf(name), which);
    return [
      { ...common, name, proved: (pair.error + 2 * UNIT * pair.low) / bound },
      { ...common, name: `${name}, far`, proved: far / bound },
    ];
  });
}

export const proof: Proof = { isQuick: true, prove };
