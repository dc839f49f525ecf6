import { WORKER_TEXTS } from "../dist/worker.js";
import { countFreeFiles } from "../io/count_free_files.ts";
import { compile } from "../kernels/compile.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { findOverwriters, type Job } from "../kernels/job.ts";

/** A question to a worker, after its program and the WebAssembly module have been posted to it. */
export interface WorkerCall {
  /** The name of the service that answers. */
  readonly service: string;
  /** The question, as the service understands it. */
  readonly question: unknown;
}

/** A question, and the buffers that are moved with it instead of being copied. */
export interface MovingCall {
  readonly request: WorkerCall;
  readonly move: readonly ArrayBuffer[];
}

/** The answer of a service, and the buffers that are moved with it instead of being copied. */
export interface Reply<Result = unknown> {
  readonly result: Result;
  readonly move: ArrayBuffer[];
}

/** A worker posts back the result, or the error if there is none. */
export type Answer = { readonly result: unknown } | { readonly error: Error };

/** Jobs to do in turn. */
export interface JobsQuestion {
  readonly jobs: readonly Job[];
  readonly overwriters: readonly boolean[];
}

/**
 * Workers that do jobs. They keep the process alive until the pool is disposed of. That ends them,
 * and jobs that are not finished fail. Deno lets a worker finish the batch that it computes before
 * the process ends, unless `Deno.exit` ends it.
 */
export interface Pool extends Disposable {
  /** The largest number of workers that there were at the same time. */
  readonly workers: number;
  /**
   * Does jobs in turn, on one worker, and returns their results. Arrays that fill their buffer are
   * moved, not copied: the caller's become empty. Jobs that come while all workers are busy wait
   * for one of them.
   */
  run(jobs: readonly Job[]): Promise<FloatArray[]>;
  /** Asks a worker a question. The buffers are moved to it. */
  ask(request: WorkerCall, move: readonly ArrayBuffer[]): Promise<unknown>;
  /**
   * Asks every worker that there is a question of its own. Workers have numbers from 0 on, always
   * the same.
   */
  askEach(makeCall: (worker: number) => MovingCall): Promise<unknown[]>;
}

/**
 * Files that a worker keeps open: those of the runtime, and an input and an output. Deno ends the
 * whole process where it cannot open its own.
 */
const FILES_PER_WORKER = 8;
/** Files that the calling thread may still need, such as that of an early sync. */
const SPARE_FILES = 4;

/**
 * The module of a worker: it runs the program that is posted to it first. That consists of CommonJS
 * modules. Deno would parse the text of any other module for its imports, which takes 26 ms.
 */
