import type { CellNotes, NotedCells } from "./cell_notes.ts";
import type { ByteSource } from "../io/byte_source.ts";
import type { RandomAccessFile } from "../io/random_access_file.ts";
import { Float16Array, type FloatArray, type FloatType } from "../kernels/float_types.ts";
import type { NpyHeader } from "./npy/header.ts";
import type { OptionLabels } from "./option_labels.ts";

// Formats and pipeline share this model: a table has columns, and is read and written in batches of
// rows.

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

/** Types that can be computed: numbers, or text that is read as numbers. */
export type ComputableType = NumberType | "decimal";

/** The maximum number of columns of a table. Each column that an input announces takes some kB. */
export const MAX_COLUMNS: number = 2 ** 18;

/** A column of a table. */
export interface ColumnSpec {
  /** The name of the column. */
  readonly name: string;
  /** The name of its type in messages: `float64`, `utf8`, `list<int32>`. */
  readonly typeName: string;
  /** The type of its numbers; missing if the column has no numbers and is only passed on. */
  readonly type?: ComputableType;
  /** The type of its numbers if a user asks for them by name: booleans are 0 and 1 then. */
  readonly asked?: ComputableType;
  /** The type of numbers that only the author of an extension type knows to compute with. */
  readonly stored?: NumberType;
  /** The kind of its values; if omitted, floats for a column of numbers, otherwise nothing. */
  readonly values?: ColumnValues["kind"];
}

/** Numbers of a column: floats in their own type, integers as float64. */
export interface Numbers {
  /** One number per row, arbitrary where the row is null. */
  readonly values: FloatArray;
  /** One bit for each row, the first in the lowest bit; 0 is null. If missing, no row is null. */
  readonly valid?: Uint8Array;
  /** Whether they were 64-bit integers that a float64 may have rounded. The default is `false`. */
  readonly isWide?: boolean;
}

/** Floats of a column. */
export interface Floats extends Numbers {
  /** Distinguishes these values from others. */
  readonly kind: "floats";
}

/** Integers of a column, without loss. */
export interface Integers {
  /** Distinguishes these values from others. */
  readonly kind: "integers";
  /** One number per row, arbitrary where the row is null. */
  readonly values: IntegerArray;
  /** One bit for each row, as in `Numbers`. */
  readonly valid?: Uint8Array;
}

/** Arrays of integers. */
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
  /** Distinguishes these values from others. */
  readonly kind: "texts";
  /** Where each text begins in the bytes, and finally where the last one ends. */
  readonly offsets: Int32Array;
  /** The texts one after another, in UTF-8. */
  readonly bytes: Uint8Array;
  /** One bit for each row, as in `Numbers`. */
  readonly valid?: Uint8Array;
  /** Whether the texts are decimal numbers. Their point may be written as another character. */
  readonly decimal?: boolean;
}

/**
 * Values of a column that are stored as entries of a dictionary: as texts, or numbers as the bytes that
 * keys have of them, in which every NaN is the same.
 */
export interface Entries {
  /** Distinguishes these values from others. */
  readonly kind: "entries";
  /** The entry of each row; -1 where the row is null. */
  readonly places: Int32Array;
  /** The texts of all entries. Several may be equal. */
  readonly texts: Texts;
  /** Bytes of the longest text. */
  readonly longest: number;
  /** The number of the dictionary in this process: it is another one when its entries change. */
  readonly dictionary: number;
}

/** Numbers of a column that are stored as entries of a dictionary. */
export interface NumberEntries {
  /** The entry of each row; -1 where the row is null. */
  readonly places: Int32Array;
  /** The numbers of all entries: floats in their own type, integers as float64. They must not be changed. */
  readonly values: FloatArray;
}

/** Values of a column, without loss. */
export type ColumnValues = Floats | Integers | Texts;

