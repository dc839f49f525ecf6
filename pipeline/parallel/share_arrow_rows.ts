import type { RawColumn } from "../../formats/arrow/decode/batch.ts";
import type { PlainDictionary } from "../../formats/arrow/decode/chunk_reader.ts";
import { type BatchAhead, sourceAt } from "../../formats/arrow/decode/peek_batches.ts";
import type { ArrowReader } from "../../formats/arrow/decode/reader.ts";
import { fieldType, isView } from "../../formats/arrow/field.ts";
import type { TextTableWriter } from "../../formats/csv/table_writer.ts";
import { countedSource } from "../../io/byte_source.ts";
import { openRandomAccess } from "../../io/random_access_file.ts";
import { columnsOf } from "../../plan/plan.ts";
import type { Run } from "../run.ts";
import {
  MAX_CHUNK_BYTES,
  MAX_SHARED_COLUMNS,
  MAX_SHARED_DICTIONARY_BYTES,
  MAX_SHARED_GROUP_BYTES,
  MIN_SHARED_BATCH_ROWS,
  SHARED_SLICE_ROWS,
  USUAL_COMPRESSION,
} from "../thresholds.ts";
import type { SharedRows, SharedTable } from "./share_arrow.ts";
import { shareChunks } from "./share_chunks.ts";
import type { TableChunk } from "./table_task.ts";

/** A table of an Arrow file whose rows become text or groups. */
export interface SharedArrowRows extends SharedTable {
  readonly reader: ArrowReader;
  /** The writer of text, if it becomes text. */
  readonly writer?: TextTableWriter;
}

/**
 * Shares the batches of an Arrow file among threads that read, compute, and write or add up their rows
 * (table_task.ts). The batches that are left, and one that has an error, are for the caller: what is
 * written and reported is what one thread would write and report alone.
 */
export async function shareArrowRows(run: Run, shared: SharedArrowRows): Promise<SharedRows> {
  const { reader, writer, output, plan, by = [] } = shared;
  const { fields } = reader.schema;
  using opened = new DisposableStack();
  const file = opened.use(openRandomAccess(run.input.directInput!));
  const passed = output?.columns.flatMap((column) => "input" in column ? [column.input] : []) ?? [];
  const columns = [...new Set([...columnsOf(plan), ...by, ...passed])];
  const batchesAhead = Math.ceil(MAX_SHARED_COLUMNS / Math.max(1, fields.length));
  const nulls = plan.results.map(() => 0);
  const notes: SharedRows["notes"][number][] = [];
  let [rows, workers, isRefused] = [0, 0, false];
  while (!isRefused) {
    const limits = { most: batchesAhead, rows: MIN_SHARED_BATCH_ROWS, isUnpacked: true };
    const ahead = await reader.lookAhead(file, limits);
    const { batches, chunks, bytes } = cutBatches(ahead, { columns, reader, rowsBefore: rows });
    const all = batches.reduce((sum, { parts }) => sum + parts.rows, 0);
    if (all < MIN_SHARED_BATCH_ROWS * batches.length || chunks.length < 2) break;
    const dictionaries = listDictionaries(reader, columns);
    // Each thread has a copy of them, and those that change with each batch would take most of the time.
    const most = Math.min(bytes, MAX_SHARED_DICTIONARY_BYTES);
    if (dictionaries === undefined || countBytes(dictionaries) > most) break;
    const done = await shareChunks(run, shared, {
      file: { format: "arrow", fields, dictionaries },
      chunks,
      rows: all,
      text: writer?.shared,
      bytes: batches.at(-1)!.end - batches[0].at,
    });
    workers = Math.max(workers, done.workers);
    notes.push(...done.notes);
    done.nulls.forEach((count, i) => nulls[i] += count);
    isRefused = done.refused !== undefined;
    const good = isRefused
      ? batches.slice(0, batches.findIndex((batch) => batch === chunks[done.refused!].of!.batch))
      : batches;
    reader.skip(good, (at) => countedSource(sourceAt(file, at), run.countRead));
    const goodRows = good.reduce((sum, { parts }) => sum + parts.rows, 0);
    writer?.passed(goodRows);
    rows += goodRows;
  }
  const kept = opened.move();
  return { rows, workers, nulls, notes, isRefused, [Symbol.dispose]: () => kept.dispose() };
}

/** Cuts batches into chunks, up to one that is too large to be shared. */
function cutBatches(
  ahead: readonly BatchAhead[],
  { columns, reader: { schema: { fields } }, rowsBefore: before }: {
    readonly columns: readonly number[];
    readonly reader: ArrowReader;
    readonly rowsBefore: number;
  },
): { readonly batches: BatchAhead[]; readonly chunks: TableChunk[]; readonly bytes: number } {
  const batches: BatchAhead[] = [];
  const chunks: TableChunk[] = [];
  let [rowsBefore, allBytes] = [before, 0];
  for (const batch of ahead) {
    const { rows, codec, columns: parts } = batch.parts;
    const bytes = columns.flatMap((i) => parts[i].buffers)
      .reduce((sum, { length }) => sum + length, 0);
    // What is compressed, and texts that are anywhere in a batch, are not read in parts.
    const isWhole = codec !== undefined ||
      columns.some((i) => isView(fieldType(fields[i])) && parts[i].buffers.length > 2);
    const growth = codec === undefined ? 1 : USUAL_COMPRESSION;
    // Rows that take no bytes may be any number.
    if (rows > 8 * bytes || isWhole && bytes * growth > MAX_SHARED_GROUP_BYTES) break;
    const count = isWhole ? 1 : Math.max(rows / SHARED_SLICE_ROWS, bytes / MAX_CHUNK_BYTES);
    const step = Math.max(8, Math.ceil(rows / Math.ceil(count) / 8) * 8);
    for (let first = 0; first < rows; first += step) {
      const of = { batch, first, rows: Math.min(step, rows - first) };
      chunks.push({ rowsBefore: rowsBefore + first, of });
    }
    batches.push(batch);
    rowsBefore += rows;
    allBytes += bytes;
  }
  return { batches, chunks, bytes: allBytes };
}

/** The dictionaries of columns; nothing if one is damaged, which matters only to a row that refers to it. */
function listDictionaries(
  reader: ArrowReader,
  columns: readonly number[],
): PlainDictionary[] | undefined {
  try {
    return reader.dictionariesOf(columns);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function countBytes(dictionaries: readonly PlainDictionary[]): number {
  const columns: RawColumn[] = dictionaries.flatMap(({ parts }) =>
    parts.map(({ column }) => column)
  );
  return columns.flatMap(({ buffers }) => buffers).reduce((sum, { length }) => sum + length, 0);
}
