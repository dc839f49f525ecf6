/** Milliseconds that the stages of a thread's work took. */
export type StageTimes = Record<"read" | "compute" | "write", number>;

/** Counts them. */
export interface StageClock {
  readonly times: StageTimes;
  /** Does something, which is a part of a stage. */
  time<T>(stage: keyof StageTimes, action: () => T): T;
}

/**
 * Opens a clock.
 */
export function openClock(): StageClock {
  const times = { read: 0, compute: 0, write: 0 };
  return {
    times,
    time<T>(stage: keyof StageTimes, action: () => T): T {
      const start = performance.now();
      try {
        return action();
      } finally {
        times[stage] += performance.now() - start;
      }
    },
  };
}

/** The stages whose time is taken. */
export type Stage = "read" | "compute" | "write";

/** Takes the time of the stages of a run. They overlap, so that their sum may be more than the whole. */
export class Stopwatch {
  readonly #start = performance.now();
  readonly #times: Record<Stage, number> = { read: 0, compute: 0, write: 0 };

  /** Does something and adds the time it takes to a stage. */
  time<T>(stage: Stage, action: () => T): T;
  time<T>(stage: Stage, action: () => Promise<T>): Promise<T>;
  time<T>(stage: Stage, action: () => T | Promise<T>): T | Promise<T> {
    const start = performance.now();
    const stop = (): void => {
      this.#times[stage] += performance.now() - start;
    };
    const result = action();
    // What is there at once stays so: a promise would cost a turn.
    if (!(result instanceof Promise)) stop();
    else return result.finally(stop);
    return result;
  }

  /** Adds milliseconds that a stage took elsewhere. */
  add(stage: Stage, milliseconds: number): void {
    this.#times[stage] += milliseconds;
  }

  /** Milliseconds that a stage took so far. */
  taken(stage: Stage): number {
    return this.#times[stage];
  }

  /** Milliseconds since the beginning. */
  get total(): number {
    return performance.now() - this.#start;
  }
}
