import type { FloatArray, FloatType } from "../../kernels/float_types.ts";
import { type Exports, isGradient } from "../../kernels/exports.ts";
import type { Kernel } from "../../kernels/job.ts";
import { type Outcome, OUTCOMES, type Refused } from "../../kernels/outcome.ts";
import type { Program } from "../../kernels/program.ts";
import { CELL_NOTES, type CellNote, type CellNotes, mapNotes, mergeNotes } from "../cell_notes.ts";

import type { Syntax } from "./dialect.ts";

// The plan of a transformation of CSV: cells are found, numbers read, results computed and records
// written.

/**
 * The steps that write a record. Each has three numbers: what to do, the cell and the result, by
 * their places in the lists of the plan. A million columns have as many steps, which would be as
 * many objects.
 */
export type Steps = Uint32Array<ArrayBuffer>;

/** What a step does. `write.ts` of kernels/assembly/text/csv and json use the same numbers. */
export const STEPS = {
  /**
   * Copies the record up to a cell, and leaves the cell out. In JSON lines, members are in any
   * order: there it also writes the result in its place, if the object has the member.
   */
  skip: 1,
  /** Copies the rest of the record. */
  rest: 2,
  /** Writes the delimiter. */
  split: 3,
  /** Copies a cell. */
  cell: 4,
  /** Copies a cell, and quotes it if a new delimiter makes that necessary. */
  requote: 5,
  /** Writes a result. */
  number: 6,
  /** Writes the text of the plan. */
  text: 7,
  /**
   * Writes a part of the text of the plan, after a comma where a member needs one: instead of the
   * cell and the result, it has where the part begins and ends.
   */
  member: 8,
} as const;

/** How the kernels of WebAssembly know the types of floats. */
export const TYPE_NUMBERS = { float64: 0, float32: 1, float16: 2 } as const;

/** How the kernels of WebAssembly know what to do with a cell that is not a number. */
export const INVALID_NUMBERS = { error: 0, null: 1, nan: 2 } as const;

/** Marks a step without a cell or without a result. It also ends a list of cells. */
export const NO_PLACE = 0xffffffff;

/** A column to compute. */
export interface RecordResult {
  /** The kernel that computes it. It is missing for an output of the program of the plan. */
  readonly kernel?: Kernel;
  /**
   * The column to compute from, by its place among the numbers and the tests after them; the first
   * one of an expression.
   */
  readonly x: number;
  /** The other columns of an expression. They are missing if the expression has no column at all. */
  readonly others?: readonly number[];
  /** The column to multiply results by. */
  readonly upstream?: number;
  /** The output of the program that holds it, if it has no kernel. */
  readonly output?: number;
  /**
   * The output of the program that is 1 where there is a result; if omitted, there is one where all
   * columns have a number.
   */
  readonly presence?: number;
}

/** A program whose inputs are numbers of a record, given by their places. */
export interface RecordsProgram {
  readonly program: Program;
  readonly inputs: readonly number[];
}

/** A test of each cell of a column, which is 1 or 0. */
export interface RecordTest {
  /** The cell, by its place in `cells`. */
  readonly cell: number;
  /** The text that it is compared with; if omitted, it is tested for null. */
  readonly text?: Uint8Array;
  /** The number, by its place, that is tested for null in place of the cell. */
  readonly number?: number;
}

/** What columns of numbers are read from records, and computed from. */
export interface RecordNumbers {
  /** The cells that are read as numbers, by their places in `cells`. */
  readonly numbers: Uint32Array<ArrayBuffer>;
  /** The tests of cells. Their places come after those of the numbers. */
  readonly tests: readonly RecordTest[];
  readonly results: readonly RecordResult[];
  /** Computes the results that have no kernel. */
  readonly program?: RecordsProgram;
}

/** The cell of a number or a test: its place in the cells of a plan, or none if there is no such number. */
export function cellOf({ numbers, tests }: RecordNumbers, place: number): number {
  return numbers[place] ?? tests[place - numbers.length]?.cell ?? NO_PLACE;
}

