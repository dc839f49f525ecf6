import {
  type Chunk,
  type RecordFeed,
  type RecordFeedOptions,
  STREAM_COUNTS,
} from "./record_feed.ts";
import type { StreamFailure } from "./record_supplier.ts";
import { fileFailure } from "./shared_loop.ts";

/**
 * Opens the feed of a thread from a file. One thread at a time reads a chunk, cuts it behind its
 * last record and leaves the bytes after that to the next thread (`carry`).
 */
export function openFileFeed(
  { question, transformer, files, order, patience, time }: RecordFeedOptions,
): RecordFeed {
  const { chunkSize, fileSize, end: last = Infinity, carry } = question;
  const { read: READ, tail: CARRIED, ended: ENDED } = STREAM_COUNTS;
  const counts = new Float64Array(question.counts);

  function take(): Chunk | undefined {
    if (order.stopped) return undefined;
    try {
      return time(read);
    } catch (error) {
      return fail(fileFailure("read", error));
    }
  }

  function read(): Chunk | undefined {
    let end = counts[CARRIED];
    let scanned = 0;
    let quotes = 0;
    transformer.room(end).set(new Uint8Array(carry, 0, end));
    counts[CARRIED] = 0;
    while (counts[ENDED] === 0) {
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
      const cut = transformer.cut({ start: scanned, end }, { before: scanned, quotes });
      if (cut.end > 0) {
        leave(transformer.room(end).subarray(cut.end));
        return { chunk: order.next(), start: 0, end: cut.end };
      }
      if (cut.isOverlong) {
        counts[ENDED] = 1;
        return { chunk: order.next(), start: 0, end, isOverlong: true };
      }
      scanned = end;
      quotes = cut.quotes;
    }
    return end === 0 ? undefined : { chunk: order.next(), start: 0, end };
  }

  /** Leaves bytes to the thread that reads next. */
  function leave(rest: Uint8Array): void {
    if (rest.length > carry.byteLength) carry.grow(rest.length);
    new Uint8Array(carry).set(rest);
    counts[CARRIED] = rest.length;
  }

  function fail(failure: StreamFailure): Chunk {
    counts[ENDED] = 1;
    return { chunk: order.next(), start: 0, end: 0, failure };
  }

  return { take: () => order.withLock(take, patience), changed: () => Promise.resolve() };
}
