import type { RecordsAhead } from "../formats/csv/open_records.ts";
import { MAX_RECORD_BYTES } from "../formats/csv/cut_records.ts";
import {
  countPlaces,
  type NotedCell,
  type Problem,
  type RecordsPlan,
} from "../formats/csv/transform_plan.ts";
import { type CellNotes, mapNotes } from "../formats/table.ts";
import { leaseInstance } from "../kernels/lease.ts";
import type { Instance } from "../kernels/instance.ts";
import {
  openStream,
  type StreamAnswer,
  type StreamFailure,
  type StreamQuestion,
} from "./record_supplier.ts";
import { PIPE_BYTES_ALONE } from "./policy.ts";
import { CHUNK_ORDER_BYTES, openChunkOrder } from "../threads/chunk_order.ts";
import { STREAM_COUNTS } from "./record_feed.ts";
import type { DirectOutput } from "../io/byte_sink.ts";
import { becameShorter } from "../io/file_error.ts";
import { yieldToEventLoop } from "../io/wait.ts";
import type { Run } from "./run_request.ts";
import type { Transformed } from "./run_records.ts";
import { type MainThreadPart, shareWork, syncFileError } from "./share_work.ts";

/** Records in a file or on standard input that threads share, and how they are transformed. */
export interface SharedRecords {
  readonly plan: RecordsPlan;
  /** Bytes that were read and are not transformed yet. */
  readonly ahead: RecordsAhead;
  readonly directOutput: DirectOutput;
  /** How many threads share the records. */
  readonly threads: number;
  /** Bytes of records to take at a time. */
  readonly chunkSize: number;
  /** Throws the error of a record. The lines are those of the records before it. */
  refuse(problem: Problem, lines: number): never;
}

/**
 * Shares records among threads that read, transform and write them, chunk after chunk
 * (record_supplier.ts). What is written, and what is reported when it fails, is what this thread
 * would write and report alone.
 */
export async function shareRecords(run: Run, shared: SharedRecords): Promise<Transformed> {
  const { input: { directInput, fileSize, source } } = run;
  const { plan, ahead, directOutput, threads, chunkSize, refuse } = shared;
  const start = directOutput.position;
  const question = makeQuestion({
    plan,
    ahead,
    files: { input: directInput?.path, identity: directInput?.identity, output: directOutput.path },
    fileSize,
    chunkSize,
    start,
  });
  const counts = new Float64Array(question.counts);
  // A reader of the output that stops reading must not keep this thread from hearing an interrupt,
  // if it listens for one.
  const isFree = run.isWatched && directOutput.path === undefined;
  using lease = isFree ? undefined : leaseInstance();
  const shares = await shareWork<StreamFailure>(run, {
    workers: isFree ? threads : threads - 1,
    mainThread: lease && openMainThreadPart(lease.instance, question),
    order: openChunkOrder(question.order),
    directOutput,
    request: { service: "stream", question },
    count: () => ({
      read: counts[STREAM_COUNTS.read] - ahead.position,
      written: counts[STREAM_COUNTS.written] - start,
    }),
    isOrdered: true,
    fail(failure): never {
      switch (failure.what) {
        case "record":
          return refuse(failure.problem, failure.lines);
        case "end":
          throw becameShorter(source.name, { size: fileSize!, end: failure.bytes });
        default:
          throw syncFileError(failure, { input: source.name, directOutput });
      }
    },
  });
  const noted = (shares.notes as CellNotes<NotedCell>[]).reduce((all, more) => ({
    ...all,
    ...mapNotes(
      more,
      (cell, note) => cell.lines < (all[note]?.lines ?? Infinity) ? cell : undefined,
    ),
  }), {});
  return {
    workers: isFree ? threads : shares.threads - 1,
    counts: Array.from({ length: countPlaces(plan).length }, (_, i) => shares.count(i)),
    noted,
  };
}

/**
 * Opens the part of the main thread, which has signals, progress and the failures of workers to
 * look after, too. So it does not wait for a pipe to bring something once there are workers. It
 * does wait for the reader of the output: then all threads wait, and an interrupt has nothing to
 * clean up (io/interrupt.ts).
 */
function openMainThreadPart(
  instance: Instance,
  question: StreamQuestion,
): MainThreadPart<StreamFailure> {
  const { files: { input, output }, counts } = question;
  const stream = openStream(instance, question, { listens: true });
  const all = new Float64Array(counts);
  const isPiped = input === undefined && output === undefined;
  const role = isPiped ? "starter" : "helper";
  return {
    begin(report: () => void): boolean {
      // There is at least one step: the engine optimises its code in the background while workers
      // are started.
      do {
        if (stream.step(role) === "done") return false;
        report();
      } while (isPiped && all[STREAM_COUNTS.read] < PIPE_BYTES_ALONE);
      return true;
    },
    async finish(report: (isBusy: boolean) => void): Promise<StreamAnswer> {
      for (let went; (went = stream.step(role)) !== "done"; report(went === "went")) {
        await (went === "wait" ? stream.changed() : yieldToEventLoop());
      }
      return stream.end();
    },
  };
}

/** Makes the question that all threads are asked, and the memory that they share. */
export function makeQuestion(
  { plan, ahead: { bytes, position, end }, files, fileSize, chunkSize, start }:
    & Pick<SharedRecords, "plan" | "ahead">
    & Pick<StreamQuestion, "files" | "fileSize">
    & {
      readonly chunkSize: number;
      /** Bytes of the output that are written already. */
      readonly start: number;
    },
): StreamQuestion {
  const least = bytes.length + 4 * chunkSize;
  const carry = new SharedArrayBuffer(least, { maxByteLength: least + MAX_RECORD_BYTES });
  new Uint8Array(carry).set(bytes);
  const counts = new Float64Array(
    new SharedArrayBuffer(8 * Object.keys(STREAM_COUNTS).length),
  );
  counts[STREAM_COUNTS.read] = position;
  counts[STREAM_COUNTS.written] = start;
  counts[STREAM_COUNTS.tail] = bytes.length;
  return {
    plan,
    files,
    fileSize,
    end,
    chunkSize,
    order: new SharedArrayBuffer(CHUNK_ORDER_BYTES),
    counts: counts.buffer,
    carry,
  };
}
