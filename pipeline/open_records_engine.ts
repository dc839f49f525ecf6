import { openInstance } from "../kernels/engine.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import type { Engine } from "../kernels/job.ts";
import type { Pool } from "../threads/pool.ts";
import type { RecordsAnswer, RecordsQuestion } from "../formats/csv/transform_plan.ts";
import { MAX_SILENCE_MS } from "../threads/proceed.ts";
import {
  BATCHES_PER_WORKER,
  MIN_MS_PER_MIB,
  MIN_NUMBERS_PER_MIB,
  RECORDS_ALONE_MS,
} from "./policy.ts";
import { answerRecords } from "../formats/csv/record_transformer.ts";
import { answerSums, type SumsAnswer, type SumsQuestion } from "./sum_records.ts";

/** Transforms records on the calling thread and on workers. */
export interface RecordsEngine extends Disposable {
  /** How many workers were used. */
  readonly workers: number;
  /**
   * Transforms whole records. The caller gives up the buffer of their bytes: it may be moved to
   * another thread, and the text may be written into it.
   */
  run(question: RecordsQuestion): RecordsAnswer | Promise<RecordsAnswer>;
}

/** How an engine for records is opened. */
export interface RecordsEngineOptions {
  /** Threads that compute, the calling one among them. */
  readonly jobs: number;
  /** Milliseconds of work on the calling thread before the first worker starts. */
  readonly aloneMs?: number;
  /** What is made of all results together, if no text is wanted. */
  readonly reductions?: SumsQuestion["reductions"];
}

/** Opens an engine for records. */
export function openRecordsEngine(
  { jobs, aloneMs = RECORDS_ALONE_MS, reductions }: RecordsEngineOptions,
): RecordsEngine {
  return new SharingEngine(typeof Worker === "function" ? jobs : 1, { aloneMs, reductions });
}

/** Opens an engine for records whose results another engine computes, such as that of a GPU. */
export function openRecordsOn(engine: Engine): RecordsEngine {
  return {
    get workers(): number {
      return engine.workers;
    },
    async run(question: RecordsQuestion): Promise<RecordsAnswer> {
      const { results } = question.plan;
      const { numbers, next } = mainThreadAnswer({ ...question, numbersOnly: true }) as {
        numbers: FloatArray[];
        next: number;
      };
      const given = await engine.run(results.map(({ kernel, x, upstream }) => ({
        kernel: kernel!,
        x: numbers[x],
        upstream: upstream === undefined ? undefined : numbers[upstream],
      })));
      return mainThreadAnswer({ ...question, given, end: next }) as RecordsAnswer;
    },
    [Symbol.dispose]: () => engine[Symbol.dispose](),
  };
}

/** Transforms records on this thread. */
export function mainThreadTransform(question: RecordsQuestion): RecordsAnswer {
  return mainThreadAnswer(question) as RecordsAnswer;
}

/** Adds up the results of records on this thread. */
export function mainThreadSums(question: SumsQuestion): SumsAnswer {
  const until = performance.now() + MAX_SILENCE_MS;
  return answerSums(openInstance(), question, until).result as SumsAnswer;
}

function mainThreadAnswer(question: RecordsQuestion): unknown {
  const until = performance.now() + MAX_SILENCE_MS;
  return answerRecords(openInstance(), question, until).result;
}

/**
 * Gives workers what they can take, and does the rest on the calling thread. No thread waits for
 * another.
 */
class SharingEngine implements RecordsEngine {
  readonly #jobs: number;
  readonly #aloneMs: number;
  readonly #reductions: SumsQuestion["reductions"] | undefined;
  #milliseconds = 0;
  /** Whether workers pay, by the last chunk on the calling thread; unknown before the first. */
  #pays: boolean | undefined;
  #given = 0;
  #loading: Promise<Pool> | undefined;
  #pool: Pool | undefined;
  #disposed = false;

  constructor(
    jobs: number,
    { aloneMs, reductions }: Omit<RecordsEngineOptions, "jobs"> & { aloneMs: number },
  ) {
    this.#jobs = jobs;
    this.#aloneMs = aloneMs;
    this.#reductions = reductions;
  }

  get workers(): number {
    return this.#pool?.workers ?? 0;
  }

  run(question: RecordsQuestion): RecordsAnswer | Promise<RecordsAnswer> {
    const others = this.#jobs - 1;
    const isAlone = this.#milliseconds < this.#aloneMs;
    if (this.#pays && !isAlone && this.#given < BATCHES_PER_WORKER * others) {
      return this.#give(this.#loading ??= this.#open(others), question);
    }
    const mebibytes = question.bytes.length / 2 ** 20;
    const start = performance.now();
    const answer = this.#reductions === undefined
      ? mainThreadTransform(question)
      : mainThreadSums({ ...question, reductions: this.#reductions });
    const milliseconds = performance.now() - start;
    const numbers = answer.lines * question.plan.results.length;
    // The first chunk takes long, because the module's code is not optimised yet.
    const isFirst = this.#pays === undefined;
    this.#pays = numbers >= MIN_NUMBERS_PER_MIB * mebibytes ||
      !isFirst && milliseconds >= MIN_MS_PER_MIB * mebibytes;
    this.#milliseconds += milliseconds;
    return answer;
  }

  /** Imports the pool of workers, which most runs do not need. */
  async #open(size: number): Promise<Pool> {
    const { openPool } = await import("../threads/pool.ts");
    this.#pool = openPool(size);
    if (this.#disposed) this.#pool[Symbol.dispose]();
    return this.#pool;
  }

  async #give(loading: Promise<Pool>, question: RecordsQuestion): Promise<RecordsAnswer> {
    this.#given++;
    try {
      const pool = await loading;
      const reductions = this.#reductions;
      const request = reductions === undefined
        ? { service: "records", question }
        : { service: "sums", question: { ...question, reductions } };
      return await pool.ask(request, [question.bytes.buffer as ArrayBuffer]) as RecordsAnswer;
    } finally {
      this.#given--;
    }
  }

  [Symbol.dispose](): void {
    this.#disposed = true;
    this.#pool?.[Symbol.dispose]();
  }
}
