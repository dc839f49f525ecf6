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
  type QuoteStyle,
  thousandsProblem,
} from "../formats/csv/dialect.ts";
import { brokenRule } from "../functions/parameter.ts";
import { UsageError } from "../plan/usage_error.ts";
import { checkUtf8, parseTypes } from "./option_values.ts";
import type { Arguments, Flag } from "./command.ts";

/** The options for reading and writing CSV. */
export const CSV_FLAGS: readonly Flag[] = [
  {
    name: "delimiter",
    short: "d",
    value: "CHAR",
    summary: "character between CSV cells; default: a comma",
    group: "Input",
  },
  { name: "no-header", summary: "the first line holds data, not names", group: "Input" },
  {
    name: "decimal",
    value: "CHAR",
    summary: "decimal point of CSV numbers, such as a comma",
    group: "Input",
    rare: true,
  },
  {
    name: "thousands",
    value: "CHAR",
    summary: "thousands separator, such as the comma in 1,234.5",
    group: "Input",
    rare: true,
  },
  {
    name: "quote",
    value: "STYLE",
    choices: QUOTE_STYLES,
    summary: "CSV quoting: double or none; default: double",
    group: "Input",
    rare: true,
  },
  {
    name: "skip",
    value: "N",
    rule: "an integer >= 0",
    summary: "skip N lines before the CSV header",
    group: "Input",
    rare: true,
  },
  {
    name: "comment",
    value: "PREFIX",
    summary: "skip CSV lines that start with PREFIX",
    group: "Input",
  },
  {
    name: "null-value",
    value: "LIST",
    repeats: true,
    summary: "texts that mean null, such as NA,NULL,-",
    group: "Input",
  },
  {
    name: "on-invalid",
    value: "WHAT",
    choices: ON_INVALID,
    summary: "for cells that are not numbers: error, null or nan",
    group: "Input",
  },
  {
    name: "types",
    value: "LIST",
    summary: "types of columns: id=utf8,n_*=int64,x=float64",
    group: "Input",
    rare: true,
  },
  {
    name: "to-null",
    value: "TEXT",
    mayBeEmpty: true,
    summary: "write TEXT for null results; default: an empty cell",
    group: "Output",
  },
  {
    name: "digits",
    value: "N",
    rule: "an integer from 1 to 17",
    summary: "round floats in text to N significant digits",
    group: "Output",
    rare: true,
  },
  {
    name: "to-delimiter",
    value: "CHAR",
    summary: "character between CSV cells in the output",
    group: "Output",
    rare: true,
  },
  {
    name: "to-decimal",
    value: "CHAR",
    summary: "decimal point of CSV numbers in the output",
    group: "Output",
    rare: true,
  },
];

/** Returns the options for CSV that the user chose. */
export function parseCsvFlags({ options }: Arguments): CsvOptions {
  const delimiter = parseDelimiter(options.get("delimiter"), "delimiter");
  const decimal = options.get("decimal") ?? CSV_DEFAULTS.decimal;
  if (!DECIMALS.test(decimal)) {
    throw new UsageError(`Option --decimal takes one of . , ; : ' and _, got ${decimal}`);
  }
  if (decimal === (delimiter ?? ",")) {
    throw new UsageError(
      `Option --decimal ${decimal} is also the delimiter: choose another one, such as ` +
        `-d '${decimal === ";" ? "," : ";"}'`,
    );
  }
  const quote = (options.get("quote") ?? CSV_DEFAULTS.quote) as QuoteStyle;
  const newDialect = parseNewDialect(options, { delimiter, decimal });
  const types = options.get("types");
  return {
    delimiter,
    header: !options.has("no-header"),
    decimal,
    quote,
    thousands: parseThousands(options.get("thousands"), { delimiter, decimal, quote }),
    nullValues: parseNulls(options.get("null-value"), delimiter ?? ","),
    toNull: parseToNull(options.get("to-null"), newDialect.toDelimiter ?? delimiter ?? ","),
    digits: parseDigits(options.get("digits")),
    ...newDialect,
    skip: parseSkip(options.get("skip")),
    comment: parseComment(options.get("comment")),
    onInvalid: (options.get("on-invalid") ?? CSV_DEFAULTS.onInvalid) as OnInvalid,
    types: types === undefined ? undefined : parseTypes(types),
  };
}

