import type { Format } from "./format.ts";

/** The names of settings in messages. The command line and programs use different names. */
export interface SettingNames {
  /** Returns the name of the setting for the input format, or how to set it to a given format. */
  from(format?: Format): string;
  /** Returns how to set the output format. */
  to(format: Format): string;
  /** Returns the name of the setting for the delimiter, or how to set it to a given character. */
  delimiter(character?: string): string;
  /** How to accept cells that are not numbers, as null or NaN. */
  readonly nullOrNan: string;
  readonly null: string;
  /** How to set the text that means null. */
  readonly nullValue: string;
  /**
   * Returns the name of the setting for the types of columns, or how to declare that a column holds
   * text.
   */
  types(column?: string): string;
  /** Returns advice on columns that cannot be written. */
  leaveOut(columns: readonly string[]): string;
}

/** The names of settings on the command line. */
export const COMMAND_LINE: SettingNames = {
  from: (format) => format === undefined ? "--from" : `--from ${format}`,
  to: (format) => `--to ${format}`,
  delimiter(character?: string): string {
    if (character === undefined) return "-d";
    return `-d '${character === "\t" ? "\\t" : character}'`;
  },
  nullOrNan: "--on-invalid null or nan",
  null: "--on-invalid null",
  nullValue: "--null-value TEXT",
  types: (column) => column === undefined ? "--types" : `--types '${column}=utf8'`,
  leaveOut: (columns) =>
    `convert the other columns, -c '${
      columns.map((name) => `!${name}`).join(",")
    }', or write the ` +
    `results alone, --only`,
};

/** The names of settings of `readTable` and `writeTable`. */
export const MODULE: SettingNames = {
  from: (format) => format === undefined ? "option format" : `format: "${format}"`,
  to: (format) => `format: "${format}"`,
  delimiter: (character) =>
    character === undefined ? "csv.delimiter" : `csv.delimiter: ${JSON.stringify(character)}`,
  nullOrNan: 'csv.onInvalid: "null" or "nan"',
  null: 'csv.onInvalid: "null"',
  nullValue: "csv.nullValue",
  types: (column) =>
    column === undefined ? "csv.types" : `csv.types: [[${JSON.stringify(column)}, "utf8"]]`,
  leaveOut: () => "name the other columns in option columns",
};
