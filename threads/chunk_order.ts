/** How workers that share an input and an output take turns. Chunks have numbers, which may wrap around. */
export interface Turns {
  /** Does something while no other worker does anything of this kind. */
  alone<T>(action: () => T): T;
  /** The number of the next chunk, which is now this worker's to do. */
  take(): number;
  /**
   * Waits until as many chunks are done as there are before one; returns whether that one is still to be done.
   * After some milliseconds, if they are given, it returns nothing.
   */
  await(chunk: number, milliseconds?: number): boolean | undefined;
  /** A chunk is done. */
  pass(): void;
  /** A chunk has failed: none after it is to be done. */
  stop(): void;
  readonly stopped: boolean;
  /** Changes when there is news. */
  readonly news: number;
  /** Wakes all who wait for news. */
  tell(): void;
  /** Waits for news since what was seen. */
  awaitNews(seen: number): void;
  /** Comes when there is news since what was seen: for a thread that has others to listen to. */
  hearNews(seen: number): Promise<unknown>;
  /** Chunks that are done. */
  readonly done: number;
}

/** Bytes that workers share to take turns: zeros at first. */
export const TURNS_BYTES = 20;

/**
 * Opens what workers share.
 */
export function openTurns(shared: SharedArrayBuffer): Turns {
  const [LOCK, TAKEN, DONE, STOPPED, NEWS] = [0, 1, 2, 3, 4];
  const state = new Int32Array(shared);

  function alone<T>(action: () => T): T {
    while (Atomics.compareExchange(state, LOCK, 0, 1) !== 0) Atomics.wait(state, LOCK, 1);
    try {
      return action();
    } finally {
      Atomics.store(state, LOCK, 0);
      Atomics.notify(state, LOCK, 1);
    }
  }

  function awaitTurn(chunk: number, milliseconds?: number): boolean | undefined {
    for (;;) {
      const done = Atomics.load(state, DONE);
      if (Atomics.load(state, STOPPED) !== 0) return false;
      if (done === chunk) return true;
      if (Atomics.wait(state, DONE, done, milliseconds) === "timed-out") return undefined;
    }
  }

  function pass(): void {
    Atomics.add(state, DONE, 1);
    Atomics.notify(state, DONE);
  }

  function tell(): void {
    Atomics.add(state, NEWS, 1);
    Atomics.notify(state, NEWS);
  }

  return {
    alone,
    take: () => Atomics.add(state, TAKEN, 1),
    await: awaitTurn,
    pass,
    stop(): void {
      Atomics.store(state, STOPPED, 1);
      // Whoever is about to wait sees that the number has changed.
      pass();
      tell();
    },
    get stopped(): boolean {
      return Atomics.load(state, STOPPED) !== 0;
    },
    get news(): number {
      return Atomics.load(state, NEWS);
    },
    tell,
    awaitNews: (seen) => void Atomics.wait(state, NEWS, seen),
    hearNews: async (seen) => await Atomics.waitAsync(state, NEWS, seen).value,
    get done(): number {
      return Atomics.load(state, DONE);
    },
  };
}
