import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import type { SettingNames } from "./setting_names.ts";

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

/** Columns that a table may have: each takes some kB, on the word of the input. */
export const MOST_COLUMNS: number = 2 ** 18;

/** A column of a table. */
export interface ColumnSpec {
  /** What users call it. */
  readonly name: string;
  /** What messages call its type: `float64`, `utf8`, `list<int32>`. */
  readonly typeName: string;
  /** Missing where the column does not hold numbers, and is only passed on. */
  readonly type?: ComputableType;
  /** What its values are given as; if left out, floats where it holds numbers, and else nothing. */
  readonly values?: ColumnValues["kind"];
}

/** Some numbers of a column: floats as they are, integers as float64. */
export interface Numbers {
  /** One for each row; where there is none, anything. */
  readonly values: FloatArray;
  /** One bit for each row, the first in the lowest bit, 0 where there is none; missing: all are there. */
  readonly valid?: Uint8Array;
}

/** Floats of a column. */
export interface Floats extends Numbers {
  /** What tells it from other values. */
  readonly kind: "floats";
}

/** Integers of a column, exactly. */
export interface Integers {
  /** What tells it from other values. */
  readonly kind: "integers";
  /** One for each row; where there is none, anything. */
  readonly values: IntegerArray;
  /** As for numbers. */
  readonly valid?: Uint8Array;
}

/** Whole numbers of one type. */
export type IntegerArray =
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array;

/** Texts of a column. */
export interface Texts {
  /** What tells it from other values. */
  readonly kind: "texts";
  /** Where in the bytes each begins, and behind them where the last ends. */
  readonly offsets: Int32Array;
  /** The texts one behind the other, in UTF-8. */
  readonly bytes: Uint8Array;
  /** As for numbers. */
  readonly valid?: Uint8Array;
  /** Whether they are decimal numbers, whose point may be written as another character. */
  readonly decimal?: boolean;
}

/** Values of a column, without loss. */
export type ColumnValues = Floats | Integers | Texts;

/** Some rows of a table. */
export interface Batch {
  /** How many. */
  readonly rows: number;
  /**
   * The numbers of a column of the reader; the array is the caller's, to keep or to compute in place.
   * They may be of any type: that which is asked for is the one to which text is rounded.
   */
  numbers(column: number, type?: FloatType): Numbers;
  /**
   * The values of a column that has more than numbers, or integers that are to be exact. They may lie in
   * the memory of the batch, and are not to be changed.
   */
  values?(column: number): ColumnValues;
  /**
   * Some of its rows as a batch, from the given one on: one at least, and at most as the limits say. Its
   * memory is that of this batch. Missing where a batch is small as it is.
   */
  slice?(first: number, limits: SliceLimits): Batch;
  /** Bytes of memory that it holds, about; 0 if left out. */
  readonly bytes?: number;
  /** What messages call the place of a value, where there is more to say than its row. */
  locate?(column: number, row: number): string;
  /** Gives its memory back to the reader; it is not to be used after that. Who does not say so may keep it. */
  release?(): void;
}

/** How many rows a slice of a batch has. */
export interface SliceLimits {
  /** At most so many. */
  readonly rows: number;
  /** At most so many bytes in the texts of the given columns; any number if left out. */
  readonly texts?: { readonly bytes: number; readonly columns: readonly number[] };
}

/** A value that is not what it should be. */
export class CellError extends SyntaxError {
  /** Its row in the batch: of several the first is told, in whatever order columns are read. */
  readonly row: number;

  constructor(message: string, row: number) {
    super(message);
    this.row = row;
  }
}

/** The values of a column, as its batch can give them. */
export function valuesOf(batch: Batch, column: number): ColumnValues {
  return batch.values?.(column) ?? { kind: "floats", ...batch.numbers(column) };
}

/** A column of the output: one of the input, or a result, by its number. */
export type OutputColumn =
  | { readonly name: string; readonly input: number }
  | { readonly name: string; readonly result: number; readonly type: FloatType };

/** Reads a table, front to back, once. */
export interface TableReader extends Disposable {
  readonly columns: readonly ColumnSpec[];
  /** The next batch, or nothing at the end; of at most so many rows where the format has no batches. */
  read(rows?: number): Promise<Batch | undefined>;
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
  /** What messages call settings; those of the command line by default. */
  readonly names?: SettingNames;
}
