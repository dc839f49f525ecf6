import { type Chunk, type ReadRole, STREAM_COUNTS } from "./record_feed.ts";
import type { Instance } from "../kernels/instance.ts";
import {
  openSyncFiles,
  type SyncFileFailure,
  type SyncFileNames,
  type SyncFiles,
} from "../threads/sync_files.ts";
import type { Problem, RecordsPlan } from "../formats/csv/transform_plan.ts";
import { MAX_SILENCE_MS } from "../threads/proceed.ts";
import { openClock, type StageTimes } from "../threads/clock.ts";
import { openChunkOrder } from "../threads/chunk_order.ts";
import { openTransformer, type Transformed } from "../formats/csv/record_transformer.ts";
import type { Reply } from "../threads/worker_call.ts";
import { openFileFeed } from "./file_feed.ts";
import { openPipeFeed } from "./pipe_feed.ts";

/** Records of a file or of standard input, which several threads transform. All are asked the same. */
export interface StreamQuestion {
  readonly plan: RecordsPlan;
  readonly files: SyncFileNames;
  /** Bytes of a file, where it is one. */
  readonly fileSize?: number;
  /** Bytes of a chunk, and of a record at most. */
  readonly sizes: { readonly chunk: number; readonly record: number };
  /** What they take turns with (threads/chunk_order.ts). */
  readonly order: SharedArrayBuffer;
  /** How far they are, float64. */
  readonly counts: SharedArrayBuffer;
  /** What was read and not taken yet; it can grow by a record. */
  readonly carry: SharedArrayBuffer;
}

/** What a thread has done. */
export interface StreamAnswer {
  /** For each result, how many are NaN though what they were computed from is not. */
  readonly outside: readonly number[];
  readonly times: Readonly<StageTimes>;
  /** Why it stopped, if it did: all before that is written, and nothing after. */
  readonly failure?: StreamFailure;
}

/** Why a thread stopped. */
export type StreamFailure =
  | SyncFileFailure
  /** The file ends after so many bytes, and had more. */
  | { readonly what: "end"; readonly bytes: number }
  /** What is wrong with a record, behind so many lines of all that was read. */
  | { readonly what: "record"; readonly problem: Problem; readonly lines: number };

/** The part of a thread in a stream. */
export interface RecordStream {
  /** Takes some records from the input to the output; "wait" where a helper finds none. */
  step(role: ReadRole): "went" | "wait" | "done";
  /** Comes when there may be some after "wait". */
  news(): Promise<unknown>;
  /** What was done. Nothing can be done after that. */
  end(): StreamAnswer;
}

/** How a thread takes part in a stream. */
export interface StreamOptions {
  /** What it reads from and writes to. */
  readonly files?: SyncFiles;
  /** Whether it has others to listen to: then no step takes longer than is good for that. */
  readonly listens?: boolean;
}

/**
 * Opens the part of a thread in a stream. In each step it reads the next records into the memory of
 * WebAssembly, transforms them there, and writes them from there when all before them are written. While
 * one thread reads or writes, others compute.
 */
export function openStream(
  instance: Instance,
  question: StreamQuestion,
  { files = openSyncFiles(question.files), listens = false }: StreamOptions = {},
): RecordStream {
  const { plan } = question;
  const { written: WRITTEN, lines: LINES } = STREAM_COUNTS;
  const order = openChunkOrder(question.order);
  const transformer = openTransformer(instance, plan);
  // Only whose turn it is to write changes what is counted of that.
  const counts = new Float64Array(question.counts);
  const { times, time } = openClock();
  const outside = plan.results.map(() => 0);
  let failure: StreamFailure | undefined;
  /** Records that were taken, and what was made of them and is not written yet. */
  let begun: { readonly taken: Chunk; readonly made: Transformed } | undefined;

  const openFeed = question.files.input === undefined ? openPipeFeed : openFileFeed;
  const feed = openFeed({
    ...{ question, transformer, files, order },
    time: (action) => time("read", action),
  });

  function step(role: ReadRole): "went" | "wait" | "done" {
    if (begun === undefined) {
      const taken = feed.take(role);
      if (taken === undefined) return "done";
      if (taken === "wait") return "wait";
      begun = { taken, made: make(taken) };
    }
    const { taken } = begun;
    const isTurn = order.await(taken.chunk, listens ? MAX_SILENCE_MS : undefined);
    if (isTurn === undefined) return "went";
    if (!isTurn) {
      // What has failed before this is what is told.
      return "done";
    }
    failure = write(begun.made);
    // Most often that is all: chunks are as large as what becomes of them should be.
    while (failure === undefined && begun.made.next < taken.end) {
      begun = { taken, made: make({ ...taken, start: begun.made.next }) };
      if (listens) return "went";
      failure = write(begun.made);
    }
    begun = undefined;
    failure ??= taken.failure;
    if (failure !== undefined) {
      order.stop();
      return "done";
    }
    order.advance();
    return "went";
  }

  function make(taken: Chunk): Transformed {
    return time("compute", () => {
      if (taken.overlong) return transformer.judge(taken);
      const until = listens ? performance.now() + MAX_SILENCE_MS : undefined;
      return transformer.transform(taken, { until });
    });
  }

  /** Writes what was made of records when it is their turn; gives why that is the end, if it is. */
  function write({ text, lines, outside: found, problem }: Transformed): StreamFailure | undefined {
    try {
      time("write", () => files.write(text, counts[WRITTEN]));
    } catch (error) {
      const { name, message } = error as Error;
      return { what: "write", name, message };
    }
    if (problem !== undefined) return { what: "record", problem, lines: counts[LINES] };
    counts[WRITTEN] += text.length;
    counts[LINES] += lines;
    found.forEach((count, i) => outside[i] += count);
  }

  function end(): StreamAnswer {
    files.close();
    return { outside, times, failure };
  }

  return { step, news: feed.news, end };
}

/** Does the part of a worker in a stream, until that ends. */
export function runStreamService(instance: Instance, question: unknown): Reply {
  const stream = openStream(instance, question as StreamQuestion);
  while (stream.step("reader") === "went");
  return { result: stream.end(), move: [] };
}
