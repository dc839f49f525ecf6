/**
 * The order in which threads that share an input and an output take chunks and finish them. Chunks
 * are numbered from 0, and the numbers may wrap around.
 */
export interface Sequencer {
  /**
   * Runs an action while no other thread runs one under this lock. Returns "busy" without running it
   * if the given milliseconds have passed first, or if the work was aborted while another thread
   * held the lock: that thread may have been ended.
   */
  withLock<T>(action: () => T, milliseconds?: number): T | "busy";
  /** Takes the next chunk for this thread, and returns its number. */
  next(): number;
  /**
   * Waits until all chunks before this one are finished. Returns whether the chunk is still wanted,
   * which it is not after a failure, or `undefined` if the given milliseconds have passed first.
   */
  waitTurn(chunk: number, milliseconds?: number): boolean | undefined;
  /** Counts a chunk as finished. */
  complete(): void;
  /** Ends the work after a failure: no later chunk is wanted. */
  abort(): void;
  /** Whether the work was ended after a failure. */
  readonly aborted: boolean;
  /** A number that changes with each `notify`. */
  readonly version: number;
  /** Changes the version, and wakes all threads that wait for a change. */
  notify(): void;
  /** Blocks until the version is not the given one, or the given milliseconds have passed. */
  waitChange(version: number, milliseconds?: number): void;
  /** Resolves when the version is not the given one, for a thread that must not block. */
  changed(version: number): Promise<unknown>;
  /** How many chunks are finished. */
  readonly done: number;
}

/** Bytes of the shared memory of an order. It begins as zeros. */
export const SEQUENCER_BYTES = 20;

/** Opens the order whose state lies in shared memory. */
export function openSequencer(shared: SharedArrayBuffer): Sequencer {
  const [LOCK, TAKEN, DONE, ABORTED, VERSION] = [0, 1, 2, 3, 4];
  const state = new Int32Array(shared);

  function withLock<T>(action: () => T, milliseconds?: number): T | "busy" {
    while (Atomics.compareExchange(state, LOCK, 0, 1) !== 0) {
      if (Atomics.load(state, ABORTED) !== 0) return "busy";
      if (Atomics.wait(state, LOCK, 1, milliseconds) === "timed-out") return "busy";
    }
    try {
      return action();
    } finally {
      Atomics.store(state, LOCK, 0);
      Atomics.notify(state, LOCK, 1);
    }
  }

  function waitTurn(chunk: number, milliseconds?: number): boolean | undefined {
    for (;;) {
      const done = Atomics.load(state, DONE);
      if (Atomics.load(state, ABORTED) !== 0) return false;
      if (done === chunk) return true;
      if (Atomics.wait(state, DONE, done, milliseconds) === "timed-out") return undefined;
    }
  }

  function complete(): void {
    Atomics.add(state, DONE, 1);
    Atomics.notify(state, DONE);
  }

  function notify(): void {
    Atomics.add(state, VERSION, 1);
    Atomics.notify(state, VERSION);
  }

  return {
    withLock,
    next: () => Atomics.add(state, TAKEN, 1),
    waitTurn,
    complete,
    abort(): void {
      Atomics.store(state, ABORTED, 1);
      // A thread that is about to wait sees that the numbers have changed.
      complete();
      notify();
      // Whoever waits for the lock looks again, and does not wait for a thread that was ended.
      Atomics.notify(state, LOCK);
    },
    get aborted(): boolean {
      return Atomics.load(state, ABORTED) !== 0;
    },
    get version(): number {
      return Atomics.load(state, VERSION);
    },
    notify,
    waitChange: (version, milliseconds) => void Atomics.wait(state, VERSION, version, milliseconds),
    changed: async (version) => await Atomics.waitAsync(state, VERSION, version).value,
    get done(): number {
      return Atomics.load(state, DONE);
    },
  };
}
