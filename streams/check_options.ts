import { brokenRule, type IntegerRange } from "../functions/parameter.ts";
import { FORMATS, isFormat } from "../formats/registry.ts";
import { checkKeys, describe, isOptions } from "../functions/arguments.ts";
import { CSV_TYPES, type TypeRule } from "../formats/csv/column_types.ts";
import {
  CSV_DEFAULTS,
  type CsvOptions,
  DECIMALS,
  DELIMITERS,
  DIGITS,
  isComment,
  isNullValue,
  MAX_SKIP,
  ON_INVALID,
  type OnInvalid,
  QUOTE_STYLES,
  thousandsProblem,
} from "../formats/csv/dialect.ts";

// Programs without types may pass anything. These checks report it in our own words.

/** Throws unless a value is an object with properties. */
export function checkObject(what: string, value: unknown): void {
  if (isOptions(value)) return;
  throw new TypeError(`${what} must be an object, got ${describe(value)}`);
}

/** Throws unless a value is the name of a format. */
export function checkFormat(format: unknown): void {
  if (isFormat(format)) return;
  throw new RangeError(
    `Option format must be one of ${FORMATS.join(", ")}, got ${describe(format)}`,
  );
}

/** Throws unless a value is a string. */
export function checkString(what: string, value: unknown): void {
  if (typeof value === "string") return;
  throw new TypeError(`${what} must be a string, got ${describe(value)}`);
}

/** Throws unless a value is an integer in a range. */
export function checkCount(what: string, value: unknown, range: IntegerRange): void {
  const rule = brokenRule(typeof value === "number" ? value : NaN, range);
  if (rule !== undefined) throw new RangeError(`${what} ${rule}, got ${describe(value)}`);
}

/** Throws unless a value is an AbortSignal, of this realm or another. */
export function checkSignal(signal: AbortSignal): void {
  if (
    typeof signal?.aborted === "boolean" && typeof signal.addEventListener === "function"
  ) return;
  throw new TypeError(`Option signal must be an AbortSignal, got ${describe(signal)}`);
}

/** Objects that hold bytes but are not streams, and how to get a stream from each. */
const STREAM_OF: Readonly<Record<string, string>> = {
  Response: "pass its body",
  Request: "pass its body",
  Blob: "pass its stream()",
  File: "pass its stream()",
  FsFile: "pass its readable",
  Uint8Array: "pass new Blob([bytes]).stream()",
  ArrayBuffer: "pass new Blob([bytes]).stream()",
  String:
    "strings are not opened as files: pass (await Deno.open(path)).readable, the body of a fetch, or " +
    "new Blob([text]).stream() if it is the table itself",
};

/**
 * Takes the reader of a stream. Throws if the value is not a stream, or if something else reads it.
 */
export function takeReader<T>(
  what: string,
  stream: ReadableStream<T>,
): ReadableStreamDefaultReader<T> {
  if (typeof stream?.getReader !== "function") {
    const kind = typeof stream === "string" ? "String" : describe(stream);
    const advice = Object.hasOwn(STREAM_OF, kind) ? `: ${STREAM_OF[kind]}` : "";
    throw new TypeError(`${what} must be a ReadableStream, got ${describe(stream)}${advice}`);
  }
  if (stream.locked) {
    throw new TypeError(`${what} must not be locked: another reader has it`);
  }
  return stream.getReader();
}

const CSV_OPTIONS = [
  ...["delimiter", "header", "decimal", "nullValues", "toNull", "onInvalid", "types", "skip"],
  ...["comment", "quote", "thousands", "toDelimiter", "toDecimal", "digits"],
];

/**
 * Adds the defaults to options for CSV. Throws if an option is invalid. The command line checks its
 * own options earlier, with its own messages.
 */
