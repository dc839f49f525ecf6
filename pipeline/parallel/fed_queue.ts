import type { RecordsAhead } from "../../formats/csv/opened_records.ts";
import { MAX_RECORD_BYTES } from "../../formats/csv/split_records.ts";
import { MAX_SILENCE_MS } from "../../threads/cooperative.ts";
import { openSequencer } from "../../threads/sequencer.ts";
import type { CsvQuestion } from "./csv_task.ts";
import { QUEUE_COUNTS } from "./queue_counts.ts";
import type { RecordQueue, RecordQueueOptions, TakenRecords } from "./record_queue.ts";
import type { Feeder } from "./scheduler.ts";
import { type FileFailure, fileFailure } from "./worker_loop.ts";

// The queue of an input that is not a plain file. One thread at a time reads it into memory that
// all threads share (`carry`), wherever records end, and every thread takes whole records from there.
//
// The main thread begins. It must not block, since it has signals and workers to listen to. But a
// pipe brings 64 KB at a time, and a read that does not block takes 15 microseconds of processor
// time more. So workers read standard input by themselves: one that finds too little for itself and
// another thread reads more. While it waits for that, another thread takes what is there.

/** The values of `ended` in the counts: more comes, all was read, or the rest cannot be read. */
const [MORE, ALL, BROKEN] = [0, 1, 2];

/**
 * Milliseconds that a thread waits for the bytes that it usually takes at once. A pipe brings 64 KB
 * at a time, and small chunks cost more.
 */
const MAX_WAIT_MS = 2;

/** Bytes that a thread takes at once. */
function usualBytes({ chunkSize }: CsvQuestion): number {
  return Math.ceil(chunkSize / 2);
}

/** Opens the queue for a thread that takes records. */
export function openFedQueue(
  { question, transformer, thread: { files, order, clock, listens } }: RecordQueueOptions,
): RecordQueue {
  const { carry, chunkSize } = question;
  const {
    read: READ,
    head: HEAD,
    scanned: SCANNED,
    tail: TAIL,
    quotes: QUOTES,
    ended: ENDED,
    threads: THREADS,
    reading: READING,
  } = QUEUE_COUNTS;
  const counts = new Float64Array(question.counts);
  const patience = listens ? MAX_SILENCE_MS : undefined;
  const most = usualBytes(question);
  /** Why this thread could not read. */
  let failure: FileFailure | undefined;
  order.withLock(() => void counts[THREADS]++);

  function take(): TakenRecords | "wait" | "busy" | undefined {
    for (let until: number | undefined;;) {
      const seen = order.version;
      const isLate = until !== undefined && performance.now() >= until;
      const found = order.withLock(() => look(listens || isLate), patience);
      if (found === "read") {
        read();
      } else if (found === "few") {
        until ??= performance.now() + MAX_WAIT_MS;
        order.waitChange(seen, MAX_WAIT_MS);
      } else if (found === "wait" && !listens) {
        order.waitChange(seen);
      } else {
        // There is room for more.
        if (found !== "wait") order.notify();
        return found;
      }
    }
  }

  /** Takes records. A thread that may still wait for more leaves a few where they are. */
  function look(takesFew: boolean): TakenRecords | "read" | "few" | "wait" | undefined {
    if (order.aborted) return undefined;
    const hasMore = counts[ENDED] === MORE;
    const mayRead = hasMore && counts[READING] === 0 && !listens;
    const unseen = counts[TAIL] - counts[SCANNED];
    // A thread that is alone holds nothing back while it reads.
    const enough = counts[THREADS] > 1 ? 2 * most : 1;
    if (mayRead && unseen < enough) return beginToRead();
    if (hasMore && !takesFew && unseen > 0 && unseen < most) return "few";
    const taken = clock.time("read", takeWhole);
    if (taken !== undefined) return taken;
    if (hasMore) return mayRead ? beginToRead() : "wait";
    if (failure !== undefined) return { ...takeUpTo(counts[HEAD]), failure };
    const isRest = counts[ENDED] === ALL && counts[TAIL] > counts[HEAD];
    return isRest ? takeUpTo(counts[TAIL]) : undefined;
  }

  function beginToRead(): "read" {
    counts[READING] = 1;
    makeRoom(question, chunkSize);
    return "read";
  }

  /** Reads once, after the last bytes, which no other thread touches meanwhile. */
  function read(): void {
    let found: number | null = null;
    try {
      const room = new Uint8Array(carry, counts[TAIL], chunkSize);
      found = clock.time("read", () => files.read(room, counts[READ]));
    } catch (error) {
      failure = fileFailure("read", error);
    }
    const isNews = order.withLock(() => {
      counts[READING] = 0;
      if (found !== null) return countRead(question, found);
      counts[ENDED] = failure === undefined ? ALL : BROKEN;
      return true;
    });
    if (isNews) order.notify();
  }

  /**
   * Takes complete records, if some end in the next bytes that were not scanned; or one that is too
   * long.
   */
  function takeWhole(): TakenRecords | undefined {
    if (counts[SCANNED] === counts[TAIL]) return undefined;
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
        counts[ENDED] = BROKEN;
        return { ...takeUpTo(head + MAX_RECORD_BYTES), isOverlong: true };
      }
    }
    // No record ends yet, and there is room for more of it.
    order.notify();
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

  return { take };
}

