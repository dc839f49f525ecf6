import {
  type Chunk,
  type ReadRole,
  type RecordFeed,
  type RecordFeedOptions,
  STREAM_COUNTS,
} from "./record_feed.ts";

/**
 * Opens the feed of a thread from standard input.
 *
 * A pipe gives 64 KB at a time, and nobody knows when more will come: no record may wait in a thread that
 * is reading. So one thread reads, straight into memory that all share (`carry`), and all take records from
 * there. Who reads goes on until there is work for another thread, too; only then it takes some itself.
 */
export function openPipeFeed(
  { question, transformer, files, order, time }: RecordFeedOptions,
): RecordFeed {
  const { sizes, carry } = question;
  const {
    read: READ,
    head: HEAD,
    scanned: SCANNED,
    tail: TAIL,
    quotes: QUOTES,
    readers: READERS,
    reading: READING,
    ended: ENDED,
  } = STREAM_COUNTS;
  const counts = new Float64Array(question.counts);
  /** Bytes to take at once, and to have read ahead. */
  const most = Math.ceil(sizes.chunk / 2);
  const ahead = 2 * most;
  let seen = 0;

  function take(role: ReadRole): Chunk | "wait" | undefined {
    for (;;) {
      seen = order.version;
      const found = order.withLock(() => look(role));
      if (found === "read") {
        const failed = read();
        // There are records for others, a place for another reader, or the end.
        order.notify();
        if (failed !== undefined) return failed;
      } else if (found === "wait" && role === "reader") {
        order.awaitChange(seen);
      } else {
        return found;
      }
    }
  }

  /** Takes records, or finds out what there is to do until there are some. */
  function look(role: ReadRole): Chunk | "read" | "wait" | undefined {
    if (order.stopped) return undefined;
    const isReader = role === "reader";
    if (isReader) counts[READERS] = 1;
    const isTurn = isReader || role === "starter" && counts[READERS] === 0;
    const mayRead = isTurn && counts[READING] === 0 && counts[ENDED] === 0;
    if (mayRead && isReader && counts[TAIL] - counts[HEAD] < ahead) return beginToRead();
    const taken = time(() => takeWhole(most));
    if (taken !== undefined) return taken;
    const left = counts[TAIL] - counts[HEAD];
    if (counts[ENDED] !== 0) return left > 0 ? takeUpTo(counts[TAIL]) : undefined;
    if (left >= sizes.record) {
      counts[ENDED] = 1;
      return { ...takeUpTo(counts[TAIL]), overlong: true };
    }
    return mayRead ? beginToRead() : "wait";
  }

  /** Takes whole records, if there are some in so many bytes behind what was scanned in vain. */
  function takeWhole(most: number): Chunk | undefined {
    while (counts[SCANNED] < counts[TAIL]) {
      const [head, from] = [counts[HEAD], counts[SCANNED]];
      const to = Math.min(counts[TAIL], from + most);
      copy(from, to);
      // Places in the room are those of the head's word.
      const offset = head - head % 8;
      const { cut, quotes } = transformer.cut(from - offset, to - offset, counts[QUOTES]);
      if (cut > 0) {
        copy(head, from);
        return leave(cut + offset);
      }
      counts[SCANNED] = to;
      counts[QUOTES] = quotes;
    }
  }

  function takeUpTo(end: number): Chunk {
    copy(counts[HEAD], end);
    return leave(end);
  }

  /** Copies a part of what is carried to its place in the room. */
  function copy(from: number, to: number): void {
    const offset = counts[HEAD] - counts[HEAD] % 8;
    // Shared memory is copied byte by byte unless both sides have the same place in a word.
    const room = transformer.room(to - offset);
    room.set(new Uint8Array(carry, from, to - from), from - offset);
  }

  /** What was copied is taken: the next record begins at a place. */
  function leave(next: number): Chunk {
    const start = counts[HEAD] % 8;
    const end = start + next - counts[HEAD];
    counts[HEAD] = next;
    counts[SCANNED] = next;
    counts[QUOTES] = 0;
    return { chunk: order.next(), start, end };
  }

  /** Makes room to read into, behind what is carried. */
  function beginToRead(): "read" {
    counts[READING] = 1;
    if (counts[TAIL] + sizes.chunk > carry.byteLength) {
      const moved = counts[HEAD] - counts[HEAD] % 8;
      // A long record is at the beginning already, and is not copied over itself whenever some of it comes.
      if (moved > 0) {
        new Uint8Array(carry).copyWithin(counts[HEAD] - moved, counts[HEAD], counts[TAIL]);
        for (const place of [HEAD, SCANNED, TAIL]) counts[place] -= moved;
      }
      const needed = counts[TAIL] + sizes.chunk;
      if (needed > carry.byteLength) carry.grow(needed);
    }
    return "read";
  }

  /** Reads once. What is behind the tail is only the reader's. */
  function read(): Chunk | undefined {
    try {
      const room = new Uint8Array(carry, counts[TAIL], sizes.chunk);
      const found = time(() => files.read(room, counts[READ]));
      order.withLock(() => {
        counts[READING] = 0;
        if (found === null) {
          counts[ENDED] = 1;
        } else {
          counts[READ] += found;
          counts[TAIL] += found;
        }
      });
    } catch (error) {
      const { name, message } = error as Error;
      return order.withLock(() => {
        counts[ENDED] = 1;
        const taken = takeWhole(Infinity) ?? takeUpTo(counts[HEAD]);
        return { ...taken, failure: { what: "read", name, message } };
      });
    }
  }

  return { take, news: () => order.changed(seen) };
}
