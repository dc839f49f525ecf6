import { openInstance } from "../kernels/engine.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import type { Engine } from "../kernels/job.ts";
import { openPool, type Pool } from "../threads/pool.ts";
import type { RecordsAnswer, RecordsQuestion } from "../formats/csv/transform_plan.ts";
import { MAX_SILENCE_MS } from "../threads/proceed.ts";
import { runRecordsService } from "./records_service.ts";

/** What transforms records: the calling thread, and workers beside it. */
export interface RecordsEngine extends Disposable {
  /** Workers that it has used. */
  readonly workers: number;
  /**
   * Transforms whole records. The buffer of their bytes is given up: it may be moved to another thread,
   * and the text may be written into it.
   */
  run(question: RecordsQuestion): RecordsAnswer | Promise<RecordsAnswer>;
}

/** How it is opened. */
export interface RecordsEngineOptions {
  /** Threads that compute, the calling one among them. */
  readonly jobs: number;
  /** Milliseconds of work to do on the calling thread before the first worker starts. */
  readonly patience?: number;
}

/**
 * Starting a worker holds up the calling thread for 11 to 18 ms, and then it takes time from others until its
 * code is optimised: inputs of less than 20 MB are done sooner without.
 */
const PATIENCE = 40;

/**
 * What makes workers pay, by the megabyte: so many numbers to write, or as much time. Where records are
 * long and little of them is computed, moving them to another core and back takes longer.
 */
const MANY_NUMBERS = 8000;
const MUCH_TIME = 1.5;

/** Chunks that a worker has: the one it works on, and those that it finds when it is done. */
const QUEUE = 2;

/** Opens an engine for records. */
export function openRecordsEngine(
  { jobs, patience = PATIENCE }: RecordsEngineOptions,
): RecordsEngine {
  return new SharingEngine(typeof Worker === "function" ? jobs : 1, patience);
}

/** Opens an engine for records whose results another engine computes: a GPU's. */
export function openRecordsOn(engine: Engine): RecordsEngine {
  return {
    get workers(): number {
      return engine.workers;
    },
    async run(question: RecordsQuestion): Promise<RecordsAnswer> {
      const { results } = question.plan;
      const { numbers, next } = answerHere({ ...question, numbersOnly: true }) as {
        numbers: FloatArray[];
        next: number;
      };
      const given = await engine.run(results.map(({ kernel, x, upstream }) => ({
        kernel: kernel!,
        x: numbers[x],
        upstream: upstream === undefined ? undefined : numbers[upstream],
      })));
      return answerHere({ ...question, given, end: next }) as RecordsAnswer;
    },
    [Symbol.dispose]: () => engine[Symbol.dispose](),
  };
}

/** Transforms records on this thread. */
export function transformHere(question: RecordsQuestion): RecordsAnswer {
  return answerHere(question) as RecordsAnswer;
}

function answerHere(question: RecordsQuestion): unknown {
  const until = performance.now() + MAX_SILENCE_MS;
  return runRecordsService(openInstance(), question, until).result;
}

/** Gives workers what they can take, and does the rest itself: no thread waits for another. */
class SharingEngine implements RecordsEngine {
  readonly #jobs: number;
  readonly #patience: number;
  #milliseconds = 0;
  /** Whether workers pay, by the last chunk that was done here; unknown before the first. */
  #pays: boolean | undefined;
  #given = 0;
  #pool: Pool | undefined;

  constructor(jobs: number, patience: number) {
    this.#jobs = jobs;
    this.#patience = patience;
  }

  get workers(): number {
    return this.#pool?.workers ?? 0;
  }

  run(question: RecordsQuestion): RecordsAnswer | Promise<RecordsAnswer> {
    const others = this.#jobs - 1;
    const isPatient = this.#milliseconds < this.#patience;
    if (this.#pays && !isPatient && this.#given < QUEUE * others) {
      return this.#give(this.#pool ??= openPool(others), question);
    }
    const megabytes = question.bytes.length / 2 ** 20;
    const start = performance.now();
    const answer = transformHere(question);
    const milliseconds = performance.now() - start;
    const numbers = answer.lines * question.plan.results.length;
    // The first chunk takes long, because the module's code is not optimised yet.
    const isFirst = this.#pays === undefined;
    this.#pays = numbers >= MANY_NUMBERS * megabytes ||
      !isFirst && milliseconds >= MUCH_TIME * megabytes;
    this.#milliseconds += milliseconds;
    return answer;
  }

  async #give(pool: Pool, question: RecordsQuestion): Promise<RecordsAnswer> {
    this.#given++;
    try {
      const request = { service: "records", question } as const;
      return await pool.ask(request, [question.bytes.buffer as ArrayBuffer]) as RecordsAnswer;
    } finally {
      this.#given--;
    }
  }

  [Symbol.dispose](): void {
    this.#pool?.[Symbol.dispose]();
  }
}
