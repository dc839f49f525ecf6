// ln x of the fast phase (elementary/log.ts), as it is traced, and what it is off besides its roundings.
//
//   x = 2^k m, m = m0 + d: k ln 2 + ln m0 + ln(1 + d/m0), with entries c of 1/m0 and high + low of ln m0
//
// The entries are symbols with ranges: Gappa proves the roundings for all of them at once. That
// high parts are multiples of 2^-42, and how good the entries are, is found from each of them.

import { type Claim, exactNumber } from "./gappa.ts";
import type { Node, Range } from "./graph.ts";
import { EXPONENTS, HIGH_BITS, ln2Error, multiple } from "./log_entries.ts";
import { largestValue, sollyaNumber, sollyaText, supnorm } from "./sollya.ts";
import type { Sources } from "./sources.ts";
import { type Float, type Lanes, Tracer } from "./tracer.ts";

const PATH = "elementary/log.ts";
const PARTS = 128;
/** |d c| is at most 2^-8/(1 + 2^-8), as m0 is at least 1 + 2^-8. */
const REACH = 2 ** -8 / (1 + 2 ** -8) * (1 + 2 ** -50);

export interface FastLog {
  tracer: Tracer;
  /** The high part, and the low part with `more` added before it is rounded. */
  high: Node;
  low: (more?: Node) => Node;
  /** What is known of the inputs. */
  known: Required<Pick<Claim, "multiples" | "hypotheses">>;
}

export const both = (node: Float): Lanes => [node, node];

interface LogEntry {
  c: number;
  high: number;
  low: number;
  middle: number;
}

function entriesOf(tracer: Tracer): LogEntry[] {
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
  return entries;
}

/** The logarithm of x with exponents k. */
export function traceFastLog(sources: Sources, exponents: Range = EXPONENTS): FastLog {
  const tracer: Tracer = new Tracer(sources, { [`${PATH} distances`]: () => both(d) });
  const { graph } = tracer;
  const d = graph.input("d", [-(2 ** -8), 2 ** -8]);
  const k = graph.input("k", exponents);
  const c = graph.input("c", [0.5, 1]);
  const high = graph.input("high", [0, 0.6931471805599454]);
  const low = graph.input("low", [-(2 ** -42), 2 ** -42]);
  entriesOf(tracer);
  tracer.store(tracer.number(PATH, "LOWS"), low);
  const head = [c, high] as const;
  const [rest] = tracer.call(PATH, "logRest", [both(k), 0, 0]) as Lanes;
  return {
    tracer,
    high: tracer.lanes(PATH, "logHigh", [both(k), head, head]),
    low: (more) => {
      const all = more === undefined ? rest : graph.sum(rest as Node, more);
      return tracer.lanes(PATH, "logLow", [both(d), head, head, both(all)]);
    },
    known: {
      multiples: { k: 0, high: HIGH_BITS, d: -52 },
      hypotheses: [`d * c in [-${exactNumber(REACH)}, ${exactNumber(REACH)}]`],
    },
  };
}

/** The absolute error of the logarithm without roundings. */
export async function fastLogError(sources: Sources): Promise<number> {
  const tracer = new Tracer(sources);
  const entries = entriesOf(tracer);
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
  return approximation + await ln2Error(tracer, PATH) + await largestValue(values) +
    await largestValue(inverses);
}

/** z + z^2 (p0 + ...), as a polynomial in x. */
function fastPolynomial(sources: Sources): string {
  const tracer: Tracer = new Tracer(sources, { [`${PATH} distances`]: () => [x, x] });
  const { graph } = tracer;
  const x: Node = graph.input("x", [-(2 ** -8), 2 ** -8]);
  const low = tracer.lanes(PATH, "logLow", [[x, x], [1, 0], [1, 0], [0, 0]]);
  return sollyaText(graph.formOf(low).exact);
}
