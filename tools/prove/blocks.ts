// Blocks of expressions (expression/slot.ts) in the memory of a tracer: two lanes that are the same.

import type { Float, Lanes, Tracer, Value } from "./tracer.ts";

/** The entry of a slot that has a high part, a low part and a bound in both lanes. */
export function entryOf(tracer: Tracer, parts: readonly Float[] = []): number {
  const at = tracer.allocate(64);
  parts.forEach((part, i) => {
    const block = tracer.allocate(16);
    for (const lane of [0, 8]) tracer.store(block + lane, part);
    tracer.store(at + 4 * i, block);
  });
  tracer.store(at + 12, tracer.allocate(16)); // where results would be put
  return at;
}

/** The high part, what is added to it, and the bound that a function over blocks puts first. */
export function putBy(
  tracer: Tracer,
  path: string,
  name: string,
  args: readonly Value[],
): [high: Float, rest: Float, bound: Float] {
  const put = tracer.argumentsOf(["expression/slot.ts", "putLanes"], path, name, args);
  return put.slice(1).map((lanes) => (lanes as Lanes)[0]) as [Float, Float, Float];
}
