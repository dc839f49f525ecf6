import { MAX_BYTES_IN_FLIGHT } from "./thresholds.ts";
import type { Task } from "./task.ts";

/** How a task is run. */
export interface SequentialOptions {
  /**
   * Chunks that are transformed at the same time. There are at most two more: one read, one written.
   */
  readonly inFlight: number;
}

/**
 * Runs a task on this thread, so that some chunks are transformed while the next is read and the
 * result of the one before is written. A chunk is read only when there is room for it, so that
 * memory is bounded whichever step is the slowest.
 *
 * It fails with the first failure in the order of the chunks, not of time. The results of all chunks
 * before it are written, and nothing more is read. So the same is written and reported, whatever the
 * number in flight. When it returns, nothing that it has begun is under way, except for a read that
 * may never end.
 */
export function runSequential<Chunk, Result>(
  task: Task<Chunk, Result>,
  { inFlight }: SequentialOptions,
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
    await task.emit(result instanceof Promise ? await result : result);
  }

  async function run(): Promise<void> {
    const unwritten: { written: Promise<void>; bytes: number }[] = [];
    let inMemory = 0;
    let written = Promise.resolve();
    let reading = observed(task.next());
    /** Waits for the read that is under way. */
    async function endReading(): Promise<void> {
      if (!task.isLive) await reading.catch(() => {});
    }
    try {
      for (let chunk; (chunk = await reading) !== undefined;) {
        const bytes = task.weigh?.(chunk) ?? 0;
        while (
          unwritten.length > inFlight ||
          unwritten.length > 0 && inMemory + bytes > MAX_BYTES_IN_FLIGHT
        ) {
          const first = unwritten.shift()!;
          await first.written;
          inMemory -= first.bytes;
        }
        if (stopped) break;
        // Reading begins before the transformation, which may hold up this thread.
        reading = observed(task.next());
        const result = task.transform(chunk);
        if (result instanceof Promise) result.catch(stop);
        written = writeAfter(written, result);
        written.catch(async (error) => {
          stop();
          await endReading();
          reject(error);
        });
        unwritten.push({ written, bytes });
        inMemory += bytes;
      }
    } catch (error) {
      await endReading();
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
