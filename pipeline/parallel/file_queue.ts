import { MAX_RECORD_BYTES } from "../../formats/csv/split_records.ts";
import { MAX_SILENCE_MS } from "../../threads/cooperative.ts";
import type { CsvFailure } from "./csv_task.ts";
import { QUEUE_COUNTS } from "./queue_counts.ts";
import type { RecordQueue, RecordQueueOptions, TakenRecords } from "./record_queue.ts";
import { fileFailure } from "./worker_loop.ts";

/**
 * Opens the queue of the records of a file. One thread at a time reads a chunk, cuts it after its
 * last record and leaves the bytes after that to the next thread (`carry`).
 */
export function openFileQueue(
  { question, transformer, thread: { files, order, clock, listens } }: RecordQueueOptions,
): RecordQueue {
  const { chunkSize, fileSize, end: last = Infinity, carry } = question;
  const { read: READ, tail: CARRIED, ended: ENDED } = QUEUE_COUNTS;
  const counts = new Float64Array(question.counts);
  const patience = listens ? MAX_SILENCE_MS : undefined;

  function take(): TakenRecords | undefined {
    if (order.aborted) return undefined;
    try {
      return clock.time("read", read);
    } catch (error) {
      return fail(fileFailure("read", error));
    }
  }

  function read(): TakenRecords | undefined {
    let end = counts[CARRIED];
    let scanned = 0;
    let quotes = 0;
    const position = counts[READ] - end;
    transformer.room(end).set(new Uint8Array(carry, 0, end));
    counts[CARRIED] = 0;
    for (;;) {
      const cut = transformer.cut({ start: scanned, end }, { before: scanned, quotes });
      if (cut.end > 0) {
        leave(transformer.room(end).subarray(cut.end));
        return { chunk: order.next(), start: 0, end: cut.end, position };
      }
      if (cut.isOverlong) {
        counts[ENDED] = 1;
        return { chunk: order.next(), start: 0, end: MAX_RECORD_BYTES, position, isOverlong: true };
      }
      if (counts[ENDED] === 1) break;
      scanned = end;
      quotes = cut.quotes;
      const room = transformer.room(end + chunkSize)
        .subarray(end, end + last - counts[READ]);
      const found = room.length === 0 ? null : files.read(room, counts[READ]);
      if (found === null) {
        if (counts[READ] < Math.min(fileSize!, last)) {
          return fail({ what: "end", bytes: counts[READ] });
        }
        counts[ENDED] = 1;
        break;
      }
      counts[READ] += found;
      end += found;
    }
    return end === 0 ? undefined : { chunk: order.next(), start: 0, end, position };
  }

  /** Leaves bytes to the thread that reads next. */
  function leave(rest: Uint8Array): void {
    if (rest.length > carry.byteLength) carry.grow(rest.length);
    new Uint8Array(carry).set(rest);
    counts[CARRIED] = rest.length;
  }

  function fail(failure: CsvFailure): TakenRecords {
    counts[ENDED] = 1;
    return { chunk: order.next(), start: 0, end: 0, position: counts[READ], failure };
  }

  return { take: () => order.withLock(take, patience), changed: () => Promise.resolve() };
}
