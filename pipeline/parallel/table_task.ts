import type { TextRowsOptions } from "../../formats/csv/text_rows.ts";
import { openTextRows } from "../../formats/open_text_rows.ts";
import {
  ArrowChunkReader,
  type BatchRange,
  type PlainDictionary,
} from "../../formats/arrow/decode/chunk_reader.ts";
import type { ArrowField } from "../../formats/arrow/field.ts";
import { ParquetReader } from "../../formats/parquet/decode/reader.ts";
import { decodeFromSync } from "../../formats/parquet/decode/wanted_bytes.ts";
import type { SharedAppend } from "../../formats/parquet/encode/append_writer.ts";
import { ChunkWriter, type WrittenChunk } from "../../formats/parquet/encode/chunk_writer.ts";
import { findPageCodec } from "../../formats/parquet/encode/codecs.ts";
import type { Footer } from "../../formats/parquet/footer.ts";
import { releaseNumbers } from "../../formats/entry_numbers.ts";
import { type Slice, sliceBatch } from "../../formats/slice_batches.ts";
import type { Batch, ColumnSpec, Numbers } from "../../formats/table.ts";
import { countNulls } from "../../formats/validity.ts";
import { freeBuffer, freeMemory } from "../../io/limits.ts";
import type { Instance } from "../../kernels/instance.ts";
import { takeAllSteps } from "../../kernels/job.ts";
import { batchGroupsOf } from "../aggregate/group_batches.ts";
import { GroupMemoryError } from "../aggregate/group_table.ts";
import type { SyncFileFailure } from "../../threads/sync_files.ts";
import type { ComputedPlan } from "../compute_batch.ts";
import type { MadePart, PlacedBytes, TakenChunk, ThreadTask } from "../task.ts";
import { openSliceComputer, type SliceCounts } from "./compute_slice.ts";
import { readAll, type Thread, type ThreadQuestion } from "./worker_loop.ts";

/** A row group of Parquet, or some rows of a batch of Arrow. */
export interface TableChunk {
  /** The rows of the table before it. */
  readonly rowsBefore: number;
  /** The rows of a batch of Arrow, of which the first one is a multiple of 8. */
  readonly of?: BatchRange;
}

/** How a table is decoded: Parquet by its footer, Arrow by its schema and dictionaries. */
export type SharedFile =
  | {
    readonly format: "parquet";
    readonly footer: Pick<Footer, "bytes" | "start">;
    /** The columns that are read. */
    readonly columns: readonly number[];
  }
  | {
    readonly format: "arrow";
    readonly fields: readonly ArrowField[];
    readonly dictionaries: readonly PlainDictionary[];
  };

