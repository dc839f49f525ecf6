import type { Format } from "./format.ts";

/** What messages call the settings of readers and writers: one name on the command line, another in programs. */
export interface SettingNames {
  /** What says the format of the input; with a value, how to say it. */
  from(format?: Format): string;
  /** How to say the format of the output. */
  to(format: Format): string;
  /** What says which character is between cells; with a value, how to say it. */
  delimiter(character?: string): string;
  /** Which values let cells pass that are not numbers. */
  readonly nullOrNan: string;
  readonly null: string;
  /** How to say that lines come before the header. */
  skip(lines: number): string;
  /** What says which text means null. */
  readonly nullValue: string;
  /** What says which text is written for a null. */
  readonly toNull: string;
  /** What says what columns hold; with a column and a type, how to say that it holds that. */
  types(column?: string, type?: string): string;
  /** What to do about columns that cannot be written. */
  leaveOut(columns: readonly string[]): string;
}

/** Those of the command line. */
export const COMMAND_LINE: SettingNames = {
  from: (format) => format === undefined ? "--from" : `--from ${format}`,
  to: (format) => `--to ${format}`,
  delimiter(character?: string): string {
    if (character === undefined) return "-d";
    return `-d '${character === "\t" ? "\\t" : character}'`;
  },
  nullOrNan: "--on-invalid null or nan",
  null: "--on-invalid null",
  skip: (lines) => `--skip ${lines}`,
  nullValue: "--null-value TEXT",
  toNull: "--to-null TEXT",
  types: (column, type) => column === undefined ? "--types" : `--types '${column}=${type}'`,
  leaveOut: (columns) =>
    `convert the other columns, -c '${
      columns.map((name) => `!${name}`).join(",")
    }', or write the ` +
    `results alone, --only`,
};

/** Those of `readTable` and `writeTable`. */
export const MODULE: SettingNames = {
  from: (format) => format === undefined ? "option format" : `format: "${format}"`,
  to: (format) => `format: "${format}"`,
  delimiter: (character) =>
    character === undefined ? "csv.delimiter" : `csv.delimiter: ${JSON.stringify(character)}`,
  nullOrNan: 'csv.onInvalid: "null" or "nan"',
  null: 'csv.onInvalid: "null"',
  skip: (lines) => `csv.skip: ${lines}`,
  nullValue: "csv.nullValues",
  toNull: "csv.toNull",
  types: (column, type) =>
    column === undefined ? "csv.types" : `csv.types: [[${JSON.stringify(column)}, "${type}"]]`,
  leaveOut: () => "name the other columns in option columns",
};
