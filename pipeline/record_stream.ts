import { type Role, STREAM_COUNTS, type Taken } from "./record_feed.ts";
import type { Instance } from "../kernels/instance.ts";
import { openPorts, type PortFailure, type PortNames, type Ports } from "../threads/sync_files.ts";
import type { Problem, RecordsPlan } from "../formats/csv/transform_plan.ts";
import { openClock, type StageTimes } from "../threads/clock.ts";
import { openTurns } from "../threads/chunk_order.ts";
import { openTransformer, type Transformed } from "../formats/csv/record_transformer.ts";
import type { Reply } from "../threads/worker_call.ts";
import { openFileIntake } from "./file_feed.ts";
import { openPipeIntake } from "./pipe_feed.ts";

/** Records of a file or of standard input, which several threads transform. All are asked the same. */
export interface StreamQuestion {
  readonly plan: RecordsPlan;
  readonly ports: PortNames;
  /** Bytes of a file, where it is one. */
  readonly fileSize?: number;
  /** Bytes of a chunk, and of a record at most. */
  readonly sizes: { readonly chunk: number; readonly record: number };
  /** What they take turns with (turns.ts). */
  readonly turns: SharedArrayBuffer;
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
  | PortFailure
  /** The file ends after so many bytes, and had more. */
  | { readonly what: "end"; readonly bytes: number }
  /** What is wrong with a record, behind so many lines of all that was read. */
  | { readonly what: "record"; readonly problem: Problem; readonly lines: number };

/** The part of a thread in a stream. */
export interface RecordStream {
  /** Takes some records from the input to the output; "wait" where a helper finds none. */
  step(role: Role): "went" | "wait" | "done";
  /** Comes when there may be some after "wait". */
  news(): Promise<unknown>;
  /** What was done. Nothing can be done after that. */
  end(): StreamAnswer;
}

/**
 * Opens the part of a thread in a stream. In each step it reads the next records into the memory of
 * WebAssembly, transforms them there, and writes them from there when all before them are written. While
 * one thread reads or writes, others compute.
 */
export function openStream(
  instance: Instance,
  question: StreamQuestion,
  ports: Ports = openPorts(question.ports),
): RecordStream {
  const { plan } = question;
  const { written: WRITTEN, lines: LINES } = STREAM_COUNTS;
  const turns = openTurns(question.turns);
  const transformer = openTransformer(instance, plan);
  // Only whose turn it is to write changes what is counted of that.
  const counts = new Float64Array(question.counts);
  const { times, time } = openClock();
  const outside = plan.results.map(() => 0);
  let failure: StreamFailure | undefined;

  const openIntake = question.ports.input === undefined ? openPipeIntake : openFileIntake;
  const intake = openIntake({
    ...{ question, transformer, ports, turns },
    time: (action) => time("read", action),
  });

  function step(role: Role): "went" | "wait" | "done" {
    const taken = intake.take(role);
    if (taken === undefined) return "done";
    if (taken === "wait") return "wait";
    let made = make(taken);
    if (!turns.await(taken.chunk)) {
      // What has failed before this is what is told.
      return "done";
    }
    failure = write(made);
    // Most often that is all: chunks are as large as what becomes of them should be.
    while (failure === undefined && made.next < taken.end) {
      made = make({ ...taken, start: made.next });
      failure = write(made);
    }
    failure ??= taken.failure;
    if (failure !== undefined) {
      turns.stop();
      return "done";
    }
    turns.pass();
    return "went";
  }

  function make(taken: Taken): Transformed {
    return time(
      "compute",
      () => taken.overlong ? transformer.judge(taken) : transformer.transform(taken),
    );
  }

  /** Writes what was made of records when it is their turn; gives why that is the end, if it is. */
  function write({ text, lines, outside: found, problem }: Transformed): StreamFailure | undefined {
    try {
      time("write", () => ports.write(text, counts[WRITTEN]));
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
    ports.close();
    return { outside, times, failure };
  }

  return { step, news: intake.news, end };
}

/** Does the part of a worker in a stream, until that ends. */
export function runStreamService(instance: Instance, question: unknown): Reply {
  const stream = openStream(instance, question as StreamQuestion);
  while (stream.step("reader") === "went");
  return { result: stream.end(), move: [] };
}
