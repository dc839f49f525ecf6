import { runJobs, startJobs } from "../kernels/engine.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import type { Engine, Job } from "../kernels/job.ts";
import type { Pool } from "./pool.ts";
import { proceed } from "./proceed.ts";

/** How an engine is opened. */
export interface EngineOptions {
  /** Batches that are computed at the same time; 1 needs no worker. */
  readonly jobs: number;
  /** Milliseconds of computing on the calling thread before the first worker starts. */
  readonly afterMs: number;
  /** Nanoseconds for an element below which no worker starts, however many elements there are. */
  readonly minNsPerElement: number;
  /** Batches in a row that must have been as costly before the first worker starts. */
  readonly minCostlyBatches: number;
}

/** Opens an engine. It computes on the calling thread if the runtime has no workers. */
export function openEngine(
  options: EngineOptions,
): Engine {
  if (options.jobs === 1 || typeof Worker !== "function") return MAIN_THREAD;
  return new AdaptiveEngine(options);
}

/** Computes on the calling thread, and has nothing to dispose of. */
const MAIN_THREAD: Engine = {
  workers: 0,
  run: (jobs) => proceed(startJobs(jobs)),
  [Symbol.dispose](): void {},
};

/**
 * Computes on the calling thread until that has taken a while, and then with workers if they pay.
 */
class AdaptiveEngine implements Engine {
  readonly #options: EngineOptions;
  #milliseconds = 0;
  /** Batches in a row that were costly. */
  #costly = 0;
  #loading: Promise<Pool> | undefined;
  #pool: Pool | undefined;
  #disposed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  get workers(): number {
    return this.#pool?.workers ?? 0;
  }

  run(jobs: readonly Job[]): FloatArray[] | Promise<FloatArray[]> {
    if (this.#loading !== undefined || this.#options.afterMs === 0 || this.#needsWorkers()) {
      return this.#runThere(jobs);
    }
    // The module is compiled first, since that is not computing.
    runJobs([]);
    const start = performance.now();
    const results = proceed(startJobs(jobs));
    if (results instanceof Promise) return results.then((results) => this.#learn(results, start));
    return this.#learn(results, start);
  }

  /** Notes how long some results took. */
  #learn(results: FloatArray[], start: number): FloatArray[] {
    const milliseconds = performance.now() - start;
    this.#milliseconds += milliseconds;
    const elements = results.reduce((sum, { length }) => sum + length, 0);
    this.#costly = milliseconds * 1e6 >= this.#options.minNsPerElement * elements
      ? this.#costly + 1
      : 0;
    return results;
  }

  async #runThere(jobs: readonly Job[]): Promise<FloatArray[]> {
    return await (await (this.#loading ??= this.#open())).run(jobs);
  }

  /** Imports the pool of workers, which most runs do not need. */
  async #open(): Promise<Pool> {
    const { openPool } = await import("./pool.ts");
    this.#pool = openPool(this.#options.jobs);
    if (this.#disposed) this.#pool[Symbol.dispose]();
    return this.#pool;
  }

  #needsWorkers(): boolean {
    const { afterMs, minCostlyBatches } = this.#options;
    return this.#milliseconds >= afterMs && this.#costly >= minCostlyBatches;
  }

  [Symbol.dispose](): void {
    this.#disposed = true;
    this.#pool?.[Symbol.dispose]();
  }
}
