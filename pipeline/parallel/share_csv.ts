import type { RecordsAhead } from "../../formats/csv/opened_records.ts";
import { MAX_RECORD_BYTES } from "../../formats/csv/split_records.ts";
import { countPlaces, type NotedCell } from "../../formats/csv/transform_plan.ts";
import { type CellNotes, mergeNotes } from "../../formats/cell_notes.ts";
import type { DirectInput } from "../../io/byte_source.ts";
import type { StandardInput } from "../../io/open_source.ts";
import { Outbox } from "../../threads/outbox.ts";
import { SEQUENCER_BYTES } from "../../threads/sequencer.ts";
import type { RecordsDone, RecordsWork } from "../records_driver.ts";
import type { Run } from "../run.ts";
import { type CsvFailure, type CsvQuestion, openCsvTask } from "./csv_task.ts";
import { openFeeder } from "./fed_queue.ts";
import { QUEUE_COUNTS } from "./queue_counts.ts";
import { isLeftFree, NOWHERE, shareWork } from "./scheduler.ts";
import { startAfterBytes, startAfterStep } from "./start_policy.ts";

/** Records that threads share, and how they are transformed. */
export interface SharedCsv
  extends Pick<RecordsWork, "plan" | "sink" | "groups" | "pool" | "refuse"> {
  /** Bytes that were read and are not transformed yet. */
  readonly ahead: RecordsAhead;
  /** The file that threads read; missing where they take what one thread reads for all. */
  readonly file?: DirectInput;
  /** Standard input, if any thread may read it. */
  readonly standardInput?: StandardInput;
  /** How many threads share the records. */
  readonly threads: number;
  /** Bytes of records to take at a time. */
  readonly chunkSize: number;
}

/**
 * Shares records among threads that transform and write them, chunk after chunk (csv_task.ts). What
 * is written, and what is reported when it fails, is what this thread would write and report alone.
 */
export async function shareCsv(run: Run, shared: SharedCsv): Promise<RecordsDone> {
  const { plan, ahead, file, standardInput, sink, groups, pool, threads, chunkSize, refuse } =
    shared;
  const outbox = sink !== undefined && sink.directOutput === undefined
    ? new Outbox(sink)
    : undefined;
  const directOutput = sink?.directOutput ?? NOWHERE;
  const { path: output, position: start } = directOutput;
  const question = makeQuestion({
    plan,
    ahead,
    files: { input: file?.path, identity: file?.identity, output, outbox: outbox?.memory },
    fileSize: file && run.input.fileSize,
    threads,
    chunkSize,
    start,
    groups,
  });
  const counts = new Float64Array(question.counts);
  const { read: READ, threads: THREADS } = QUEUE_COUNTS;
  const isFree = isLeftFree(run, directOutput);
  const isLive = run.input.source.live !== undefined;
  const shares = await shareWork<CsvQuestion, CsvFailure, CellNotes<NotedCell>>(run, {
    service: "csv",
    question,
    workers: isFree ? threads : threads - 1,
    pool,
    // It waits for the reader of the output: then all threads wait, and an interrupt has nothing to
    // clean up (io/signals.ts).
    mainThread: isFree ? undefined : {
      open: openCsvTask,
      table: groups?.table,
      start: file === undefined ? startAfterBytes(() => counts[READ]) : startAfterStep(),
      // A chunk takes some milliseconds.
      msBetweenLooks: 0,
    },
    feeder: file === undefined
      ? openFeeder(question, {
        read: (most) => run.watch.time("read", () => ahead.read(most)),
        isLive,
        threads,
        // Somebody must take what is there while a thread waits for more: a main thread that waits
        // for compressed output does not.
        canHandOver: () =>
          standardInput !== undefined && outbox === undefined &&
          // The source may have looked at bytes that it has not given yet.
          standardInput.taken === counts[READ] &&
          counts[THREADS] > (isFree ? 0 : 1),
      })
      : undefined,
    outbox,
    directOutput,
    count: () => ({
      // What the main thread reads is counted by its source.
      read: file === undefined
        ? Math.max(0, counts[READ] - (standardInput?.taken ?? Infinity))
        : counts[READ] - ahead.position,
      written: counts[QUEUE_COUNTS.written] - start,
    }),
    isOrdered: true,
    fail: ({ problem, lines }) => refuse(problem, lines),
  });
  // Each thread has noted the first cells of its own chunks.
  const noted = shares.notes.reduce(
    (all, more) => mergeNotes(all, more, (a, b) => a.lines <= b.lines ? a : b),
    {},
  );
  return {
    workers: isFree ? threads : shares.threads - 1,
    counts: Array.from({ length: countPlaces(plan).length }, (_, i) => shares.count(i)),
    noted,
    bytes: counts[READ],
  };
}

/** Makes the question that all threads are asked, and the memory that they share. */
export function makeQuestion(
  { plan, ahead: { bytes, position, end }, files, fileSize, threads, chunkSize, start, groups }:
    & Pick<SharedCsv, "plan" | "groups" | "threads" | "chunkSize">
    & Pick<CsvQuestion, "files" | "fileSize">
    & {
      readonly ahead: Omit<RecordsAhead, "read">;
      /** Bytes of the output that are written already. */
      readonly start: number;
    },
): CsvQuestion {
  const least = bytes.length + (threads + 4) * chunkSize;
  const carry = new SharedArrayBuffer(least, { maxByteLength: 2 * (least + MAX_RECORD_BYTES) });
  new Uint8Array(carry).set(bytes);
  const counts = new Float64Array(
    new SharedArrayBuffer(8 * Object.keys(QUEUE_COUNTS).length),
  );
  counts[QUEUE_COUNTS.read] = position;
  counts[QUEUE_COUNTS.written] = start;
  counts[QUEUE_COUNTS.tail] = bytes.length;
  return {
    plan,
    files,
    fileSize,
    end,
    chunkSize,
    order: new SharedArrayBuffer(SEQUENCER_BYTES),
    counts: counts.buffer,
    carry,
    groups: groups?.options,
    before: groups?.before ?? 0,
  };
}
