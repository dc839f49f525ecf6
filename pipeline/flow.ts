import { MAX_BYTES_IN_FLIGHT } from "./policy.ts";

/** What happens to each batch, in this order. */
export interface Stages<Batch, Result> {
  /** The next batch, or nothing at the end. */
  read(): Promise<Batch | undefined>;
  /** What is made of a batch: at once, or later by a worker. */
  compute(batch: Batch): Result | Promise<Result>;
  /** Writes what was made of a batch. Called in the order of the batches, one at a time. */
  write(result: Result): Promise<void>;
  /** Bytes of memory that a batch and what is made of it take, about; 0 if left out. */
  weigh?(batch: Batch): number;
}

/** How batches flow. */
export interface FlowOptions {
  /** Batches that are computed at the same time. There are at most two more: one read, one written. */
  readonly inFlight: number;
}

/**
 * Takes batches through the stages, so that some are computed while the next is read and the one
 * before is written. A batch is read only when there is room for it, so that memory is bounded
 * whichever stage is the slowest.
 *
 * The first failure in the order of the batches, not of time, is that of the flow: all before it is
 * written, and whatever the number in flight, the same is written and reported. Nothing more is read.
 */
export function flow<Batch, Result>(
  { read, compute, write, weigh = () => 0 }: Stages<Batch, Result>,
  { inFlight }: FlowOptions,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let stopped = false;
  function stop(): void {
    stopped = true;
  }

  async function writeAfter(before: Promise<void>, result: Result | Promise<Result>) {
    await before;
    // What is there is written without waiting a turn, in which the next could be computed first.
    await write(result instanceof Promise ? await result : result);
  }

  async function run(): Promise<void> {
    const unwritten: { written: Promise<void>; bytes: number }[] = [];
    let inMemory = 0;
    let written = Promise.resolve();
    try {
      let reading = observed(read());
      for (let batch; (batch = await reading) !== undefined;) {
        const bytes = weigh(batch);
        while (
          unwritten.length > inFlight ||
          unwritten.length > 0 && inMemory + bytes > MAX_BYTES_IN_FLIGHT
        ) {
          const first = unwritten.shift()!;
          await first.written;
          inMemory -= first.bytes;
        }
        if (stopped) break;
        // Before computing, which may hold up this thread.
        reading = observed(read());
        const result = compute(batch);
        if (result instanceof Promise) result.catch(stop);
        written = writeAfter(written, result);
        // A reader may wait for long: failures do not wait for it.
        written.catch((error) => {
          stop();
          reject(error);
        });
        unwritten.push({ written, bytes });
        inMemory += bytes;
      }
    } catch (error) {
      await written;
      throw error;
    }
    await written;
  }

  run().then(resolve, reject);
  return promise;
}

// A read is awaited later; one that fails before that must not count as a failure that nobody looks
// at, which would end the program.
function observed<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
