import type { Format } from "./registry.ts";

/** The names of settings in messages. The command line and programs use different names. */
export interface OptionLabels {
  /** Returns the name of the setting for the input format, or how to set it to a given format. */
  from(format?: Format): string;
  /** Returns how to set the output format. */
  to(format: Format): string;
  /** Returns the name of the setting for the delimiter, or how to set it to a given character. */
  delimiter(character?: string): string;
  /** How to accept cells that are not numbers, as null or NaN. */
  readonly nullOrNan: string;
  readonly null: string;
  /** Returns how to skip lines before the header. */
  skip(lines: number): string;
  /** Returns how to declare that a text means null. */
  nullValue(text: string): string;
  /** Returns how to set the decimal point, and the separator of thousands. */
  decimal(character: string): string;
  thousands(character: string): string;
  /** How to read several files as one table. */
  readonly several: string;
  /** How to declare that there is no header. */
  readonly noHeader: string;
  /** How to declare that quotes have no meaning. */
  readonly noQuotes: string;
  /** How to set the text that is written for a null. */
  readonly toNull: string;
  /**
   * Returns the name of the setting for the types of columns, or how to declare that a column holds
   * a type.
   */
  types(column?: string, type?: string): string;
  /** Returns advice on columns that cannot be written. */
  leaveOut(columns: readonly string[]): string;
}

/** A name as a selection takes it: in quotes where it could be taken for something else. */
export function selector(column: string): string {
  const isPlain = /^[\w.]+$/.test(column) && !/^\d+$/.test(column);
  return isPlain ? column : `"${column.replaceAll('"', '""')}"`;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The names of settings on the command line. */
export const COMMAND_LINE: OptionLabels = {
  from: (format) => format === undefined ? "--from" : `--from ${format}`,
  to: (format) => `--to ${format}`,
  delimiter(character?: string): string {
    if (character === undefined) return "-d";
    return `-d '${character === "\t" ? "\\t" : character}'`;
  },
  nullOrNan: "--on-invalid null or nan",
  null: "--on-invalid null",
  skip: (lines) => `--skip ${lines}`,
  nullValue(text: string): string {
    if (!/^[^'\s\p{Cc}\ufffd][^'\p{Cc}\ufffd]{0,19}$/u.test(text)) return "--null-value TEXT";
    return `--null-value ${/^[\w./+-]+$/.test(text) ? text : `'${text}'`}`;
  },
  decimal: (character) => `--decimal ${character}`,
  thousands: (character) =>
    `--thousands ${/^[,.]$/.test(character) ? character : `"${character}"`}`,
  several: "name the files instead, and specol reads them as one table",
  noHeader: "--no-header",
  noQuotes: "--quote none",
  toNull: "--to-null TEXT",
  types: (column, type) =>
    column === undefined ? "--types" : `--types ${quoteForShell(`${column}=${type}`)}`,
  leaveOut: (columns) =>
    `leave ${columns.length === 1 ? "it" : "them"} out with specol convert -c ${
      quoteForShell(columns.map((name) => `!${selector(name)}`).join(","))
    }, or ` +
    `write only the results with --only`,
};

/** The names of settings of `readTable` and `writeTable`. */
export const MODULE: OptionLabels = {
  from: (format) => format === undefined ? "option format" : `format: "${format}"`,
  to: (format) => `format: "${format}"`,
  delimiter: (character) =>
    character === undefined ? "csv.delimiter" : `csv.delimiter: ${JSON.stringify(character)}`,
  nullOrNan: 'csv.onInvalid: "null" or "nan"',
  null: 'csv.onInvalid: "null"',
  skip: (lines) => `csv.skip: ${lines}`,
  nullValue: (text) => `csv.nullValues: [${JSON.stringify(text.slice(0, 20))}]`,
  decimal: (character) => `csv.decimal: "${character}"`,
  thousands: (character) => `csv.thousands: "${character}"`,
  several: "read each file on its own",
  noHeader: "csv.header: false",
  noQuotes: 'csv.quote: "none"',
  toNull: "csv.toNull",
  types: (column, type) =>
    column === undefined ? "csv.types" : `csv.types: [[${JSON.stringify(column)}, "${type}"]]`,
  leaveOut: () => "name the other columns in option columns",
};
