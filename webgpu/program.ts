import type { Kernel, KernelName } from "../kernels/job.ts";
import { reflectedTable } from "./tables/reflected_table.ts";
import { shiftedTable, symmetricTable } from "./tables/shifted_table.ts";
import { shader, WORKGROUP } from "./wgsl/shader.ts";
import type { Shape } from "./wgsl/shapes.ts";

export { WORKGROUP } from "./wgsl/shader.ts";

/** Options of a program. */
export interface ProgramOptions {
  readonly type: "float32" | "float16";
  /** Whether each result is multiplied by an element of another array. */
  readonly upstream: boolean;
}

/** What a GPU needs to compute a kernel. */
export interface Program {
  /** WGSL with the entry point `main`. Programs with the same text can share a pipeline. */
  readonly code: string;
  /** The contents of the storage buffer at binding 0. */
  readonly table: Uint32Array<ArrayBuffer>;
}

/** The maximum number of tables to keep, about 20 MB. The oldest one is dropped first. */
const MAX_TABLES = 64;

const tables = new Map<string, Uint32Array<ArrayBuffer>>();

const MAKERS: Readonly<Record<Shape, (kernel: Kernel) => Uint32Array<ArrayBuffer>>> = {
  symmetric: symmetricTable,
  reflected: reflectedTable,
  shifted: shiftedTable,
};

/**
 * Makes the program of a kernel. Its table is made from the CPU's float64 kernel, and is the same
 * for all options. The kernel's parameter must be valid.
 */
export function makeProgram(kernel: Kernel, options: ProgramOptions): Program {
  const shape = shapeOf(kernel.name);
  return { code: shader(shape, options), table: tableOf(kernel, shape) };
}

function shapeOf(name: KernelName): Shape {
  if (name.startsWith("i")) return "symmetric";
  return name.startsWith("multigammaln") ? "shifted" : "reflected";
}

function tableOf(kernel: Kernel, shape: Shape): Uint32Array<ArrayBuffer> {
  const key = `${kernel.name} ${kernel.parameter}`;
  let table = tables.get(key);
  if (table === undefined) {
    table = MAKERS[shape](kernel);
    if (tables.size >= MAX_TABLES) tables.delete(tables.keys().next().value!);
    tables.set(key, table);
  }
  return table;
}

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

/** Returns the maximum number of bytes that a device takes at a time, in complete words. */
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
