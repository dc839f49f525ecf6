import type { FloatType } from "../kernels/float_types.ts";
import type { PeerName } from "./peer.ts";

/** How many times as fast as a peer a function and its gradient must be. */
export interface SpeedTarget {
  readonly type: FloatType;
  readonly peer: PeerName;
  /** Names of the registry. */
  readonly functions: readonly string[] | "all";
  /** The peer's time divided by ours: at least this; if `strictly`, more than this. */
  readonly times: number;
  readonly strictly?: boolean;
}

/** On the uniform inputs, in one thread. i0 and i1 need exp, which the scaled ones do not. */
export const speedTargets: readonly SpeedTarget[] = [
  { type: "float64", peer: "SciPy", functions: ["i0e", "i1e"], times: 8 },
  { type: "float64", peer: "SciPy", functions: ["i0", "i1"], times: 5 },
  { type: "float32", peer: "PyTorch", functions: "all", times: 1, strictly: true },
];

/** Time on log-uniform inputs divided by that on uniform ones, in float64: at most this. */
export const LOG_UNIFORM_TIMES = 1.5;

/** A small npy file through the command line, divided by an empty Deno program: at most this. */
export const STARTUP_TIMES = 2.5;

/** Bytes of the WebAssembly module with its tables: at most this. */
export const MODULE_BYTES = 300_000;
