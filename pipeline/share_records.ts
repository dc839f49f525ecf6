import type { RecordsAhead } from "../formats/csv/open_records.ts";
import { MAX_RECORD_BYTES } from "../formats/csv/record_chunks.ts";
import type { Problem, RecordsPlan } from "../formats/csv/transform_plan.ts";
import { openInstance } from "../kernels/engine.ts";
import { openStream, type StreamAnswer, type StreamQuestion } from "./record_stream.ts";
import { CHUNK_ORDER_BYTES } from "../threads/chunk_order.ts";
import { STREAM_COUNTS } from "./record_feed.ts";
import type { DirectOutput } from "../io/byte_sink.ts";
import { becameShorter } from "../io/file_error.ts";
import { yieldToEventLoop } from "../io/pause.ts";
import type { Run } from "./run.ts";
import type { Transformed } from "./flow_records.ts";
import { type MainThreadPart, shareWork, syncFileError } from "./share_work.ts";

/**
 * Bytes of a pipe that this thread does alone. Nobody knows how much a pipe will bring: 1 MB, and most bring
 * less, takes 47 ms and not 76, and 100 MB takes 15 ms of 285 more, since the code is not optimised yet.
 */
const ALONE = 2 ** 20;

/** Records in a file or on standard input, and what is made of them. */
export interface SharedRecords {
  readonly plan: RecordsPlan;
  /** What was read and not transformed yet. */
  readonly ahead: RecordsAhead;
  readonly directOutput: DirectOutput;
  /** Threads that have a part in it. */
  readonly threads: number;
  /** Bytes of records to take at a time. */
  readonly chunkSize: number;
  /** Throws what is wrong with a record, behind so many lines. */
  refuse(problem: Problem, lines: number): never;
}

/**
 * Shares records out among threads that read, transform and write them, chunk after chunk
 * (pipeline/record_stream.ts). What is written, and what is reported when it fails, is what this thread
 * would write and report alone.
 */
export async function shareRecords(run: Run, shared: SharedRecords): Promise<Transformed> {
  const { input: { directInput, fileSize, source } } = run;
  const { plan, ahead, directOutput, threads, chunkSize, refuse } = shared;
  const start = directOutput.position;
  const question = makeQuestion({
    plan,
    ahead,
    files: { input: directInput?.path, inode: directInput?.inode, output: directOutput.path },
    fileSize,
    chunkSize,
    start,
  });
  const counts = new Float64Array(question.counts);
  // Who does not read the output must not keep this thread from hearing an interrupt, if it listens to one.
  const isFree = run.isWatched && directOutput.path === undefined;
  const answers = await shareWork<StreamAnswer>(run, {
    workers: isFree ? threads : threads - 1,
    mainThread: isFree ? undefined : openPart(question),
    directOutput,
    request: { service: "stream", question },
    look: () => ({
      read: counts[STREAM_COUNTS.read] - ahead.position,
      written: counts[STREAM_COUNTS.written] - start,
    }),
    // At once: others may still wait for an input that never comes.
    take({ failure }: StreamAnswer): void {
      if (failure === undefined) return;
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
  const outside = plan.results.map((_, i) =>
    answers.reduce((sum, { outside }) => sum + outside[i], 0)
  );
  return { workers: isFree ? threads : answers.length - 1, outside };
}

/**
 * The part of this thread, which has signals, progress and the failures of others to look after, too: so it
 * does not wait for a pipe to bring something once there are others. It does wait for who reads the output:
 * then all wait, and an interrupt has nothing to clean up (interrupt.ts).
 */
function openPart(question: StreamQuestion): MainThreadPart<StreamAnswer> {
  const { files: { input, output }, counts } = question;
  const stream = openStream(openInstance(), question, { listens: true });
  const all = new Float64Array(counts);
  const isPiped = input === undefined && output === undefined;
  const role = isPiped ? "starter" : "helper";
  return {
    begin(look: () => void): boolean {
      // At least a step: the engine optimises its code in the background while workers are started.
      do {
        if (stream.step(role) === "done") return false;
        look();
      } while (isPiped && all[STREAM_COUNTS.read] < ALONE);
      return true;
    },
    async finish(look: (isBusy: boolean) => void): Promise<StreamAnswer> {
      for (let went; (went = stream.step(role)) !== "done"; look(went === "went")) {
        await (went === "wait" ? stream.news() : yieldToEventLoop());
      }
      return stream.end();
    },
  };
}

/** What threads are asked, and what they share. */
export function makeQuestion(
  { plan, ahead: { bytes, position }, files, fileSize, chunkSize, start }:
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
    sizes: { chunk: chunkSize, record: MAX_RECORD_BYTES },
    order: new SharedArrayBuffer(CHUNK_ORDER_BYTES),
    counts: counts.buffer,
    carry,
  };
}
