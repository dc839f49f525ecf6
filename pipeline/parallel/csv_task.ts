import { openTransformer } from "../../formats/csv/record_transformer.ts";
import {
  addFirsts,
  type NotedCell,
  type Problem,
  type RecordsPlan,
} from "../../formats/csv/transform_plan.ts";
import type { CellNotes } from "../../formats/cell_notes.ts";

import type { Instance } from "../../kernels/instance.ts";
import { rowsTaker } from "../aggregate/rows_taker.ts";
import type { MadePart, PlacedBytes, ThreadTask } from "../task.ts";
import { QUEUE_COUNTS } from "./queue_counts.ts";
import { openRecordQueue, type TakenRecords } from "./record_queue.ts";
import type { FileFailure, LoopAnswer, Thread, ThreadQuestion } from "./worker_loop.ts";

/** Records that several threads transform. All are asked the same question. */
export interface CsvQuestion extends ThreadQuestion {
  readonly plan: RecordsPlan;
  /** The length of the file in bytes, if threads read it themselves. */
  readonly fileSize?: number;
  /** The place where a piece of the file ends; the end of the file if omitted. */
  readonly end?: number;
  /** Bytes of a chunk. */
  readonly chunkSize: number;
  /** How far the threads are: float64 numbers, by the places in `QUEUE_COUNTS`. */
  readonly counts: SharedArrayBuffer;
  /** Bytes that were read and are not taken yet. The buffer can grow by a record. */
  readonly carry: SharedArrayBuffer;
  /** Bytes of the inputs before this one. */
  readonly before: number;
}

/** What is wrong with a record, after so many lines of the records before. */
export interface CsvFailure {
  readonly what: "record";
  readonly problem: Problem;
  readonly lines: number;
}

/** What a thread has done. All before its failure is written, and nothing after. */
export type CsvAnswer = LoopAnswer<CsvFailure, CellNotes<NotedCell>>;

interface RecordsPart extends MadePart {
  /** The text to write. */
  readonly bytes: Uint8Array;
  readonly lines: number;
  readonly problem?: Problem;
  /** The first cell of each kind to report. */
  readonly firsts?: CellNotes<Problem>;
}

/** The task of a thread that transforms records. */
export type CsvTask = ThreadTask<
  TakenRecords,
  RecordsPart,
  CsvFailure | FileFailure,
  CellNotes<NotedCell>
>;

/**
 * Opens the task of a thread that transforms records. They are read into the memory of WebAssembly,
 * transformed there and written from there, or added to the groups of the thread. While one thread
 * reads or writes, others compute.
 */
export function openCsvTask(instance: Instance, question: CsvQuestion, thread: Thread): CsvTask {
  const { written: WRITTEN, lines: LINES } = QUEUE_COUNTS;
  const transformer = openTransformer(instance, question.plan);
  const queue = openRecordQueue({ question, transformer, thread });
  const { table } = thread;
  let take: ReturnType<typeof rowsTaker> | undefined;
  // Only the thread whose turn it is to write changes these two counts.
  const counts = new Float64Array(question.counts);
  // Parts are written in order: the first of this thread is the first that it emits.
  let noted: CellNotes<NotedCell> = {};

  function transform(
    { start, end, position, isOverlong }: TakenRecords,
    { from = start, until }: { from?: number; until?: number },
  ): RecordsPart {
    const rest = { start: from, end };
    // The rows of a chunk's next part follow those of the part before.
    if (table !== undefined && from === start) take = rowsTaker(table, question.before + position);
    const { text, next, ...made } = isOverlong
      ? transformer.explainOverlong(rest)
      : transformer.transform(rest, { take, until });
    return { ...made, bytes: text, next: next < end ? next : undefined };
  }

  function* emit(
    _: TakenRecords,
    { bytes, lines, problem, firsts }: RecordsPart,
  ): Generator<PlacedBytes, CsvFailure | undefined> {
    yield { bytes, position: counts[WRITTEN] };
    noted = addFirsts(noted, firsts, counts[LINES]);
    if (problem !== undefined) return { what: "record", problem, lines: counts[LINES] };
    counts[WRITTEN] += bytes.length;
    counts[LINES] += lines;
  }

  return {
    next: queue.take,
    transform,
    emit,
    isPlaced: false,
    note: () => noted,
  };
}
