import { runJobs, startJobs } from "../../kernels/engine.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import type { Engine, Job } from "../../kernels/job.ts";
import { cooperate } from "../../threads/cooperative.ts";
import { LazyPool } from "../../threads/lazy_pool.ts";
import { AdaptiveEngine, type AdaptiveWork } from "./adaptive_engine.ts";
import { startIfCostly } from "./start_policy.ts";

/** How an engine is opened. */
export interface EngineOptions {
  /** Batches that are computed at the same time; 1 needs no worker. */
  readonly jobs: number;
  /** Milliseconds of computing on the calling thread before the first worker starts. */
  readonly afterMs: number;
  /** Nanoseconds for an element below which no worker starts, however many elements there are. */
  readonly minNsPerElement: number;
  /** Nanoseconds for an array, in addition to those for its elements. */
  readonly minNsPerArray: number;
  /** Batches in a row that must have been as costly before the first worker starts. */
  readonly minCostlyBatches: number;
}

/** Opens an engine. It computes on the calling thread if the runtime has no workers. */
export function openEngine(
  { jobs, afterMs, minNsPerElement, minNsPerArray, minCostlyBatches }: EngineOptions,
): Engine {
  if (jobs === 1 || typeof Worker !== "function") return MAIN_THREAD;
  const work: AdaptiveWork<readonly Job[], FloatArray[]> = {
    here(batch: readonly Job[]): FloatArray[] | Promise<FloatArray[]> {
      return cooperate(startJobs(batch));
    },
    there: (pool, batch) => pool.run(batch),
    isCostly(_: readonly Job[], results: FloatArray[], milliseconds: number): boolean {
      const elements = results.reduce((sum, { length }) => sum + length, 0);
      return milliseconds * 1e6 >= minNsPerElement * elements + minNsPerArray * results.length;
    },
  };
  const pool = new LazyPool(jobs);
  const engine = new AdaptiveEngine(work, {
    pool,
    // The main thread has reading and writing to do.
    mostGiven: Infinity,
    start: startIfCostly({ afterMs, minCostly: afterMs === 0 ? 0 : minCostlyBatches }),
  });
  return {
    get workers(): number {
      return pool.workers;
    },
    run(batch: readonly Job[]): FloatArray[] | Promise<FloatArray[]> {
      // The module is compiled first, since that is not computing.
      if (pool.workers === 0) runJobs([]);
      return engine.run(batch);
    },
    [Symbol.dispose]: () => pool[Symbol.dispose](),
  };
}

/** Computes on the calling thread, and has nothing to dispose of. */
const MAIN_THREAD: Engine = {
  workers: 0,
  run: (jobs) => cooperate(startJobs(jobs)),
  [Symbol.dispose](): void {},
};
