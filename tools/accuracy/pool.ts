import type { Finding, Job } from "./survey_worker.ts";

interface Waiting {
  readonly job: Job;
  readonly resolve: (finding: Finding) => void;
  readonly reject: (error: Error) => void;
}

/** Workers, one for each processor, that take jobs in the order in which they came. */
export class Pool {
  readonly #workers: Worker[];
  readonly #idle: Worker[];
  readonly #waiting: Waiting[] = [];

  constructor() {
    const url = new URL("./survey_worker.ts", import.meta.url);
    this.#workers = Array.from(
      { length: navigator.hardwareConcurrency },
      () => new Worker(url, { type: "module" }),
    );
    this.#idle = [...this.#workers];
  }

  /** What a worker finds. */
  run(job: Job): Promise<Finding> {
    const { promise, resolve, reject } = Promise.withResolvers<Finding>();
    this.#waiting.push({ job, resolve, reject });
    this.#next();
    return promise;
  }

  #next(): void {
    const worker = this.#idle.pop();
    if (worker === undefined) return;
    const first = this.#waiting.shift();
    if (first === undefined) {
      this.#idle.push(worker);
      return;
    }
    const { job, resolve, reject } = first;
    worker.onmessage = ({ data }: MessageEvent<Finding>): void => {
      resolve(data);
      this.#idle.push(worker);
      this.#next();
    };
    worker.onerror = (event): void => {
      event.preventDefault();
      reject(new Error(`Cannot survey ${job.kernel.name}: ${event.message}`));
    };
    worker.postMessage(job);
  }

  /** Ends the workers. */
  [Symbol.dispose](): void {
    for (const worker of this.#workers) worker.terminate();
  }
}
