import type { Kernel, KernelName, NumberKernel } from "./job.ts";

type Conversion = (from: number, to: number, count: number) => void;
/** Computes a kernel over numbers in memory. */
export type Run = (from: number, to: number, count: number, parameter?: number) => void;
/** Computes a function and its gradient over numbers in memory; `from` and `to` may be the same place. */
// deno-fmt-ignore
export type RunBoth = (from: number, to: number, slope: number, count: number, parameter?: number) => void;

/** What the module exports. */
export interface Exports
  extends
    Record<`${KernelName}_${"f32" | "f64"}`, Run>,
    Record<`${KernelName}_both_${"f32" | "f64"}`, RunBoth | undefined>,
    Record<`${KernelName}_number`, NumberKernel> {
  readonly memory: WebAssembly.Memory;
  readonly ARENA: WebAssembly.Global;
  readonly widen_f32: Conversion;
  readonly widen_f16: Conversion;
  readonly narrow_f32: Conversion;
  readonly narrow_f16: Conversion;
  multiply_f64(to: number, by: number, count: number): void;
  expression_mark(to: number, from: number, count: number): void;
  expression_open(program: number): void;
  expression_run(program: number, first: number, count: number): number;
  expression_last(program: number, place: number, output: number): number;
  expression_cause(program: number, place: number, output: number): number;
  next_nonfinite_f64(y: number, x: number, valid: number, from: number, count: number): number;
  next_nonfinite_f32(y: number, from: number, count: number): number;
  streams_split(from: number, count: number, size: number, to: number): void;
  streams_join(from: number, count: number, size: number, to: number): void;
  extremes_find(from: number, count: number): number;
  integers_to_floats(at: number, count: number, isSigned: boolean): number;
  csv_cut(from: number, end: number, delimiter: number): number;
  // deno-fmt-ignore
  csv_scan(from: number, end: number, most: number, columns: number, delimiter: number, wanted: number, cells: number, ends: number): number;
  // deno-fmt-ignore
  csv_read(cells: number, count: number, values: number, valid: number, decimal: number, narrow: number, invalid: number, nulls: number, nullsEnd: number): number;
  // deno-fmt-ignore
  csv_count(rounded: boolean, cells: number, count: number, decimal: number, nulls: number, nullsEnd: number): number;
  csv_has_large(values: number, count: number): boolean;
  csv_missing(valid: number, count: number): number;
  csv_both(to: number, a: number, b: number, count: number): void;
  // deno-fmt-ignore
  csv_write(steps: number, from: number, ends: number, count: number, to: number, delimiter: number, begins: number): number;
  csv_kinds(cells: number, count: number, decimal: number, none: number, noneEnd: number): number;
  csv_first_lossy(cells: number, count: number, none: number, noneEnd: number): number;
  // deno-fmt-ignore
  csv_integers(cells: number, count: number, values: number, valid: number, strict: boolean, refused: boolean, none: number, noneEnd: number): number;
  // deno-fmt-ignore
  csv_replace_nulls(cells: number, count: number, nulls: number, nullsEnd: number, none: number, noneEnd: number): void;
  // deno-fmt-ignore
  csv_texts(cells: number, count: number, offsets: number, to: number, valid: number, none: number, noneEnd: number): number;
  // deno-fmt-ignore
  csv_test_texts(cells: number, count: number, values: number, valid: number, text: number, textEnd: number, nulls: number, nullsEnd: number): void;
  // deno-fmt-ignore
  csv_test_nulls(cells: number, count: number, values: number, valid: number, nulls: number, nullsEnd: number): void;
  csv_test_numbers(from: number, count: number, values: number, valid: number): void;
  csv_presence(from: number, count: number, valid: number): void;
  // deno-fmt-ignore
  csv_select(from: number, ends: number, count: number, values: number, valid: number, list: number, begins: number, keptEnds: number): number;
  csv_gather(cells: number, list: number, count: number, to: number): void;
  csv_drop_blank(cells: number, count: number, columns: number, stride: number): number;
  csv_pack(bytes: number, count: number, to: number): number;
  // deno-fmt-ignore
  csv_put_floats(values: number, valid: number, count: number, cells: number, to: number, decimal: number, narrow: number, digits: number, none: number, noneEnd: number): number;
  // deno-fmt-ignore
  csv_put_results(values: number, valid: number, count: number, cells: number, to: number, decimal: number, narrow: number, digits: number, none: number, noneEnd: number): number;
  // deno-fmt-ignore
  csv_put_integers(values: number, size: number, signed: boolean, valid: number, count: number, cells: number, to: number, none: number, noneEnd: number): number;
  // deno-fmt-ignore
  csv_put_texts(cells: number, valid: number, count: number, to: number, delimiter: number, none: number, noneEnd: number): number;
  csv_join(lists: number, columns: number, count: number, to: number, delimiter: number): number;
  // deno-fmt-ignore
  json_scan(from: number, end: number, most: number, columns: number, names: number, cells: number, ends: number, closes: number, known: number, mostKnown: number): number;
  json_lacking(cells: number, count: number): void;
  // deno-fmt-ignore
  json_texts(cells: number, count: number, offsets: number, to: number, valid: number, nulls: number, nullsEnd: number): number;
  json_keys(cells: number, count: number, refused: boolean): number;
  json_words(cells: number, count: number): void;
  // deno-fmt-ignore
  json_write(steps: number, from: number, ends: number, closes: number, count: number, to: number, begins: number): number;
  json_gather(closes: number, list: number, count: number, to: number): void;
  // deno-fmt-ignore
  json_test_texts(cells: number, count: number, values: number, valid: number, text: number, textEnd: number, nulls: number, nullsEnd: number): void;
  // deno-fmt-ignore
  json_test_nulls(cells: number, count: number, values: number, valid: number, nulls: number, nullsEnd: number): void;
  // deno-fmt-ignore
  json_put_texts(cells: number, valid: number, count: number, to: number, none: number, noneEnd: number): number;
  json_join(lists: number, columns: number, count: number, to: number): number;
  keys_of_one(closes: number, count: number, starts: number, to: number): number;
  // deno-fmt-ignore
  keys_of_cells(columns: number, width: number, from: number, ends: number, count: number, starts: number, to: number, nulls: number, nullsEnd: number, begins: number): number;
  // deno-fmt-ignore
  keys_of_columns(columns: number, width: number, count: number, starts: number, to: number): number;
  groups_open(start: number, limit: number, aggregates: number, count: number): void;
  groups_reserve(bytes: number): number;
  // deno-fmt-ignore
  groups_share(own: number, threads: number, boxes: number, values: number, valid: number, columns: number, rows: number): void;
  // deno-fmt-ignore
  groups_rows(keys: number, starts: number, rows: number, count: number, position: number, only: number, inputs: number, inputsEnd: number): void;
  // deno-fmt-ignore
  groups_entries(column: number, records: number, key: number, rows: number, count: number, position: number, inputs: number, inputsEnd: number): void;
  groups_packed(packed: number, rows: number, inputs: number, inputsEnd: number): void;
  groups_values(at: number, records: number, count: number, to: number, valid: number): void;
  // deno-fmt-ignore
  groups_texts(part: number, records: number, count: number, offsets: number, to: number, valid: number): number;
  // deno-fmt-ignore
  groups_fixed(part: number, records: number, count: number, size: number, to: number, valid: number): void;
  groups_rewind(): void;
  // deno-fmt-ignore
  groups_write(part: number, parts: number, least: number, most: number, to: number, end: number): number;
  groups_left(): number;
  groups_take(at: number, end: number): void;
  groups_adopt(at: number, end: number): void;
  groups_merge(record: number, state: number): void;
  groups_list(): number;
  groups_sample(to: number, count: number): number;
  readonly extremes_least: WebAssembly.Global;
  readonly extremes_greatest: WebAssembly.Global;
  readonly keys_seed: WebAssembly.Global;
  readonly keys_mask: WebAssembly.Global;
  readonly keys_skipped: WebAssembly.Global;
  readonly groups_failed: WebAssembly.Global;
  readonly groups_limit: WebAssembly.Global;
  readonly groups_top: { readonly value: number };
  readonly groups_count: WebAssembly.Global;
  readonly groups_listed: WebAssembly.Global;
  readonly groups_gone: WebAssembly.Global;
  readonly csv_state: WebAssembly.Global;
  readonly csv_problem: WebAssembly.Global;
  readonly csv_found: { readonly value: number };
  readonly csv_next: { readonly value: number };
  readonly csv_quoted_lines: WebAssembly.Global;
  readonly json_expected: WebAssembly.Global;
  readonly json_known: WebAssembly.Global;
  readonly json_unknown: { readonly value: number };
  readonly json_unknown_end: { readonly value: number };
  readonly csv_comment: WebAssembly.Global;
  readonly csv_comment_end: WebAssembly.Global;
  readonly csv_quote: WebAssembly.Global;
  readonly csv_thousands: WebAssembly.Global;
  readonly csv_unwritable: WebAssembly.Global;
  readonly csv_replaced: WebAssembly.Global;
  readonly csv_first_counted: WebAssembly.Global;
  readonly csv_skipped: WebAssembly.Global;
}

