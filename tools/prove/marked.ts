// Constants of arithmetic/constants_data.ts, the sums of three numbers, as symbols of an ErrorGraph: whoever uses the first
// number alone has its error, and whoever uses two that of the sum.

import type { ErrorGraph } from "./errors.ts";
import type { Tracer } from "./tracer.ts";

/** What the sum of three numbers is off, of the constant: proofs/constants.ts. */
export const TRIPLE_PART = 2 ** -156;

/** Makes symbols of `count` constants in memory, `step` bytes apart. */
export function markTriples(
  tracer: Tracer,
  graph: ErrorGraph,
  from: number,
  step: number,
  count: number,
): void {
  for (let at = from; at < from + step * count; at += step) {
    const [high, low, last] = [0, 8, 16].map((place) => tracer.load(at + place) as number);
    markPair(tracer, graph, at, high, low, Math.abs(last) + TRIPLE_PART * Math.abs(high));
  }
}

/** The same of two numbers that are off by `rest`. */
export function markPair(
  tracer: Tracer,
  graph: ErrorGraph,
  at: number,
  high: number,
  low: number,
  rest: number,
): void {
  const node = graph.input("c", [high, high], Math.abs(low) + rest);
  tracer.store(at, node);
  tracer.store(at + 8, graph.low(node, [low, low], rest));
}
