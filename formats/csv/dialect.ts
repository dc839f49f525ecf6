import type { TypeRule } from "./column_types.ts";

/** What is done with a cell that is not a number. */
export type OnInvalid = "error" | "null" | "nan";

/** What can be done with it. */
export const ON_INVALID: readonly OnInvalid[] = ["error", "null", "nan"];

/** What a user said of the CSV that is read or written. */
export interface CsvOptions {
  /** The character between cells; else that of the format, a comma or a tab. */
  readonly delimiter?: string;
  /** Whether the first record has the names of the columns. */
  readonly header: boolean;
  /** The character before decimals. */
  readonly decimal: string;
  /** The text that stands for none, beside the empty one. */
  readonly nullValue: string;
  /** What is done with a cell that is not a number. */
  readonly onInvalid: OnInvalid;
  /** What columns hold that go to other formats, where their first cells are not to tell. */
  readonly types?: readonly TypeRule[];
}

/** The usual ones. */
export const CSV_DEFAULTS: CsvOptions = {
  header: true,
  decimal: ".",
  nullValue: "",
  onInvalid: "error",
};

/** Cells that a record may have: each takes memory. */
export const MAX_CELLS: number = 2 ** 20;

/** Bytes that mean something in CSV. */
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const QUOTE = 0x22;

/** What can be between cells: no letter, digit, quote, point or minus, which cells are made of. */
export const DELIMITERS: RegExp = /^[\t -!#-,/:-@[-`{-~]$/;
/** What can be before decimals. */
export const DECIMALS: RegExp = /^[.,;:'_]$/;

/** Whether a text can be a cell that means none. */
export function isNullValue(text: string, delimiter: string): boolean {
  return !/["\r\n]/.test(text) && !text.includes(delimiter);
}

/** The byte between the cells of a format. */
export function delimiterOf(format: "csv" | "tsv", { delimiter = "," }: CsvOptions): number {
  return (format === "tsv" ? "\t" : delimiter).charCodeAt(0);
}

/** Counts the line ends in a text. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LINE_FEED) lines++;
  return lines;
}

/** The line of a byte, from 1, and the characters before it in its line. */
export function placeOf(text: Uint8Array, at: number): { line: number; characters: number } {
  const before = text.subarray(0, at);
  const start = before.lastIndexOf(LINE_FEED) + 1;
  return {
    line: 1 + countLines(before),
    characters: [...new TextDecoder().decode(before.subarray(start))].length,
  };
}
