import type { FloatArray } from "./float_types.ts";

/**
 * The names of the kernels in the WebAssembly module. The gradients of i0 and lgamma are i1 and
 * digamma. Those of digamma and polygamma are polygamma.
 */
export type KernelName =
  | "digamma"
  | "i0"
  | "i0e"
  | "i0eGrad"
  | "i1"
  | "i1e"
  | "i1eGrad"
  | "i1Grad"
  | "lgamma"
  | "multigammaln"
  | "multigammalnGrad"
  | "polygamma";

/** A kernel and its parameter. */
export interface Kernel {
  /** The name of the kernel. */
  readonly name: KernelName;
  /**
   * The order n of polygamma or the dimension p of multigammaln. Other kernels have no parameter.
   */
  readonly parameter?: number;
}

/** A function that computes a kernel for one number, with its parameter if it has one. */
export type NumberKernel = (x: number, parameter?: number) => number;

/** A kernel to run over an array. */
export interface Job {
  /** What to compute. */
  readonly kernel: Kernel;
  /**
   * The argument. The caller gives it up: the result may overwrite it, or it may be moved to
   * another thread.
   */
  readonly x: FloatArray;
  /**
   * The factor of each result. It has the type and length of `x`, and the caller gives it up as
   * well.
   */
  readonly upstream?: FloatArray;
}

/**
 * An engine runs jobs: on the calling thread, in workers, or first on the thread and later in
 * workers.
 */
export interface Engine extends Disposable {
  /** The number of workers that it has used. It is 0 as long as the calling thread was enough. */
  readonly workers: number;
  /**
   * Runs jobs one after another and returns their results, which have the same bits wherever they
   * are computed. The caller gives up the arrays of the jobs: they may hold the results, or may
   * have been moved to another thread.
   */
  run(jobs: readonly Job[]): FloatArray[] | Promise<FloatArray[]>;
}

/**
 * Returns which jobs may write their result over their `x` if they run one after another: those
 * whose buffer no later job reads. One column can therefore be the input of several jobs. There may
 * be a job for each of 200,000 columns, so the list is walked once, from its end, and arrays are
 * distinguished only by their buffers.
 */
export function findOverwriters(jobs: readonly Job[]): boolean[] {
  const overwrites = jobs.map(() => false);
  const readLater = new Set<ArrayBufferLike>();
  for (let i = jobs.length - 1; i >= 0; i--) {
    const { x, upstream } = jobs[i];
    overwrites[i] = !readLater.has(x.buffer) && keepsUpstream(x, upstream);
    readLater.add(x.buffer);
    if (upstream !== undefined) readLater.add(upstream.buffer);
  }
  return overwrites;
}

/** Returns whether each element of the upstream is read before a result overwrites it. */
function keepsUpstream(x: FloatArray, upstream: FloatArray | undefined): boolean {
  return upstream === undefined || upstream.buffer !== x.buffer ||
    upstream.byteOffset === x.byteOffset && upstream.byteLength === x.byteLength;
}

/** Runs all steps of a task, and returns its result. */
export function takeAllSteps<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
