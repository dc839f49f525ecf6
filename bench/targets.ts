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
export const MODULE_BYTES = 640_000;
