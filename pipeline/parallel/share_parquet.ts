import { TextTableWriter } from "../../formats/csv/table_writer.ts";
import { ParquetReader } from "../../formats/parquet/decode/reader.ts";
import { AppendWriter } from "../../formats/parquet/encode/append_writer.ts";
import { columnsOf } from "../../plan/plan.ts";
import { openSequencer, SEQUENCER_BYTES } from "../../threads/sequencer.ts";
import { withoutFunctions } from "../compute_batch.ts";
import type { Run } from "../run.ts";
import { RESULT_BYTES } from "../strategy.ts";
import {
  APPENDING_WORKER_PAYS_MS,
  MAX_SHARED_FOOTER_BYTES,
  MAX_SHARED_GROUP_BYTES,
  MS_BETWEEN_LOOKS,
  SHARED_SLICE_ROWS,
  USUAL_NUMBER_BYTES,
} from "../thresholds.ts";
import {
  type GroupFailure,
  openParquetTask,
  type ParquetNote,
  type ParquetQuestion,
  READ,
  WRITTEN,
} from "./parquet_task.ts";
import { NOWHERE, shareWork } from "./scheduler.ts";
import type { SharedRows, SharedTable } from "./share_arrow.ts";
import { startIfChunksLast } from "./start_policy.ts";

/**
 * Shares the row groups of a Parquet file among threads that read, compute and write them
 * (parquet_task.ts), if there are several of a usual size. A row group with an error and those after
 * it are for the caller: what is written and reported is what one thread would write and report.
 */
export async function shareParquet(
  run: Run,
  shared: SharedTable,
): Promise<SharedRows | undefined> {
  const { reader, output, plan, groups, by = [], pool, threads } = shared;
  const writer = output?.writer;
  if (!(reader instanceof ParquetReader)) return undefined;
  const isKnown = writer instanceof AppendWriter || writer instanceof TextTableWriter;
  if (!isKnown && (writer !== undefined || groups === undefined)) return undefined;
  const groupRows = reader.groups.rows();
  const rowBytes = writer instanceof TextTableWriter
    ? output!.columns.length * USUAL_NUMBER_BYTES
    : writer === undefined
    ? 0
    : plan.results.length * RESULT_BYTES;
  const most = groupRows.reduce((most, rows) => Math.max(most, rows), 0);
  const isUsual = groupRows.length > 1 && most * rowBytes <= MAX_SHARED_GROUP_BYTES &&
    reader.parquet.bytes.length <= MAX_SHARED_FOOTER_BYTES;
  if (!isUsual) return undefined;

  const { input: { directInput }, request: { strict } } = run;
  const append = writer instanceof AppendWriter ? writer.share() : undefined;
  const directOutput = output?.sink.directOutput ?? NOWHERE;
  const start = directOutput.position;
  let before = 0;
  const rowsBefore = groupRows.map((rows) => (before += rows) - rows);
  const passed = output?.columns.flatMap((column) => "input" in column ? [column.input] : []) ?? [];
  const question: ParquetQuestion = {
    files: {
      input: directInput!.path,
      identity: directInput!.identity,
      output: directOutput.path,
    },
    footer: { bytes: reader.parquet.bytes, start: reader.parquet.start },
    columns: [...columnsOf(plan), ...by, ...(append === undefined ? passed : [])],
    sliceRows: SHARED_SLICE_ROWS,
    plan: withoutFunctions(plan),
    strict,
    append,
    text: writer instanceof TextTableWriter ? writer.shared : undefined,
    groups: groups?.options,
    by,
    rowsBefore,
    counts: new SharedArrayBuffer(16),
    order: new SharedArrayBuffer(SEQUENCER_BYTES),
  };
  const counts = new BigInt64Array(question.counts);
  counts[WRITTEN] = BigInt(start);
  const order = openSequencer(question.order);
  const chunks = groupRows.length;
  let refused: number | undefined;
  const work = await shareWork<ParquetQuestion, GroupFailure, ParquetNote>(run, {
    service: "parquet",
    question,
    workers: threads - 1,
    pool,
    mainThread: {
      open: openParquetTask,
      table: groups?.table,
      start: startIfChunksLast({
        chunks,
        countDone: () => order.done,
        workerPaysMs: append === undefined ? undefined : APPENDING_WORKER_PAYS_MS,
      }),
      msBetweenLooks: MS_BETWEEN_LOOKS,
    },
    directOutput,
    count: () => ({
      read: Number(Atomics.load(counts, READ)),
      written: directOutput === NOWHERE ? 0 : Number(counts[WRITTEN]) - start,
    }),
    isOrdered: writer !== undefined,
    fail: ({ chunk }) => void (refused = chunk),
  });
  const done = refused ?? chunks;
  const appended = work.notes.flatMap(({ appended }) => appended).sort((a, b) => a.group - b.group);
  if (writer instanceof AppendWriter) writer.passed(appended.map(({ chunks }) => chunks));
  const rows = groupRows.slice(0, done).reduce((sum, rows) => sum + rows, 0);
  if (writer instanceof TextTableWriter) writer.passed(rows);
  reader.choose(done, chunks);
  return {
    rows,
    workers: work.threads - 1,
    nulls: plan.results.map((_, i) => work.count(i + 1)),
    notes: work.notes,
    isRefused: refused !== undefined,
    [Symbol.dispose](): void {},
  };
}
