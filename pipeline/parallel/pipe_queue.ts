import { MAX_RECORD_BYTES } from "../../formats/csv/split_records.ts";
import { MAX_SILENCE_MS } from "../../threads/cooperative.ts";
import type { ReadRole } from "../task.ts";
import { QUEUE_COUNTS } from "./queue_counts.ts";
import type { RecordQueue, RecordQueueOptions, TakenRecords } from "./record_queue.ts";
import { fileFailure } from "./worker_loop.ts";

/**
 * Opens the queue of the records of standard input.
 *
 * A pipe gives 64 KB at a time, and nobody knows when more will come: no record may wait in a
 * thread that is reading. So one thread reads, straight into memory that all threads share
 * (`carry`), and all take records from there. The reader goes on until there is work for another
 * thread, too. Only then does it take some itself.
 */
export function openPipeQueue(
  { question, transformer, thread: { files, order, clock, listens } }: RecordQueueOptions,
): RecordQueue {
  const { chunkSize, carry } = question;
  const {
    read: READ,
    head: HEAD,
    scanned: SCANNED,
    tail: TAIL,
    quotes: QUOTES,
    readers: READERS,
    reading: READING,
    ended: ENDED,
  } = QUEUE_COUNTS;
  const counts = new Float64Array(question.counts);
  const patience = listens ? MAX_SILENCE_MS : undefined;
  /** Bytes that a thread takes at once. */
  const most = Math.ceil(chunkSize / 2);
  /** Bytes that the reader has read before it takes some. */
  const ahead = 2 * most;
  let seen = 0;

  function take(role: ReadRole): TakenRecords | "wait" | "busy" | undefined {
    for (;;) {
      seen = order.version;
      const found = order.withLock(() => look(role), patience);
      if (found === "read") {
        const failed = read();
        // There are records for others, a place for another reader, or the end.
        order.notify();
        if (failed !== undefined) return failed;
      } else if (found === "wait" && role === "reader") {
        order.waitChange(seen);
      } else {
        return found;
      }
    }
  }

  /** Takes records, or says what to do until there are some. */
  function look(role: ReadRole): TakenRecords | "read" | "wait" | undefined {
    if (order.aborted) return undefined;
    const isReader = role === "reader";
    if (isReader) counts[READERS] = 1;
    const isTurn = isReader || role === "starter" && counts[READERS] === 0;
    const mayRead = isTurn && counts[READING] === 0 && counts[ENDED] === 0;
    if (mayRead && isReader && counts[TAIL] - counts[HEAD] < ahead) return beginToRead();
    const taken = clock.time("read", () => takeWhole(most));
    if (taken !== undefined) return taken;
    if (counts[ENDED] !== 0) {
      return counts[TAIL] > counts[HEAD] ? takeUpTo(counts[TAIL]) : undefined;
    }
    return mayRead ? beginToRead() : "wait";
  }

  /**
   * Takes complete records, if some end in the next bytes that were not scanned; or one that is too
   * long.
   */
  function takeWhole(most: number): TakenRecords | undefined {
    while (counts[SCANNED] < counts[TAIL]) {
      const [head, from] = [counts[HEAD], counts[SCANNED]];
      const to = Math.min(counts[TAIL], from + most);
      copy(from, to);
      // Places in the room are those of the word in which the head lies.
      const offset = head - head % 8;
      const cut = transformer.cut({ start: from - offset, end: to - offset }, {
        before: from - head,
        quotes: counts[QUOTES],
      });
      if (cut.end > 0) {
        copy(head, from);
        return leave(cut.end + offset);
      }
      counts[SCANNED] = to;
      counts[QUOTES] = cut.quotes;
      if (cut.isOverlong) {
        counts[ENDED] = 1;
        return { ...takeUpTo(head + MAX_RECORD_BYTES), isOverlong: true };
      }
    }
  }

  function takeUpTo(end: number): TakenRecords {
    copy(counts[HEAD], end);
    return leave(end);
  }

  /** Copies bytes of `carry` to their place in the room. */
  function copy(from: number, to: number): void {
    const offset = counts[HEAD] - counts[HEAD] % 8;
    // Shared memory is copied byte by byte unless both sides have the same place in a word.
    const room = transformer.room(to - offset);
    room.set(new Uint8Array(carry, from, to - from), from - offset);
  }

  /** Counts what was copied as taken: the next record begins at the given byte of `carry`. */
  function leave(next: number): TakenRecords {
    const start = counts[HEAD] % 8;
    const end = start + next - counts[HEAD];
    const position = counts[READ] - (counts[TAIL] - counts[HEAD]);
    counts[HEAD] = next;
    counts[SCANNED] = next;
    counts[QUOTES] = 0;
    return { chunk: order.next(), start, end, position };
  }

  /** Makes room in `carry` to read into. */
  function beginToRead(): "read" {
    counts[READING] = 1;
    if (counts[TAIL] + chunkSize > carry.byteLength) {
      const moved = counts[HEAD] - counts[HEAD] % 8;
      // A long record lies at the beginning already, and is not copied over itself with each read.
      if (moved > 0) {
        new Uint8Array(carry).copyWithin(counts[HEAD] - moved, counts[HEAD], counts[TAIL]);
        for (const place of [HEAD, SCANNED, TAIL]) counts[place] -= moved;
      }
      const needed = counts[TAIL] + chunkSize;
      if (needed > carry.byteLength) carry.grow(needed);
    }
    return "read";
  }

  /** Reads once. Only the reader touches the bytes after the tail. */
  function read(): TakenRecords | "busy" | undefined {
    let found: number | null;
    try {
      const room = new Uint8Array(carry, counts[TAIL], chunkSize);
      found = clock.time("read", () => files.read(room, counts[READ]));
    } catch (error) {
      return order.withLock(() => {
        counts[ENDED] = 1;
        const taken = takeWhole(Infinity) ?? takeUpTo(counts[HEAD]);
        return { ...taken, failure: fileFailure("read", error) };
      });
    }
    return order.withLock(() => {
      counts[READING] = 0;
      if (found === null) {
        counts[ENDED] = 1;
      } else {
        counts[READ] += found;
        counts[TAIL] += found;
      }
      return undefined;
    });
  }

  return { take, changed: () => order.changed(seen) };
}
