import type { FloatArray, FloatType } from "../kernels/float_types.ts";

// What formats and pipeline agree on: a table is columns, read and written in batches of rows.

/** Types of the numbers that a column can hold. */
export type NumberType =
  | FloatType
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64";

/** What can be computed: numbers, or text that is read as such. */
export type ComputableType = NumberType | "decimal";

/** A column of a table. */
export interface ColumnSpec {
  /** What users call it. */
  readonly name: string;
  /** What messages call its type: `float64`, `utf8`, `list<int32>`. */
  readonly typeName: string;
  /** Missing where the column does not hold numbers, and is only passed on. */
  readonly type?: ComputableType;
}

/** Some numbers of a column: floats as they are, integers as float64. */
export interface Numbers {
  /** One for each row; where there is none, anything. */
  readonly values: FloatArray;
  /** One bit for each row, the first in the lowest bit, 0 where there is none; missing: all are there. */
  readonly valid?: Uint8Array;
}

/** Some rows of a table. */
export interface Batch {
  /** How many. */
  readonly rows: number;
  /** The numbers of a column of the reader; the array is the caller's, to keep or to compute in place. */
  numbers(column: number): Numbers;
}

/** A column of the output: one of the input, or a result, by its number. */
export type OutputColumn =
  | { readonly name: string; readonly input: number }
  | { readonly name: string; readonly result: number; readonly type: FloatType };

/** Reads a table, front to back, once. */
export interface TableReader extends Disposable {
  readonly columns: readonly ColumnSpec[];
  /** The next batch, or nothing at the end. */
  read(): Promise<Batch | undefined>;
}

/** Writes a table, front to back. */
export interface TableWriter {
  /** Writes a batch of the reader that it was opened for, with the results in the order of their numbers. */
  write(batch: Batch, results: readonly Numbers[]): Promise<void>;
  /** Writes what comes last. */
  close(): Promise<void>;
}

/** What a writer is opened with. */
export interface WriterOptions {
  /** Where the batches will come from; of its own format a writer passes on what it does not know. */
  readonly reader: TableReader;
  /** The columns to write. */
  readonly outputs: readonly OutputColumn[];
}
