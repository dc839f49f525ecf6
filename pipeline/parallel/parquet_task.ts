import type { TextRowsOptions } from "../../formats/csv/text_rows.ts";
import { openTextRows } from "../../formats/open_text_rows.ts";
import { ParquetReader } from "../../formats/parquet/decode/reader.ts";
import { decodeFromSync } from "../../formats/parquet/decode/wanted_bytes.ts";
import type { SharedAppend } from "../../formats/parquet/encode/append_writer.ts";
import { ChunkWriter, type WrittenChunk } from "../../formats/parquet/encode/chunk_writer.ts";
import { findPageCodec } from "../../formats/parquet/encode/codecs.ts";
import type { Footer } from "../../formats/parquet/footer.ts";
import type { Batch, Numbers } from "../../formats/table.ts";
import { countNulls } from "../../formats/validity.ts";
import { freeBuffer } from "../../io/limits.ts";
import type { Instance } from "../../kernels/instance.ts";
import { takeAllSteps } from "../../kernels/job.ts";
import { BatchGroups } from "../aggregate/group_batches.ts";
import { GroupMemoryError } from "../aggregate/group_table.ts";
import type { SyncFileFailure } from "../../threads/sync_files.ts";
import type { ComputedPlan } from "../compute_batch.ts";
import type { MadePart, PlacedBytes, TakenChunk, ThreadTask } from "../task.ts";
import { openSliceComputer, type SliceCounts } from "./compute_slice.ts";
import { readAll, type Thread, type ThreadQuestion } from "./worker_loop.ts";

/** A Parquet file whose row groups several threads compute. All are asked the same question. */
export interface ParquetQuestion extends ThreadQuestion {
  readonly footer: Pick<Footer, "bytes" | "start">;
  /** The columns that are read, and those of them that rows are grouped by. */
  readonly columns: readonly number[];
  readonly by: readonly number[];
  /** The rows of the file before each row group. */
  readonly rowsBefore: readonly number[];
  /** Rows that are computed at a time; a multiple of 8. */
  readonly sliceRows: number;
  readonly plan: ComputedPlan;
  /** Whether the work stops where a number is outside the domain. */
  readonly strict: boolean;
  /** How results are appended to the file, if they are. */
  readonly append?: SharedAppend;
  /** How rows are written as text, if they are. */
  readonly text?: TextRowsOptions;
  /**
   * The place of the next byte of the output, which only the thread whose turn it is changes, and how
   * many bytes were read, as int64.
   */
  readonly counts: SharedArrayBuffer;
}

/**
 * A row group that is damaged, changed while it was read, or has a number outside the domain. The
 * main thread reads it again, and reports what is wrong.
 */
export interface RefusedGroup {
  readonly what: "refused";
}

/** Why the work ends with a row group. */
export type GroupFailure = RefusedGroup | SyncFileFailure;

/** What a thread reports about its row groups. */
export interface ParquetNote extends SliceCounts {
  /** The column chunks that it has appended, with the numbers of their row groups. */
  readonly appended: readonly { readonly group: number; readonly chunks: WrittenChunk[] }[];
}

/** What was made of some rows of a row group. */
interface GroupPart extends MadePart {
  /** Text to write. */
  readonly text: readonly Uint8Array[];
  /** Bytes of the input to copy. */
  readonly copied?: ByteRange;
  readonly isRefused?: boolean;
}

/** Bytes of a file. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The places in the counts that threads share. */
export const [WRITTEN, READ] = [0, 1];

/** Bytes of text that wait for the row groups before to be written, at most. */
const MAX_TEXT_BYTES = 2 ** 25;

/**
 * Bytes that are copied before a thread may look after other things, and those that are read and written
 * at a time: they stay in the cache of the processor. 129 MB take 33 ms in pieces of 256 KB, and 58 ms in
 * pieces of 4 MB.
 */
const COPIED_BYTES = 2 ** 22;
const PIECE_BYTES = 2 ** 18;

/** The task of a thread that computes row groups, each of which is a chunk. */
export type ParquetTask = ThreadTask<
  TakenChunk<GroupFailure>,
  GroupPart,
  GroupFailure,
  ParquetNote
>;

