import type { FloatType } from "../kernels/float_types.ts";
import type { PeerName } from "./peers/peer.ts";

/** Nanoseconds per element of one subject in one type on one range: a cell of the matrix. */
export interface Row {
  readonly name: string;
  readonly type: FloatType;
  /** The name of the range. */
  readonly range: string;
  /** Our time, including the copies into and out of the module's memory. */
  readonly ours: number;
  /** The times of the peers that have the subject. */
  readonly peers: Figures;
  /** The share of a peer's results that is wrong, if any is; see `verify.ts`. */
  readonly wrong?: Figures;
}

/** A figure for each peer that has one. */
export type Figures = Readonly<Partial<Record<PeerName, number>>>;

/** The peers that are libraries for arrays, as ours is. */
export const RIVAL_NAMES: readonly PeerName[] = ["SciPy", "PyTorch", "JAX"];

/**
 * Returns the time of the fastest of SciPy, PyTorch and JAX divided by ours, or `undefined` if none
 * has the subject.
 */
export function ratioOf({ ours, peers }: Row): number | undefined {
  const times = RIVAL_NAMES.flatMap((peer) => peers[peer] ?? []);
  return times.length === 0 ? undefined : Math.min(...times) / ours;
}

/** Returns the geometric mean of the figures that exist. */
export function geometricMean(figures: readonly (number | undefined)[]): number {
  const logs = figures.flatMap((figure) => figure === undefined ? [] : Math.log(figure));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}
