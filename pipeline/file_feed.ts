import {
  type Chunk,
  type RecordFeed,
  type RecordFeedOptions,
  STREAM_COUNTS,
} from "./record_feed.ts";
import type { StreamFailure } from "./record_stream.ts";

/**
 * Opens the feed of a thread from a file. One thread at a time reads a chunk, cuts it behind its last
 * record and leaves what follows to the next (`carry`).
 */
export function openFileFeed(
  { question, transformer, files, order, time }: RecordFeedOptions,
): RecordFeed {
  const { sizes, fileSize, carry } = question;
  const { read: READ, tail: CARRIED, ended: ENDED } = STREAM_COUNTS;
  const counts = new Float64Array(question.counts);

  function take(): Chunk | undefined {
    if (order.stopped) return undefined;
    try {
      return time(read);
    } catch (error) {
      const { name, message } = error as Error;
      return fail({ what: "read", name, message });
    }
  }

  function read(): Chunk | undefined {
    const carried = counts[CARRIED];
    transformer.room(carried).set(new Uint8Array(carry, 0, carried));
    let end = carried;
    let scanned = 0;
    let quotes = 0;
    counts[CARRIED] = 0;
    while (counts[ENDED] === 0) {
      const found = files.read(transformer.room(end + sizes.chunk).subarray(end), counts[READ]);
      if (found === null) {
        if (counts[READ] < fileSize!) return fail({ what: "end", bytes: counts[READ] });
        counts[ENDED] = 1;
        break;
      }
      counts[READ] += found;
      end += found;
      const { cut, quotes: after } = transformer.cut(scanned, end, quotes);
      if (cut > 0) {
        const rest = transformer.room(end).subarray(cut);
        if (rest.length > carry.byteLength) carry.grow(rest.length);
        new Uint8Array(carry).set(rest);
        counts[CARRIED] = rest.length;
        return { chunk: order.next(), start: 0, end: cut };
      }
      if (end >= sizes.record) {
        counts[ENDED] = 1;
        return { chunk: order.next(), start: 0, end, overlong: true };
      }
      scanned = end;
      quotes = after;
    }
    return end === 0 ? undefined : { chunk: order.next(), start: 0, end };
  }

  function fail(failure: StreamFailure): Chunk {
    counts[ENDED] = 1;
    return { chunk: order.next(), start: 0, end: 0, failure };
  }

  return { take: () => order.withLock(take), news: () => Promise.resolve() };
}
