import type { TextRowsOptions } from "../../formats/csv/text_rows.ts";
import type { SharedAppend } from "../../formats/parquet/encode/append_writer.ts";
import { openSequencer, SEQUENCER_BYTES } from "../../threads/sequencer.ts";
import { withoutFunctions } from "../compute_batch.ts";
import type { Run } from "../run.ts";
import {
  APPENDING_WORKER_PAYS_MS,
  MS_BETWEEN_LOOKS,
  PARQUET_SUMS_WORKER_PAYS_MS,
  SHARED_SLICE_ROWS,
  USUAL_ROW_NS,
  WORKER_PAYS_MS,
} from "../thresholds.ts";
import { isLeftFree, NOWHERE, shareWork } from "./scheduler.ts";
import type { SharedTable } from "./share_arrow.ts";
import { startAtOnce, startIfChunksLast } from "./start_policy.ts";
import {
  openTableTask,
  READ,
  type SharedFile,
  type TableChunk,
  type TableFailure,
  type TableNote,
  type TableQuestion,
  WRITTEN,
} from "./table_task.ts";

/** Chunks of a table, and what becomes of them. */
export interface ShareChunksOptions {
  readonly file: SharedFile;
  readonly chunks: readonly TableChunk[];
  /** How results are appended to the file, or how rows are written as text, if they are. */
  readonly append?: SharedAppend;
  readonly text?: TextRowsOptions;
  /** Rows of all chunks. */
  readonly rows: number;
  /** Bytes of the input in all chunks, if those are reported, and not what threads have read. */
  readonly bytes?: number;
}

/** What threads have made of chunks. */
export interface SharedChunks {
  readonly workers: number;
  /** How many rows of each result are null. */
  readonly nulls: readonly number[];
  readonly notes: readonly TableNote[];
  /** The first chunk with an error, which the caller finds when it reads the chunk. */
  readonly refused?: number;
}

/** Shares chunks of a table among threads that read, compute, and write or add them up (table_task.ts). */
export async function shareChunks(
  run: Run,
  { reader, output, plan, groups, by = [], pool, threads }: SharedTable,
  { file, chunks, rows, append, text, bytes }: ShareChunksOptions,
): Promise<SharedChunks> {
  const { input: { directInput }, request: { strict } } = run;
  const directOutput = output?.sink.directOutput ?? NOWHERE;
  const start = directOutput.position;
  const isFree = isLeftFree(run, directOutput);
  const question: TableQuestion = {
    files: {
      input: directInput!.path,
      identity: directInput!.identity,
      output: directOutput.path,
    },
    file,
    columns: reader.columns,
    chunks,
    by,
    sliceRows: SHARED_SLICE_ROWS,
    plan: withoutFunctions(plan),
    strict,
    append,
    text,
    groups: groups?.options,
    counts: new SharedArrayBuffer(16),
    order: new SharedArrayBuffer(SEQUENCER_BYTES),
  };
  const counts = new BigInt64Array(question.counts);
  counts[WRITTEN] = BigInt(start);
  const order = openSequencer(question.order);
  const workerPaysMs = append !== undefined
    ? APPENDING_WORKER_PAYS_MS
    : text === undefined && file.format === "parquet"
    ? PARQUET_SUMS_WORKER_PAYS_MS
    : WORKER_PAYS_MS;
  let refused: number | undefined;
  const work = await shareWork<TableQuestion, TableFailure, TableNote>(run, {
    service: "table",
    question,
    workers: isFree ? threads : threads - 1,
    pool,
    mainThread: isFree ? undefined : {
      open: openTableTask,
      table: groups?.table,
      start: rows * usualRowNs({ append, text }) >= 1e6 * workerPaysMs
        ? startAtOnce
        : startIfChunksLast({ chunks: chunks.length, countDone: () => order.done, workerPaysMs }),
      msBetweenLooks: MS_BETWEEN_LOOKS,
    },
    directOutput,
    count: () => ({
      read: bytes === undefined
        ? Number(Atomics.load(counts, READ))
        : Math.floor(bytes * Math.min(order.done / chunks.length, 1)),
      written: directOutput === NOWHERE ? 0 : Number(counts[WRITTEN]) - start,
    }),
    isOrdered: output !== undefined,
    fail: ({ chunk }) => void (refused = chunk),
  });
  return {
    workers: isFree ? threads : work.threads - 1,
    nulls: plan.results.map((_, i) => work.count(i + 1)),
    notes: work.notes,
    refused,
  };
}

/** Nanoseconds that a row takes at least, if that is known. */
function usualRowNs({ append, text }: Pick<ShareChunksOptions, "append" | "text">): number {
  if (append !== undefined) return 0;
  return text === undefined ? USUAL_ROW_NS.groups : USUAL_ROW_NS.text;
}