/** The plan for each record. */
export interface RecordsPlan extends RecordNumbers {
  /** Cells that each record has. */
  readonly columns: number;
  /** The byte between cells in the input, and in the output. */
  readonly delimiter: number;
  readonly newDelimiter: number;
  /** The byte before decimals. */
  readonly decimal: number;
  /** The byte before decimals that are written. */
  readonly newDecimal: number;
  /** The significant digits of results, at most; 0 for as many as they need to read back. */
  readonly digits: number;
  /** The list of texts that mean null, besides the empty one (`encodeTexts`). */
  readonly nulls: Uint8Array;
  /** What is written for a null. */
  readonly none: Uint8Array;
  /** Whether the cells that are copied become `none` where they are null. */
  readonly replacesNulls: boolean;
  /** What a line begins with if it is a comment; empty if there are no comments. */
  readonly comment: Uint8Array;
  readonly syntax: Syntax;
  /**
   * For JSON lines, the list of the names of `cells`, and of those that results will have
   * (formats/jsonl/member_names.ts); missing for CSV.
   */
  readonly names?: Uint8Array;
  /** What a step writes that writes a text: the cell of the file that the records come from. */
  readonly text: Uint8Array;
  /** What to do with a cell that is not a number. */
  readonly onInvalid: "error" | "null" | "nan";
  /** Whether a pole, or a number outside the domain, is a problem. */
  readonly strict: boolean;
  /** The type to compute in and to write. */
  readonly type: FloatType;
  /**
   * The maximum number of bytes of text that are made at a time, unless a single record becomes
   * longer.
   */
  readonly textSize: number;
  /** The columns whose cells are looked at, in growing order. */
  readonly cells: Uint32Array<ArrayBuffer>;
  /** What decides which records are kept: its one result. All are kept if omitted. */
  readonly where?: RecordNumbers;
  /** The cells that rows are grouped by, by their places in `cells`; none where no rows are grouped. */
  readonly keys: Uint32Array<ArrayBuffer>;
  readonly steps: Steps;
}

/**
 * Whole records, and what to do with them. The caller gives up their buffer: the text may be
 * written into it.
 */
export interface RecordsQuestion {
  readonly plan: RecordsPlan;
  readonly bytes: Uint8Array;
  /** Bytes of all records that come before these. */
  readonly position: number;
  /**
   * Whether the bytes are the beginning of a record that is too long. Then the answer only says
   * what is wrong.
   */
  readonly overlong?: boolean;
  /** The results for the records before `end`, if they were computed elsewhere. */
  readonly given?: readonly FloatArray[];
  readonly end?: number;
}

/** Bytes of the input that a message may show, at most. */
export const MAX_SHOWN_BYTES = 200;

/** What is wrong with the record after those that were written. */
export interface Problem {
  /**
   * A record with too many or too few cells, an open quote, a cell that is not a number, a number
   * outside the domain, a record that is too long, with or without an open quote at its limit
   * (`longCell`, `overlong`), or one that would be written as a blank line. In
   * JSON lines also wrong syntax, a member that is there twice, one that has the name of a result,
   * and one that rows cannot be grouped by.
   */
  readonly kind:
    | "ragged"
    | "unclosed"
    | "invalid"
    | "outside"
    | "overlong"
    | "longCell"
    | "unwritable"
    | "syntax"
    | "duplicate"
    | "taken"
    | "key";
  /** Lines before the problem. */
  readonly lines: number;
  /** Characters before the problem in its line. */
  readonly characters: number;
  /** How many cells the record has, if the number is wrong; what JSON has to go on with. */
  readonly found: number;
  /**
   * The number or key of the plan that is wrong, and after the numbers one of `where`; or the result
   * that is outside the domain.
   */
  readonly which: number;
  /** The text of the cell, or the beginning of the record: at most {@linkcode MAX_SHOWN_BYTES}. */
  readonly text: string;
  /** The result that is refused, its inputs, and why. */
  readonly refused?: {
    readonly y: number;
    readonly inputs: readonly number[];
    readonly outcome: Refused;
  };
}

/** Writes the kinds that the cells which `csv_read` has just read may have to an address. */
export function suspectedNotes(
  { csv_replaced, csv_has_large }: Exports,
  values: number,
  count: number,
): CellNote[] {
  // WebAssembly returns 0 or 1.
  const is = { invalid: csv_replaced.value > 0, rounded: Boolean(csv_has_large(values, count)) };
  return CELL_NOTES.filter((note) => is[note]);
}

/** A cell to report, after so many lines of the records before. */
export interface NotedCell {
  readonly problem: Problem;
  readonly lines: number;
}

