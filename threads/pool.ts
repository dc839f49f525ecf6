import { WORKER_SOURCE } from "../dist/worker.js";
import { compile } from "../kernels/compile.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { findOverwriters, type Job } from "../kernels/job.ts";
import { prepareTransfer } from "./prepare_transfer.ts";
import type { Answer, JobsQuestion, WorkerCall } from "./worker_call.ts";

/**
 * Workers that do jobs. They keep the process alive until the pool is disposed of, which ends them, and
 * what they have not finished fails. Deno lets a worker finish the batch that it computes, and the
 * process with it, unless that is ended by `Deno.exit`.
 */
export interface Pool extends Disposable {
  /** Workers that there have been at the same time. */
  readonly workers: number;
  /**
   * Does jobs in turn, on one worker, and gives their results. Arrays that fill their buffer are
   * moved there, not copied: to the caller they become empty. What is asked for while all workers are
   * busy waits for one of them.
   */
  run(jobs: readonly Job[]): Promise<FloatArray[]>;
  /** Asks a worker, as `run` does; the buffers are moved there. */
  ask(request: WorkerCall, move: readonly ArrayBuffer[]): Promise<unknown>;
}

/** The promise of an answer. */
type Task = PromiseWithResolvers<unknown>;

/** Opens a pool of up to `size` workers. Each starts when there is work and no other is free. */
export function openPool(size: number): Pool {
  if (!Number.isInteger(size) || size < 1) {
    throw new RangeError(`Cannot open a pool: size must be an integer >= 1, got ${size}`);
  }
  return new WorkerPool(size);
}

class WorkerPool implements Pool {
  workers = 0;
  readonly #size: number;
  readonly #source = URL.createObjectURL(
    new Blob([WORKER_SOURCE], { type: "text/javascript" }),
  );
  /** What each worker has been asked and has not answered, in order. Last the one asked last. */
  readonly #tasks = new Map<Worker, Task[]>();
  #closed: Error | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  run(jobs: readonly Job[]): Promise<FloatArray[]> {
    const given = prepareTransfer(jobs);
    const question: JobsQuestion = { jobs: given.jobs, overwriters: findOverwriters(given.jobs) };
    return this.ask({ service: "jobs", question }, given.buffers) as Promise<FloatArray[]>;
  }

  ask(request: WorkerCall, move: readonly ArrayBuffer[]): Promise<unknown> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    const [worker, tasks] = this.#choose();
    try {
      // Deno takes 2 ms to load what moves buffers.
      if (move.length === 0) worker.postMessage(request);
      else worker.postMessage(request, [...move]);
    } catch (error) {
      // A buffer that cannot be moved, because it has been already.
      return Promise.reject(error);
    }
    const task: Task = Promise.withResolvers();
    tasks.push(task);
    this.#tasks.delete(worker);
    this.#tasks.set(worker, tasks);
    return task.promise;
  }

  [Symbol.dispose](): void {
    this.#close(new Error("Cannot compute: the pool was closed"));
  }

  /**
   * A worker that is free, a new one, or the one with the least to do. It is asked at once even if it
   * is busy: so it finds work when it is done, without a way to this thread and back, 0.2 ms.
   */
  #choose(): [Worker, Task[]] {
    const workers = [...this.#tasks];
    const least = Math.min(...workers.map(([, tasks]) => tasks.length));
    if (least > 0 && workers.length < this.#size) return this.#start();
    return workers.find(([, tasks]) => tasks.length === least)!;
  }

  #start(): [Worker, Task[]] {
    const worker = new Worker(this.#source, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#take(worker, data);
    worker.onerror = (event) => {
      // Reported by the runs that fail of it; else it would end the program.
      event.preventDefault();
      this.#close(new Error(`Cannot compute: a worker failed: ${event.message}`));
    };
    worker.onmessageerror = () =>
      this.#close(new Error("Cannot compute: the answer of a worker cannot be read"));
    worker.postMessage(compile());
    const tasks: Task[] = [];
    this.#tasks.set(worker, tasks);
    this.workers = Math.max(this.workers, this.#tasks.size);
    return [worker, tasks];
  }

  #take(worker: Worker, answer: Answer): void {
    // None where the pool was closed while the answer was on its way.
    const task = this.#tasks.get(worker)?.shift();
    if (task === undefined) return;
    if ("error" in answer) {
      task.reject(answer.error);
    } else {
      task.resolve(answer.result);
    }
  }

  #close(reason: Error): void {
    if (this.#closed !== undefined) return;
    this.#closed = reason;
    for (const task of this.#tasks.values().toArray().flat()) {
      // Whoever disposes without waiting for the results does not want to hear of them.
      task.promise.catch(() => {});
      task.reject(reason);
    }
    for (const worker of this.#tasks.keys()) worker.terminate();
    this.#tasks.clear();
    URL.revokeObjectURL(this.#source);
  }
}