/** A kernel over numbers in memory. */
export interface MemoryKernel {
  /** Whether the numbers are float32; otherwise they are float64. */
  readonly isShort: boolean;
  /** Computes the kernel alone. */
  readonly run: Run;
  /** Computes the kernel of a function together with that of its gradient. */
  readonly both?: RunBoth;
}

/** The variants of one kernel: over float64, over float32, and for one number. */
export interface Entries {
  readonly f64: MemoryKernel;
  readonly f32: MemoryKernel;
  readonly number: NumberKernel;
}

/**
 * Chooses the kernel for numbers of a type. Only float32 without an upstream is computed in
 * float32. All else is computed in float64, multiplied by the upstream, and rounded once.
 */
export function chooseKernel(
  { f32, f64 }: Entries,
  isFloat32: boolean,
  hasUpstream: boolean,
): MemoryKernel {
  return isFloat32 && !hasUpstream ? f32 : f64;
}

/** Bytes that the module may read after a text, and write after what it writes. */
export const BEHIND = 128;

/** The kernels of gradients, as in functions/registry.ts, which workers do not load. */
const GRADIENTS: Readonly<Partial<Record<KernelName, KernelName>>> = {
  i0: "i1",
  i0e: "i0eGrad",
  i1: "i1Grad",
  i1e: "i1eGrad",
  lgamma: "digamma",
  digamma: "polygamma",
  polygamma: "polygamma",
  multigammaln: "multigammalnGrad",
};

