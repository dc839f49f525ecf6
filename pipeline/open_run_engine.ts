import type { FloatType } from "../kernels/float_types.ts";
import type { Engine } from "../kernels/job.ts";
import { openEngine } from "../threads/adaptive_engine.ts";
import { chooseEngine, type EngineOptions } from "./choose_way.ts";
import { WORKERS_PAY } from "./policy.ts";
import type { Run } from "./run_request.ts";

/**
 * Opens the engine that computes results of these types, and tells the user which it is if it is
 * not the CPU.
 */
export async function openRunEngine(
  run: Run,
  types: readonly FloatType[],
  options?: EngineOptions,
): Promise<Engine> {
  const { jobs, tell } = run;
  switch (chooseEngine(run, types, options)) {
    case "cpu":
      return openEngine({ jobs, ...WORKERS_PAY });
    // The programs of a GPU are imported only where they may be needed.
    case "webgpu":
      return await (await import("./gpu_engine.ts")).openGpuEngine(tell);
    case "auto": {
      const { AutoEngine } = await import("./gpu_engine.ts");
      return new AutoEngine(openEngine({ jobs, ...WORKERS_PAY }), tell);
    }
  }
}
