import { countFloats } from "./result_status.ts";
import type { FloatArray } from "./float_types.ts";
import type { Program } from "./program.ts";

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
  /** What to compute. It is missing for a job that computes expressions. */
  readonly kernel?: Kernel;
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
  /**
   * Expressions to compute in place of the kernel, of these inputs, which are float64 and are given
   * up, too. The result has the outputs of the program one after another, as float64, and after
   * them a byte for the status of each number (result_status.ts).
   */
  readonly expressions?: { readonly program: Program; readonly inputs: readonly Float64Array[] };
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
    const { x, upstream, expressions } = jobs[i];
    overwrites[i] = expressions === undefined && !readLater.has(x.buffer) &&
      keepsUpstream(x, upstream);
    readLater.add(x.buffer);
    if (upstream !== undefined) readLater.add(upstream.buffer);
    for (const { buffer } of expressions?.inputs ?? []) readLater.add(buffer);
  }
  return overwrites;
}

/** Returns whether each element of the upstream is read before a result overwrites it. */
function keepsUpstream(x: FloatArray, upstream: FloatArray | undefined): boolean {
  return upstream === undefined || upstream.buffer !== x.buffer ||
    upstream.byteOffset === x.byteOffset && upstream.byteLength === x.byteLength;
}

/** Returns a new array for the result of a job. */
export function makeResult({ x, expressions }: Job): FloatArray {
  if (expressions !== undefined) {
    return new Float64Array(countFloats(x.length * expressions.program.outputs.length));
  }
  return new (x.constructor as Float64ArrayConstructor)(x.length);
}

/** Runs all steps of a task, and returns its result. */
export function takeAllSteps<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
