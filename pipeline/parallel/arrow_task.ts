import { readFloats } from "../../formats/arrow/decode/column_rows.ts";
import type { CopiedBytes, PlacedBatch } from "../../formats/arrow/encode/place_batch.ts";
import type { Batch, Numbers, NumberType } from "../../formats/table.ts";
import type { Instance } from "../../kernels/instance.ts";
import type { ComputedPlan } from "../compute_batch.ts";
import type { MadePart, PlacedBytes, TakenChunk, ThreadTask } from "../task.ts";
import { type ComputedSlice, openSliceComputer, type SliceCounts } from "./compute_slice.ts";
import { type FileFailure, readAll, type Thread, type ThreadQuestion } from "./worker_loop.ts";

/**
 * Batches of an Arrow file that several threads compute. All are asked the same
 * question.
 */
export interface ArrowQuestion extends ThreadQuestion {
  readonly batches: readonly SharedBatch[];
  /** Rows of a slice of a batch, which is a chunk; a multiple of 8. */
  readonly sliceRows: number;
  readonly plan: ComputedPlan;
  /** The columns that are computed from. */
  readonly columns: readonly SharedColumn[];
  /** Whether the work stops where a number is outside the domain. */
  readonly strict: boolean;
}

/** A column that is computed from. */
export interface SharedColumn {
  /** Its index in the table. */
  readonly column: number;
  readonly name: string;
  readonly type: NumberType;
  /** Bytes of a number. */
  readonly size: number;
}

/** A batch, and its places in the input and in the output. */
export interface SharedBatch {
  readonly rows: number;
  /** The number of its first chunk. */
  readonly firstChunk: number;
  /**
   * Where each column that is computed from begins in the input: its numbers, and its bits of rows
   * that are not null, if some are.
   */
  readonly inputs: readonly { readonly values: number; readonly valid?: number }[];
  /** Its places in the output. */
  readonly places: PlacedBatch;
}

/** A number in the chunk is outside the domain. */
export interface DomainFailure {
  readonly what: "domain";
}

/** A slice of a batch. */
interface Slice extends TakenChunk<FileFailure> {
  readonly batch: SharedBatch;
  readonly first: number;
  readonly rows: number;
}

/** What was computed of a slice; no results if it is refused or was not read. */
interface TablePart extends MadePart, ComputedSlice {
  /** The first row in the slice. */
  readonly from: number;
}

/** Bytes that are copied at a time. Larger ones leave the cache of the processor. */
export const COPY_BYTES = 2 ** 18;

/** The task of a thread that computes slices of batches. */
export type ArrowTask = ThreadTask<Slice, TablePart, DomainFailure | FileFailure, SliceCounts>;

