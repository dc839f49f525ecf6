import type { Suite } from "./cases.ts";
import type { Group } from "./samples.ts";
import type { Finding, Share } from "./worker.ts";

/** The cases to run. */
export interface FuzzOptions {
  readonly suite: Suite;
  readonly group: Group;
  readonly seed: number;
  /** The number of the first case. */
  readonly first: number;
  readonly count: number;
  readonly jobs: number;
}

/** A case that failed. */
export interface Failure {
  readonly number: number;
  readonly wrong: string;
}

/** The outcome of a run. */
export interface FuzzResult {
  readonly failures: readonly Failure[];
  /** The largest number of bytes that a worker still used at its end, without garbage. */
  readonly kept: number;
}

/**
 * Milliseconds after which a case is taken to hang. Most cases take one or two, the slowest some
 * seconds, and ten times as long on a busy machine.
 */
const MAX_TIME = 120_000;
/** The number of failures after which the run stops. */
const MAX_FAILURES = 20;
/**
 * Bytes that a worker may still use at its end. Its modules and samples take 90 MB, and each instance
 * of the kernels 128 MB, most of which nobody touches: one or two stay for the next run.
 */
export const MAX_KEPT: number = 2 ** 29;

/** Runs cases in workers, and ends those that hang. */
export async function runWorkers(options: FuzzOptions): Promise<FuzzResult> {
  const jobs = Math.min(options.jobs, options.count);
  const shared = new SharedArrayBuffer(4 * jobs);
  const failures: Failure[] = [];
  const kept = await Promise.all(
    Array.from({ length: jobs }, (_, i) => runShare(options, { i, jobs, shared, failures })),
  );
  return { failures, kept: Math.max(...kept) };
}

function runShare(
  { suite, group, seed, first, count }: FuzzOptions,
  { i, jobs, shared, failures }: {
    i: number;
    jobs: number;
    shared: SharedArrayBuffer;
    failures: Failure[];
  },
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const at = new Int32Array(shared);
  const share: Share = {
    suite,
    group,
    seed,
    first: first + i,
    step: jobs,
    end: first + count,
    at: shared,
  };
  const place = share.first % jobs;
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  at[place] = -1;
  let last = -1;
  // Each worker is checked from time to time. If it is still at the same case, the case hangs.
  const timer = setInterval(() => {
    const number = Atomics.load(at, place);
    if (number === last && number >= 0) end({ number, wrong: `it took ${MAX_TIME} ms or more` });
    last = number;
  }, MAX_TIME);

  function end(failure?: Failure, kept: number = 0): void {
    if (failure !== undefined) failures.push(failure);
    clearInterval(timer);
    worker.terminate();
    resolve(kept);
  }

  worker.onmessage = ({ data }: MessageEvent<"ready" | Finding>): void => {
    if (data === "ready") worker.postMessage(share);
    else if ("done" in data) end(undefined, data.kept);
    else {
      failures.push(data);
      if (failures.length >= MAX_FAILURES) end();
    }
  };
  worker.onerror = (event): void => {
    event.preventDefault();
    end({ number: Atomics.load(at, place), wrong: `the worker died: ${event.message}` });
  };
  return promise;
}
