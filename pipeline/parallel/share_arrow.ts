import { sizeOf } from "../../formats/arrow/decode/column_rows.ts";
import { nodeOf } from "../../formats/arrow/decode/decode_batch.ts";
import { type BatchAhead, sourceAt } from "../../formats/arrow/decode/peek_batches.ts";
import { ArrowReader } from "../../formats/arrow/decode/reader.ts";
import type { PlacedMessage } from "../../formats/arrow/encode/message_writer.ts";
import { placeBatch } from "../../formats/arrow/encode/place_batch.ts";
import { ArrowWriter } from "../../formats/arrow/encode/writer.ts";
import { TextTableWriter } from "../../formats/csv/table_writer.ts";
import { countNulls } from "../../formats/validity.ts";
import type { FileTableReader, OutputColumn, TableWriter } from "../../formats/table.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import { countedSource } from "../../io/byte_source.ts";
import { openRandomAccess, type RandomAccessFile } from "../../io/random_access_file.ts";
import { inputsOf, type TablePlan } from "../../plan/plan.ts";
import type { LazyPool } from "../../threads/lazy_pool.ts";
import { openSequencer, SEQUENCER_BYTES } from "../../threads/sequencer.ts";
import { countSliceRows } from "../strategy.ts";
import {
  MAX_SHARED_COLUMNS,
  MIN_SHARED_BATCH_ROWS,
  MIN_SHARED_SLICE_ROWS,
  MS_BETWEEN_LOOKS,
  SHARED_SLICE_ROWS,
} from "../thresholds.ts";
import type { ThreadGroups } from "../aggregate/thread_groups.ts";
import { withoutFunctions } from "../compute_batch.ts";
import type { Run } from "../run.ts";
import {
  type ArrowQuestion,
  type DomainFailure,
  openArrowTask,
  type SharedBatch,
  type SharedColumn,
} from "./arrow_task.ts";
import type { SliceCounts } from "./compute_slice.ts";
import { shareArrowRows } from "./share_arrow_rows.ts";
import { shareWork } from "./scheduler.ts";
import { startIfChunksLast } from "./start_policy.ts";

/** A table whose batches threads share, and how they are computed. */
export interface SharedTable {
  /** The reader of the table; one of an Arrow or Parquet file can be shared. */
  readonly reader: FileTableReader;
  readonly plan: Pick<TablePlan, "results" | "program">;
  /** Where results are written, if they are. */
  readonly output?: SharedOutput;
  /** What results are added up to, if they are. */
  readonly groups?: Pick<ThreadGroups, "options" | "table">;
  /** The columns that rows are grouped by; none if omitted. */
  readonly by?: readonly number[];
  /** The workers, which the caller ends. */
  readonly pool: LazyPool;
  /** How many threads share the table. */
  readonly threads: number;
}

/** Where results are written. */
export interface SharedOutput {
  readonly writer: TableWriter;
  /** What the writer writes to, a file that threads can write, too. */
  readonly sink: ByteSink;
  readonly columns: readonly OutputColumn[];
}

/** What threads have done of a table. The rest is read until it is disposed of. */
export interface SharedRows extends Disposable {
  readonly rows: number;
  readonly workers: number;
  /** How many rows of each result that is written are null. */
  readonly nulls: readonly number[];
  /** What the threads report about the rows. */
  readonly notes: readonly SliceCounts[];
  /** Whether the next batch has a number outside the domain that is an error. */
  readonly isRefused: boolean;
}

/**
 * Shares the batches of an Arrow table among threads. If they become another Arrow file, threads read,
 * compute and write slices of them (arrow_task.ts), as long as their places in the output are known
 * before they are computed.
 * The batches that are left, and one that has an error, are for the caller: what is written and
 * reported is what one thread would write and report alone.
 */
