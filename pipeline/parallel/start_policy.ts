import { CHUNKS_BEFORE_WORKERS, PIPE_BYTES_ALONE, WORKER_PAYS_MS } from "../thresholds.ts";

// When workers start. strategy.ts says how many there may be, and thresholds.ts what was measured.

/**
 * Decides whether workers join the main thread in an input that they share. It is asked before each step that the main thread does
 * alone: starting a worker takes as long as many of them. Returns nothing where that is not known yet.
 */
export type StartPolicy = () => boolean | undefined;

/** The policy for work that is known to last. */
export const startAtOnce: StartPolicy = () => true;

/**
 * The policy for a file whose length already shows that workers pay. There is one step before: the
 * engine optimises its code in the background while workers are started.
 */
export function startAfterStep(): StartPolicy {
  let asked = 0;
  return () => asked++ > 0 ? true : undefined;
}

/** The policy for a pipe, whose length is unknown. */
export function startAfterBytes(countRead: () => number): StartPolicy {
  return () => countRead() >= PIPE_BYTES_ALONE ? true : undefined;
}

/**
 * The policy for a known number of chunks. How long one takes is measured; if that takes half of what
 * pays for a worker, workers start.
 */
export function startIfChunksLast(
  { chunks, countDone, workerPaysMs = WORKER_PAYS_MS }: {
    readonly chunks: number;
    readonly countDone: () => number;
    /** Milliseconds of work that must be left for a worker to pay. */
    readonly workerPaysMs?: number;
  },
): StartPolicy {
  const start = performance.now();
  let [before, quickest, done] = [start, Infinity, 0];
  return () => {
    const now = performance.now();
    if (now - start > workerPaysMs / 2) return true;
    if (countDone() === done) return undefined;
    done = countDone();
    // The first chunk takes longer, because the code is compiled.
    quickest = Math.min(quickest, now - before);
    before = now;
    return done < CHUNKS_BEFORE_WORKERS ? undefined : quickest * (chunks - done) > workerPaysMs;
  };
}

/**
 * Decides whether workers are given chunks that the main thread reads, most of which it computes itself
 * otherwise.
 */
export interface CostPolicy {
  /** Whether workers pay. */
  readonly pays: boolean;
  /** Notes how long the main thread took for a chunk, and whether that was long for its size. */
  note(milliseconds: number, isCostly: boolean): void;
}

/** The policy that waits for some time of computing, and then for so many costly chunks in a row. */
export function startIfCostly(
  { afterMs, minCostly }: { readonly afterMs: number; readonly minCostly: number },
): CostPolicy {
  let [computed, costly] = [0, 0];
  return {
    get pays(): boolean {
      return computed >= afterMs && costly >= minCostly;
    },
    note(milliseconds, isCostly): void {
      computed += milliseconds;
      costly = isCostly ? costly + 1 : 0;
    },
  };
}
