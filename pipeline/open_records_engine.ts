import { openInstance } from "../kernels/engine.ts";
import type { Engine } from "../kernels/job.ts";
import { AdaptiveEngine } from "./parallel/adaptive_engine.ts";
import { startIfCostly } from "./parallel/start_policy.ts";
import type { Pool, WorkerCall } from "../threads/pool.ts";
import { answerRecords, readNumbers } from "../formats/csv/record_transformer.ts";
import type { RecordsAnswer, RecordsQuestion } from "../formats/csv/transform_plan.ts";
import { MAX_SILENCE_MS } from "../threads/cooperative.ts";
import {
  BATCHES_PER_WORKER,
  MIN_MS_PER_MIB,
  MIN_NUMBERS_PER_MIB,
  RECORDS_ALONE_MS,
  WORKER_PAYS_MS,
} from "./thresholds.ts";

/** Transforms records on the calling thread and on workers. */
export interface RecordsEngine extends Disposable {
  /** How many workers were used. */
  readonly workers: number;
  /**
   * Transforms complete records. The caller gives up the buffer of their bytes: it may be moved to
   * another thread, and the text may be written into it.
   */
  run(question: RecordsQuestion): RecordsAnswer | Promise<RecordsAnswer>;
}

/** What is made of records: on the calling thread, and by a service of workers. */
export interface RecordsWork {
  run(question: RecordsQuestion): RecordsAnswer;
  /** What workers are asked. */
  call(question: RecordsQuestion): WorkerCall;
}

/** Records become text. */
const TRANSFORM: RecordsWork = {
  run: transformHere,
  call: (question) => ({ service: "records", question }),
};

/** How an engine for records is opened. */
export interface RecordsEngineOptions {
  /** Threads that compute, the calling one among them. */
  readonly jobs: number;
  /** Milliseconds of work on the calling thread before the first worker starts. */
  readonly aloneMs?: number;
  /** Bytes of all records, if that is known. A worker does not start where too few are left. */
  readonly bytes?: number;
  /** What is made of records, if no text is wanted. */
  readonly work?: RecordsWork;
  /** Opens workers that others use, too, and that the caller ends; the engine has its own if omitted. */
  readonly openPool?: () => Promise<Pool>;
}

/** Opens an engine for records. */
export function openRecordsEngine(
  { jobs, aloneMs = RECORDS_ALONE_MS, bytes: total = Infinity, work = TRANSFORM, openPool }:
    RecordsEngineOptions,
): RecordsEngine {
  const workers = typeof Worker === "function" ? jobs - 1 : 0;
  return new AdaptiveEngine<RecordsQuestion, RecordsAnswer>({
    here: (question) => work.run(question),
    async there(pool, question): Promise<RecordsAnswer> {
      const move = [question.bytes.buffer as ArrayBuffer];
      return await pool.ask(work.call(question), move) as RecordsAnswer;
    },
    isCostly({ plan, bytes, position }, { lines }, { milliseconds, isFirst }): boolean {
      const mebibytes = bytes.length / 2 ** 20;
      const left = (total - position) / bytes.length - 1;
      if (left * milliseconds < WORKER_PAYS_MS) return false;
      // The first chunk takes long, because the module's code is not optimised yet.
      return lines * plan.results.length >= MIN_NUMBERS_PER_MIB * mebibytes ||
        !isFirst && milliseconds >= MIN_MS_PER_MIB * mebibytes;
    },
  }, {
    workers,
    openPool,
    mostGiven: BATCHES_PER_WORKER * workers,
    start: startIfCostly({ afterMs: aloneMs, minCostly: 1 }),
  });
}

/** Opens an engine for records whose results another engine computes, such as that of a GPU. */
export function openRecordsOn(engine: Engine): RecordsEngine {
  return {
    get workers(): number {
      return engine.workers;
    },
    async run(question: RecordsQuestion): Promise<RecordsAnswer> {
      const { numbers, next } = readNumbers(openInstance(), question);
      const given = await engine.run(
        question.plan.results.map(({ kernel, x, upstream }) => ({
          kernel: kernel!,
          x: numbers[x],
          upstream: upstream === undefined ? undefined : numbers[upstream],
        })),
      );
      return transformHere({ ...question, given, end: next });
    },
    [Symbol.dispose]: () => engine[Symbol.dispose](),
  };
}

/** Transforms records on this thread. */
export function transformHere(question: RecordsQuestion): RecordsAnswer {
  const until = performance.now() + MAX_SILENCE_MS;
  return answerRecords(openInstance(), question, until).result;
}
