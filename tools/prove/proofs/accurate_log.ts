// ln of double-doubles (elementary/log_double_double.ts): for each c, and k up to 8 and in quarters of octaves beyond, of either sign.

import { errorDomain, ErrorGraph } from "../errors.ts";
import type { Node } from "../graph.ts";
import { markTriples } from "../marked.ts";
import { type Bound, claimOf, type Effort, type Proof } from "../proof.ts";
import { largestValue, sollyaNumber } from "../sollya.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";

const PATH = "elementary/log_double_double.ts";
const CONSTANTS = "arithmetic/constants_data.ts";
const STEPS = 32;
/** With --quick one of so many c is tried. */
const QUICK_STRIDE = 5;
const UNIT = 2 ** -53;
/** 0 to 8, and quarters of octaves up to the exponent of the least number, -1074. */
const EXPONENTS = [
  ...Array.from({ length: 9 }, (_, k) => [k, k]),
  ...Array.from({ length: 29 }, (_, i) => [i, i + 1].map((j) => 2 ** (j >> 2) * (8 + 2 * (j & 3)))),
];

async function prove(sources: Sources, { level }: Effort): Promise<readonly Bound[]> {
  const claimed = claimOf(sources, PATH, "logDoubleDouble");
  let proved = 0;
  let ofLarger = 0;
  for (let step = 0; step < STEPS; step += level === "quick" ? QUICK_STRIDE : 1) {
    for (const [least, most] of EXPONENTS) {
      for (const sign of least === 0 ? [1] : [1, -1]) {
        const error = errorOf(sources, step, [least * sign, most * sign]);
        proved = Math.max(proved, error / (least + 1));
        // |ln x| is at least (|k| - 1) ln 2.
        ofLarger = Math.max(ofLarger, error / Math.max(1, (least - 1) * 0.693));
      }
    }
  }
  const worst = await largestValue(stepErrors(sources));
  if (worst > 2 ** -150) throw new Error(`-ln c is wrong by ${worst}`);
  const common = { phase: "accurate", source: PATH, by: "errors, Sollya" } as const;
  const larger = new Tracer(sources).number(PATH, "DOUBLE_DOUBLE_ERROR");
  return [
    { ...common, name: "ln of double-doubles, of |k| + 1", claimed, proved },
    { ...common, name: "the same, of the larger of it and 1", claimed: larger, proved: ofLarger },
  ];
}

/** What c and -ln c are not to each other. */
function stepErrors(sources: Sources): string[] {
  const tracer = new Tracer(sources);
  const at = tracer.number(CONSTANTS, "LOG_STEPS");
  return Array.from({ length: STEPS }, (_, i) => {
    const [c, ...parts] = [0, 8, 16, 24].map((place) =>
      sollyaNumber(tracer.load(at + 32 * i + place) as number)
    );
    return `${parts.join(" + ")} + log(${c})`;
  });
}

function errorOf(sources: Sources, step: number, ends: readonly number[]): number {
  const graph = new ErrorGraph();
  // m c is next to 1, and 1 is subtracted exactly.
  graph.isExact = (kind, _, b) => kind === "sum" && b.value === -1;
  const k = graph.input("k", [Math.min(...ends), Math.max(...ends)]);
  const both = (node: Node): Lanes => [node, node];
  const tracer: Tracer = new Tracer(
    sources,
    {
      "elementary/log.ts exponents": () => both(k),
      "elementary/log.ts significands": () => both(m),
      [`${PATH} inverseScale`]: () => [1, 1],
      [`${PATH} stepOf`]: () => at,
    },
    errorDomain(graph),
  );
  const from = 1 + step / STEPS;
  const m = graph.input("m", [from, from + 1 / STEPS - 2 * UNIT], 2 * UNIT);
  const low = graph.low(m, [-2 * UNIT, 2 * UNIT], 0);
  const at = tracer.number(CONSTANTS, "LOG_STEPS") + 32 * step;
  markTriples(tracer, graph, at + 8, 24, 1);
  markTriples(tracer, graph, tracer.number(CONSTANTS, "LN_2"), 24, 1);
  const terms = tracer.number(PATH, "LOG_TERMS");
  markTriples(tracer, graph, tracer.number(CONSTANTS, "ODD_RECIPROCALS"), 24, terms);
  const log = tracer.lanes(PATH, "logDoubleDouble", [both(m), both(low)]);
  const rest = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
  // |w| is at most 2^-6, and the first term that is left out 2 w^21/21.
  const truncated = 2 * (2 ** -6) ** (2 * terms + 1) / (2 * terms + 1) * 1.001;
  return graph.errorOf(log, rest) + truncated;
}

export const proof: Proof = { isQuick: true, prove };
