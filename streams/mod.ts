/**
 * Tables as Web streams: CSV, JSON lines, npy, Arrow and Parquet, read and written a batch at a
 * time, and functions over streams of arrays. The functions themselves are in
 * `@specol/specol/functions`.
 *
 * @example Append a column; a missing cell stays missing
 * ```ts
 * import { lgamma } from "@specol/specol/functions";
 * import { readTable, writeTable } from "@specol/specol/streams";
 * import { assertEquals } from "@std/assert";
 * import { toText } from "@std/streams/to-text";
 *
 * const table = await readTable(new Blob(["id,n\na,3\nb,\n"]).stream());
 * const bytes = writeTable(table, {
 *   format: "csv",
 *   results: { y: { column: "n", compute: lgamma } },
 * });
 * assertEquals(await toText(bytes), "id,n,y\na,3,0.6931471805599453\nb,,\n");
 * ```
 *
 * @module
 */

export type { FloatArray, FloatType } from "../kernels/float_types.ts";
export type { ArrayOptions } from "../functions/arguments.ts";
export type { CsvType, TypeRule } from "../formats/csv/column_types.ts";
export type { CsvOptions, OnInvalid, QuoteStyle } from "../formats/csv/dialect.ts";
export type { Format } from "../formats/registry.ts";
export type {
  ColumnSpec,
  ColumnValues,
  ComputableType,
  Floats,
  GivenBatch as Batch,
  IntegerArray,
  Integers,
  Numbers,
  NumberType,
  Texts,
} from "../formats/table.ts";
export {
  type ArrayFunction,
  functionStream,
  type FunctionStreamOptions,
  type ParameterFunction,
} from "./function_stream.ts";
export type { ColumnKey, Table, TableBatch } from "./table.ts";
export { readTable, type ReadTableOptions } from "./read_table.ts";
export type {
  Computed,
  ResultColumn,
  ResultOfOne,
  ResultOfSeveral,
  ResultOptions,
} from "./result_columns.ts";
export { writeTable, type WriteTableOptions } from "./write_table.ts";
