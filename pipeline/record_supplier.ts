import { openTransformer } from "../formats/csv/record_transformer.ts";
import {
  addFirsts,
  type NotedCell,
  type Problem,
  type RecordsPlan,
} from "../formats/csv/transform_plan.ts";
import type { CellNotes } from "../formats/table.ts";
import type { Instance } from "../kernels/instance.ts";
import { openChunkOrder } from "../threads/chunk_order.ts";
import { StageClock } from "../threads/clock.ts";
import { MAX_SILENCE_MS } from "../threads/proceed.ts";
import { openSyncFiles, type SyncFileFailure, type SyncFileNames } from "../threads/sync_files.ts";
import type { Reply } from "../threads/pool.ts";
import { openFileFeed } from "./file_feed.ts";
import { openPipeFeed } from "./pipe_feed.ts";
import { type Chunk, STREAM_COUNTS } from "./record_feed.ts";
import {
  type LoopAnswer,
  type LoopOptions,
  type MadePart,
  openSharedLoop,
  runSharedLoop,
  type SharedLoop,
} from "./shared_loop.ts";

/**
 * Records of a file or of standard input that several threads transform. All are asked the same
 * question.
 */
export interface StreamQuestion {
  readonly plan: RecordsPlan;
  readonly files: SyncFileNames;
  /** The length of the file in bytes; missing for standard input. */
  readonly fileSize?: number;
  /** The place where a piece of the file ends; the end of the file if left out. */
  readonly end?: number;
  /** Bytes of a chunk. */
  readonly chunkSize: number;
  /** The state of the order of chunks (threads/chunk_order.ts). */
  readonly order: SharedArrayBuffer;
  /** How far the threads are: float64 numbers, by the places in `STREAM_COUNTS`. */
  readonly counts: SharedArrayBuffer;
  /** Bytes that were read and are not taken yet. The buffer can grow by a record. */
  readonly carry: SharedArrayBuffer;
}

/** Why a thread stopped. */
export type StreamFailure =
  | SyncFileFailure
  /** The file ends after so many bytes, and had more. */
  | { readonly what: "end"; readonly bytes: number }
  /** What is wrong with a record, behind so many lines of the records before. */
  | { readonly what: "record"; readonly problem: Problem; readonly lines: number };

/** What a thread has done. All before its failure is written, and nothing after. */
export type StreamAnswer = LoopAnswer<StreamFailure>;

interface RecordsPart extends MadePart {
  /** The text to write. */
  readonly bytes: Uint8Array;
  readonly lines: number;
  readonly problem?: Problem;
  /** The first cell of each kind that is to be told of. */
  readonly firsts?: CellNotes<Problem>;
}

/**
 * Opens the part of a thread in the transformation of records. They are read into the memory of
 * WebAssembly, transformed there and written from there. While one thread reads or writes, others
 * compute.
 */
export function openStream(
  instance: Instance,
  question: StreamQuestion,
  { files = openSyncFiles(question.files), listens }: Partial<
    Pick<LoopOptions, "files" | "listens">
  > = {},
): SharedLoop<StreamFailure> {
  const { written: WRITTEN, lines: LINES } = STREAM_COUNTS;
  const order = openChunkOrder(question.order);
  const clock = new StageClock();
  const transformer = openTransformer(instance, question.plan);
  // Only the thread whose turn it is to write changes these two counts.
  const counts = new Float64Array(question.counts);
  const openFeed = question.files.input === undefined ? openPipeFeed : openFileFeed;
  const feed = openFeed({
    question,
    transformer,
    files,
    order,
    patience: listens ? MAX_SILENCE_MS : undefined,
    time: (action) => clock.time("read", action),
  });

  function make(
    { start, end, isOverlong }: Chunk,
    { from = start, until }: { from?: number; until?: number },
  ): RecordsPart {
    const rest = { start: from, end };
    const { text, next, ...made } = isOverlong
      ? transformer.judge(rest)
      : transformer.transform(rest, { until });
    return { ...made, bytes: text, next: next < end ? next : undefined };
  }

  // Parts are written in order: the first of this thread is the first that it finishes.
  let noted: CellNotes<NotedCell> = {};

  function finish({ bytes, lines, problem, firsts }: RecordsPart): StreamFailure | undefined {
    noted = addFirsts(noted, firsts, counts[LINES]);
    if (problem !== undefined) return { what: "record", problem, lines: counts[LINES] };
    counts[WRITTEN] += bytes.length;
    counts[LINES] += lines;
  }

  const supplier = {
    ...feed,
    make,
    isPlaced: false,
    pieces: (_: Chunk, { bytes }: RecordsPart) => [{ bytes, position: counts[WRITTEN] }],
    finish,
    note: () => noted,
  };
  const loop = openSharedLoop<Chunk, RecordsPart>(supplier, { files, order, clock, listens });
  return loop as SharedLoop<StreamFailure>;
}

/** Does the part of a worker in the transformation of records. */
export function runStreamService(instance: Instance, question: unknown): Reply {
  return { result: runSharedLoop(openStream(instance, question as StreamQuestion)), move: [] };
}
