import { copyFloats } from "../formats/arrow/decode/column_rows.ts";
import type { CopiedBytes, PlacedBatch } from "../formats/arrow/encode/place_batch.ts";
import type { Batch, Numbers, NumberType } from "../formats/table.ts";
import type { Instance } from "../kernels/instance.ts";
import { takeAllSteps } from "../kernels/job.ts";
import { openChunkOrder } from "../threads/chunk_order.ts";
import { StageClock } from "../threads/clock.ts";
import type { Reply } from "../threads/pool.ts";
import { openSyncFiles, type SyncFileFailure, type SyncFileNames } from "../threads/sync_files.ts";
import { checkBatch, computeBatch, type ComputedPlan } from "./compute_batch.ts";
import { DomainCheck, DomainError, type OutcomeCounts } from "./domain_check.ts";
import { judgeOf } from "./judge_of.ts";
import { RoundedIntegers } from "./rounded_integers.ts";
import { openSliceEngine } from "./slice_engine.ts";
import { BatchGroups } from "./aggregate/group_batches.ts";
import {
  type GroupRecordsOptions,
  type HandedOver,
  handOver,
  openGroupTable,
} from "./aggregate/group_records.ts";
import {
  fileFailure,
  type LoopOptions,
  type MadePart,
  openSharedLoop,
  type PlacedBytes,
  runSharedLoop,
  type SharedLoop,
  type TakenChunk,
} from "./shared_loop.ts";

/**
 * Batches of an Arrow file of which several threads compute others. All are asked the same
 * question.
 */
export interface TableQuestion {
  readonly files: SyncFileNames & { readonly input: string };
  readonly batches: readonly SharedBatch[];
  /** Rows of a slice of a batch, which is a chunk; a multiple of 8. */
  readonly sliceRows: number;
  readonly plan: ComputedPlan;
  /** The columns that are computed from. */
  readonly columns: readonly SharedColumn[];
  /** How results are added up, if they are. */
  readonly groups?: Omit<GroupRecordsOptions, "handOverBytes">;
  /** Whether the work stops where a number is outside the domain. */
  readonly strict: boolean;
  /** The state of the order of chunks (threads/chunk_order.ts). */
  readonly order: SharedArrayBuffer;
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
  /** Its places in the output, if it is written. */
  readonly places?: PlacedBatch;
}

/** Why a thread stopped. */
export type TableFailure =
  | SyncFileFailure
  /** The file ends at this byte, and had more. */
  | { readonly what: "end"; readonly bytes: number }
  /** A number in the chunk is outside the domain. */
  | { readonly what: "domain" };

/** What a thread has to say of its chunks. */
export interface TableNote {
  /** For each result, how many are infinite or NaN though their inputs are not, by the reason. */
  readonly outcomes: readonly OutcomeCounts[];
  /** Integers that were rounded, by the name of the column. */
  readonly rounded: ReturnType<RoundedIntegers["list"]>;
  /** What results are added up to, if they are. */
  readonly groups?: HandedOver;
}

/** A slice of a batch. */
interface Slice extends TakenChunk {
  readonly batch: SharedBatch;
  readonly first: number;
  readonly rows: number;
}

interface TablePart extends MadePart {
  /** The first row in the slice, and the number of rows. */
  readonly from: number;
  readonly rows: number;
  /** The results; none of a slice that is refused or was not read. */
  readonly results: readonly Numbers[];
  readonly isRefused?: boolean;
}

/** A thread that listens takes so much less time for a part of a slice than it has. */
const PARTS = 4;

/** Bytes that are copied at a time. Larger ones leave the cache of the processor. */
const COPY_BYTES = 2 ** 18;

