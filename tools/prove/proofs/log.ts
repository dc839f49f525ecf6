// ln x of the fast phase (elementary/log.ts); tools/prove/fast_log.ts says how it is traced.

import { fastLogError, traceFastLog } from "../fast_log.ts";
import { proveRounding } from "../gappa.ts";
import type { Bound, Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";

const PATH = "elementary/log.ts";

async function prove(sources: Sources): Promise<readonly Bound[]> {
  const { tracer, high, low, known } = traceFastLog(sources);
  const rounding = await proveRounding(tracer.graph, { result: [high, low], ...known });
  const proved = rounding + await fastLogError(sources);
  const claimed = tracer.number(PATH, "LOG_ERROR");
  return [{ name: "ln", phase: "fast", source: PATH, claimed, proved, by: "Gappa, Sollya" }];
}

export const proof: Proof = { isQuick: true, prove };