// A text of the list that has a comma in it is in quotes.
const NULL_TEXT = /\s*(?:"([^"]*)"|([^",]*))\s*(,|$)/y;

/** Reads the list of texts that mean null. The empty cell is null without being named. */
function parseNulls(list: string | undefined, delimiter: string): readonly string[] {
  if (list === undefined) return [];
  checkUtf8("The text of option --null-value", list);
  const texts = new Set<string>();
  NULL_TEXT.lastIndex = 0;
  for (let separator = ","; separator === ",";) {
    const match = NULL_TEXT.exec(list);
    const text = (match?.[1] ?? match?.[2] ?? "").trim();
    if (match === null || !isNullValue(text, delimiter)) {
      throw new UsageError(
        `Option --null-value takes a comma-separated list of cells without delimiters or line ` +
          `breaks, such as NA,NULL,-, got ${list}`,
      );
    }
    if (text !== "") texts.add(text);
    separator = match[3];
  }
  return [...texts];
}

function parseToNull(text: string | undefined, delimiter: string): string | undefined {
  checkUtf8("The text of option --to-null", text);
  if (text === undefined || isNullValue(text, delimiter)) return text;
  throw new UsageError(
    `Option --to-null takes the text of a cell, without quotes, delimiters or line breaks, got ${text}`,
  );
}

/** Reads how CSV is written, where that is not how it is read. */
function parseNewDialect(
  options: Arguments["options"],
  { delimiter = ",", decimal }: { delimiter?: string; decimal: string },
): Pick<CsvOptions, "toDelimiter" | "toDecimal"> {
  const toDelimiter = parseDelimiter(options.get("to-delimiter"), "to-delimiter");
  const toDecimal = options.get("to-decimal");
  if (toDecimal !== undefined && !DECIMALS.test(toDecimal)) {
    throw new UsageError(`Option --to-decimal takes one of . , ; : ' and _, got ${toDecimal}`);
  }
  if ((toDecimal ?? decimal) === (toDelimiter ?? delimiter)) {
    throw new UsageError(
      `The output would have ${
        toDecimal ?? decimal
      } as decimal point and as delimiter: change one ` +
        `of them with --to-delimiter or --to-decimal`,
    );
  }
  return { toDelimiter, toDecimal };
}

function parseThousands(
  text: string | undefined,
  { delimiter = ",", decimal, quote }: Pick<CsvOptions, "delimiter" | "decimal" | "quote">,
): string {
  if (text === undefined) return "";
  checkUtf8("The text of option --thousands", text);
  const problem = thousandsProblem({ thousands: text, delimiter, decimal, quote });
  if (problem === undefined) return text;
  const advice = text === decimal ? `: choose another one with --decimal` : "";
  throw new UsageError(`Option --thousands ${problem}${advice}, got ${JSON.stringify(text)}`);
}

function parseDigits(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const digits = text.trim() === "" ? NaN : Number(text);
  const broken = brokenRule(digits, DIGITS);
  if (broken !== undefined) throw new UsageError(`Option --digits ${broken}, got ${text}`);
  return digits;
}

function parseSkip(text: string | undefined): number {
  if (text === undefined) return 0;
  const lines = text.trim() === "" ? NaN : Number(text);
  const broken = brokenRule(lines, { least: 0, most: MAX_SKIP });
  if (broken !== undefined) throw new UsageError(`Option --skip ${broken}, got ${text}`);
  return lines;
}

function parseComment(text: string | undefined): string {
  if (text === undefined) return "";
  checkUtf8("The text of option --comment", text);
  if (isComment(text)) return text;
  throw new UsageError(
    `Option --comment takes a prefix without quotes or line breaks, got ${text}`,
  );
}

function parseDelimiter(text: string | undefined, option: string): string | undefined {
  if (text === undefined) return undefined;
  const character = text === "\\t" || text === "tab" ? "\t" : text;
  if (DELIMITERS.test(character)) return character;
  throw new UsageError(
    `Option --${option} takes one ASCII character that is not a letter, digit, quote, point or ` +
      `minus, or \\t, got ${text}`,
  );
}