/** Opens the part of a thread in the computation of batches. */
export function openTable(
  instance: Instance,
  question: TableQuestion,
  { listens, openGroups }: Pick<LoopOptions, "listens"> & {
    /** Makes an instance for what results are added up to. */
    readonly openGroups: () => Instance;
  },
): SharedLoop<TableFailure> {
  const { batches, sliceRows, plan, columns, groups: added, strict } = question;
  const [files, order] = [openSyncFiles(question.files), openChunkOrder(question.order)];
  const clock = new StageClock();
  const subjects = plan.results.map((_, result) => ({
    name: "",
    judge: judgeOf(plan, { result, kernels: instance }),
  }));
  const check = new DomainCheck(subjects, { strict });
  const rounded = new RoundedIntegers();
  const groups = added && new BatchGroups(openGroupTable(openGroups(), added), [], []);
  const engine = openSliceEngine(instance, {
    ...{ program: plan.program?.program, rows: sliceRows },
    sizes: columns.map(({ size }) => size),
  });
  const places = new Map(columns.map(({ column }, i) => [column, i]));
  // Kernels may write over what they read, expressions do not.
  const mayShare = plan.results.every(({ computation }) => computation === undefined);
  const { rooms: values } = engine;
  const valid = columns.map(() => new Uint8Array(sliceRows / 8));
  const copied = new Uint8Array(COPY_BYTES);
  let batchIndex = 0;

  function take(): Slice | undefined {
    // A chunk that is taken is brought to its end, even if a later one has failed meanwhile.
    if (order.stopped) return undefined;
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

  function read(into: Uint8Array, position: number): TableFailure | undefined {
    try {
      for (let at = 0; at < into.length;) {
        const found = files.read(into.subarray(at), position + at);
        if (found === null) return { what: "end", bytes: position + at };
        at += found;
      }
    } catch (error) {
      return fileFailure("read", error);
    }
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
        return {
          values: copyFloats(bytes, type, { mayShare }),
          valid: bits,
          isWide: type === "int64" || type === "uint64",
        };
      },
    };
  }

  /** Milliseconds that a row of the last part took. At first, it is what few rows take. */
  let rowMs = 0.1;

  function make(slice: Slice, { from = 0, until }: { from?: number; until?: number }): TablePart {
    const start = performance.now();
    const most = until === undefined ? sliceRows : (until - start) / PARTS / rowMs;
    // Bits of nulls are in bytes.
    let rows = Math.min(slice.rows - from, Math.max(8, Math.floor(most / 8) * 8));
    if (slice.failure !== undefined) return { from, rows, results: [], counts: [] };
    let seen: [number, Numbers][] = [];
    const look = (column: number, numbers: Numbers) => seen.push([column, numbers]);
    const compute = (rows: number) => {
      seen = [];
      const computed = computeBatch(batchOf(slice, from, rows), plan, { engine, look, mayShare });
      // The engine of this thread computes at once.
      if (computed instanceof Promise) throw new Error("Cannot compute: the results are not here");
      return computed;
    };
    engine.stopAt(until && start + (until - start) / 2);
    let computed = compute(rows);
    engine.stopAt(undefined);
    if (engine.done < rows) {
      // Rows took longer than those before: as many as were done are computed once more.
      rows = Math.min(rows, Math.max(8, engine.done & ~7));
      computed = compute(rows);
    }
    for (const [column, numbers] of seen) rounded.look(numbers, columns[places.get(column)!].name);
    const next = from + rows < slice.rows ? from + rows : undefined;
    const part = { from, rows, results: [], counts: [] };
    try {
      // The main thread computes the batch again, and says where the element is.
      checkBatch(computed, { check, locate: () => "" });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { ...part, isRefused: true };
    }
    rowMs = (performance.now() - start) / Math.max(1, rows);
    return { ...part, next, results: computed.results };
  }

  function* pieces(
    { batch, first: sliceFirst }: Slice,
    { from, rows, results }: TablePart,
  ): Generator<PlacedBytes | TableFailure> {
    const { places: to } = batch;
    if (results.length === 0 || to === undefined) return;
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
    for (const copy of to.copies) yield* copyShare(copy, { batch, first, rows });
  }

  /** Copies as much of some bytes as the slice is of the batch. */
  function* copyShare(
    { from, to, length }: CopiedBytes,
    { batch, first, rows }: Pick<Slice, "batch" | "first" | "rows">,
  ): Generator<PlacedBytes | TableFailure> {
    const cut = (row: number) => Math.floor(length * row / batch.rows / 64) * 64;
    // A batch without rows may have bytes, too.
    const end = first + rows === batch.rows ? length : cut(first + rows);
    for (let at = first === 0 ? 0 : cut(first); at < end; at += COPY_BYTES) {
      const bytes = copied.subarray(0, Math.min(COPY_BYTES, end - at));
      yield read(bytes, from + at) ?? { bytes, position: to + at };
    }
  }

  function finish({ rows, results, isRefused }: TablePart): TableFailure | undefined {
    if (isRefused) return { what: "domain" };
    if (results.length === 0) return undefined;
    if (groups !== undefined) takeAllSteps(groups.add({ rows, numbers: noNumbers }, results));
  }

  const loop = openSharedLoop<Slice, TablePart>({
    take,
    changed: () => Promise.resolve(),
    make,
    isPlaced: true,
    pieces,
    finish,
    note: (): TableNote => ({
      outcomes: check.counts,
      rounded: rounded.list(),
      groups: groups && handOver(groups.table),
    }),
  }, { files, order, clock, listens });
  return loop as SharedLoop<TableFailure>;
}

/** Does the part of a worker in the computation of batches. */
export function runTableService(
  instance: Instance,
  question: unknown,
  openGroups: () => Instance,
): Reply {
  const table = openTable(instance, question as TableQuestion, { openGroups });
  return { result: runSharedLoop(table), move: [] };
}

function noNumbers(): never {
  throw new TypeError("Only results are added up");
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
