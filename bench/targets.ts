import type { FloatType } from "../kernels/float_types.ts";
import type { PeerName } from "./peer.ts";
import { COUNTS, FAR, NEGATIVE } from "./ranges.ts";

/** How many times as fast as a peer rows of the tables must be. */
export interface SpeedTarget {
  readonly type: FloatType;
  readonly peer: PeerName;
  /** Names of rows. */
  readonly rows: readonly string[] | "all";
  /** The peer's time divided by ours: at least this; if `strictly`, more than this. */
  readonly times: number;
  readonly strictly?: boolean;
}

// Gradients that are functions of another row, by the kernel: the same target holds for both.
const DIGAMMA = ["digamma", "lgammaGrad"];
const TRIGAMMA = ["polygamma(1)", "digammaGrad"];
const ORDER_2 = ["polygamma(2)", "polygammaGrad(1)"];

/** On {@linkcode UNIFORM}, in one thread. i0 and i1 need exp, which the scaled ones do not. */
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

/** The time of the faster of SciPy and PyTorch over ours, the geometric mean of all cells: at least this. */
export const MEAN_TIMES = 4;

/** A range whose time, divided by that on {@linkcode UNIFORM}, is at most so much, in float64. */
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

/** Nanoseconds of a single number, in a loop, and of an array of 16 with `out`: at most this. */
export const CALL_NS: Readonly<Record<string, number>> = { "a number": 35, "16 numbers": 150 };

/** Milliseconds that the first call of a function on a wide column takes longer than the second. */
export const FIRST_CALL_MS = 5;

/** A small npy file through the command line, divided by an empty Deno program: at most this. */
export const STARTUP_TIMES = 2.5;

/** Bytes of the WebAssembly module with its tables: at most this. */
export const MODULE_BYTES = 560_000;

/** lgamma over a float64 npy file with two workers, divided by `cp`: at most this. */
export const NPY_TIMES_COPY = 2.5;

/** The time of numpy and SciPy divided by that of lgamma with two workers: at least this. */
export const TIMES_NUMPY = 8;

/** The same from Arrow file to Arrow file, one of four columns, divided by `cp`: at most this. */
export const ARROW_TIMES_COPY = 4;

/** Bytes of memory, whatever the size of the file: at most this. */
export const PEAK_BYTES = 250e6;

/** The larger peak of two files of which one is ten times the other, divided by the smaller: at most this. */
export const PEAK_RATIO = 1.2;

/** One worker's time divided by that of two, where computing dominates: at least this. */
export const SECOND_CORE_TIMES = 1.6;

/** A small Arrow file through the command line, divided by an empty Deno program: at most this. */
export const ARROW_STARTUP_TIMES = 4;

// How many times as fast as peers, by their names, whose starts are not counted where they are programs
// in a runtime; ours is.

/** The main file with two workers: at least this. */
export const CSV_MAIN_TIMES: Readonly<Record<string, number>> = {
  DuckDB: 4,
  "data.table": 2.5,
  Miller: 10,
};

/** The main file with one worker, where DuckDB has two threads: at least this. */
export const CSV_ONE_WORKER_TIMES: Readonly<Record<string, number>> = { DuckDB: 1 };

/** Every other file, every peer: at least this. */
export const CSV_OTHERS_TIMES = 1;

/** Pipes on both sides, divided by from file to file: at most this. */
export const CSV_PIPES_TIMES = 1.3;

/** Nanoseconds to read a number, in the engine: at most this. */
export const READ_NS = 25;

/** Nanoseconds to write a number, in the engine, with the line around it: at most this. */
export const WRITE_NS = 20;

/** The same for float32. */
export const WRITE_FLOAT32_NS = 18;
