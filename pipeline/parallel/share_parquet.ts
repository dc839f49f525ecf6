import { TextTableWriter } from "../../formats/csv/table_writer.ts";
import { ParquetReader } from "../../formats/parquet/decode/reader.ts";
import { AppendWriter } from "../../formats/parquet/encode/append_writer.ts";
import { columnsOf } from "../../plan/plan.ts";
import type { Run } from "../run.ts";
import { RESULT_BYTES } from "../strategy.ts";
import {
  MAX_SHARED_FOOTER_BYTES,
  MAX_SHARED_GROUP_BYTES,
  USUAL_NUMBER_BYTES,
} from "../thresholds.ts";
import type { SharedRows, SharedTable } from "./share_arrow.ts";
import { shareChunks } from "./share_chunks.ts";

/**
 * Shares the row groups of a Parquet file among threads that read, compute and write them
 * (table_task.ts), if there are several of a usual size. A row group with an error and those after
 * it are for the caller: what is written and reported is what one thread would write and report.
 */
export async function shareParquet(
  run: Run,
  shared: SharedTable,
): Promise<SharedRows | undefined> {
  const { reader, output, plan, groups, by = [] } = shared;
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

  const append = writer instanceof AppendWriter ? writer.share() : undefined;
  let rows = 0;
  const chunks = groupRows.map((more) => ({ rowsBefore: (rows += more) - more }));
  const passed = output?.columns.flatMap((column) => "input" in column ? [column.input] : []) ?? [];

  const { workers, nulls, notes, refused } = await shareChunks(run, shared, {
    file: {
      format: "parquet",
      footer: { bytes: reader.parquet.bytes, start: reader.parquet.start },
      columns: [...columnsOf(plan), ...by, ...(append === undefined ? passed : [])],
    },
    chunks,
    rows,
    append,
    text: writer instanceof TextTableWriter ? writer.shared : undefined,
  });
  const done = refused ?? groupRows.length;
  const appended = notes.flatMap(({ appended }) => appended).sort((a, b) => a.group - b.group);
  if (writer instanceof AppendWriter) writer.passed(appended.map(({ chunks }) => chunks));
  const doneRows = chunks[done]?.rowsBefore ?? rows;
  if (writer instanceof TextTableWriter) writer.passed(doneRows);
  reader.choose(done, groupRows.length);
  return {
    rows: doneRows,
    workers,
    nulls,
    notes,
    isRefused: refused !== undefined,
    [Symbol.dispose](): void {},
  };
}
