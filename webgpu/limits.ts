import { WORKGROUP } from "./program.ts";

/** The grid of workgroups that computes a piece; see `Range` in the shader. */
export interface Dispatch {
  readonly columns: number;
  readonly rows: number;
  /** Words in a row. */
  readonly row: number;
}

/**
 * The maximum number of bytes of a piece. It is large enough to make the fixed cost of a piece
 * negligible. It is small enough that several pieces fit into any memory, and that the first is
 * computed soon.
 */
const MAX_PIECE_BYTES = 4 * 2 ** 20;

/** Returns the maximum number of bytes that a device takes at a time, in whole words. */
export function pieceBytes(limits: GPUSupportedLimits): number {
  const { maxBufferSize, maxStorageBufferBindingSize, maxComputeWorkgroupsPerDimension } = limits;
  const dispatched = 4 * WORKGROUP * maxComputeWorkgroupsPerDimension ** 2;
  const bytes = Math.min(MAX_PIECE_BYTES, maxBufferSize, maxStorageBufferBindingSize, dispatched);
  return bytes - bytes % 4;
}

/** Lays out words in workgroups, in several rows where one row cannot be long enough. */
export function dispatchOf(words: number, limits: GPUSupportedLimits): Dispatch {
  const groups = Math.ceil(words / WORKGROUP);
  const columns = Math.min(groups, limits.maxComputeWorkgroupsPerDimension);
  return { columns, rows: Math.ceil(groups / columns), row: columns * WORKGROUP };
}
