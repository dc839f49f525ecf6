/** The stages of a run whose time is taken. */
export type Stage = "read" | "compute" | "write";

/** Milliseconds that each stage took. */
export type StageTimes = Record<Stage, number>;

/**
 * Takes the time of the stages of a run or of a thread. They overlap, so that their sum may exceed
 * the total.
 */
export class Stopwatch {
  readonly times: StageTimes = { read: 0, compute: 0, write: 0 };
  readonly #start = performance.now();

  /** Does something, and adds the time that it takes to a stage. */
  time<T>(stage: Stage, action: () => T): T;
  time<T>(stage: Stage, action: () => Promise<T>): Promise<T>;
  time<T>(stage: Stage, action: () => T | Promise<T>): T | Promise<T> {
    const start = performance.now();
    const stop = (): void => {
      this.times[stage] += performance.now() - start;
    };
    let result: T | Promise<T> | undefined;
    try {
      result = action();
    } finally {
      // A result that is there at once is returned at once: a promise would cost a turn of the
      // event loop.
      if (!(result instanceof Promise)) stop();
    }
    return result instanceof Promise ? result.finally(stop) : result;
  }

  /** Adds the times of another thread. */
  add(times: Readonly<StageTimes>): void {
    for (const stage of ["read", "compute", "write"] as const) this.times[stage] += times[stage];
  }

  /** Milliseconds since the clock was made. */
  get total(): number {
    return performance.now() - this.#start;
  }
}
