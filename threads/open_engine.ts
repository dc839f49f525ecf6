import { runJobs, startJobs } from "../kernels/engine.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import type { Engine, Job } from "../kernels/job.ts";
import type { Pool } from "./pool.ts";
import { proceed } from "./proceed.ts";

/** How an engine is opened. */
export interface EngineOptions {
  /** Batches to compute at the same time; 1 needs no worker. */
  readonly jobs: number;
  /** Milliseconds of computing to do on the calling thread before the first worker starts. */
  readonly patience?: number;
  /** Nanoseconds for an element up to which no worker starts, however many elements there are. */
  readonly cheap?: number;
}

/**
 * Starting a worker holds up the calling thread for 11 to 18 ms (Deno 2.9.6, AMD EPYC, 2 cores). After
 * as much computing, starting one costs at most as much again if nothing more comes, and soon pays if
 * it does.
 */
const PATIENCE = 20;

/**
 * Moving an element to another core and back costs some 2.5 ns, and the other core has reading and
 * writing to do. What costs less than this is sooner done here: lgamma over 1 GB took 0.95 s, and 1.2 s
 * with two workers. (Those that read and write themselves pay sooner: pipeline/share_array.ts.)
 */
const CHEAP = 10;

/** One slow batch may have been disturbed; and the first ones run before the kernels are optimised. */
const ENOUGH_COSTLY = 4;

/** Opens an engine. Where the runtime has no workers it computes on the calling thread. */
export function openEngine(
  { jobs, patience = PATIENCE, cheap = CHEAP }: EngineOptions,
): Engine {
  if (jobs === 1 || typeof Worker !== "function") return MAIN_THREAD;
  return new AdaptiveEngine(jobs, { patience, cheap });
}

/** Computes on the calling thread, and has nothing to dispose of. */
const MAIN_THREAD: Engine = {
  workers: 0,
  run: (jobs) => proceed(startJobs(jobs)),
  [Symbol.dispose](): void {},
};

/** Computes on the calling thread until that has taken a while, then, if they pay, with workers. */
class AdaptiveEngine implements Engine {
  readonly #jobs: number;
  readonly #limits: { readonly patience: number; readonly cheap: number };
  #milliseconds = 0;
  /** Batches in a row that were not cheap. */
  #costly = 0;
  #loading: Promise<Pool> | undefined;
  #pool: Pool | undefined;
  #disposed = false;

  constructor(jobs: number, limits: { readonly patience: number; readonly cheap: number }) {
    this.#jobs = jobs;
    this.#limits = limits;
  }

  get workers(): number {
    return this.#pool?.workers ?? 0;
  }

  run(jobs: readonly Job[]): FloatArray[] | Promise<FloatArray[]> {
    if (this.#loading !== undefined || this.#limits.patience === 0 || this.#needsWorkers()) {
      return this.#runThere(jobs);
    }
    // Compiling the module is not computing.
    runJobs([]);
    const start = performance.now();
    const results = proceed(startJobs(jobs));
    if (results instanceof Promise) return results.then((results) => this.#learn(results, start));
    return this.#learn(results, start);
  }

  /** Takes note of how long some results took. */
  #learn(results: FloatArray[], start: number): FloatArray[] {
    const milliseconds = performance.now() - start;
    this.#milliseconds += milliseconds;
    const elements = results.reduce((sum, { length }) => sum + length, 0);
    this.#costly = milliseconds * 1e6 >= this.#limits.cheap * elements ? this.#costly + 1 : 0;
    return results;
  }

  async #runThere(jobs: readonly Job[]): Promise<FloatArray[]> {
    return await (await (this.#loading ??= this.#open())).run(jobs);
  }

  /** Imports what starts workers: most runs do without it. */
  async #open(): Promise<Pool> {
    const { openPool } = await import("./pool.ts");
    this.#pool = openPool(this.#jobs);
    if (this.#disposed) this.#pool[Symbol.dispose]();
    return this.#pool;
  }

  #needsWorkers(): boolean {
    return this.#milliseconds >= this.#limits.patience && this.#costly >= ENOUGH_COSTLY;
  }

  [Symbol.dispose](): void {
    this.#disposed = true;
    this.#pool?.[Symbol.dispose]();
  }
}
