import { CHUNKS_BEFORE_WORKERS, PIPE_BYTES_ALONE, WORKER_PAYS_MS } from "../thresholds.ts";

/**
 * Decides whether workers join the main thread. It is asked before each step that the main thread does
 * alone: starting a worker takes as long as many of them. Returns nothing where that is not known yet.
 */
export type StartPolicy = () => boolean | undefined;

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
