// ln x of the fast phase (elementary/log.ts).
//
//   x = 2^k m, m = m0 + d: k ln 2 + ln m0 + ln(1 + d/m0), with entries c of 1/m0 and high + low of ln m0
//
// The entries are symbols with ranges: Gappa proves the roundings for all of them at once. That high parts are multiples
// of 2^-42, and how good the entries are, is found from each of them.

import { exactNumber, proveRounding } from "../gappa.ts";
import type { Node } from "../graph.ts";
import { EXPONENTS, HIGH_BITS, ln2Error, multiple } from "../log_entries.ts";
import type { Bound, Proof } from "../proof.ts";
import { largestValue, sollyaNumber, sollyaText, supnorm } from "../sollya.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer } from "../tracer.ts";

const PATH = "elementary/log.ts";
const PARTS = 128;
/** |d c| is at most 2^-8/(1 + 2^-8), as m0 is at least 1 + 2^-8. */
const REACH = 2 ** -8 / (1 + 2 ** -8) * (1 + 2 ** -50);

async function prove(sources: Sources): Promise<readonly Bound[]> {
  const both = (node: Float): Lanes => [node, node];
  const tracer: Tracer = new Tracer(sources, { [`${PATH} distances`]: () => both(d) });
  const { graph } = tracer;
  const d = graph.input("d", [-(2 ** -8), 2 ** -8]);
  const k = graph.input("k", EXPONENTS);
  const c = graph.input("c", [0.5, 1]);
  const high = graph.input("high", [0, 0.6931471805599454]);
  const low = graph.input("low", [-(2 ** -42), 2 ** -42]);
  const table = tracer.number(PATH, "LOG_MIDDLES");
  const lows = tracer.number(PATH, "LOWS");
  const entries = Array.from({ length: PARTS }, (_, i) => ({
    c: tracer.load(table + 16 * i) as number,
    high: multiple(tracer.load(table + 16 * i + 8) as number),
    low: tracer.load(lows + 8 * i) as number,
    middle: 1 + (2 * i + 1) / (2 * PARTS),
  }));
  for (const entry of entries) {
    const isNear = entry.c >= 0.5 && 2 ** -8 * entry.c <= REACH && Math.abs(entry.low) <= 2 ** -42;
    if (!isNear) {
      throw new Error(
        `An entry of LOG_MIDDLES is outside the ranges of the proof: ${JSON.stringify(entry)}`,
      );
    }
  }
  tracer.store(lows, low);
  const head = [c, high] as const;
  const rest = tracer.call(PATH, "logRest", [both(k), 0, 0]) as Lanes;
  const lowPart = tracer.lanes(PATH, "logLow", [both(d), head, head, rest]);
  const highPart = tracer.lanes(PATH, "logHigh", [both(k), head, head]);
  const rounding = await proveRounding(graph, {
    result: [highPart, lowPart],
    multiples: { k: 0, high: HIGH_BITS, d: -52 },
    hypotheses: [`d * c in [-${exactNumber(REACH)}, ${exactNumber(REACH)}]`],
  });

  const values = entries.map(({ high, low, middle }) =>
    `${sollyaNumber(high)} + ${sollyaNumber(low)} - log(${sollyaNumber(middle)})`
  );
  // Where z = d c is not d/m0, ln(1 + z) changes by at most |d| |c - 1/m0|/(1 - 2^-8), |d| <= 2^-8.
  const inverses = entries.map(({ c, middle }) =>
    `(${sollyaNumber(c)} - 1/${sollyaNumber(middle)}) * 2^-8 / (1 - 2^-8)`
  );
  const approximation = await supnorm({
    polynomial: fastPolynomial(sources),
    of: "log1p(x)",
    range: [-REACH, REACH],
    kind: "absolute",
  });
  const proved = rounding + approximation + await ln2Error(tracer, PATH) +
    await largestValue(values) +
    await largestValue(inverses);
  const claimed = tracer.number(PATH, "LOG_ERROR");
  return [{ name: "ln", phase: "fast", source: PATH, claimed, proved, by: "Gappa, Sollya" }];
}

/** z + z^2 (p0 + ...), as a polynomial in x. */
function fastPolynomial(sources: Sources): string {
  const tracer: Tracer = new Tracer(sources, { [`${PATH} distances`]: () => [x, x] });
  const { graph } = tracer;
  const x: Node = graph.input("x", [-(2 ** -8), 2 ** -8]);
  const low = tracer.lanes(PATH, "logLow", [[x, x], [1, 0], [1, 0], [0, 0]]);
  return sollyaText(graph.formOf(low).exact);
}

export const proof: Proof = { isQuick: true, prove };
