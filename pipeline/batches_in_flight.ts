import type { Run } from "./run.ts";

/** Batches for a GPU: as many as it has on their way at the same time. */
const GPU_BATCHES = 6;

/**
 * Batches to have under way. For workers two each: one that waits, so that none is idle while the
 * calling thread writes what it gave back.
 */
export function batchesInFlight(
  { request: { device }, jobs }: Pick<Run, "request" | "jobs">,
): number {
  const forWorkers = jobs === 1 ? 1 : 2 * jobs;
  return device === "cpu" ? forWorkers : Math.max(forWorkers, GPU_BATCHES);
}