/** Some rows of a table, as a program gives them to a writer. */
export interface GivenBatch {
  /** The number of rows. */
  readonly rows: number;
  /**
   * Returns the numbers of a column. The caller owns the array, and may keep it or compute in place.
   * The numbers may have any type; `type` is the one to which text is rounded. With `mayShare` they
   * may lie in the memory of the batch, and must not be changed.
   */
  numbers(column: number, type?: FloatType, mayShare?: boolean): Numbers;
  /**
   * Returns the values of a column without loss: exact integers, or texts. They may lie in the
   * memory of the batch and must not be changed.
   */
  values?(column: number): ColumnValues;
  /** The approximate memory of the batch in bytes. The default is 0. */
  readonly bytes?: number;
  /** Describes the place of a value for messages. By default, messages name its row. */
  locate?(column: number, row: number): string;
  /** Frees the memory of the batch, which must not be used afterwards. Calling this is optional. */
  release?(): void;
}

/** Some rows of a table, as readers give them. */
export interface Batch extends GivenBatch {
  /**
   * Returns the values of a column as entries of a dictionary, if that is how they are stored, and
   * the dictionary is not much longer than the batch. They must not be changed.
   */
  entries?(column: number): Entries | undefined;
  /** Returns the numbers of a column as entries of a dictionary, if that is how they are stored. */
  numberEntries?(column: number): NumberEntries | undefined;
  /**
   * Returns some of the rows as a batch, beginning with the given row: at least one row, and as
   * many as the limits allow. It shares the memory of this batch. Small batches need no slices and
   * lack this method.
   */
  slice?(first: number, limits: SliceLimits): Batch;
  /**
   * Returns the rows with the given ascending numbers as a new batch. Batches
   * without this method are asked for all rows (`keepRows`).
   */
  keep?(rows: Uint32Array): Batch;
  /**
   * Compares the text of each cell of a column with another, 1 where they are the same and 0 where
   * not; without a text, tests for null. Only formats in which every cell is a text have
   * this method.
   */
  test?(column: number, text: string | undefined): Numbers;
  /** Returns the bits of the rows of a column that are not null, whatever it holds, as in `Numbers`. */
  valid?(column: number): Uint8Array | undefined;
  /** The batch as its reader gave it, to which columns were added after the others; itself if omitted. */
  readonly given?: Batch;
  /** Whether its rows take no bytes of the input: there are no columns, or only nulls without type. */
  readonly isHollow?: boolean;
}

/** Limits of a slice of a batch. */
export interface SliceLimits {
  /** The maximum number of rows. */
  readonly rows: number;
  /**
   * The maximum number of bytes in the texts of the given columns; there is no limit if omitted.
   */
  readonly texts?: { readonly bytes: number; readonly columns: readonly number[] };
}

/** The error for an invalid value. */
export class CellError extends SyntaxError {
  /**
   * The row of the value in the batch. Of several invalid values the first one is reported, in
   * whatever order columns are read.
   */
  readonly row: number;

  constructor(message: string, row: number) {
    super(message);
    this.row = row;
  }
}

/** Returns the values of a column in the form that its batch has. */
export function valuesOf(batch: Batch, column: number): ColumnValues {
  return batch.values?.(column) ?? { kind: "floats", ...batch.numbers(column) };
}

/** A column of the output: a column of the input or a result, given by its index. */
export type OutputColumn =
  | { readonly name: string; readonly input: number }
  | { readonly name: string; readonly result: number; readonly type: FloatType };

// A piece is read like a complete table: the reader opens the file at its beginning, where all
// that concerns the complete table is decided, and is then narrowed to the piece.

/**
 * The bytes of a file that a piece should have. A format is cut at the nearest place that it
 * allows.
 */