export function completeCsvOptions(options: Partial<CsvOptions> = {}): CsvOptions {
  if (!isOptions(options)) {
    throw new TypeError(`Option csv must be an object, got ${describe(options)}`);
  }
  checkKeys("Option csv", options, CSV_OPTIONS);
  // An option that is undefined counts as omitted.
  const said = Object.entries(options).filter(([, value]) => value !== undefined);
  const csv: CsvOptions = { ...CSV_DEFAULTS, ...Object.fromEntries(said) };
  const { delimiter = ",", header, decimal, nullValues, toNull, onInvalid, types } = csv;
  if (typeof delimiter !== "string" || !DELIMITERS.test(delimiter)) {
    throw new RangeError(
      `Option csv.delimiter must be one ASCII character that is not a letter, digit, quote, point ` +
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
      `Option csv.decimal is also the delimiter, ${decimal}: choose another csv.delimiter`,
    );
  }
  const isText = (text: unknown): boolean =>
    typeof text === "string" && isNullValue(text, delimiter);
  if (!Array.isArray(nullValues) || !nullValues.every(isText)) {
    throw new RangeError(
      `Option csv.nullValues must be an array of cells without quotes, delimiters or line breaks, ` +
        `such as ["NA"], got ${describe(nullValues)}`,
    );
  }
  if (toNull !== undefined && !isText(toNull)) {
    throw new RangeError(
      `Option csv.toNull must be the text of a cell, without quotes, delimiters or line breaks, ` +
        `got ${describe(toNull)}`,
    );
  }
  checkLines(csv);
  checkCells(csv);
  checkNewDialect(csv);
  checkOnInvalid(onInvalid);
  checkTypes(types);
  return csv;
}

function checkLines({ skip, comment }: CsvOptions): void {
  checkCount("Option csv.skip", skip, { least: 0, most: MAX_SKIP });
  if (typeof comment === "string" && isComment(comment)) return;
  throw new RangeError(
    `Option csv.comment must be a prefix without quotes or line breaks, got ` +
      describe(comment),
  );
}

function checkCells(csv: CsvOptions): void {
  const { quote, thousands, delimiter = "," } = csv;
  if (!QUOTE_STYLES.includes(quote)) {
    throw new RangeError(
      `Option csv.quote must be one of ${QUOTE_STYLES.join(", ")}, got ${describe(quote)}`,
    );
  }
  checkString("Option csv.thousands", thousands);
  const problem = thousandsProblem({ ...csv, delimiter });
  if (problem === undefined) return;
  throw new RangeError(`Option csv.thousands ${problem}, got ${describe(thousands)}`);
}

/** Throws where what is written cannot be distinguished. */
function checkNewDialect(csv: CsvOptions): void {
  const { decimal, delimiter = ",", toDecimal = decimal, toDelimiter = delimiter, digits } = csv;
  if (digits !== undefined) checkCount("Option csv.digits", digits, DIGITS);
  if (typeof toDelimiter !== "string" || !DELIMITERS.test(toDelimiter)) {
    throw new RangeError(
      `Option csv.toDelimiter must be one character, like csv.delimiter, got ${
        describe(toDelimiter)
      }`,
    );
  }
  if (typeof toDecimal !== "string" || !DECIMALS.test(toDecimal)) {
    throw new RangeError(
      `Option csv.toDecimal must be one of . , ; : ' and _, got ${describe(toDecimal)}`,
    );
  }
  if (toDelimiter === toDecimal) {
    throw new TypeError(
      `Option csv.toDecimal is also the new delimiter, ${toDecimal}: choose another csv.toDelimiter`,
    );
  }
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
      `Option csv.types must be an array of pairs such as [["id", "utf8"]], got ${describe(types)}`,
    );
  }
  for (const rule of types) {
    const [columns, type] = Array.isArray(rule) ? rule : [];
    if (typeof columns !== "string") {
      throw new TypeError(
        `Option csv.types must have pairs of a column and a type such as ["id", "utf8"], got ${
          describe(rule)
        }`,
      );
    }
    if (CSV_TYPES.includes(type)) continue;
    throw new RangeError(
      `Option csv.types must be one of ${CSV_TYPES.join(", ")} for ${columns}, got ${
        describe(type)
      }`,
    );
  }
}
