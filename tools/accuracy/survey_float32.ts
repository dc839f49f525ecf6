import type { KernelName } from "../../kernels/engine.ts";
import { SOURCE_HASH } from "../../kernels/module.ts";
import type { Float32Job } from "./float32_worker.ts";
import { addTally, emptyTally, type Tally } from "./tally.ts";

const ALL = 2 ** 32;
/**
 * Odd, so that a quick look takes every bit of the significand in turn: some 4 million arguments.
 */
const QUICK_STRIDE = 1021;
/** Short enough that the workers end together. */
const PARTS = 64;

/**
 * Compares the results for all 2^32 float32 numbers with the truth; or, quickly, for one in 1021.
 */
export async function surveyFloat32(
  kernel: KernelName,
  { quick }: { quick: boolean },
): Promise<Tally> {
  const stride = quick ? QUICK_STRIDE : 1;
  const jobs: Float32Job[] = Array.from({ length: PARTS }, (_, part) => ({
    kernel,
    build: SOURCE_HASH,
    range: { from: part * ALL / PARTS, to: (part + 1) * ALL / PARTS, stride },
  }));
  const tally = emptyTally();
  const workers = Array.from(
    { length: navigator.hardwareConcurrency },
    () => drain(jobs, tally),
  );
  await Promise.all(workers);
  return tally;
}

/** Starts a worker that takes jobs from the list until there are none. */
async function drain(jobs: Float32Job[], tally: Tally): Promise<void> {
  const url = new URL("./float32_worker.ts", import.meta.url);
  const worker = new Worker(url, { type: "module" });
  try {
    for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
      addTally(tally, await ask(worker, job));
    }
  } finally {
    worker.terminate();
  }
}

function ask(worker: Worker, job: Float32Job): Promise<Tally> {
  const { promise, resolve, reject } = Promise.withResolvers<Tally>();
  worker.onmessage = ({ data }: MessageEvent<Tally>): void => resolve(data);
  worker.onerror = (event): void => {
    event.preventDefault();
    reject(new Error(`Cannot survey ${job.kernel}: ${event.message}`));
  };
  worker.postMessage(job);
  return promise;
}
