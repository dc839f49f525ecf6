import type { FloatType } from "../kernels/float_types.ts";
import type { PeerName } from "./peers/peer.ts";
import { COUNTS, FAR, NEGATIVE } from "./ranges.ts";

/** How many times as fast as a peer rows of the tables must be. */
export interface SpeedTarget {
  readonly type: FloatType;
  readonly peer: PeerName;
  /** The names of the rows. */
  readonly rows: readonly string[] | "all";
  /** The peer's time divided by ours: at least this; if `strictly`, more than this. */
  readonly times: number;
  readonly strictly?: boolean;
}

// Gradients that are functions of another row, by the kernel: the same target holds for both.
const DIGAMMA = ["digamma", "lgammaGrad"];
const TRIGAMMA = ["polygamma(1)", "digammaGrad"];
const ORDER_2 = ["polygamma(2)", "polygammaGrad(1)"];

/**
 * The targets on {@linkcode UNIFORM}, in one thread. i0 and i1 need exp, which the scaled functions
 * do not.
 */
export const speedTargets: readonly SpeedTarget[] = [
  { type: "float64", peer: "SciPy", rows: ["i0e", "i0eGrad", "i1e", "i1eGrad"], times: 8 },
  { type: "float64", peer: "SciPy", rows: ["i0", "i0Grad", "i1", "i1Grad"], times: 5 },
  { type: "float64", peer: "SciPy", rows: ["lgamma", ...DIGAMMA, "multigammaln(3)"], times: 5 },
  { type: "float64", peer: "PyTorch", rows: ["lgamma", ...DIGAMMA], times: 4 },
  { type: "float64", peer: "PyTorch", rows: TRIGAMMA, times: 2.5 }, // it has a shortcut for order 1
  { type: "float64", peer: "PyTorch", rows: ORDER_2, times: 30 },
  { type: "float64", peer: "PyTorch", rows: ["polygamma(20)", "multigammaln(3)"], times: 8 },
  { type: "float32", peer: "PyTorch", rows: "all", times: 1, strictly: true },
];

/**
 * The minimum of the geometric mean of all cells: the time of the fastest of SciPy, PyTorch and JAX
 * divided by ours.
 */
export const MEAN_TIMES = 4;

/** A range whose float64 time, divided by that on {@linkcode UNIFORM}, must be at most `times`. */
export interface RangeTarget {
  readonly range: string;
  readonly functions: readonly string[];
  readonly times: number;
}

const GAMMA = ["lgamma", "digamma", "polygamma(1)"];

export const rangeTargets: readonly RangeTarget[] = [
  { range: COUNTS, functions: GAMMA, times: 1.5 },
  { range: FAR, functions: GAMMA, times: 1.5 },
  { range: NEGATIVE, functions: [...GAMMA, "polygamma(2)"], times: 3.5 },
];

/**
 * The maximum number of nanoseconds for a single number in a loop, and for an array of 16 with
 * `out`.
 */
export const CALL_NS: Readonly<Record<string, number>> = { "a number": 35, "16 numbers": 150 };

/**
 * The maximum number of milliseconds by which the first call on a wide column exceeds the second.
 */
export const FIRST_CALL_MS = 5;

/**
 * The maximum time of a small npy file through the command line, divided by an empty Deno program.
 */
export const STARTUP_TIMES = 2.5;

/** The maximum number of bytes of the WebAssembly module with its tables. */
export const MODULE_BYTES = 560_000;

/** The maximum time of lgamma over a float64 npy file with two workers, divided by `cp`. */
export const NPY_TIMES_COPY = 2.5;

/** The minimum time of numpy and SciPy, divided by that of lgamma with two workers. */
export const TIMES_NUMPY = 8;

/**
 * The maximum time of lgamma of one of four columns, from Arrow file to Arrow file, divided by
 * `cp`.
 */
export const ARROW_TIMES_COPY = 4;

/** The maximum number of bytes of memory, whatever the size of the file. */
export const PEAK_BYTES = 250e6;

/** The maximum ratio of the memory peaks of two files, one ten times as large as the other. */
export const PEAK_RATIO = 1.2;

/** The minimum time of one worker, divided by that of two, where computing dominates. */
export const SECOND_CORE_TIMES = 1.6;

/**
 * The maximum time of a small Arrow file through the command line, divided by an empty Deno
 * program.
 */
export const ARROW_STARTUP_TIMES = 4;

// The next targets say how many times as fast as peers we must be, by their names. The start of a
// peer that runs in a runtime is not counted; ours is.

/** The minimum for the main file with two workers. */
export const CSV_MAIN_TIMES: Readonly<Record<string, number>> = {
  DuckDB: 4,
  "data.table": 2.5,
  Miller: 10,
};

/** The minimum for the main file with one worker, where DuckDB has two threads. */
export const CSV_ONE_WORKER_TIMES: Readonly<Record<string, number>> = { DuckDB: 1 };

/** The minimum for every other file and every peer. */
export const CSV_OTHERS_TIMES = 1;

/** The maximum time through pipes on both sides, divided by that from file to file. */
export const CSV_PIPES_TIMES = 1.3;

/** The maximum number of nanoseconds to read a number, in the engine. */
export const READ_NS = 25;

/** The maximum number of nanoseconds to write a number on a line, in the engine. */
export const WRITE_NS = 20;

/** The maximum number of nanoseconds to write a float32 on a line, in the engine. */
export const WRITE_FLOAT32_NS = 18;

/**
 * The minimum of the peers' times for a negative binomial likelihood, divided by ours with both
 * gradients.
 */
export const LIKELIHOOD_TIMES = 1.5;

/** What the digits of expressions may cost: times plain evaluation, where nothing cancels. */
export const PLAIN_TIMES = 1.6;

/** What an expression over Arrow may take: times its functions, reading and writing. */
export const ARROW_TIMES = 1.3;

/**
 * The maximum number of kilobytes, compressed, that a page downloads before it runs: one that uses
 * lgamma alone, and one that uses everything.
 */
export const PAGE_KILOBYTES: Readonly<Record<string, number | undefined>> = {
  lgamma: 200,
  whole: 420,
};

/** The maximum number of nanoseconds of an expression of single numbers in which nothing cancels. */
export const EXPRESSION_CALL_NS = 1000;

/** The maximum number of milliseconds of the import and a first call, in Chromium. */
export const FIRST_PAGE_CALL_MS = 60;

/** DuckDB's time over Parquet divided by ours: appending a column, and writing one as CSV. */
export const PARQUET_TIMES_DUCKDB = { append: 2, csv: 1 };
/** Megabytes of memory that this may take. */
export const PARQUET_MEMORY = 300;
