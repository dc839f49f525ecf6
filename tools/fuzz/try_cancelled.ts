import type { Batch } from "../../formats/table.ts";
import { readTable } from "../../streams/read_table.ts";
import type { Table } from "../../streams/table.ts";
import { writeTable } from "../../streams/write_table.ts";
import type { Attempt } from "./try_input.ts";

/**
 * What ends the work: a signal, the reader of batches or bytes, or a signal of the pipe between
 * them.
 */
export const CANCELLED_BY = ["signal", "batches", "bytes", "pipe"] as const;

/** When and how an attempt is cancelled. */
export interface Cancelling {
  readonly by: typeof CANCELLED_BY[number];
  /**
   * The step at which it is cancelled. Chunks from the source and chunks of the output are counted
   * together.
   */
  readonly at: number;
  /** Whether the source stops from then on, even if it is cancelled. */
  readonly stalls: boolean;
  /** Whether it is cancelled a turn later. */
  readonly late: boolean;
}

/**
 * Reads and writes a table with the module's functions, and cancels that half-way. Throws any error
 * that is not the reason of the cancellation. Throws if the source is then neither cancelled nor at
 * its end.
 */
export async function tryCancelled(attempt: Attempt, how: Cancelling): Promise<string | undefined> {
  const reason = new Error("cancelled by the fuzzer");
  const controller = new AbortController();
  let count = 0;
  let stop = (): void => controller.abort(reason);
  function step(): void {
    if (count++ !== how.at) return;
    if (how.late) queueMicrotask(() => stop());
    else stop();
  }
  const state = { ended: false, abortedBefore: false, reasons: [] as unknown[] };
  const stream = sourceOf(attempt, { how, state, step, isDue: () => count > how.at });
  let failure: { readonly error: unknown } | undefined;
  try {
    const { csv, input: name, chunkSize } = attempt.route;
    const table = await readTable(stream, { csv, name, chunkSize, signal: controller.signal });
    await consume(table, {
      attempt,
      by: how.by,
      reason,
      step,
      onStop: (next) => stop = next ?? stop,
    });
  } catch (error) {
    failure = { error };
  }
  if (!state.ended && state.reasons.length === 0) return "its source was not cancelled";
  if (failure !== undefined && failure.error !== reason) throw failure.error;
  if (failure === undefined && how.by === "signal" && state.abortedBefore) {
    return "it ended in success, but was aborted before the end of its source";
  }
}

function sourceOf(
  { bytes, atATime = 64 }: Attempt,
  { how, state, step, isDue }: {
    how: Cancelling;
    state: { ended: boolean; abortedBefore: boolean; reasons: unknown[] };
    step(): void;
    isDue(): boolean;
  },
): ReadableStream<Uint8Array> {
  let given = 0;
  return new ReadableStream({
    pull(controller): Promise<void> | void {
      step();
      if (state.reasons.length > 0) return; // it was cancelled in this step
      if (isDue()) {
        state.abortedBefore = true;
        if (how.stalls) return new Promise(() => {});
      }
      if (given === bytes.length) {
        state.ended = true;
        return controller.close();
      }
      controller.enqueue(bytes.slice(given, given + atATime));
      given = Math.min(bytes.length, given + atATime);
    },
    cancel(reason): Promise<void> | void {
      state.reasons.push(reason);
      if (how.stalls) return new Promise(() => {});
    },
  }, { highWaterMark: 0 });
}

async function consume(table: Table<Batch>, { attempt, by, reason, step, onStop }: {
  attempt: Attempt;
  by: Cancelling["by"];
  reason: Error;
  step(): void;
  onStop(stop?: () => void): void;
}): Promise<void> {
  if (by === "batches") return await readAll(table.batches, { reason, step, onStop });
  const bytes = writeTable(table, { format: attempt.route.to ?? "csv", csv: attempt.route.csv });
  if (by === "bytes") return await readAll(bytes, { reason, step, onStop });
  const controller = new AbortController();
  // The signal of the table stays the one that stops it. That of the pipe is another.
  onStop(by === "pipe" ? () => controller.abort(reason) : undefined);
  await bytes.pipeTo(new WritableStream({ write: step }), { signal: controller.signal });
}

async function readAll(stream: ReadableStream<unknown>, { reason, step, onStop }: {
  reason: Error;
  step(): void;
  onStop(stop: () => void): void;
}): Promise<void> {
  const reader = stream.getReader();
  const cancelled: Promise<void>[] = [];
  onStop(() => cancelled.push(reader.cancel(reason)));
  while (!(await reader.read()).done) step();
  await Promise.all(cancelled);
}
