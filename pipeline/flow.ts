import { MAX_BYTES_IN_FLIGHT } from "./policy.ts";

/** What happens to each batch, in this order. */
export interface Stages<Batch, Result> {
  /** The next batch, or nothing at the end. */
  read(): Promise<Batch | undefined>;
  /** Computes the result of a batch, at once or later on a worker. */
  compute(batch: Batch): Result | Promise<Result>;
  /** Writes the result of a batch. It is called in the order of the batches, for one at a time. */
  write(result: Result): Promise<void>;
  /** Estimates the bytes of memory that a batch and its result take; 0 if left out. */
  weigh?(batch: Batch): number;
}

/** How batches flow. */
export interface FlowOptions {
  /**
   * Batches that are computed at the same time. There are at most two more: one read, one written.
   */
  readonly inFlight: number;
}

/**
 * Takes batches through the stages, so that some are computed while the next is read and the one
 * before is written. A batch is read only when there is room for it, so that memory is bounded
 * whichever stage is the slowest.
 *
 * The flow fails with the first failure in the order of the batches, not of time. All batches
 * before it are written, and nothing more is read. So the same is written and reported, whatever
 * the number in flight.
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
    // A result that is here is written at once: in a turn of the event loop the next could be
    // computed first.
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
        // Reading begins before computing, which may hold up this thread.
        reading = observed(read());
        const result = compute(batch);
        if (result instanceof Promise) result.catch(stop);
        written = writeAfter(written, result);
        // Failures do not wait for a reader, which may wait for long.
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

// A read is awaited later. If it fails before that, the runtime must not take it for an unhandled
// failure, which would end the program.
function observed<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