/** Whether a kernel is that of another's gradient, so that both can be computed in one pass. */
export function isGradient(kernel: Kernel, { name, parameter }: Kernel): boolean {
  return kernel.name === GRADIENTS[name] &&
    kernel.parameter === gradientParameter(kernel.name, parameter);
}

/** The parameter of a gradient's kernel, from that of the function. */
function gradientParameter(gradient: KernelName, parameter?: number): number | undefined {
  return gradient === "polygamma" ? (parameter ?? 0) + 1 : parameter;
}

/** Instantiates the module, and returns what it exports. */
export function instantiate(module: WebAssembly.Module): Exports {
  const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
  // These return an address. The others are inherited: copying them takes longer.
  return {
    __proto__: exports,
    csv_cut: unsigned(exports.csv_cut),
    csv_write: unsigned(exports.csv_write),
    csv_put_floats: unsigned(exports.csv_put_floats),
    csv_put_results: unsigned(exports.csv_put_results),
    csv_put_integers: unsigned(exports.csv_put_integers),
    csv_put_texts: unsigned(exports.csv_put_texts),
    csv_join: unsigned(exports.csv_join),
    json_write: unsigned(exports.json_write),
    json_put_texts: unsigned(exports.json_put_texts),
    json_join: unsigned(exports.json_join),
    json_unknown: unsignedGlobal(exports.json_unknown),
    json_unknown_end: unsignedGlobal(exports.json_unknown_end),
    keys_of_one: unsigned(exports.keys_of_one),
    keys_of_cells: unsigned(exports.keys_of_cells),
    keys_of_columns: unsigned(exports.keys_of_columns),
    groups_reserve: unsigned(exports.groups_reserve),
    groups_write: unsigned(exports.groups_write),
    groups_list: unsigned(exports.groups_list),
    groups_top: unsignedGlobal(exports.groups_top),
    csv_found: unsignedGlobal(exports.csv_found),
    csv_next: unsignedGlobal(exports.csv_next),
  } as object as Exports;
}

/** Finds the entries of a kernel. Throws if there is none of that name. */
export function findEntries(exports: Exports, name: KernelName): Entries {
  const number = exports[`${name}_number`];
  if (number === undefined) throw new TypeError(`Cannot compute: no kernel is called ${name}`);
  return {
    f64: memoryKernel(exports, name, "f64"),
    f32: memoryKernel(exports, name, "f32"),
    number,
  };
}

function memoryKernel(exports: Exports, name: KernelName, type: "f32" | "f64"): MemoryKernel {
  const isShort = type === "f32";
  const run = exports[`${name}_${type}`];
  const gradient = GRADIENTS[name];
  if (gradient === undefined) return { isShort, run };
  const runGradient = exports[`${gradient}_${type}`];
  // The gradient comes first, since `from` and `to` may be the same place.
  const both = exports[`${name}_both_${type}`] ?? ((from, to, slope, count, parameter): void => {
    runGradient(from, slope, count, gradientParameter(gradient, parameter));
    run(from, to, count, parameter);
  });
  return { isShort, run, both };
}

/**
 * Makes the result of a call unsigned. JavaScript reads a WebAssembly integer as signed, so that
 * addresses above 2 GB would be negative.
 */
function unsigned<Args extends unknown[]>(call: (...args: Args) => number) {
  return (...args: Args): number => call(...args) >>> 0;
}

function unsignedGlobal(global: { readonly value: number }): { readonly value: number } {
  return {
    get value(): number {
      return global.value >>> 0;
    },
  };
}