export async function shareArrow(
  run: Run,
  shared: SharedTable,
): Promise<SharedRows | undefined> {
  const { reader, output } = shared;
  const writer = output?.writer;
  if (!(reader instanceof ArrowReader)) return undefined;
  if (writer === undefined || writer instanceof TextTableWriter) {
    return await shareArrowRows(run, { ...shared, reader, writer });
  }
  if (output === undefined || !(writer instanceof ArrowWriter)) return undefined;
  const { directInput } = run.input;
  using opened = new DisposableStack();
  const file = opened.use(openRandomAccess(directInput!));
  const columns = listColumns(reader, shared.plan);
  let [rows, workers, isRefused] = [0, 0, false];
  const nulls = shared.plan.results.map(() => 0);
  const notes: SliceCounts[] = [];
  const most = Math.ceil(MAX_SHARED_COLUMNS / Math.max(1, reader.columns.length));
  const numbers = 2 * (columns ?? []).length + shared.plan.results.length;
  const sliceRows = Math.min(SHARED_SLICE_ROWS, countSliceRows(run.request.chunkSize, numbers));
  while (columns !== undefined && sliceRows >= MIN_SHARED_SLICE_ROWS && !isRefused) {
    const ahead = await reader.lookAhead(file, { most, rows: MIN_SHARED_BATCH_ROWS });
    const plain = ahead.slice(0, countPlain(ahead, columns));
    const all = plain.reduce((sum, { parts }) => sum + parts.rows, 0);
    if (all < MIN_SHARED_BATCH_ROWS * plain.length || all === 0) break;
    await writer.writeDictionaries(reader.waiting);
    const done = await shareBatches(run, {
      ...shared,
      output,
      file,
      columns,
      sliceRows,
      batches: plain,
    });
    workers = Math.max(workers, done.workers);
    notes.push(...done.notes);
    done.nulls.forEach((missing) => missing.forEach((count, i) => nulls[i] += count));
    isRefused = done.refused !== undefined;
    const good = plain.slice(0, done.refused);
    writer.passed(done.placed.slice(0, done.refused));
    reader.skip(good, (at) => countedSource(sourceAt(file, at), run.countRead));
    rows += good.reduce((sum, { parts }) => sum + parts.rows, 0);
  }
  const kept = opened.move();
  return { rows, workers, nulls, notes, isRefused, [Symbol.dispose]: () => kept.dispose() };
}

/** Lists the columns that are computed from, if all of them hold plain numbers. */
function listColumns(
  reader: ArrowReader,
  plan: SharedTable["plan"],
): SharedColumn[] | undefined {
  const inputs = [...new Set(plan.results.flatMap(inputsOf))];
  const columns = inputs.flatMap((column) => {
    const { name, type } = reader.schema.fields[column];
    return type === undefined ? [] : [{ column, name, type, size: sizeOf(type) }];
  });
  return columns.length === inputs.length ? columns : undefined;
}

/** Counts the batches, from the first on, that have as many bytes as their rows need. */
function countPlain(batches: readonly BatchAhead[], columns: readonly SharedColumn[]): number {
  const damaged = batches.findIndex(({ parts: { rows, columns: parts } }) =>
    columns.some(({ column, size }) => {
      const { nodes, buffers: [valid, values] } = parts[column];
      return values.length < rows * size ||
        nodeOf(nodes).nulls !== 0 && valid.length < Math.ceil(rows / 8);
    })
  );
  return damaged < 0 ? batches.length : damaged;
}

/** Batches that threads share, and what became of them. */
interface DoneBatches extends Pick<SharedRows, "workers" | "notes"> {
  /** Where each is written, and how many rows of its results are null. */
  readonly placed: readonly PlacedMessage[];
  readonly nulls: readonly (readonly number[])[];
  /** The first batch that has a number outside the domain. */
  readonly refused?: number;
}

/** Batches that are shared at a time. */
interface BatchesAhead extends SharedTable {
  readonly output: SharedOutput;
  readonly file: RandomAccessFile;
  readonly columns: readonly SharedColumn[];
  readonly sliceRows: number;
  readonly batches: readonly BatchAhead[];
}

