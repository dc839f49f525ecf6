import type { FloatArray } from "./float_types.ts";
import type { Kernel } from "./kernel.ts";
import type { Program } from "./program.ts";

/** A kernel to run over an array. */
export interface Job {
  /** What to compute; missing where it is expressions. */
  readonly kernel?: Kernel;
  /** Given up: the result may be written over it, or it may be moved to another thread. */
  readonly x: FloatArray;
  /** What to multiply each result by; of the type and length of `x`, and given up like it. */
  readonly upstream?: FloatArray;
  /**
   * Expressions to compute in place of the kernel, of these inputs, which are float64 and are given
   * up, too. The result has the outputs of the program one after another, as float64.
   */
  readonly expressions?: { readonly program: Program; readonly inputs: readonly Float64Array[] };
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
    const { x, upstream, expressions } = jobs[i];
    overwrites[i] = expressions === undefined && !readLater.has(x.buffer) &&
      keepsUpstream(x, upstream);
    readLater.add(x.buffer);
    if (upstream !== undefined) readLater.add(upstream.buffer);
    for (const { buffer } of expressions?.inputs ?? []) readLater.add(buffer);
  }
  return overwrites;
}

/** Whether each element of the upstream is read before a result is written in its place. */
function keepsUpstream(x: FloatArray, upstream: FloatArray | undefined): boolean {
  return upstream === undefined || upstream.buffer !== x.buffer ||
    upstream.byteOffset === x.byteOffset && upstream.byteLength === x.byteLength;
}

/** An array for the result of a job. */
export function makeResult({ x, expressions }: Job): FloatArray {
  if (expressions !== undefined) {
    return new Float64Array(x.length * expressions.program.outputs.length);
  }
  return new (x.constructor as Float64ArrayConstructor)(x.length);
}

/** Takes all steps of some work, and returns its result. */
export function takeAllSteps<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
