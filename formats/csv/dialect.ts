import type { Format } from "../registry.ts";
import type { TypeRule } from "./column_types.ts";

/** What to do with a cell that is not a number. */
export type OnInvalid = "error" | "null" | "nan";

/** What can be done with a cell that is not a number. */
export const ON_INVALID: readonly OnInvalid[] = ["error", "null", "nan"];

/** Whether cells may be in quotes. With `none`, a quote is a byte like any other. */
export type QuoteStyle = "double" | "none";

/** The choices of quotes. */
export const QUOTE_STYLES: readonly QuoteStyle[] = ["double", "none"];

/** The dialect of CSV. */
export interface CsvOptions {
  /** The delimiter. The default is that of the format: a comma or a tab. */
  readonly delimiter?: string;
  /** Whether the first record is a header with column names. */
  readonly header: boolean;
  /** The decimal point of numbers. */
  readonly decimal: string;
  /** Whether cells may be in quotes. */
  readonly quote: QuoteStyle;
  /** The thousands separator of numbers that are read; empty for none. */
  readonly thousands: string;
  /** Texts of cells that mean null, besides empty cells. Spaces around a text are ignored. */
  readonly nullValues: readonly string[];
  /** The text that is written for a null. The default is an empty cell. */
  readonly toNull?: string;
  /**
   * The maximum number of significant digits of written floats. By default, as many as they need to
   * read back exactly.
   */
  readonly digits?: number;
  /** The delimiter of the output. The default is that of the input. */
  readonly toDelimiter?: string;
  /** The decimal point of the output. The default is that of the input. */
  readonly toDecimal?: string;
  /** The number of lines before the header that are skipped. */
  readonly skip: number;
  /** The prefix of comment lines; empty if there are none. */
  readonly comment: string;
  /** What to do with a cell that is not a number. */
  readonly onInvalid: OnInvalid;
  /** The types of columns in other formats, instead of inferred ones. */
  readonly types?: readonly TypeRule[];
}

/** The default settings. */
export const CSV_DEFAULTS: CsvOptions = {
  header: true,
  decimal: ".",
  quote: "double",
  thousands: "",
  nullValues: [],
  skip: 0,
  comment: "",
  onInvalid: "error",
};

/** The digits that a float may be rounded to: from 17 on every float64 reads back. */
export const DIGITS = { least: 1, most: 17 } as const;

/** The maximum number of cells in a record, each of which takes memory. */
export const MAX_CELLS: number = 2 ** 20;

/** Bytes that have a meaning in CSV. */
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const QUOTE = 0x22;

/**
 * Characters that can be between cells: not a letter, digit, quote, point or minus, because cells
 * consist.
 */
export const DELIMITERS: RegExp = /^[\t -!#-,/:-@[-`{-~]$/;
/** Characters that can be before decimals. */
export const DECIMALS: RegExp = /^[.,;:'_]$/;

/** Explains why a character cannot be between thousands; nothing if it can be. */
export function thousandsProblem(
  { thousands, decimal, delimiter, quote }: Pick<
    CsvOptions,
    "thousands" | "decimal" | "delimiter" | "quote"
  >,
): string | undefined {
  if (thousands === "") return undefined;
  // Not a letter, digit, sign, quote or line end. The runtime takes 0.5 ms to make this pattern, also
  // where nothing is between thousands: so it is here.
  if (!/^[^\p{L}\p{N}\p{C}+\-"\ufffd]$/u.test(thousands)) {
    return "must be one character that is not a letter, digit, sign or quote";
  }
  if (thousands === decimal) return "is also the decimal point";
  if (thousands === delimiter && quote === "none") {
    return "is also the delimiter, and quoting is off";
  }
  return undefined;
}

/** Returns whether a text can be the cell of a null. */
export function isNullValue(text: string, delimiter: string): boolean {
  return !/["\r\n]/.test(text) && !text.includes(delimiter);
}

/** Lines that can be skipped: they are kept, to be passed on. */
export const MAX_SKIP: number = 2 ** 20;

/** Whether a text can be the beginning of a comment; the empty one means that there are no comments. */
export function isComment(text: string): boolean {
  return !/["\r\n]/.test(text) && text.length <= 64;
}

/** The byte between the cells of a format. */
export function delimiterOf(format: Format, { delimiter = "," }: CsvOptions): number {
  return (format === "tsv" ? "\t" : delimiter).charCodeAt(0);
}

/** The byte between cells that are written in a format. */
export function newDelimiterOf(format: Format, csv: CsvOptions): number {
  return csv.toDelimiter?.charCodeAt(0) ?? delimiterOf(format, csv);
}

/**
 * Whether cells that are written may be in quotes. Without quotes, cells pass as they are; another
 * delimiter may be in them, and then they get quotes.
 */
export function newQuoteOf(
  { quote }: CsvOptions,
  { delimiter, newDelimiter }: { delimiter: number; newDelimiter: number },
): QuoteStyle {
  return delimiter === newDelimiter ? quote : "double";
}

/** The byte before decimals that are written. */
export function newDecimalOf({ decimal, toDecimal = decimal }: CsvOptions): number {
  return toDecimal.charCodeAt(0);
}

/** How the kernels of WebAssembly know a dialect, besides its delimiter and its comments. */
export interface Syntax {
  /** The byte that opens and closes a cell in quotes; NO_QUOTE if quotes have no meaning. */
  readonly quote: number;
  /** The character between thousands, its UTF-8 bytes from the lowest on; 0 if there is none. */
  readonly thousands: number;
}

/** The quote of a dialect without quotes, as in kernels/assembly/text/csv/bytes.ts. */
const NO_QUOTE = -1;

/** Turns settings into what the kernels need. */
export function syntaxOf({ quote, thousands }: Pick<CsvOptions, "quote" | "thousands">): Syntax {
  const bytes = new TextEncoder().encode(thousands);
  return {
    quote: quote === "none" ? NO_QUOTE : QUOTE,
    thousands: bytes.reduceRight((sum, byte) => sum * 256 + byte, 0),
  };
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

/** Bytes from which the length of records is estimated. */
const RECORDS_SAMPLE = 2 ** 12;

/**
 * Returns the average length of the first records, if there are some. Line ends in quotes count,
 * too.
 */
export function averageRecord(bytes: Uint8Array): number | undefined {
  if (bytes.length === 0) return undefined;
  // The sample has at least one record.
  const sample = bytes.subarray(0, Math.max(RECORDS_SAMPLE, bytes.indexOf(LINE_FEED) + 1));
  let lines = 0;
  // A loop over bytes would run long enough for the runtime to optimise it, for this once.
  for (let at = 0; (at = sample.indexOf(LINE_FEED, at) + 1) > 0;) lines++;
  return sample.length / Math.max(1, lines);
}
