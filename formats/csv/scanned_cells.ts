import type { CellNotes } from "../table.ts";

// What is known of cells of CSV when they are found, and when they are read.

/** The places of the cells of some records. */
export interface ScannedCells {
  readonly rows: number;
  /** Where each cell begins and ends, column by column. */
  readonly cells: Uint32Array;
  /** Bytes that were scanned: all whole records, or as many as are found at a time. */
  readonly length: number;
  /** Lines that were scanned. */
  readonly lines: number;
  /** Why scanning stopped, and at which byte (see `Problem`). */
  readonly problem?: {
    readonly kind: "ragged" | "unclosed" | "overlong";
    readonly at: number;
    readonly found: number;
  };
}

/** Values that were read, or the first row that could not be read. */
export type Read<T> =
  | {
    readonly values: T;
    readonly valid?: Uint8Array<ArrayBuffer>;
    /** How many cells are to be told of, and the row of the first. */
    readonly noted?: CellNotes<{ readonly count: number; readonly row: number }>;
  }
  | { readonly failed: number };
