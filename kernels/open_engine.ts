import { runJobs } from "./engine.ts";
import type { FloatArray } from "./float_types.ts";
import type { Job } from "./job.ts";
import { openPool, type Pool } from "./pool.ts";

/** What does jobs: the calling thread, workers, or first the one and then the others. */
export interface Engine extends Disposable {
  /** Workers that it has used; 0 as long as the calling thread was enough. */
  readonly workers: number;
  /**
   * Does jobs in turn and gives their results, with the same bits wherever they were computed. The
   * arrays of the jobs are given up: the results may stand in them, and they may have been moved away.
   */
  run(jobs: readonly Job[]): FloatArray[] | Promise<FloatArray[]>;
}

/** How an engine is opened. */
export interface EngineOptions {
  /** Batches to compute at the same time; 1 needs no worker. */
  readonly jobs: number;
  /** Milliseconds of computing to do on the calling thread before the first worker starts. */
  readonly patience?: number;
}

/**
 * Starting a worker holds up the calling thread for 11 to 18 ms (Deno 2.9.6, AMD EPYC, 2 cores). After
 * as much computing, starting one costs at most as much again if nothing more comes, and soon pays if
 * it does.
 */
const PATIENCE = 20;

/** Opens an engine. Where the runtime has no workers it computes on the calling thread. */
export function openEngine({ jobs, patience = PATIENCE }: EngineOptions): Engine {
  return jobs > 1 && typeof Worker === "function" ? new PatientEngine(jobs, patience) : HERE;
}

/** Computes on the calling thread, and has nothing to dispose of. */
const HERE: Engine = { workers: 0, run: runJobs, [Symbol.dispose](): void {} };

/** Computes on the calling thread until that has taken a while, then with workers. */
class PatientEngine implements Engine {
  readonly #jobs: number;
  #patience: number;
  #pool: Pool | undefined;

  constructor(jobs: number, patience: number) {
    this.#jobs = jobs;
    this.#patience = patience;
  }

  get workers(): number {
    return this.#pool?.workers ?? 0;
  }

  run(jobs: readonly Job[]): FloatArray[] | Promise<FloatArray[]> {
    if (this.#patience <= 0) return (this.#pool ??= openPool(this.#jobs)).run(jobs);
    // Compiling the module is not computing.
    runJobs([]);
    const start = performance.now();
    const results = runJobs(jobs);
    this.#patience -= performance.now() - start;
    return results;
  }

  [Symbol.dispose](): void {
    this.#pool?.[Symbol.dispose]();
  }
}