const BOOTSTRAP = `globalThis.onmessage = ({ data: texts }) => {
  const loaded = {};
  function require(name) {
    if (loaded[name] === undefined) {
      loaded[name] = {};
      new Function("require", "exports", texts[name])(require, loaded[name]);
    }
    return loaded[name];
  }
  require("./worker.js");
};`;

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
  /** How many workers there may be. It becomes less if there are not enough files for all. */
  #size: number;
  readonly #source = URL.createObjectURL(
    new Blob([BOOTSTRAP], { type: "text/javascript" }),
  );
  /**
   * The questions that each worker has not answered, in order. The worker that was asked last comes
   * last.
   */
  readonly #tasks = new Map<Worker, Task[]>();
  /** The workers, in the order in which they were started. */
  readonly #started: Worker[] = [];
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
    let chosen: [Worker, Task[]];
    try {
      chosen = this.#choose();
    } catch (error) {
      return Promise.reject(error);
    }
    return this.#post(chosen, { request, move });
  }

  askEach(makeCall: (worker: number) => MovingCall): Promise<unknown[]> {
    return Promise.all(this.#started.map((worker, i) => {
      const tasks = this.#tasks.get(worker);
      // The pool was closed.
      if (tasks === undefined) return Promise.reject(this.#closed);
      return this.#post([worker, tasks], makeCall(i));
    }));
  }

  #post([worker, tasks]: [Worker, Task[]], { request, move }: MovingCall): Promise<unknown> {
    try {
      // Deno takes 2 ms to load the code that moves buffers.
      if (move.length === 0) worker.postMessage(request);
      else worker.postMessage(request, [...move]);
    } catch (error) {
      // A buffer cannot be moved if it has been moved already, and a worker needs files.
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
   * Chooses a worker that is free, a new one, or the one with the least to do. A busy worker is
   * asked at once, too: so it finds work when it is done, and does not wait 0.2 ms for this thread.
   */
  #choose(): [Worker, Task[]] {
    const workers = [...this.#tasks];
    const least = Math.min(...workers.map(([, tasks]) => tasks.length));
    if (least > 0 && workers.length < this.#size) return this.#start();
    return workers.find(([, tasks]) => tasks.length === least)!;
  }

  /** Throws if the process may not open the files of a single worker. */
  #limitSize(): void {
    const free = countFreeFiles(SPARE_FILES + FILES_PER_WORKER * this.#size) - SPARE_FILES;
    const most = Math.floor(free / FILES_PER_WORKER);
    if (most < 1) {
      throw new Error(
        "Cannot start a thread: the process may not open as many files; allow more with ulimit -n, " +
          "or use -j 1",
      );
    }
    this.#size = Math.min(this.#size, most);
  }

  #start(): [Worker, Task[]] {
    if (this.workers === 0) this.#limitSize();
    const worker = new Worker(this.#source, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#take(worker, data);
    worker.onerror = (event) => {
      // The runs that fail report this error, which would otherwise end the program.
      event.preventDefault();
      this.#close(new Error(`Cannot compute: a worker failed: ${event.message}`));
    };
    worker.onmessageerror = () =>
      this.#close(new Error("Cannot compute: the answer of a worker cannot be read"));
    worker.postMessage(WORKER_TEXTS);
    worker.postMessage(compile());
    const tasks: Task[] = [];
    this.#tasks.set(worker, tasks);
    this.#started.push(worker);
    this.workers = Math.max(this.workers, this.#tasks.size);
    return [worker, tasks];
  }

  #take(worker: Worker, answer: Answer): void {
    // There is no task if the pool was closed while the answer was on its way.
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
      // A caller that disposes of the pool without waiting for results does not want to hear of
      // them.
      task.promise.catch(() => {});
      task.reject(reason);
    }
    for (const worker of this.#tasks.keys()) worker.terminate();
    this.#tasks.clear();
    URL.revokeObjectURL(this.#source);
  }
}

/** Jobs that are ready to go to another thread. */
export interface Given {
  /** Jobs whose arrays can be moved. */
  readonly jobs: Job[];
  /** The buffers to move with the jobs, each once. */
  readonly buffers: ArrayBuffer[];
}

/**
 * Makes jobs ready to go to another thread. An array that fills its buffer is moved, however many
 * jobs use it. An array in a larger buffer, which others may use, or in a shared one is copied.
 */
export function prepareTransfer(jobs: readonly Job[]): Given {
  const given = new Map<FloatArray, FloatArray>();
  const buffers = new Set<ArrayBuffer>();
  function give(array: FloatArray): FloatArray {
    let own = given.get(array);
    if (own === undefined) {
      own = fillsBuffer(array) ? array : array.slice();
      given.set(array, own);
      buffers.add(own.buffer as ArrayBuffer);
    }
    return own;
  }
  const ready = jobs.map(({ kernel, x, upstream, expressions }) => ({
    kernel,
    x: give(x),
    upstream: upstream && give(upstream),
    expressions: expressions &&
      { ...expressions, inputs: expressions.inputs.map((input) => give(input) as Float64Array) },
  }));
  return { jobs: ready, buffers: [...buffers] };
}

function fillsBuffer({ buffer, byteLength }: FloatArray): boolean {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
}
