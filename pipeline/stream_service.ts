import type { Instance } from "../kernels/instance.ts";
import type { StreamQuestion } from "./record_stream.ts";
import type { Parts, Reply } from "./worker_source.ts";

/** Runs in a worker (worker_source.ts): does its part of a stream of records, until that ends. */
export function runStreamService(instance: Instance, question: unknown, parts: Parts): Reply {
  const stream = parts.openStream(instance, question as StreamQuestion, parts);
  while (stream.step("reader") === "went");
  return { result: stream.end(), move: [] };
}
