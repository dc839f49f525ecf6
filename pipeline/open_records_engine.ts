import { openInstance } from "../kernels/engine.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import type { Engine } from "../kernels/job.ts";
import type { MovingCall, Pool, WorkerCall } from "../threads/pool.ts";
import type { RecordsAnswer, RecordsQuestion } from "../formats/csv/transform_plan.ts";
import { MAX_SILENCE_MS } from "../threads/proceed.ts";
import {
  BATCHES_PER_WORKER,
  MIN_MS_PER_MIB,
  MIN_NUMBERS_PER_MIB,
  RECORDS_ALONE_MS,
} from "./policy.ts";
import { answerRecords } from "../formats/csv/record_transformer.ts";

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

/** An engine whose workers keep something of the records, and can be asked for it. */
export interface SharingEngine extends RecordsEngine {
  /** Asks every worker something. */
  askEach(makeCall: (worker: number) => MovingCall): Promise<unknown[]>;
}

/** What is made of records: on the calling thread, and by a service of workers. */
export interface RecordsWork {
  run(question: RecordsQuestion): RecordsAnswer;
  /** What workers are asked. */
  call(question: RecordsQuestion): WorkerCall;
}

/** Records become text. */
const TRANSFORM: RecordsWork = {
  run: mainThreadTransform,
  call: (question) => ({ service: "records", question }),
};

/** How an engine for records is opened. */
export interface RecordsEngineOptions {
  /** Threads that compute, the calling one among them. */
  readonly jobs: number;
  /** Milliseconds of work on the calling thread before the first worker starts. */
  readonly aloneMs?: number;
  /** What is made of records, if no text is wanted. */
  readonly work?: RecordsWork;
}

/** Opens an engine for records. */
export function openRecordsEngine(
  { jobs, aloneMs = RECORDS_ALONE_MS, work = TRANSFORM }: RecordsEngineOptions,
): SharingEngine {
  return new PoolEngine(typeof Worker === "function" ? jobs : 1, { aloneMs, work });
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

function mainThreadAnswer(question: RecordsQuestion): unknown {
  const until = performance.now() + MAX_SILENCE_MS;
  return answerRecords(openInstance(), question, until).result;
}

/**
 * Gives workers what they can take, and does the rest on the calling thread. No thread waits for
 * another.
 */
class PoolEngine implements SharingEngine {
  readonly #jobs: number;
  readonly #aloneMs: number;
  readonly #work: RecordsWork;
  #milliseconds = 0;
  /** Whether workers pay, by the last chunk on the calling thread; unknown before the first. */
  #pays: boolean | undefined;
  #given = 0;
  #loading: Promise<Pool> | undefined;
  #pool: Pool | undefined;
  #disposed = false;

  constructor(
    jobs: number,
    { aloneMs, work }: Required<Omit<RecordsEngineOptions, "jobs">>,
  ) {
    this.#jobs = jobs;
    this.#aloneMs = aloneMs;
    this.#work = work;
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
    const answer = this.#work.run(question);
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
      const move = [question.bytes.buffer as ArrayBuffer];
      return await pool.ask(this.#work.call(question), move) as RecordsAnswer;
    } finally {
      this.#given--;
    }
  }

  async askEach(makeCall: (worker: number) => MovingCall): Promise<unknown[]> {
    return await this.#pool?.askEach(makeCall) ?? [];
  }

  [Symbol.dispose](): void {
    this.#disposed = true;
    this.#pool?.[Symbol.dispose]();
  }
}