/** A file whose rows several threads compute, chunk by chunk. All are asked the same question. */
export interface TableQuestion extends ThreadQuestion {
  readonly file: SharedFile;
  readonly columns: readonly ColumnSpec[];
  readonly chunks: readonly TableChunk[];
  /** The columns that rows are grouped by. */
  readonly by: readonly number[];
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
 * A chunk that is damaged, changed while it was read, or has a number outside the domain. The main
 * thread reads it again, and reports what is wrong.
 */
export interface RefusedChunk {
  readonly what: "refused";
}

/** Why the work ends with a chunk. */
export type TableFailure = RefusedChunk | SyncFileFailure;

/** What a thread reports about its chunks. */
export interface TableNote extends SliceCounts {
  /** The column chunks that it has appended, with the numbers of their row groups. */
  readonly appended: readonly { readonly group: number; readonly chunks: WrittenChunk[] }[];
}

/** What was made of some rows of a chunk. */
interface TablePart extends MadePart {
  /** Text to write, in memory that is used again for the next part. */
  readonly text: Uint8Array;
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

/**
 * Bytes of text that wait for the chunks before to be written, at most. A row group becomes some ten
 * MB; a slice of a batch becomes as much only if its rows share texts.
 */
const MAX_TEXT_BYTES = { parquet: 2 ** 25, arrow: 2 ** 23 };
/** Bytes of text that are written at a time where none wait: they stay in the cache. */
const TURN_TEXT_BYTES = 2 ** 19;

/**
 * Bytes that are copied before a thread may look after other things, and those that are read and written
 * at a time: they stay in the cache of the processor. 129 MB take 33 ms in pieces of 256 KB, and 58 ms in
 * pieces of 4 MB.
 */
const COPIED_BYTES = 2 ** 22;
const PIECE_BYTES = 2 ** 18;

/** Bytes of texts of Arrow of which text is made at a time. Rows may share a text, which is written for each. */
const MAX_SLICE_TEXTS = 2 ** 20;

const NONE = new Uint8Array(0);

/** The task of a thread that computes chunks of a table. */
export type TableTask = ThreadTask<
  TakenChunk<TableFailure>,
  TablePart,
  TableFailure,
  TableNote
>;

/** Opens the task of a thread that computes chunks of a table. */
export function openTableTask(
  instance: Instance,
  question: TableQuestion,
  { files, order, table }: Pick<Thread, "files" | "order" | "table">,
): TableTask {
  const { columns, chunks, by, sliceRows, plan, strict, append, text } = question;
  const { length: count } = chunks;
  const source = openChunks(question, read);
  const mostText = MAX_TEXT_BYTES[question.file.format];
  const textRows = text && openTextRows(text);
  const groups = table && batchGroupsOf(table, columns, by);
  const computer = openSliceComputer(instance, {
    plan,
    sliceRows,
    sizes: [],
    nameOf: (column) => columns[column].name,
    strict,
    // Kernels may write over what they read, expressions do not.
    mayShare: plan.results.every(({ computation }) => computation === undefined),
  });
  const counts = new BigInt64Array(question.counts);
  let looked = 0;

  function read(into: Uint8Array, position: number): void {
    // The main thread reads the chunk again, and says what is wrong.
    if (readAll(files, into, position) !== undefined) throw new RangeError("Cannot read the file");
    looked += into.length;
  }

  const appended: TableNote["appended"][number][] = [];
  /** The batch whose rows are being taken, and how many were. */
  let batch: Batch | undefined;
  let taken = 0;
  /** What of the file is left to copy with this row group, and whether all its rows are computed. */
  let left: ByteRange = { start: 0, end: 0 };
  let isComputed = false;
  let piece: Uint8Array | undefined;
  /** Room for the text of a part. */
  let room = NONE;
  const options = append && { ...append, codec: findPageCodec(append.codec) };
  const writers = append?.columns.map(({ column }) => ({
    writer: new ChunkWriter(column, options!),
    pages: [] as Uint8Array[],
  })) ?? [];

  function next(): TakenChunk<TableFailure> | undefined {
    if (order.aborted) return undefined;
    const chunk = order.next();
    return chunk < count ? { chunk } : undefined;
  }

  function transform(
    { chunk }: TakenChunk<TableFailure>,
    { from, until }: { from?: number; until?: number },
  ): TablePart {
    try {
      if (from === undefined) begin(chunk);
      return isComputed ? takeCopied() : takeRows(chunk, from ?? 0, until);
    } catch (error) {
      // The main thread has other groups, which may still fit.
      if (error instanceof GroupMemoryError) throw error;
      return { text: NONE, counts: [], isRefused: true };
    }
  }

  function begin(chunk: number): void {
    source.choose(chunk);
    batch = undefined;
    isComputed = false;
    const { copied } = append ?? { copied: 0 };
    const [start, end] = [chunk, chunk + 1].map((part) => Math.floor(copied * part / count));
    left = { start, end };
  }

  /** Takes the next bytes that are copied as they are. */
  function takeCopied(): TablePart {
    const { start } = left;
    const end = Math.min(start + COPIED_BYTES, left.end);
    left = { start: end, end: left.end };
    const next = end < left.end ? end : undefined;
    return { text: NONE, counts: [], copied: { start, end }, next };
  }

  /** Computes rows until the chunk ends, time is up, or there is much text. */
  function takeRows(chunk: number, from: number, until: number | undefined): TablePart {
    const nulls = plan.results.map(() => 0);
    let [rows, bytes] = [0, 0];
    const part = (next?: number) => ({
      text: room.subarray(0, bytes),
      counts: [rows, ...nulls],
      next,
    });
    for (;;) {
      if (batch === undefined || taken === batch.rows) {
        batch?.release?.();
        batch = source.next();
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
      const made = computer.compute(some, Math.min(sliceRows, whole.rows - taken), until);
      if (made.isRefused) return { ...part(), isRefused: true };
      const position = chunks[chunk].rowsBefore + from + rows;
      bytes = take(some(made.rows), made.results, { position, bytes });
      made.results.forEach((numbers, i) => {
        nulls[i] += numbers.valid ? countNulls(numbers.valid, made.rows) : 0;
        releaseNumbers(numbers);
      });
      taken += made.rows;
      rows += made.rows;
      const isLate = until !== undefined && performance.now() > until;
      const most = order.done === chunk ? TURN_TEXT_BYTES : mostText;
      if (isLate || bytes > most) return part(from + rows);
    }
  }

  /**
   * Takes rows to where they go: their text comes after so many bytes of that of the part. Returns how
   * many there are then. The position is that of the first row in the file.
   */
  function take(
    batch: Batch,
    results: readonly Numbers[],
    { position, bytes }: { readonly position: number; readonly bytes: number },
  ): number {
    append?.columns.forEach(({ result }, i) => {
      writers[i].pages.push(...writers[i].writer.addNumbers(results[result]));
    });
    if (groups !== undefined) takeAllSteps(groups.add(batch, results, position));
    let end = bytes;
    for (const block of textRows?.encode(batch, results) ?? []) {
      if (end + block.length > room.length) {
        const more = Math.min(2 * room.length, mostText);
        const larger = new Uint8Array(Math.max(end + block.length, more));
        larger.set(room.subarray(0, end));
        freeMemory(room);
        room = larger;
      }
      room.set(block, end);
      end += block.length;
    }
    return end;
  }

  function* emit(
    { chunk }: TakenChunk<TableFailure>,
    { text, copied, next, isRefused }: TablePart,
  ): Generator<PlacedBytes, TableFailure | undefined> {
    if (isRefused) return { what: "refused" };
    const failure = copied && (yield* copy(copied));
    if (failure !== undefined) return failure;
    Atomics.add(counts, READ, BigInt(looked));
    looked = 0;
    yield* put(text);
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
  function* copy({ start, end }: ByteRange): Generator<PlacedBytes, TableFailure | undefined> {
    piece ??= new Uint8Array(PIECE_BYTES);
    for (let position = start; position < end;) {
      const bytes = piece.subarray(0, Math.min(PIECE_BYTES, end - position));
      const failure = readAll(files, bytes, position);
      // Where the file ends early, the main thread reads the chunk again, and says what is wrong.
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

/** The rows of a chunk at a time, batch by batch. */
interface ChunkSource {
  choose(chunk: number): void;
  next(): Batch | undefined;
}

/** Opens what decodes chunks, with the bytes that `read` gives it. */
function openChunks(
  { file, chunks, columns, by, text, files: { input: name }, sliceRows }: TableQuestion,
  read: (into: Uint8Array, position: number) => void,
): ChunkSource {
  if (file.format === "parquet") {
    const reader = ParquetReader.over(name!, file.footer);
    reader.want(file.columns);
    return {
      choose: (chunk) => reader.choose(chunk, chunk + 1),
      next: () => decodeFromSync(read, reader.decode(sliceRows)),
    };
  }
  const reader = new ArrowChunkReader({ ...file, name: name!, read });
  const passed = text?.outputs.flatMap((output) => "input" in output ? [output.input] : []) ?? [];
  const texts = [...by, ...passed].filter((column) => columns[column].values === "texts");
  const limits = { rows: sliceRows, texts: { bytes: MAX_SLICE_TEXTS, columns: texts } };
  let slices: Iterator<Slice> | undefined;
  return {
    choose: (chunk) =>
      slices = sliceBatch({ batch: reader.read(chunks[chunk].of!), results: [] }, limits),
    next: () => slices?.next().value?.batch,
  };
}
