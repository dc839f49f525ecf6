// What is known of cells of CSV, before and after they are read.

/** What cells are separated by, and what they mean. */
export interface CellReaderOptions {
  /** Cells in each record. */
  readonly columns: number;
  /** The bytes between cells and before decimals. */
  readonly delimiter: number;
  readonly decimal: number;
  /** The list of texts that mean null, beside the empty one (`encodeNulls`). */
  readonly nulls: Uint8Array;
  /** What a line begins with if it is a comment; empty if there are no comments. */
  readonly comment: Uint8Array;
}

/** Where the cells of some records are. */
export interface ScannedCells {
  readonly rows: number;
  /** Where each cell begins and ends: those of a column one after the other, and the columns too. */
  readonly cells: Uint32Array;
  /** Bytes that were scanned: all whole records, or as many as there may be at a time. */
  readonly length: number;
  /** Lines that were scanned. */
  readonly lines: number;
  /** Why scanning stopped there, and at which byte: see `Problem`. */
  readonly problem?: {
    readonly kind: "ragged" | "unclosed" | "overlong";
    readonly at: number;
    readonly found: number;
  };
}

/** Values that were read, or the first row that could not be. */
export type Read<T> =
  | {
    readonly values: T;
    readonly valid?: Uint8Array<ArrayBuffer>;
    /** How many cells were not numbers, and were read as null or NaN, and the row of the first. */
    readonly replaced?: { readonly count: number; readonly row: number };
  }
  | { readonly failed: number };

/** What a column of cells may hold; bits of kernels/assembly/text/csv_shape.ts and csv_columns.ts. */
export const KINDS = { blank: 1, whole: 2, long: 4, float: 8, text: 16 } as const;
