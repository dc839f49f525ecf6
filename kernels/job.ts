import type { FloatArray } from "./float_types.ts";

/**
 * What the WebAssembly module computes. The gradients of i0 and lgamma are i1 and digamma, those of
 * digamma and polygamma are polygamma.
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

/** What to compute: a kernel with its parameter. */
export interface Kernel {
  /** Which of them. */
  readonly name: KernelName;
  /** The order n of polygamma, the dimension p of multigammaln; the others have none. */
  readonly parameter?: number;
}

/** A kernel of one number, with its parameter if it has one. */
export type NumberKernel = (x: number, parameter?: number) => number;

/** A kernel to run over an array. */
export interface Job {
  /** What to compute. */
  readonly kernel: Kernel;
  /** Given up: the result may be written over it, or it may be moved to another thread. */
  readonly x: FloatArray;
  /** What to multiply each result by; of the type and length of `x`, and given up like it. */
  readonly upstream?: FloatArray;
}

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

/**
 * Which jobs may write their result over their `x`, when they are done one after another: those whose
 * buffer no later job reads. So one column can be the input of several jobs. There may be a job for each of
 * 200,000 columns: the list is walked once, from its end, and arrays are told apart by their buffers alone.
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

/** Whether each element of the upstream is read before a result is written in its place. */
function keepsUpstream(x: FloatArray, upstream: FloatArray | undefined): boolean {
  return upstream === undefined || upstream.buffer !== x.buffer ||
    upstream.byteOffset === x.byteOffset && upstream.byteLength === x.byteLength;
}

/** Takes all steps of some work, and returns its result. */
export function takeAllSteps<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
