import type { Exports } from "../../kernels/exports.ts";
import type { Syntax } from "./dialect.ts";

/**
 * Bytes of a record, with its line end, at most. A longer one has an open quote, or the input is not
 * CSV. Without a limit, memory would grow with the input.
 */
export const MAX_RECORD_BYTES: number = 2 ** 25;

/**
 * The state of quotes where a line begins inside a quoted text: that it is inside, and that it is
 * not a comment (kernels/assembly/text/csv/cut.ts).
 */
export const QUOTED_LINE = 1 | 8;

/** Text in the memory of WebAssembly, which continues the text that was looked at before. */
export interface CutText {
  /** Addresses of the text. */
  readonly from: number;
  readonly to: number;
  /** Bytes of the first record that were looked at before. */
  readonly before: number;
  /** The state of quotes in front of the text, which is 0 where a record begins. */
  readonly quotes: number;
  /** The byte between cells. */
  readonly delimiter: number;
  /** Where the text lies that a comment begins with; an empty range if there are no comments. */
  readonly comment: Range;
  readonly syntax: Syntax;
}

/** A range of addresses. */
export type Range = readonly [start: number, end: number];

/** Sets the dialect. Each use of the memory sets it first, since others have used it. */
export function setDialect(
  { csv_comment, csv_comment_end, csv_quote, csv_thousands }: Exports,
  { comment, syntax }: Pick<CutText, "comment" | "syntax">,
): void {
  csv_comment.value = comment[0];
  csv_comment_end.value = comment[1];
  csv_quote.value = syntax.quote;
  csv_thousands.value = syntax.thousands;
}

/** Where records end in a text. */
export interface Cut {
  /** The address after the last complete record; 0 if no record ends in the text. */
  readonly end: number;
  /** The state of quotes after the text. */
  readonly quotes: number;
  /** Whether the first record is too long. */
  readonly isOverlong: boolean;
}

/**
 * Finds the end of the last complete record in a text, wherever quotes and line ends fall, or of the
 * last one before a record that is too long. That depends on the record alone, and not on where the
 * text begins and ends.
 */
export function splitRecords(
  exports: Exports,
  { from, to, before, quotes, delimiter, comment, syntax }: CutText,
): Cut {
  setDialect(exports, { comment, syntax });
  let end = 0;
  let state = quotes;
  let start = from;
  let limit = from + Math.max(0, MAX_RECORD_BYTES - before);
  for (;;) {
    exports.csv_state.value = state;
    const found = exports.csv_cut(start, Math.min(to, limit), delimiter);
    if (found > 0) end = found;
    state = exports.csv_state.value;
    if (to <= limit) return { end, quotes: state, isOverlong: false };
    if (found === 0) return { end, quotes: state, isOverlong: end === 0 };
    start = found;
    limit = found + MAX_RECORD_BYTES;
    state = 0;
  }
}