export interface Piece {
  readonly file: RandomAccessFile;
  /** The places in the file where the piece begins and ends, from 0 to the size of the file. */
  readonly from: number;
  readonly to: number;
  /**
   * Whether batches are written as they are read: then a piece begins and ends where a batch of the
   * whole does.
   */
  readonly keepsBatches: boolean;
  /** Makes a source of the bytes between two places of the file. */
  open(start: number, end: number): ByteSource;
  /** Opens the file once more, for what is asked after it was closed. */
  reopen(): RandomAccessFile;
}

/** A part of a list: the rows of an array, or the bytes of a file. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What a reader was narrowed to. */
export interface Narrowed {
  /** The bytes of the file that the rows lie in, about. */
  readonly bytes: Range;
  /** The rows of the file that come before; missing where they would have to be counted. */
  readonly rowsBefore?: number;
}

/** Reads a table once, from beginning to end. */
export interface TableReader extends Disposable {
  readonly columns: readonly ColumnSpec[];
  /**
   * Returns the next batch, or `undefined` at the end. If the format has no batches of its own,
   * `rows` limits its length.
   */
  read(rows?: number): Promise<Batch | undefined>;
  /**
   * Sets the columns that will be asked for, before anything is read. Others need not be read, and
   * their values must not be asked for. Formats that read whole rows lack this method.
   */
  want?(columns: readonly number[]): void;
  /**
   * What to report about the cells whose values were asked for so far. Batches that are on their way add
   * to it after the reader has come to its end.
   */
  readonly noted?: () => CellNotes<NotedCells>;
  /** A note for the user about how the input was interpreted, if there is one. */
  readonly note?: string;
  /** What may be wrong with the input if a column is not found. */
  readonly hint?: string;
  /**
   * Sets the columns that results are computed from, before the first batch is read. Where their types
   * were only inferred, they become float64.
   */
  computeFrom?(inputs: readonly number[]): void;
}

/** Reads a table of a file, or a piece of it. */
export interface FileTableReader extends TableReader {
  /** The array that the table is, and how many rows it has; missing if it is none. */
  readonly array?: { readonly header: NpyHeader; readonly rows: number };
  /**
   * Leaves only the rows of a piece, and is called before anything is read. `rows` is what `read`
   * will be called with.
   */
  narrow(piece: Piece, rows?: number): Promise<Narrowed>;
}

/** Writes a table from beginning to end. */
export interface TableWriter {
  /**
   * Whether columns of the input are written without their values, which then need not be read;
   * false if omitted.
   */
  readonly passesUnread?: boolean;
  /**
   * Writes a batch of the reader for which the writer was opened. The results are in the order of
   * their indexes.
   */
  write(batch: Batch, results: readonly Numbers[]): Promise<void>;
  /** Writes the end of the table. */
  close(): Promise<void>;
}

/** Options of a writer. */
export interface WriterOptions {
  /**
   * The reader of the batches. If it has the same format, the writer passes on what it does not
   * know.
   */
  readonly reader: TableReader;
  /** The columns to write. */
  readonly outputs: readonly OutputColumn[];
  /** Whether batches of other readers follow, which may have nulls where this one has none. */
  readonly several?: boolean;
  /** What messages call settings; those of the command line by default. */
  readonly names?: OptionLabels;
  /** Whether rows of the reader's table are omitted; false if omitted. */
  readonly isKept?: boolean;
  /** Whether rows come before the first one, which messages then do not count. */
  readonly isPiece?: boolean;
}

/** The number of bytes of an element of each type. */
export const FLOAT_SIZES: Readonly<Record<FloatType, 2 | 4 | 8>> = {
  float16: 2,
  float32: 4,
  float64: 8,
};

const ARRAYS = { 2: Float16Array, 4: Float32Array, 8: Float64Array };

/**
 * Converts floats to a type. Returns the same array if it has that type, otherwise a new one,
 * rounded once.
 */
export function convertFloats(floats: FloatArray, type: FloatType): FloatArray {
  const size = FLOAT_SIZES[type];
  return floats.BYTES_PER_ELEMENT === size ? floats : new ARRAYS[size](floats);
}