/** Adds the first cells of more records, after so many lines. Those that are known already stay. */
export function addFirsts(
  noted: CellNotes<NotedCell>,
  firsts: CellNotes<Problem> | undefined,
  lines: number,
): CellNotes<NotedCell> {
  return mergeNotes(noted, mapNotes(firsts ?? {}, (problem) => ({ problem, lines })));
}

/** The numbers of a result, and a byte for each that is 1 where there is one. */
export interface ResultNumbers {
  readonly values: Float64Array;
  readonly valid: Uint8Array;
}

/** Records that are added up, in memory that is used again. */
export interface TakenRecords {
  readonly count: number;
  readonly results: readonly ResultNumbers[];
  /** The keys one after another, as kernels/assembly/groups/keys.ts writes them. */
  readonly keys: Uint8Array;
  /** Where each key begins, and finally where the last one ends. That of a blank line or comment is empty. */
  readonly starts: Uint32Array;
}

/** The result of transforming records. */
export interface RecordsAnswer {
  /** The text to write. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** Line ends that were read. */
  readonly lines: number;
  /** What was counted, by the places of `countPlaces`. */
  readonly counts: readonly number[];
  /** The first cell of each kind to report. */
  readonly firsts?: CellNotes<Problem>;
  readonly problem?: Problem;
  /** The records that are left, if the text would have become too long. */
  readonly rest?: Uint8Array;
}

/** The indexes of a plan's counts. The counts of several threads are added up, index by index. */
export interface CountPlaces {
  /** From here, for each number of the plan, how many are missing. The outcomes of results come before. */
  readonly nulls: number;
  /** From here, for each number, how many cells were not numbers, and were read as null or NaN. */
  readonly invalid: number;
  /** From here, for each number, how many integers were rounded. */
  readonly rounded: number;
  /** How many records there are that are kept. */
  readonly rows: number;
  /** How many records are not kept, and for how many of all that could not be decided. */
  readonly dropped: number;
  readonly undecided: number;
  /** From here the same counts of cells for each number of `where`. */
  readonly whereInvalid: number;
  readonly whereRounded: number;
  /** How many counts there are. */
  readonly length: number;
}

/** Finds the indexes of the counts. The first are the outcomes of each result. */
export function countPlaces(
  { results, numbers, where }: Pick<RecordsPlan, "results" | "numbers" | "where">,
): CountPlaces {
  const nulls = results.length * OUTCOMES.length;
  const invalid = nulls + numbers.length;
  const rounded = invalid + numbers.length;
  const rows = rounded + numbers.length;
  const dropped = rows + 1;
  const undecided = dropped + 1;
  const whereInvalid = undecided + 1;
  const asked = where?.numbers.length ?? 0;
  const whereRounded = whereInvalid + asked;
  const length = whereRounded + asked;
  return { nulls, invalid, rounded, rows, dropped, undecided, whereInvalid, whereRounded, length };
}

/** The place of the count of an outcome of a result. */
export function outcomePlace(result: number, outcome: Outcome): number {
  return result * OUTCOMES.length + OUTCOMES.indexOf(outcome);
}

/** Takes the outcomes of each result from what was counted. */
export function outcomesOf(
  counts: readonly number[],
  { results }: Pick<RecordsPlan, "results">,
): Record<Outcome, number>[] {
  const list = (result: number) =>
    OUTCOMES.map((outcome) => [outcome, counts[outcomePlace(result, outcome)]]);
  return results.map((_, i) => Object.fromEntries(list(i)));
}

/**
 * Finds the results that are computed in one pass with the next result, which is the gradient of
 * the same numbers. A float32 gradient with an upstream is computed in float64 and its value in
 * float32, so that each takes a pass of its own.
 */
export function findBoth({ results, type }: RecordsPlan): boolean[] {
  let isTaken = false;
  return results.map(({ kernel, x, upstream }, i) => {
    const next = results[i + 1];
    isTaken = !isTaken && kernel !== undefined && next?.kernel !== undefined && next.x === x &&
      upstream === undefined && (type !== "float32" || next.upstream === undefined) &&
      isGradient(next.kernel, kernel);
    return isTaken;
  });
}

/** Whether a result depends on no number of the records: it is never missing or outside a domain. */
export function isConstant({ kernel, others }: RecordResult): boolean {
  return kernel === undefined && others === undefined;
}
