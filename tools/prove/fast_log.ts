// ln x of the fast phase (elementary/log.ts), as it is traced, and what it is off besides its roundings.
//
//   x = 2^k m, m c = 1 + z: k ln 2 - ln c + ln(1 + z), with entries c and high + low of -ln c
//
// The entries are symbols with ranges: Gappa proves the roundings for all of them at once. That
// high parts are multiples of 2^-42, and how good the entries are, is found from each of them.

import { type Claim, exactNumber } from "./gappa.ts";
import type { Node, Range } from "./graph.ts";
import { largestValue, sollyaNumber, sollyaText, supnorm } from "./sollya.ts";
import type { Sources } from "./sources.ts";
import { type Float, type Lanes, Tracer } from "./tracer.ts";

const PATH = "elementary/log.ts";
const PARTS = 128;
/** Exponents, those of subnormal numbers too. */
const EXPONENTS: Range = [-1074, 1023];
const HIGH_BITS = -42;
/** |z| is at most this: the middle of a part of [1, 2), times c, is nearly 1. */
const REACH = 2 ** -7.6;

export interface FastLog {
  tracer: Tracer;
  /** The high and the low part. */
  high: Node;
  low: Node;
  /** What is known of the inputs. */
  known: Required<Pick<Claim, "multiples" | "hypotheses">>;
}

export const both = (node: Float): Lanes => [node, node];

/** The logarithm of x with exponents k. */
export function traceFastLog(sources: Sources, exponents: Range = EXPONENTS): FastLog {
  const tracer: Tracer = new Tracer(sources, {
    [`${PATH} exponents`]: () => both(k),
    [`${PATH} stepOf`]: () => entry,
    [`${PATH} significands`]: () => both(m),
  });
  const { graph } = tracer;
  const k = graph.input("k", exponents);
  const m = graph.input("m", [1, 2 - 2 ** -52]);
  const c = graph.input("c", [0.5, 1]);
  const z = graph.exactSum(graph.exactProduct(m, c), graph.constant(-1));
  graph.narrow(z, [-REACH, REACH]);
  const entry = storeEntry(tracer, [
    c,
    graph.input("high", [0, 0.6931471805599454]),
    graph.input("low", [-(2 ** -42), 2 ** -42]),
  ]);
  return {
    tracer,
    ...traceParts(tracer, m),
    known: {
      multiples: { k: 0, high: HIGH_BITS, m: -52, c: -10 },
      hypotheses: [`m * c - 1 in [-${exactNumber(REACH)}, ${exactNumber(REACH)}]`],
    },
  };
}

function storeEntry(tracer: Tracer, entry: readonly Float[]): number {
  const at = tracer.allocate(32); // the kernel reads pairs
  [...entry, 0].forEach((value, i) => tracer.store(at + 8 * i, value));
  return at;
}

function traceParts(tracer: Tracer, m: Node): { high: Node; low: Node } {
  const high = tracer.lanes(PATH, "logPair", [both(m)]);
  return { high, low: tracer.loadNode(tracer.number("memory_map.ts", "LOW")) };
}

/** The absolute error of the logarithm without roundings. */
export async function fastLogError(sources: Sources): Promise<number> {
  const tracer = new Tracer(sources);
  const approximation = await supnorm({
    polynomial: computedPolynomial(sources),
    of: "log1p(x)",
    range: [-REACH, REACH],
    kind: "absolute",
  });
  return approximation + await ln2Error(tracer) + await largestValue(entryErrors(tracer));
}

/** The errors of the entries, each of which must be what the proofs suppose. */
export function entryErrors(tracer: Tracer): string[] {
  const table = tracer.number(PATH, "LOG_STEPS");
  return Array.from({ length: PARTS }, (_, i) => {
    const [c, high, low] = [0, 8, 16].map((at) => tracer.load(table + 24 * i + at) as number);
    const ends = [1 + i / PARTS, 1 + (i + 1) / PARTS].map((m) => Math.abs(m * c - 1));
    const isRight = Number.isInteger(c * 1024) && Math.max(...ends) <= REACH &&
      Number.isInteger(high * 2 ** -HIGH_BITS) && Math.abs(low) <= 2 ** -42;
    if (!isRight) throw new Error(`Entry ${i} of LOG_STEPS is not what the proofs suppose`);
    return `${sollyaNumber(high)} + ${sollyaNumber(low)} + log(${sollyaNumber(c)})`;
  });
}

/** The absolute errors of k (high + low) next to k ln 2. */
export function ln2Error(tracer: Tracer): Promise<number> {
  const high = tracer.load(tracer.number(PATH, "CODY_WAITE_LN2_HIGH")) as number;
  const low = tracer.load(tracer.number(PATH, "CODY_WAITE_LN2_LOW")) as number;
  return largestValue([`1074 * (${sollyaNumber(high)} + ${sollyaNumber(low)} - log(2))`]);
}

/** ln(1 + x) as the polynomial that is computed. */
function computedPolynomial(sources: Sources): string {
  const tracer: Tracer = new Tracer(sources, {
    [`${PATH} exponents`]: () => both(0),
    [`${PATH} stepOf`]: () => entry,
    [`${PATH} significands`]: () => both(m),
  });
  const { graph } = tracer;
  const m = graph.input("(1 + x)", [1 - REACH, 1 + REACH]);
  const entry = storeEntry(tracer, [1, 0, 0]);
  const { high, low } = traceParts(tracer, m);
  return [high, low].map((part) => sollyaText(graph.formOf(part).exact)).join(" + ");
}
