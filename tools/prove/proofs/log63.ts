// ln x with an absolute error below 2^-63 (elementary/log63.ts).
//
//   x = 2^k m, m c = 1 + z: k ln 2 - ln c + ln(1 + z), with entries c and high + low of -ln c
//
// The entries are symbols with ranges, as in log.ts.

import { proveRounding } from "../gappa.ts";
import { EXPONENTS, HIGH_BITS, ln2Error, multiple } from "../log_entries.ts";
import type { Bound, Proof } from "../proof.ts";
import { largestValue, sollyaNumber, sollyaText, supnorm } from "../sollya.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer } from "../tracer.ts";

const PATH = "elementary/log63.ts";
const PARTS = 128;
/** |z| is at most this: the middle of a part of [1, 2), times c, is nearly 1. */
const CLOSE_REACH = 2 ** -7.6;

async function proveLog(sources: Sources): Promise<Bound> {
  const { tracer, symbols, entries } = traceLog(sources);
  const { graph } = tracer;
  const { z, result } = symbols;
  const rounding = await proveRounding(graph, {
    result,
    multiples: { k: 0, high: HIGH_BITS, m: -52, c: -10 },
    hypotheses: [`v${z.id} in [${-CLOSE_REACH}, ${CLOSE_REACH}]`],
  });
  const values = entries.map(({ c, high, low }) =>
    `${sollyaNumber(high)} + ${sollyaNumber(low)} + log(${sollyaNumber(c)})`
  );
  const approximation = await supnorm({
    polynomial: computedPolynomial(sources),
    of: "log1p(x)",
    range: [-CLOSE_REACH, CLOSE_REACH],
    kind: "absolute",
  });
  const proved = rounding + approximation + await ln2Error(tracer, PATH) +
    await largestValue(values);
  const claimed = tracer.number(PATH, "LOG_63_ERROR");
  return {
    name: "ln, log63",
    phase: "fast",
    source: PATH,
    claimed,
    proved,
    by: "Gappa, Sollya",
  };
}

function traceLog(sources: Sources) {
  const both = (node: Float): Lanes => [node, node];
  const tracer: Tracer = new Tracer(sources, {
    ["elementary/log.ts exponents"]: () => both(k),
    [`${PATH} stepOf`]: () => entry,
    [`${PATH} significand`]: () => both(m),
  });
  const { graph } = tracer;
  // zTop and zRest: if |z| < 2^-9, z has at most 53 bits and is their sum; otherwise zTop is the
  // larger. At the end ln x is larger than the low part, as x is not next to 1.
  graph.isOrdered = () => true;
  const k = graph.input("k", EXPONENTS);
  const m = graph.input("m", [1, 2 - 2 ** -52]);
  const c = graph.input("c", [0.5, 1]);
  const high = graph.input("high", [0, 0.6931471805599454]);
  const low = graph.input("low", [-(2 ** -42), 2 ** -42]);
  const z = graph.exactSum(graph.exactProduct(m, c), graph.constant(-1));
  graph.narrow(z, [-CLOSE_REACH, CLOSE_REACH]);
  const entry = tracer.allocate(24);
  [c, high, low].forEach((node, i) => tracer.store(entry + 8 * i, node));
  tracer.store(entry + 24, 0);
  const highPart = tracer.lanes(PATH, "log63", [both(m)]);
  const lowPart = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
  return { tracer, symbols: { z, result: [highPart, lowPart] }, entries: closeEntries(tracer) };
}

/** The table, each entry of which must be what the proof supposes. */
function closeEntries(tracer: Tracer) {
  const table = tracer.number(PATH, "LOG_STEPS");
  return Array.from({ length: PARTS }, (_, i) => {
    const [c, high, low] = [0, 8, 16].map((at) => tracer.load(table + 24 * i + at) as number);
    const ends = [1 + i / PARTS, 1 + (i + 1) / PARTS].map((m) => Math.abs(m * c - 1));
    const isRight = Number.isInteger(c * 1024) && Math.max(...ends) <= CLOSE_REACH &&
      Math.abs(low) <= 2 ** -42;
    if (!isRight) throw new Error(`Entry ${i} of LOG_STEPS is not what the proof supposes`);
    return { c, high: multiple(high), low };
  });
}

/** ln(1 + x) as the polynomial that is computed. */
function computedPolynomial(sources: Sources): string {
  const both = (node: Float): Lanes => [node, node];
  const tracer: Tracer = new Tracer(sources, {
    ["elementary/log.ts exponents"]: () => both(0),
    [`${PATH} stepOf`]: () => entry,
    [`${PATH} significand`]: () => both(m),
  });
  const { graph } = tracer;
  graph.isOrdered = () => true;
  const m = graph.input("(1 + x)", [1 - CLOSE_REACH, 1 + CLOSE_REACH]);
  const entry = tracer.allocate(32);
  [1, 0, 0, 0].forEach((value, i) => tracer.store(entry + 8 * i, value));
  const high = graph.formOf(tracer.lanes(PATH, "log63", [both(m)])).exact;
  const low = graph.formOf(tracer.loadNode(tracer.number("memory_map.ts", "LOW"))).exact;
  return `${sollyaText(high)} + ${sollyaText(low)}`;
}

export const proof: Proof = {
  isQuick: true,
  prove: async (sources) => [await proveLog(sources)],
};
