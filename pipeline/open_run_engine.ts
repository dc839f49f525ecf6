import type { FloatType } from "../kernels/float_types.ts";
import type { Engine } from "../kernels/job.ts";
import type { DeviceName } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";
import { openEngine } from "../threads/open_engine.ts";
import type { Run } from "./run.ts";

/** Opens what computes results of these types, and tells what that is where it is not the CPU. */
export async function openRunEngine(
  run: Run,
  types: readonly FloatType[],
  { expressions = false }: { readonly expressions?: boolean } = {},
): Promise<Engine> {
  const { request: { device }, jobs, tell } = run;
  checkDevice(device, expressions);
  if (device === "cpu" || types.length === 0) return openEngine({ jobs });
  if (device === "webgpu" && types.includes("float64")) {
    throw new UsageError(
      "Cannot compute in float64 on a GPU, as floats of 64 bits and integers are: " +
        "convert them with --dtype float32, or use --device cpu",
    );
  }
  // The CPU should not wait for the programs of a GPU to be imported.
  if (device === "webgpu") return await (await import("./open_gpu_engine.ts")).openGpuEngine(tell);
  const { AutoEngine } = await import("./auto_engine.ts");
  return new AutoEngine(openEngine({ jobs }), tell);
}

/** Refuses a GPU for expressions: these are computed with more digits than a GPU has. */
export function checkDevice(device: DeviceName, expressions: boolean): void {
  if (device !== "webgpu" || !expressions) return;
  throw new UsageError(
    "Expressions run on the CPU: leave --device webgpu out. " +
      "One function of one column, as in lgamma(x), runs on a GPU",
  );
}

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
