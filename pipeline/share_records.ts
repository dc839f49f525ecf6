import { LONGEST_RECORD } from "../formats/csv/record_chunks.ts";
import type { Problem, RecordsPlan } from "../kernels/records.ts";
import {
  STREAM_COUNTS,
  type StreamAnswer,
  type StreamQuestion,
} from "../kernels/stream_service.ts";
import { TURNS_BYTES } from "../kernels/turns.ts";
import type { Outlet } from "./byte_sink.ts";
import { becameShorter } from "./file_error.ts";
import type { Run } from "./run.ts";
import { portError, shareWork } from "./share_work.ts";

/** Records in a file or on standard input, and what is made of them. */
export interface SharedRecords {
  readonly plan: RecordsPlan;
  /** What was read and not transformed yet, and how many bytes of the input were read for it. */
  readonly ahead: { readonly bytes: Uint8Array; readonly position: number };
  readonly outlet: Outlet;
  readonly workers: number;
  /** Throws what is wrong with a record, behind so many lines. */
  refuse(problem: Problem, lines: number): never;
}

/**
 * Shares records out among workers that read, transform and write them, chunk after chunk
 * (kernels/stream_service.ts). What is written, and what is reported when it fails, is what this thread
 * would write and report alone. Gives how many results were outside of domains.
 */
export async function shareRecords(run: Run, shared: SharedRecords): Promise<number[]> {
  const { request: { chunkSize }, input: { inlet, fileSize, source } } = run;
  const { plan, ahead, outlet, workers, refuse } = shared;
  const start = outlet.position;
  const question = makeQuestion({
    plan,
    ahead,
    ports: { input: inlet?.path, output: outlet.path },
    fileSize,
    chunkSize,
    start,
  });
  const counts = new Float64Array(question.counts);
  const answers = await shareWork<StreamAnswer>(run, {
    workers,
    outlet,
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
          throw portError(failure, { input: source.name, outlet });
      }
    },
  });
  return plan.results.map((_, i) => answers.reduce((sum, { outside }) => sum + outside[i], 0));
}

/** What workers are asked, and what they share. */
export function makeQuestion(
  { plan, ahead: { bytes, position }, ports, fileSize, chunkSize, start }:
    & Pick<SharedRecords, "plan" | "ahead">
    & Pick<StreamQuestion, "ports" | "fileSize">
    & {
      readonly chunkSize: number;
      /** Bytes of the output that are written already. */
      readonly start: number;
    },
): StreamQuestion {
  const carry = new SharedArrayBuffer(bytes.length, {
    maxByteLength: bytes.length + 2 * Math.max(LONGEST_RECORD, chunkSize),
  });
  new Uint8Array(carry).set(bytes);
  const counts = new Float64Array(
    new SharedArrayBuffer(8 * Object.keys(STREAM_COUNTS).length),
  );
  counts[STREAM_COUNTS.read] = position;
  counts[STREAM_COUNTS.written] = start;
  counts[STREAM_COUNTS.carried] = bytes.length;
  return {
    plan,
    ports,
    fileSize,
    sizes: { chunk: chunkSize, record: LONGEST_RECORD },
    turns: new SharedArrayBuffer(TURNS_BYTES),
    counts: counts.buffer,
    carry,
  };
}