/** Makes room in `carry` for so many bytes after the last ones. */
function makeRoom({ carry, counts: shared }: CsvQuestion, length: number): void {
  const { head: HEAD, scanned: SCANNED, tail: TAIL } = QUEUE_COUNTS;
  const counts = new Float64Array(shared);
  if (counts[TAIL] + length <= carry.byteLength) return;
  const moved = counts[HEAD] - counts[HEAD] % 8;
  // A long record lies at the beginning already, and is not copied over itself with each read.
  if (moved > 0) {
    new Uint8Array(carry).copyWithin(counts[HEAD] - moved, counts[HEAD], counts[TAIL]);
    for (const place of [HEAD, SCANNED, TAIL]) counts[place] -= moved;
  }
  const needed = counts[TAIL] + length;
  if (needed > carry.byteLength) carry.grow(needed);
}

/**
 * Counts bytes that were read after the last ones. Returns whether threads wait for that: for
 * something to take, or for as much as is usual.
 */
function countRead(question: CsvQuestion, length: number): boolean {
  const { read: READ, scanned: SCANNED, tail: TAIL } = QUEUE_COUNTS;
  const counts = new Float64Array(question.counts);
  const most = usualBytes(question);
  const before = counts[TAIL] - counts[SCANNED];
  counts[READ] += length;
  counts[TAIL] += length;
  return before === 0 || before < most && before + length >= most;
}

/** What the main thread reads for the queue. */
export interface FedInput extends Pick<RecordsAhead, "read"> {
  /** Whether what comes next may never come, because another program writes it. */
  readonly isLive: boolean;
  /** How many threads take records. */
  readonly threads: number;
  /** Whether threads can read on by themselves after all that was put into the queue. */
  canHandOver(): boolean;
}

/** Opens what feeds the queue. The next bytes are read while the thread does something else. */
export function openFeeder(
  question: CsvQuestion,
  { read, isLive, threads, canHandOver }: FedInput,
): Feeder {
  const { chunkSize, carry } = question;
  const order = openSequencer(question.order);
  const { scanned: SCANNED, tail: TAIL, ended: ENDED, reading: READING } = QUEUE_COUNTS;
  const counts = new Float64Array(question.counts);
  counts[READING] = 1;
  /** Whether threads read by themselves. */
  let isOver = false;
  /** The read that is under way, and what it has brought. */
  let reading: Promise<void> | undefined;
  let arrived: { readonly bytes?: Uint8Array } | undefined;
  let failure: { readonly error: unknown } | undefined;
  /** Goes on where a read is waited for. */
  let wake = (): void => {};

  /** A record that is not complete yet has been scanned: more is needed, however long it is. */
  function hasRoom(): boolean {
    return counts[TAIL] - counts[SCANNED] < threads * chunkSize;
  }

  function feed(): Promise<void> | "full" | undefined {
    const found = order.withLock(() =>
      counts[ENDED] === MORE && (!isOver && hasRoom() ? "room" : "full")
    );
    if (order.aborted || found === false) return undefined;
    return found === "full" ? found : feedOnce();
  }

  async function feedOnce(): Promise<void> {
    if (reading === undefined) begin();
    const hasCome = (): boolean => arrived !== undefined || failure !== undefined;
    if (!hasCome()) await new Promise<void>((resolve) => wake = resolve);
    if (failure !== undefined) finish(BROKEN);
    else if (arrived !== undefined) put(arrived.bytes);
  }

  function begin(): void {
    arrived = undefined;
    reading = read(chunkSize).then(
      (bytes) => void (arrived = { bytes }),
      (error) => void (failure = { error }),
    ).then(() => wake());
  }

  /** Puts what was read into the queue. Begins to read what follows, or leaves that to threads. */
  function put(bytes: Uint8Array | undefined): void {
    if (bytes === undefined) return finish(ALL);
    const isNews = order.withLock(() => {
      makeRoom(question, bytes.length);
      new Uint8Array(carry).set(bytes, counts[TAIL]);
      const isNews = countRead(question, bytes.length);
      isOver = canHandOver();
      if (isOver) counts[READING] = 0;
      return isNews || isOver;
    });
    if (isNews === "busy") return;
    if (isNews) order.notify();
    if (!isOver) begin();
  }

  function finish(how: typeof ALL | typeof BROKEN): void {
    order.withLock(() => void (counts[ENDED] = how));
    order.notify();
  }

  return {
    feed,
    get failure() {
      return failure;
    },
    async stop(): Promise<void> {
      wake();
      // Nobody waits for what may never come.
      if (!isLive) await reading;
    },
  };
}
