import type { FloatArray } from "./float_types.ts";
import type { Kernel } from "./kernel.ts";

/** A kernel to run over an array. */
export interface Job {
  /** What to compute. */
  readonly kernel: Kernel;
  /** Given up: the result may be written over it, or it may be moved to another thread. */
  readonly x: FloatArray;
  /** What to multiply each result by; of the type and length of `x`, and given up like it. */
  readonly upstream?: FloatArray;
}

/**
 * Which jobs may write their result over their `x`, when they are done one after another: those where
 * nothing that is read later lies there. So one column can be the input of several jobs.
 */
export function findOverwriters(jobs: readonly Job[]): boolean[] {
  return jobs.map(({ x, upstream }, i) =>
    (upstream === undefined || !overlap(x, upstream) || samePlace(x, upstream)) &&
    !jobs.some((later, j) =>
      j > i &&
      (overlap(x, later.x) || (later.upstream !== undefined && overlap(x, later.upstream)))
    )
  );
}

function samePlace(a: FloatArray, b: FloatArray): boolean {
  return a.byteOffset === b.byteOffset && a.byteLength === b.byteLength;
}

function overlap(a: FloatArray, b: FloatArray): boolean {
  return a.buffer === b.buffer &&
    a.byteOffset < b.byteOffset + b.byteLength &&
    b.byteOffset < a.byteOffset + a.byteLength;
}
