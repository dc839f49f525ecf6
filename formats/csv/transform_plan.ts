import type { FloatArray, FloatType } from "../../kernels/float_types.ts";
import type { Kernel } from "../../kernels/job.ts";

// What is done with records of CSV: cells are found, numbers are read, results computed, records written.

/**
 * How a record is written, step by step: three numbers each, what to do, and of which cell and which result, by
 * their place in the plan's lists. A million columns have as many steps, which would be as many objects.
 */
export type Steps = Uint32Array<ArrayBuffer>;

/** What a step does; kernels/assembly/text/csv_write.ts knows them by the same numbers. */
export const STEPS = {
  /** Copies the record up to a cell, which is left out. */
  skip: 1,
  /** Copies what is left of it. */
  rest: 2,
  /** Writes the delimiter. */
  split: 3,
  /** Copies a cell. */
  cell: 4,
  /** Copies a cell, and quotes it where a new delimiter makes that necessary. */
  requote: 5,
  /** Writes a result; where there is none, the cell if one is given. */
  number: 6,
} as const;

/** Stands for no cell and no result in a step. */
export const NO_PLACE = 0xffffffff;

/** A column to compute. */
export interface RecordResult {
  readonly kernel: Kernel;
  /** What it is computed from, by its place among the numbers. */
  readonly x: number;
  /** What it is multiplied by. */
  readonly upstream?: number;
}

/** What to do with each record. */
export interface RecordsPlan {
  /** Cells that each record has. */
  readonly columns: number;
  /** The byte between cells that is read, and the one that is written. */
  readonly delimiter: number;
  readonly newDelimiter: number;
  /** The byte before decimals. */
  readonly decimal: number;
  /** The byte before decimals that are written. */
  readonly newDecimal: number;
  /** The list of texts that mean null, beside the empty one (`encodeNulls`). */
  readonly nulls: Uint8Array;
  /** What is written for a null. */
  readonly none: Uint8Array;
  /** What a line begins with if it is a comment; empty if there are no comments. */
  readonly comment: Uint8Array;
  /** What is done with a cell that is not a number. */
  readonly onInvalid: "error" | "null" | "nan";
  /** Whether a value outside of a domain is a problem. */
  readonly strict: boolean;
  /** The type to compute in and to write. */
  readonly type: FloatType;
  /** Bytes of text that are made at a time, at most, unless a record becomes longer. */
  readonly textSize: number;
  /** The columns whose cells are looked at, in growing order. */
  readonly cells: Uint32Array<ArrayBuffer>;
  /** Which of these cells are read as numbers. */
  readonly numbers: Uint32Array<ArrayBuffer>;
  readonly results: readonly RecordResult[];
  readonly steps: Steps;
}

/** Whole records, and what to do with them. Their buffer is given up: the text may be written into it. */
export interface RecordsQuestion {
  readonly plan: RecordsPlan;
  readonly bytes: Uint8Array;
  /** Whether they are the beginning of a record that is too long: then it is only told what is wrong. */
  readonly overlong?: boolean;
  /** Whether only the numbers are wanted, one array for each of the plan: to compute elsewhere. */
  readonly numbersOnly?: boolean;
  /** The results for each record, where they were computed elsewhere: for those before this byte. */
  readonly given?: readonly FloatArray[];
  readonly end?: number;
}

/** Why records after those that were written are not. */
export interface Problem {
  /**
   * A record with too many or too few cells, an open quote, a cell that is no number, a value outside a
   * domain, a record that is too long.
   */
  readonly kind: "ragged" | "unclosed" | "invalid" | "outside" | "overlong";
  /** Lines before it. */
  readonly lines: number;
  /** Characters before it in its line. */
  readonly characters: number;
  /** How many cells the record has, where there should be another number of them. */
  readonly found: number;
  /** Which of the plan's numbers it is, or which result is outside. */
  readonly which: number;
  /** The text of the cell, or how the record begins. */
  readonly text: string;
}

/** What was made of records. */
export interface RecordsAnswer {
  /** The text to write. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** Line ends that were read. */
  readonly lines: number;
  /** What was counted, by the places of `countPlaces`. */
  readonly counts: readonly number[];
  /** The first cell that is not a number, if it was read as null or NaN. */
  readonly replaced?: Problem;
  readonly problem?: Problem;
  /** Records that were left, where the text would have become too long. */
  readonly rest?: Uint8Array<ArrayBuffer>;
}

/** Where counts of a plan stand among its counts. Those of several threads are added up, place by place. */
export interface CountPlaces {
  /** From here, for each number of the plan, how many are missing. The results that are outside come before. */
  readonly nulls: number;
  /** From here, for each number, how many cells were not numbers, and were read as null or NaN. */
  readonly invalid: number;
  /** How many records there are. */
  readonly rows: number;
  /** How many counts there are. */
  readonly length: number;
}

/** Finds the places of what is counted. The first are the results that are outside the domain, one for each. */
export function countPlaces(
  { results, numbers }: Pick<RecordsPlan, "results" | "numbers">,
): CountPlaces {
  const nulls = results.length;
  const invalid = nulls + numbers.length;
  const rows = invalid + numbers.length;
  return { nulls, invalid, rows, length: rows + 1 };
}
