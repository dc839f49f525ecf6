import { WORKGROUP } from "./program.ts";

/** How many workgroups, and how many words they have in a row: see `Range` of the programs. */
export interface Dispatch {
  readonly columns: number;
  readonly rows: number;
  /** Words in a row. */
  readonly row: number;
}

/**
 * The bytes of a piece. Large enough that what a piece costs beside its bytes does not count, small
 * enough that several fit anywhere, and that the first is computed before long.
 */
const PIECE = 4 * 2 ** 20;

/** The most bytes that a device takes at a time, whole words. */
export function pieceBytes(limits: GPUSupportedLimits): number {
  const { maxBufferSize, maxStorageBufferBindingSize, maxComputeWorkgroupsPerDimension } = limits;
  const dispatched = 4 * WORKGROUP * maxComputeWorkgroupsPerDimension ** 2;
  const bytes = Math.min(PIECE, maxBufferSize, maxStorageBufferBindingSize, dispatched);
  return bytes - bytes % 4;
}

/** Lays words out in workgroups, in several rows where one may not be long enough. */
export function dispatchOf(words: number, limits: GPUSupportedLimits): Dispatch {
  const groups = Math.ceil(words / WORKGROUP);
  const columns = Math.min(groups, limits.maxComputeWorkgroupsPerDimension);
  return { columns, rows: Math.ceil(groups / columns), row: columns * WORKGROUP };
}
