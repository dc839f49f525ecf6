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
