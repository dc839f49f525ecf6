import type { FloatType } from "../kernels/float_types.ts";
import type { PeerName } from "./peer.ts";

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

/** On the uniform inputs, in one thread. i0 and i1 need exp, which the scaled ones do not. */
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
 * Time on log-uniform inputs divided by that on uniform ones, in float64: at most this, for functions
 * whose numbers are spread over all of the domain in use. Those of the gamma family are not.
 */
export const LOG_UNIFORM_TIMES = 1.5;

/** Functions, with their gradients, that {@linkcode LOG_UNIFORM_TIMES} is asked of. */
export const LOG_UNIFORM_FUNCTIONS: readonly string[] = ["i0", "i0e", "i1", "i1e"];

/** Time on negative inputs divided by that on positive ones, in float64: at most this. */
export const NEGATIVE_TIMES = 10;

/** A small npy file through the command line, divided by an empty Deno program: at most this. */
export const STARTUP_TIMES = 2.5;

/** Bytes of the WebAssembly module with its tables: at most this. 300,000 were for Bessel's alone. */
export const MODULE_BYTES = 650_000;