/** Opens the task of a thread that computes slices of batches. */
export function openArrowTask(
  instance: Instance,
  { batches, sliceRows, plan, columns, strict }: ArrowQuestion,
  { files, order, clock }: Thread,
): ArrowTask {
  const places = new Map(columns.map(({ column }, i) => [column, i]));
  // Kernels may write over what they read, expressions do not.
  const mayShare = plan.results.every(({ computation }) => computation === undefined);
  const computer = openSliceComputer(instance, {
    plan,
    sliceRows,
    sizes: columns.map(({ size }) => size),
    nameOf: (column) => columns[places.get(column)!].name,
    strict,
    mayShare,
  });
  const { rooms: values } = computer.engine;
  const valid = columns.map(() => new Uint8Array(sliceRows / 8));
  const copied = new Uint8Array(COPY_BYTES);
  let batchIndex = 0;

  function next(): Slice | undefined {
    // A chunk that is taken is brought to its end, even if a later one has failed meanwhile.
    if (order.aborted) return undefined;
    const chunk = order.next();
    // Chunks are taken in order.
    while (chunk >= (batches[batchIndex + 1]?.firstChunk ?? Infinity)) batchIndex++;
    const batch = batches[batchIndex];
    const first = (chunk - batch.firstChunk) * sliceRows;
    if (first > 0 && first >= batch.rows) return undefined;
    const rows = Math.min(sliceRows, batch.rows - first);
    const failure = clock.time("read", () => readSlice(batch, first, rows));
    return { chunk, batch, first, rows, failure };
  }

  function readSlice({ inputs }: SharedBatch, first: number, rows: number) {
    for (const [i, { values: at, valid: bitsAt }] of inputs.entries()) {
      const { size } = columns[i];
      const failure = read(values[i].subarray(0, rows * size), at + first * size) ??
        (bitsAt === undefined
          ? undefined
          : read(valid[i].subarray(0, Math.ceil(rows / 8)), bitsAt + first / 8));
      if (failure !== undefined) return failure;
    }
  }

  function read(into: Uint8Array, position: number): FileFailure | undefined {
    return readAll(files, into, position);
  }

  function batchOf({ batch }: Slice, from: number, rows: number): Batch {
    return {
      rows,
      numbers(column: number): Numbers {
        const i = places.get(column)!;
        const { type, size } = columns[i];
        const bytes = values[i].subarray(from * size, (from + rows) * size);
        const bits = batch.inputs[i].valid === undefined
          ? undefined
          : valid[i].subarray(from / 8, Math.ceil((from + rows) / 8));
        return { ...readFloats(bytes, type, { mayShare }), valid: bits };
      },
    };
  }

  function transform(
    slice: Slice,
    { from = 0, until }: { from?: number; until?: number },
  ): TablePart {
    const asked = slice.rows - from;
    if (slice.failure !== undefined) return { from, rows: asked, results: [], counts: [] };
    const made = computer.compute((rows) => batchOf(slice, from, rows), asked, until);
    const end = from + made.rows;
    const next = !made.isRefused && end < slice.rows ? end : undefined;
    return { ...made, from, next, counts: [] };
  }

  function* emit(
    { batch, first: sliceFirst }: Slice,
    { from, rows, results, isRefused }: TablePart,
  ): Generator<PlacedBytes, DomainFailure | FileFailure | undefined> {
    if (isRefused) return { what: "domain" };
    if (results.length === 0) return undefined;
    const { places: to } = batch;
    const first = sliceFirst + from;
    if (first === 0) yield { bytes: to.message.head, position: to.message.offset };
    for (const { result, values: at, valid: bitsAt } of to.results) {
      const { values, valid } = results[result];
      yield { bytes: bytesOf(values), position: at + first * values.BYTES_PER_ELEMENT };
      if (bitsAt !== undefined) yield { bytes: valid!, position: bitsAt + first / 8 };
    }
    for (const { column, to: at } of to.columns) {
      const i = places.get(column)!;
      const { size } = columns[i];
      const bytes = values[i].subarray(from * size, (from + rows) * size);
      yield { bytes, position: at + first * size };
    }
    for (const copy of to.copies) {
      const failure = yield* copyShare(copy, { batch, first, rows });
      if (failure !== undefined) return failure;
    }
  }

  /** Copies as much of some bytes as the slice is of the batch. */
  function* copyShare(
    { from, to, length }: CopiedBytes,
    { batch, first, rows }: Pick<Slice, "batch" | "first" | "rows">,
  ): Generator<PlacedBytes, DomainFailure | FileFailure | undefined> {
    const cut = (row: number) => Math.floor(length * row / batch.rows / 64) * 64;
    // A batch without rows may have bytes, too.
    const end = first + rows === batch.rows ? length : cut(first + rows);
    for (let at = first === 0 ? 0 : cut(first); at < end; at += COPY_BYTES) {
      const bytes = copied.subarray(0, Math.min(COPY_BYTES, end - at));
      const failure = read(bytes, from + at);
      if (failure !== undefined) return failure;
      yield { bytes, position: to + at };
    }
  }

  return {
    next,
    transform,
    emit,
    isPlaced: true,
    note: () => computer.counts(),
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
