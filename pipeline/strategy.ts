import { newDecimalOf } from "../formats/csv/dialect.ts";
import { isArrow, isReadable, isText } from "../formats/registry.ts";
import type { DirectOutput } from "../io/byte_sink.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { FitWork, ReduceWork } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";
import {
  ARRAY_BYTES_PER_WORKER,
  BATCHES_PER_WORKER,
  CSV_BYTES_PER_THREAD,
  GPU_BATCHES,
  MAX_SLICE_NUMBERS,
  MIN_CHUNK_RECORDS,
  MIN_SHARED_INPUT_BYTES,
  MIN_SHARED_PIPE_CHUNK_BYTES,
  MIN_SHARED_TABLE_BYTES,
  MIN_SLICE_ROWS,
  MIN_WATCHED_TABLE_BYTES,
  SLICES_IN_FLIGHT,
  USUAL_COMPRESSION,
  USUAL_GROWTH,
  USUAL_NUMBER_BYTES,
} from "./thresholds.ts";
import type { Run } from "./run.ts";

// The one place that decides how an input is processed: what it is treated as, how many threads
// share it, which engine computes, and how large the pieces are. The thresholds are in thresholds.ts.

/** What an input is treated as. */
export type Strategy =
  /** CSV becomes CSV, or JSON lines JSON lines: what is not asked for passes byte for byte. */
  | { readonly kind: "records" }
  /** An npy array becomes another, element by element: its shape and order stay. */
  | { readonly kind: "array" }
  /** Rows become one row, or one row for each group. */
  | { readonly kind: "reduce"; readonly work: ReduceWork }
  /** Rows become estimates: they are read again for each pass. */
  | { readonly kind: "fit"; readonly work: FitWork }
  /** Columns of any format are read, computed and written in batches. */
  | {
    readonly kind: "table";
    /** Whether it is an npy array that becomes another with fewer rows. */
    readonly isArray?: boolean;
  };

/** Chooses what an input is treated as. */
export function chooseStrategy(
  { request: { work, csv, fileColumn, where }, from, to, more = [] }: Pick<
    Run,
    "request" | "from" | "to" | "more"
  >,
): Strategy {
  if (work.kind === "reduce") return { kind: "reduce", work };
  if (work.kind === "fit") return { kind: "fit", work };
  const table = { kind: "table" } as const;
  if (copiesRecords({ request: { csv }, from, to, more })) return { kind: "records" };
  const isArray = from === "npy" && to === "npy";
  if (more.length > 0 || fileColumn !== undefined) return table;
  if (!isArray || work.kind === "map" || work.columns !== undefined) return table;
  if (work.kind === "apply" && work.upstream !== undefined) return table;
  return where === undefined ? { kind: "array" } : { kind: "table", isArray: true };
}

/**
 * Returns whether records pass byte for byte but for what is computed: from CSV to CSV with the same
 * decimal point, or from JSON lines to JSON lines.
 */
export function copiesRecords(
  { request: { csv }, from, to, more = [] }: Pick<Run, "from" | "to" | "more"> & {
    readonly request: Pick<Run["request"], "csv">;
  },
): boolean {
  const formats = [from, to, ...more.map(({ format }) => format)];
  // Another decimal point changes all numbers, also those that are not computed.
  const hasSameDecimal = newDecimalOf(csv) === csv.decimal.charCodeAt(0);
  return formats.every(isText) ? hasSameDecimal : formats.every((format) => format === "jsonl");
}

/** What is known of an array once its header is read. */
export interface ArrayFacts {
  readonly bytes: number;
  /** Whether the elements are computed with as they lie in the file. */
  readonly isPlain: boolean;
  readonly results: number;
  /** Whether workers can write the output themselves. */
  readonly hasDirectOutput: boolean;
}

/** How many workers share an array; 0 where it flows through this thread. */
export function countArrayWorkers(
  { request: { device }, input: { directInput }, jobs }: Run,
  { bytes, isPlain, results, hasDirectOutput }: ArrayFacts,
): number {
  if (device !== "cpu" || !isPlain || results !== 1) return 0;
  if (directInput === undefined || !hasDirectOutput) return 0;
  const workers = Math.min(jobs, Math.floor(bytes / ARRAY_BYTES_PER_WORKER));
  return workers > 1 ? workers : 0;
}

/**
 * How many threads share the records of an input; 1 where they flow through this thread. Workers do
 * not end with the input: whether they pay depends on all inputs.
 */
export function countRecordThreads(
  { request: { device, chunkSize }, input: { fileSize, compression }, jobs, bytes: all }: Run,
  { range }: {
    /** The bytes of a piece of the file, if only that is read. */
    readonly range?: { readonly start: number; readonly end: number };
  } = {},
): number {
  if (device === "webgpu" || jobs === 1) return 1;
  const growth = range === undefined && compression !== undefined ? USUAL_COMPRESSION : 1;
  const bytes = range === undefined ? fileSize : range.end - range.start;
  if (bytes === undefined) return chunkSize >= MIN_SHARED_PIPE_CHUNK_BYTES ? jobs : 1;
  if (bytes * growth < MIN_SHARED_INPUT_BYTES) return 1;
  const most = Math.floor((all ?? Infinity) * growth / CSV_BYTES_PER_THREAD);
  return Math.max(1, Math.min(jobs, most));
}