/** Opens the task of a thread that computes row groups. */
export function openParquetTask(
  instance: Instance,
  question: ParquetQuestion,
  { files, order, table }: Pick<Thread, "files" | "order" | "table">,
): ParquetTask {
  const { footer, columns, by, rowsBefore, sliceRows, plan, strict, append, text } = question;
  const reader = ParquetReader.over(question.files.input!, footer);
  reader.want(columns);
  const { count } = reader.groups;
  const textRows = text && openTextRows(text);
  const groups = table && new BatchGroups(table, reader.columns, by);
  const computer = openSliceComputer(instance, {
    plan,
    sliceRows,
    sizes: [],
    nameOf: (column) => reader.columns[column].name,
    strict,
    // Kernels may write over what they read, expressions do not.
    mayShare: plan.results.every(({ computation }) => computation === undefined),
  });
  const counts = new BigInt64Array(question.counts);
  let looked = 0;

  function read(into: Uint8Array, position: number): void {
    // The main thread reads the row group again, and says what is wrong.
    if (readAll(files, into, position) !== undefined) throw new RangeError("Cannot read the file");
    looked += into.length;
  }

  const appended: ParquetNote["appended"][number][] = [];
  /** The batch whose rows are being taken, and the pages of the row group so far. */
  let batch: Batch | undefined;
  let taken = 0;
  /** What of the file is left to copy with this row group, and whether all its rows are computed. */
  let left: ByteRange = { start: 0, end: 0 };
  let isComputed = false;
  let piece: Uint8Array | undefined;
  const options = append && { ...append, codec: findPageCodec(append.codec) };
  const writers = append?.columns.map(({ column }) => ({
    writer: new ChunkWriter(column, options!),
    pages: [] as Uint8Array[],
  })) ?? [];

  function next(): TakenChunk<GroupFailure> | undefined {
    if (order.aborted) return undefined;
    const chunk = order.next();
    return chunk < count ? { chunk } : undefined;
  }

  function transform(
    { chunk }: TakenChunk<GroupFailure>,
    { from, until }: { from?: number; until?: number },
  ): GroupPart {
    try {
      if (from === undefined) begin(chunk);
      return isComputed ? takeCopied() : takeRows(chunk, from ?? 0, until);
    } catch (error) {
      // The main thread has other groups, which may still fit.
      if (error instanceof GroupMemoryError) throw error;
      return { text: [], counts: [], isRefused: true };
    }
  }

  function begin(group: number): void {
    reader.choose(group, group + 1);
    batch = undefined;
    isComputed = false;
    const { copied } = append ?? { copied: 0 };
    const [start, end] = [group, group + 1].map((part) => Math.floor(copied * part / count));
    left = { start, end };
  }

  /** Takes the next bytes that are copied as they are. */
  function takeCopied(): GroupPart {
    const { start } = left;
    const end = Math.min(start + COPIED_BYTES, left.end);
    left = { start: end, end: left.end };
    const next = end < left.end ? end : undefined;
    return { text: [], counts: [], copied: { start, end }, next };
  }

  /** Computes rows until the row group ends, time is up, or there is much text. */
  function takeRows(group: number, from: number, until: number | undefined): GroupPart {
    const texts: Uint8Array[] = [];
    const nulls = plan.results.map(() => 0);
    let [rows, bytes] = [0, 0];
    const part = (next?: number) => ({ text: texts, counts: [rows, ...nulls], next });
    for (;;) {
      if (batch === undefined || taken === batch.rows) {
        batch?.release?.();
        batch = decodeFromSync(read, reader.decode(sliceRows));
        taken = 0;
        if (batch === undefined) {
          for (const { writer, pages } of writers) pages.push(...writer.end());
          isComputed = true;
          return part(left.start < left.end ? left.start : undefined);
        }
      }
      const whole = batch;
      const some = (rows: number): Batch =>
        rows === whole.rows ? whole : whole.slice!(taken, { rows });
      const made = computer.compute(some, whole.rows - taken, until);
      if (made.isRefused) return { ...part(), isRefused: true };
      const position = rowsBefore[group] + from + rows;
      for (const block of take(some(made.rows), made.results, position)) {
        texts.push(block);
        bytes += block.length;
      }
      made.results.forEach(({ valid }, i) => nulls[i] += valid ? countNulls(valid, made.rows) : 0);
      taken += made.rows;
      rows += made.rows;
      const isLate = until !== undefined && performance.now() > until;
      if (isLate || bytes > MAX_TEXT_BYTES) return part(from + rows);
    }
  }

  /**
   * Takes rows to where they go, and returns their text, if that is what they become. The position is
   * that of the first one in the file.
   */
  function take(batch: Batch, results: readonly Numbers[], position: number): Uint8Array[] {
    append?.columns.forEach(({ result }, i) => {
      writers[i].pages.push(...writers[i].writer.addNumbers(results[result]));
    });
    if (groups !== undefined) takeAllSteps(groups.add(batch, results, position));
    return textRows === undefined
      ? []
      : Array.from(textRows.encode(batch, results), (block) => block.slice());
  }

  function* emit(
    { chunk }: TakenChunk<GroupFailure>,
    { text, copied, next, isRefused }: GroupPart,
  ): Generator<PlacedBytes, GroupFailure | undefined> {
    if (isRefused) return { what: "refused" };
    const failure = copied && (yield* copy(copied));
    if (failure !== undefined) return failure;
    Atomics.add(counts, READ, BigInt(looked));
    looked = 0;
    for (const bytes of text) yield* put(bytes);
    if (append === undefined || next !== undefined) return undefined;
    const chunks: WrittenChunk[] = [];
    for (const { writer, pages } of writers) {
      chunks.push(writer.encode(Number(counts[WRITTEN])));
      for (const page of pages.splice(0)) {
        yield* put(page);
        freeBuffer(page);
      }
    }
    appended.push({ group: chunk, chunks });
    return undefined;
  }

  /** Copies bytes to the same place. Returns why they could not be read, if they could not. */
  function* copy({ start, end }: ByteRange): Generator<PlacedBytes, GroupFailure | undefined> {
    piece ??= new Uint8Array(PIECE_BYTES);
    for (let position = start; position < end;) {
      const bytes = piece.subarray(0, Math.min(PIECE_BYTES, end - position));
      const failure = readAll(files, bytes, position);
      // Where the file ends early, the main thread reads the row group again, and says what is wrong.
      if (failure !== undefined) return failure.what === "end" ? { what: "refused" } : failure;
      yield { bytes, position };
      position += bytes.length;
    }
    return undefined;
  }

  function* put(bytes: Uint8Array): Generator<PlacedBytes> {
    yield { bytes, position: Number(counts[WRITTEN]) };
    counts[WRITTEN] += BigInt(bytes.length);
  }

  return {
    next,
    transform,
    emit,
    // What is added up has no place.
    isPlaced: groups !== undefined,
    note: () => ({ ...computer.counts(), appended }),
  };
}
