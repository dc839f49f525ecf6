import type { TypeRule } from "./column_types.ts";

/** What is done with a cell that is not a number. */
export type OnInvalid = "error" | "null" | "nan";

/** The choices of what is done with a cell that is not a number. */
export const ON_INVALID: readonly OnInvalid[] = ["error", "null", "nan"];

/** The settings of the CSV that is read or written. */
export interface CsvOptions {
  /** The character between cells; by default that of the format, a comma or a tab. */
  readonly delimiter?: string;
  /** Whether the first record has the names of the columns. */
  readonly header: boolean;
  /** The character before decimals. */
  readonly decimal: string;
  /** The text of a cell that is null, in addition to the empty one. */
  readonly nullValue: string;
  /** What is done with a cell that is not a number. */
  readonly onInvalid: OnInvalid;
  /** The types of columns that go to other formats, where they should not be inferred. */
  readonly types?: readonly TypeRule[];
}

/** The default settings. */
export const CSV_DEFAULTS: CsvOptions = {
  header: true,
  decimal: ".",
  nullValue: "",
  onInvalid: "error",
};

/** The maximum number of cells in a record, each of which takes memory. */
export const MAX_CELLS: number = 2 ** 20;

/** Bytes that have a meaning in CSV. */
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const QUOTE = 0x22;

/**
 * Characters that can be between cells: not a letter, digit, quote, point or minus, of which cells
 * consist.
 */
export const DELIMITERS: RegExp = /^[\t -!#-,/:-@[-`{-~]$/;
/** Characters that can be before decimals. */
export const DECIMALS: RegExp = /^[.,;:'_]$/;

/** Says whether a text can be the cell of a null. */
export function isNullValue(text: string, delimiter: string): boolean {
  return !/["\r\n]/.test(text) && !text.includes(delimiter);
}

/** Returns the byte between the cells of a format. */
export function delimiterOf(format: "csv" | "tsv", { delimiter = "," }: CsvOptions): number {
  return (format === "tsv" ? "\t" : delimiter).charCodeAt(0);
}

/** Counts the line ends in a text. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LINE_FEED) lines++;
  return lines;
}

/** Finds the line of a byte, from 1, and the characters before it in its line. */
export function placeOf(text: Uint8Array, at: number): { line: number; characters: number } {
  const before = text.subarray(0, at);
  const start = before.lastIndexOf(LINE_FEED) + 1;
  return {
    line: 1 + countLines(before),
    characters: [...new TextDecoder().decode(before.subarray(start))].length,
  };
}
