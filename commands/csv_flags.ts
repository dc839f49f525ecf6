import {
  CSV_DEFAULTS,
  type CsvOptions,
  DECIMALS,
  DELIMITERS,
  isNullValue,
  ON_INVALID,
  type OnInvalid,
} from "../formats/csv/dialect.ts";
import { UsageError } from "../plan/usage_error.ts";
import { checkUtf8, parseTypes } from "./option_values.ts";
import type { Arguments, Flag } from "./command.ts";

/** How CSV is read and written. */
export const CSV_FLAGS: readonly Flag[] = [
  {
    name: "delimiter",
    short: "d",
    value: "CHAR",
    summary: "character between cells of CSV, default a comma",
    group: "Input",
  },
  { name: "no-header", summary: "the first line of CSV is data, not names", group: "Input" },
  {
    name: "decimal",
    value: "CHAR",
    summary: "decimal point in numbers of CSV, such as a comma",
    group: "Input",
    rare: true,
  },
  {
    name: "null-value",
    value: "TEXT",
    summary: "cells of CSV that mean null, as the empty one does",
    group: "Input",
  },
  {
    name: "on-invalid",
    value: "WHAT",
    choices: ON_INVALID,
    summary: "cells that are not numbers: error, null or nan",
    group: "Input",
  },
  {
    name: "types",
    value: "LIST",
    summary: "types of CSV columns, as id=utf8,n_*=int64,x=float64",
    group: "Input",
    rare: true,
  },
];

/** Reads what was said of CSV. */
export function parseCsvFlags({ options }: Arguments): CsvOptions {
  const delimiter = parseDelimiter(options.get("delimiter"));
  const decimal = options.get("decimal") ?? CSV_DEFAULTS.decimal;
  if (!DECIMALS.test(decimal)) {
    throw new UsageError(`Option --decimal takes one of . , ; : ' and _, got ${decimal}`);
  }
  if (decimal === (delimiter ?? ",")) {
    throw new UsageError(
      `Option --decimal ${decimal} is the delimiter too: give another with -d, as -d ';'`,
    );
  }
  const nullValue = options.get("null-value") ?? CSV_DEFAULTS.nullValue;
  checkUtf8("The text of option --null-value", nullValue);
  if (!isNullValue(nullValue, delimiter ?? ",")) {
    throw new UsageError(
      `Option --null-value takes the text of a cell, without quotes, delimiters and line ends`,
    );
  }
  const types = options.get("types");
  return {
    delimiter,
    header: !options.has("no-header"),
    decimal,
    nullValue,
    onInvalid: (options.get("on-invalid") ?? CSV_DEFAULTS.onInvalid) as OnInvalid,
    types: types === undefined ? undefined : parseTypes(types),
  };
}

function parseDelimiter(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const character = text === "\\t" || text === "tab" ? "\t" : text;
  if (DELIMITERS.test(character)) return character;
  throw new UsageError(
    `Option --delimiter takes one character of ASCII that is no letter, digit, quote, point or ` +
      `minus, or \\t, got ${text}`,
  );
}