/**
 * How many threads share the batches of a table; 0 where they flow through this thread. They are
 * those of an Arrow file, written to another one or as text, or the row groups of a Parquet file,
 * appended to or written as text; or they are added up.
 */
export function countTableThreads(
  { request: { work, device, fileColumn, where }, input: { directInput, fileSize = 0 }, ...run }:
    Run,
  { isLong, hasDirectOutput }: Pick<ArrayFacts, "hasDirectOutput"> & {
    /** Whether there are expressions or sums, which take longer to compute than to read and write. */
    readonly isLong: boolean;
  },
): number {
  const { from, to, jobs, part, more = [] } = run;
  const isParquet = from === "parquet";
  const hasPlaces = isReadable(to) || (isParquet ? to === "parquet" : isArrow(to));
  const isRead = isParquet || isArrow(from) && (isLong || isReadable(to));
  if (!isRead || !hasPlaces && work.kind !== "reduce" || device !== "cpu") return 0;
  if (directInput === undefined || !hasDirectOutput) return 0;
  if (part !== undefined || more.length > 0 || fileColumn !== undefined) return 0;
  // Nobody knows the place of a batch before it is known how many rows of those before are kept.
  if (where !== undefined) return 0;
  return fileSize < MIN_SHARED_TABLE_BYTES ? 0 : jobs;
}

/** Whether threads can write a table by themselves: to a file, or as text to standard output. */
export function canShareOutput(
  { to, jobs, isWatched, input: { fileSize = 0 } }: Run,
  output: DirectOutput | undefined,
): boolean {
  if (output?.path !== undefined) return true;
  // Workers alone write if somebody watches (scheduler.ts), and take a while to start.
  const paysAlone = jobs > 1 && fileSize >= MIN_WATCHED_TABLE_BYTES;
  return output !== undefined && isReadable(to) && (!isWatched || paysAlone);
}

/**
 * What computes. "auto" is a GPU for large float32 and float16 batches, if there is one that pays.
 */
export type EngineChoice = "cpu" | "webgpu" | "auto";

/** What matters for the choice of an engine besides the types of the results. */
export interface EngineOptions {
  /** Whether there are expressions, which are computed with more digits than a GPU has. */
  readonly expressions?: boolean;
}

/** Chooses what computes results of these types. */
export function chooseEngine(
  { request: { device } }: Pick<Run, "request">,
  types: readonly FloatType[],
  { expressions = false }: EngineOptions = {},
): EngineChoice {
  if (device === "webgpu" && expressions) {
    throw new UsageError(
      "Expressions run only on the CPU: leave --device webgpu out. " +
        "A single function of one column, such as lgamma(x), can run on a GPU",
    );
  }
  if (types.length === 0) return "cpu";
  if (device === "webgpu" && types.includes("float64")) {
    throw new UsageError(
      "GPUs have no float64, which float64 and integer columns need: " +
        "use --dtype float32, or --device cpu",
    );
  }
  return device;
}

/**
 * Chooses what computes results of records. Only a GPU that was asked for does: text is most of the
 * work.
 */
export function chooseRecordsEngine(
  run: Pick<Run, "request">,
  types: readonly FloatType[],
  options?: EngineOptions,
): Exclude<EngineChoice, "auto"> {
  return chooseEngine(run, types, options) === "webgpu" ? "webgpu" : "cpu";
}

/** How many batches are under way. */
export function batchesInFlight(
  { request: { device }, jobs }: Pick<Run, "request" | "jobs">,
): number {
  const forWorkers = jobs === 1 ? 1 : BATCHES_PER_WORKER * jobs;
  return device === "cpu" ? forWorkers : Math.max(forWorkers, GPU_BATCHES);
}

/**
 * Bytes of records to take at a time, such that their text is not much longer than a chunk. Results
 * of short records take many times their length, and more of them would take as much memory.
 */
export function sizeRecordChunks(
  { chunkSize, recordSize, results }: {
    readonly chunkSize: number;
    /** Bytes of a record, estimated from the first ones. */
    readonly recordSize: number;
    readonly results: number;
  },
): number {
  const growth = 1 + results * USUAL_NUMBER_BYTES / recordSize;
  const size = Math.max(chunkSize * USUAL_GROWTH / growth, MIN_CHUNK_RECORDS * recordSize);
  return Math.ceil(Math.min(chunkSize, size));
}

/** The maximum number of bytes of a result in a slice of a table. */
export const RESULT_BYTES = 8;

/**
 * Rows of a slice of a table, such that a column has at most so many bytes; a multiple of the bits
 * of a byte.
 */
export function countSliceRows(
  bytes: number,
  columns: number,
  /** Slices that are in flight, if they need not have the same rows for every number of threads. */
  inFlight: number = 1,
): number {
  const numbers = MAX_SLICE_NUMBERS / Math.max(1, inFlight / SLICES_IN_FLIGHT);
  const rows = Math.floor(Math.min(bytes / RESULT_BYTES, numbers / columns));
  return Math.max(MIN_SLICE_ROWS, rows - rows % 8);
}
