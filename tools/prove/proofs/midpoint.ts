// polygamma of even orders next to the midpoints between negative poles, fast and accurate phase (polygamma/midpoint.ts).
//
//   series   the coefficients as the probe build makes them, beside those of Arb; and its operations, by octaves of u = 1 - 2a
//   sum      what adding the third term of the reflection loses (polygamma/reflected_sum.ts), for every quotient of the two from
//            2^-120 to 2^120, beside what their own errors leave of the bound: the rest of HALF_PART, and THIRD_LEFT of the part
//            of the third term. Beyond, one of them is below what is left of the other's

import { openProbe, type Probe } from "../../../support/probe_module.ts";
import { Enclosures } from "../entries.ts";
import { errorDomain, ErrorGraph, type Pair } from "../errors.ts";
import type { Node, Range } from "../graph.ts";
import { type Bound, type Effort, type Proof, shareOf } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer } from "../tracer.ts";

const PATH = "polygamma/midpoint.ts";
const SUM = "polygamma/reflected_sum.ts";
const UNIT = 2 ** -53;
const ROOM = 1 + 2 ** -20;
/** s = n + 1 of even orders with a table. */
const ALL = Array.from({ length: 510 }, (_, i) => 2 * i + 5);
const VALUES: Readonly<Record<Effort["level"], readonly number[]>> = {
  quick: [5, 21, 1023],
  usual: [5, 7, 9, 15, 21, 51, 101, 201, 401, 499, 751, 1021, 1023],
  every: ALL,
};
/** u is a multiple of 2^-52, or of 2^-53 next to 0. */
const LEAST = -54;
const QUOTIENTS = 120;
/** Of the third term 0.991 of its part is proved, by made_polygamma.ts and powers.ts. */
const THIRD_LEFT = 2 ** -8;

const both = (node: Float): Lanes => [node, node];

/** The largest relative error of the series. */
function seriesError(sources: Sources, arb: Enclosures, probe: Probe, s: number): number {
  const tracer0 = new Tracer(sources);
  const radius = 2 * (tracer0.call(PATH, "radiusOf", [s]) as number) * (1 + 2 ** -40);
  const [terms, pairs] = ["TERMS", "PAIRED"].map((name) => tracer0.number(PATH, name));
  const numbers = new Float64Array(
    probe.memory.buffer,
    probe.probes.midpoint_terms(s),
    2 * terms,
  );
  const coefficients = Array.from({ length: terms }, (_, k) =>
    // Of those that are no double-doubles the low parts are left out.
    [numbers[2 * k], k < pairs ? numbers[2 * k + 1] : 0] as const);
  const [bounds] = arb.enclose(
    { family: "midpoint", parameter: s, terms: 40, bits: 300 },
    [{ low: 0, high: radius ** 2, breakpoint: 0, terms: coefficients }],
  );
  // All terms are positive: the series is at least its first one.
  const method = Math.max(...bounds) / coefficients[0][0];

  const graph = new ErrorGraph();
  let u = graph.constant(0);
  const a = graph.input("a", [0, 0.5]);
  // 1 - 2a is exact.
  graph.known = (_, b) => b.kind === "scaled" && b.args[0] === a ? u : undefined;
  const tracer: Tracer = new Tracer(
    sources,
    { [`${PATH} prepareMidpoint`]: () => 0 },
    errorDomain(graph),
  );
  const at = tracer.number(PATH, "COEFFICIENTS");
  numbers.forEach((value, i) => tracer.store(at + 8 * i, value));
  const low = tracer.number("memory_map.ts", "LOW");
  let worst = 0;
  for (let octave = Math.floor(Math.log2(radius)); octave >= LEAST; octave--) {
    const ends: Range = [2 ** octave, Math.min(radius, 2 ** (octave + 1))];
    u = graph.input("u", ends);
    const [high] = tracer.call(PATH, "seriesNearHalf", [s, both(a)]) as Lanes;
    const { range } = high as Node;
    worst = Math.max(worst, graph.errorOf(high as Node, tracer.loadNode(low)) / range[0]);
  }
  return (worst + method) * ROOM;
}