async function shareBatches(run: Run, shared: BatchesAhead): Promise<DoneBatches> {
  const { request: { strict }, input: { directInput } } = run;
  const { file, output, plan, columns, sliceRows, batches, pool, threads } = shared;
  const directOutput = output.sink.directOutput!;
  const placed: PlacedMessage[] = [];
  const nulls: number[][] = [];
  const sharedBatches: SharedBatch[] = [];
  const sizes = new Map(columns.map(({ column, size }) => [column, size]));
  let [offset, chunks] = [directOutput.position, 0];
  for (const batch of batches) {
    const { bodyAt, parts } = batch;
    const missing = countMissing(batch, { file, plan });
    const places = placeBatch(batch, {
      outputs: output.columns,
      sizes,
      nulls: missing,
      offset,
    });
    placed.push(places.message);
    nulls.push(missing);
    sharedBatches.push({
      rows: parts.rows,
      firstChunk: chunks,
      places,
      inputs: columns.map(({ column }) => {
        const { nodes, buffers: [valid, values] } = parts.columns[column];
        return {
          values: bodyAt + values.offset,
          ...(nodeOf(nodes).nulls !== 0 && { valid: bodyAt + valid.offset }),
        };
      }),
    });
    offset = places.message.end;
    chunks += Math.max(1, Math.ceil(parts.rows / sliceRows));
  }
  const question: ArrowQuestion = {
    files: { input: file.name, identity: directInput?.identity, output: directOutput.path },
    batches: sharedBatches,
    sliceRows,
    plan: withoutFunctions(plan),
    columns,
    strict,
    order: new SharedArrayBuffer(SEQUENCER_BYTES),
  };
  const order = openSequencer(question.order);
  const { position } = directOutput;
  const bytes = { read: batches.at(-1)!.end - batches[0].at, written: offset - position };
  let refused: number | undefined;
  const shares = await shareWork<ArrowQuestion, DomainFailure, SliceCounts>(run, {
    service: "arrow",
    question,
    workers: threads - 1,
    pool,
    mainThread: {
      open: openArrowTask,
      start: startIfChunksLast({ chunks, countDone: () => order.done }),
      msBetweenLooks: MS_BETWEEN_LOOKS,
    },
    directOutput,
    count() {
      const part = Math.min(order.done / chunks, 1);
      return { read: Math.floor(bytes.read * part), written: Math.floor(bytes.written * part) };
    },
    isOrdered: false,
    fail({ chunk }): void {
      refused = sharedBatches.findLastIndex(({ firstChunk }) => firstChunk <= chunk);
    },
  });
  return { placed, nulls, notes: shares.notes, workers: shares.threads - 1, refused };
}

/** Counts the rows of each result that are null, because a number that it is computed from is. */
function countMissing(
  { bodyAt, parts: { rows, columns } }: BatchAhead,
  { file, plan }: Pick<BatchesAhead, "file" | "plan">,
): number[] {
  const known = new Map<number, Uint8Array>();
  function validOf(column: number): Uint8Array[] {
    const { nodes, buffers: [valid] } = columns[column];
    if (nodeOf(nodes).nulls === 0) return [];
    const bits = known.get(column) ?? new Uint8Array(Math.ceil(rows / 8));
    if (!known.has(column)) file.readSync(bits, bodyAt + valid.offset);
    known.set(column, bits);
    return [bits];
  }
  // Results often have the same inputs: a value and its gradients.
  const counts = new Map<string, number>();
  return plan.results.map((result) => {
    const inputs = inputsOf(result);
    const count = counts.get(inputs.join()) ?? countAnyNull(inputs.flatMap(validOf), rows);
    counts.set(inputs.join(), count);
    return count;
  });
}

/** Counts the rows that are null in any column, by the bits of those that have nulls. */
function countAnyNull([first, ...others]: readonly Uint8Array[], rows: number): number {
  if (first === undefined) return 0;
  const all = first.slice();
  for (const other of others) for (let i = 0; i < all.length; i++) all[i] &= other[i];
  return countNulls(all, rows);
}
