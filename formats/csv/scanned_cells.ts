import type { Exports } from "../../kernels/exports.ts";
import type { CellNotes } from "../cell_notes.ts";

import type { Range } from "./split_records.ts";
import { suspectedNotes } from "./transform_plan.ts";

// What is known of cells of CSV when they are found, and when they are read.

/** The places of the cells of some records. */
export interface ScannedCells {
  readonly rows: number;
  /** Where each cell begins and ends, column by column. */
  readonly cells: Uint32Array;
  /** Bytes that were scanned: all complete records, or as many as are found at a time. */
  readonly length: number;
  /** Lines that were scanned. */
  readonly lines: number;
  /** Why scanning stopped, and at which byte (see `Problem`). */
  readonly problem?: {
    readonly kind:
      | "ragged"
      | "unclosed"
      | "overlong"
      | "longCell"
      | "syntax"
      | "duplicate"
      | "taken";
    readonly at: number;
    readonly found: number;
  };
  /** Where the first name is written that is no column's, in the string of a member. */
  readonly unknown?: { readonly start: number; readonly end: number };
}

/** Values that were read, or the first row that could not be read. */
export type Read<T> =
  | {
    readonly values: T;
    readonly valid?: Uint8Array<ArrayBuffer>;
    /** How many cells must be reported, and the row of the first. */
    readonly noted?: CellNotes<{ readonly count: number; readonly row: number }>;
  }
  | { readonly failed: number };

/** Finds what to report about the cells that were just read. */
export function findNotes(
  exports: Exports,
  { cells, values, count, decimal, nulls }: {
    /** The addresses of the cells, and of the numbers that were read from them. */
    cells: number;
    values: number;
    count: number;
    decimal: number;
    nulls: Range;
  },
): CellNotes<{ count: number; row: number }> {
  return Object.fromEntries(
    suspectedNotes(exports, values, count).flatMap((note) => {
      const found = exports.csv_count(note === "rounded", cells, count, decimal, ...nulls);
      return found === 0 ? [] : [[note, { count: found, row: exports.csv_first_counted.value }]];
    }),
  );
}