/** The most that the sum of the series and the third term loses, in units of what is left of the bound. */
function sumRatio(sources: Sources, ofSeries: number): number {
  const graph = new ErrorGraph();
  const none = graph.constant(0);
  const tracer0 = new Tracer(sources);
  const halfPart = tracer0.number(PATH, "HALF_PART");
  const mirrorPart = tracer0.number("polygamma/error_bounds.ts", "ZETA_PART") +
    (tracer0.call("polygamma/error_bounds.ts", "powerPart", [4]) as number);
  const pairIn = (range: Range): Pair => {
    const size = UNIT * Math.max(...range.map(Math.abs)) * 1.01;
    const high = graph.input("high", range, size);
    return [high, graph.low(high, [-size, size], 0)];
  };
  let series: Pair = [none, none];
  let third: Pair = [none, none];
  const put = ([high, low]: Pair): Lanes => {
    const at = tracer.number("memory_map.ts", "LOW");
    for (const lane of [0, 8]) tracer.store(at + lane, low);
    return both(high);
  };
  const tracer: Tracer = new Tracer(
    sources,
    {
      [`${PATH} isNearHalf`]: () => ({ truths: [true, true] }) as unknown as Lanes,
      [`${PATH} seriesNearHalf`]: () => put(series),
      // The second term, which is left out here, and the third.
      "polygamma/powers.ts timesPowerOfRatio": () => put(third),
    },
    errorDomain(graph, { absolute: (x) => magnitude(graph, x) }),
  );
  const low = tracer.number("memory_map.ts", "LOW");
  const zeros = both(0);
  const on = ([from, to]: Range, sign: number): number => {
    series = pairIn([1, 2]);
    third = pairIn(sign > 0 ? [from, to] : [-to, -from]);
    const [high] = tracer.call(SUM, "reflectedSum", [
      ...[4, zeros, both(0.49)],
      ...Array.from({ length: 10 }, () => zeros),
      ...[zeros, both(mirrorPart)],
    ]) as Lanes;
    const left = halfPart - ofSeries + THIRD_LEFT * mirrorPart * from;
    return graph.errorOf(high as Node, tracer.loadNode(low)) / left;
  };
  if (halfPart <= ofSeries) return Infinity;
  let worst = 0;
  for (let octave = -QUOTIENTS; octave < QUOTIENTS; octave++) {
    for (const sign of [1, -1]) worst = Math.max(worst, on([2 ** octave, 2 ** (octave + 1)], sign));
  }
  return worst;
}

/** |x| of a symbol. */
function magnitude(graph: ErrorGraph, x: Node): Node {
  const ends = x.range.map(Math.abs);
  const isOpen = x.range[0] <= 0 && x.range[1] >= 0;
  return graph.input("absolute", [isOpen ? 0 : Math.min(...ends), Math.max(...ends)]);
}

async function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  using arb = await Enclosures.open();
  const probe = openProbe();
  const values = shareOf(VALUES[effort.level], effort);
  const errors = values.map((s) => seriesError(sources, arb, probe, s));
  const worst = Math.max(...errors);
  const claimed = new Tracer(sources).number(PATH, "HALF_PART");
  return [
    {
      name: `polygamma next to midpoints, ${values.length} orders; worst ${
        values[errors.indexOf(worst)] - 1
      }`,
      phase: "both",
      source: PATH,
      claimed,
      proved: worst,
      by: "Arb, errors",
    },
    {
      name: "polygamma next to midpoints, with the third term",
      phase: "fast",
      source: SUM,
      claimed: 1,
      proved: sumRatio(sources, worst),
      by: "errors",
    },
  ];
}

export const proof: Proof = { isQuick: true, prove };
