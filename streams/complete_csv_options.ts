import { describe, isOptions } from "../functions/arguments.ts";
import { CSV_TYPES, type TypeRule } from "../formats/csv/column_types.ts";
import {
  CSV_DEFAULTS,
  type CsvOptions,
  DECIMALS,
  DELIMITERS,
  isNullValue,
  ON_INVALID,
  type OnInvalid,
} from "../formats/csv/dialect.ts";

/**
 * Fills in what was not said of CSV, and throws where something was that cannot be meant. The command line
 * checks its options before, in its own words.
 */
export function completeCsvOptions(options: Partial<CsvOptions> = {}): CsvOptions {
  if (!isOptions(options)) {
    throw new TypeError(`Option csv must be an object, got ${describe(options)}`);
  }
  // What is undefined was not said.
  const said = Object.entries(options).filter(([, value]) => value !== undefined);
  const csv: CsvOptions = { ...CSV_DEFAULTS, ...Object.fromEntries(said) };
  const { delimiter = ",", header, decimal, nullValue, onInvalid, types } = csv;
  if (typeof delimiter !== "string" || !DELIMITERS.test(delimiter)) {
    throw new RangeError(
      `Option csv.delimiter must be one character of ASCII that is no letter, digit, quote, point ` +
        `or minus, got ${describe(delimiter)}`,
    );
  }
  if (typeof header !== "boolean") {
    throw new TypeError(`Option csv.header must be true or false, got ${describe(header)}`);
  }
  if (typeof decimal !== "string" || !DECIMALS.test(decimal)) {
    throw new RangeError(
      `Option csv.decimal must be one of . , ; : ' and _, got ${describe(decimal)}`,
    );
  }
  if (delimiter === decimal) {
    throw new TypeError(
      `Option csv.decimal is the delimiter too, ${decimal}: give another csv.delimiter`,
    );
  }
  if (typeof nullValue !== "string" || !isNullValue(nullValue, delimiter)) {
    throw new RangeError(
      `Option csv.nullValue must be the text of a cell, without quotes, delimiters and line ends, ` +
        `got ${describe(nullValue)}`,
    );
  }
  checkOnInvalid(onInvalid);
  checkTypes(types);
  return csv;
}

function checkOnInvalid(onInvalid: OnInvalid): void {
  if (ON_INVALID.includes(onInvalid)) return;
  throw new RangeError(
    `Option csv.onInvalid must be one of ${ON_INVALID.join(", ")}, got ${describe(onInvalid)}`,
  );
}

function checkTypes(types: readonly TypeRule[] | undefined): void {
  if (types === undefined) return;
  if (!Array.isArray(types)) {
    throw new TypeError(
      `Option csv.types must be an array of pairs, as [["id", "utf8"]], got ${describe(types)}`,
    );
  }
  for (const rule of types) {
    const [columns, type] = Array.isArray(rule) ? rule : [];
    if (typeof columns !== "string") {
      throw new TypeError(
        `Option csv.types must have pairs of columns and a type, as ["id", "utf8"], got ${
          describe(rule)
        }`,
      );
    }
    if (CSV_TYPES.includes(type)) continue;
    throw new RangeError(
      `Option csv.types must say one of ${CSV_TYPES.join(", ")} of ${columns}, got ${
        describe(type)
      }`,
    );
  }
}
