import { formatBytes } from "../../io/say.ts";
import type { Refused } from "../../kernels/outcome.ts";
import { COMMAND_LINE, type OptionLabels, selector } from "../option_labels.ts";
import type { CsvType } from "./column_types.ts";
import type { QuoteStyle } from "./dialect.ts";
import { unquote } from "./header.ts";
import { MAX_RECORD_BYTES } from "./split_records.ts";
import type { Problem } from "./transform_plan.ts";

/** The place of a problem, for messages. */
export interface ProblemPlace {
  /** The name of the input. */
  readonly name: string;
  /** The line of the problem, from 1. */
  readonly line: number;
  /** The name of the column, if the problem is in one. */
  readonly column: string;
  /** Cells that a record should have. */
  readonly columns: number;
  /** The function that has no value at this place. */
  readonly spec?: { readonly name: string; readonly domain: string };
  /** The name of the result that has no value at this place, and those of its inputs. */
  readonly result?: string;
  readonly inputs?: readonly string[];
  /** Whether the first record is a header. */
  readonly header: boolean;
  /** Whether this is the first record after the header. */
  readonly isFirst?: boolean;
  /** Whether the header has no cell for the names of rows, which are among the columns. */
  readonly lacksRowNames?: boolean;
  /** The names of settings in messages; those of the command line by default. */
  readonly names?: OptionLabels;
  /** Whether cells may be in quotes. */
  readonly quote: QuoteStyle;
}

const MAX_SHOWN = 40;

/** The message about the result of an expression that `--strict` refuses. */
export const REFUSED_WORDS: Readonly<Record<Refused, string>> = {
  outside: "has no value",
  pole: "has a pole",
  undecided: "could not be decided within the precision limit",
};

/** Describes what is wrong with a record, where, and what would help. */
export function formatProblem(
  { kind, characters, found, text, refused }: Problem,
  place: ProblemPlace,
): string {
  const { name, line, column, columns, header, quote } = place;
  const { spec, result, inputs = [], names = COMMAND_LINE } = place;
  const { lacksRowNames = false, isFirst = false } = place;
  const cell = showCell(text, quote);
  const at = `${name}:${line}:${characters + 1}`;
  switch (kind) {
    case "ragged": {
      const expected = lacksRowNames
        ? `the header has ${columns - 1}, plus the row name`
        : `the ${header ? "header" : "first line"} has ${columns}`;
      return `${at}: the record has ${count(found, "cell")}, but ${expected}: ` +
        `${show(text.split(/\r?\n/)[0])}; ` +
        otherDelimiter(text, { columns, names }) +
        (header && isFirst && !lacksRowNames ? shortHeader(text, { columns, found, names }) : "") +
        strayQuote(text, { quote, names }) +
        raggedCause({ columns, found, isFirst, quote, names });
    }
    case "unclosed":
    case "longCell":
      return `${at}: ` +
        (kind === "longCell"
          ? `this quote is not closed within ${formatBytes(MAX_RECORD_BYTES)}, the limit for a ` +
            `record: `
          : "missing closing quote: ") +
        `${show(text.split(/\r?\n/)[0])}; ` +
        escapedQuote(text) +
        `close it, double quotes that are part of the text, or use ${names.noQuotes} if quotes have ` +
        `no meaning`;
    case "overlong":
      return `${at}: the record is longer than ${formatBytes(MAX_RECORD_BYTES)}: is this CSV?`;
    case "invalid":
      if (header && repeatsHeader(text, column)) {
        return `${at}: ${cell} in column ${column} is not a number: ${repeatedHeader(names)}`;
      }
      return `${at}: ${cell} in column ${column} is not a number; ` +
        otherDelimiter(text, { columns, names }) +
        quotesKept(text, { quote, names }) +
        (line === 1 && !header
          ? `if the first line has names, leave out ${names.noHeader}; `
          : "") +
        (otherNumber(unquote(text).trim(), names) ||
          `if it means null, use ${names.nullValue(unquote(text))}; `) +
        `${names.nullOrNan} accepts all such cells`;
    case "outside": {
      const { y, inputs: values, outcome } = refused!;
      const where = values.length === 0
        ? ""
        : ` where ${column} is ${showInputs(cell, { names: inputs, values })}`;
      return `${at}: ` +
        (spec === undefined
          ? `${result} ${REFUSED_WORDS[outcome]}${where}`
          : `${cell} in column ${column} is outside the domain of ${spec.name}, ${spec.domain}`) +
        `; without --strict ${result} is ${formatNumber(y)}`;
    }
    case "unwritable":
      return `${at}: the only cell of this record is empty, and would be a blank line, which is not a ` +
        `record; set what to write for a null with ${names.toNull}`;
    default:
      throw new TypeError(`A record of CSV has no problem of the kind ${kind}`);
  }
}

/** Inputs that a message names, at most. */
const MAX_SHOWN_INPUTS = 5;

/** Shows the cell of the first input, and the numbers of the others with their names. */
function showInputs(
  cell: string,
  { names, values }: { names: readonly string[]; values: readonly number[] },
): string {
  const others = values.slice(1, MAX_SHOWN_INPUTS).map((value, i) =>
    ` and ${names[i + 1]} is ${formatNumber(value)}`
  );
  return cell + others.join("");
}

/** A number as it is written in a result. */
export function formatNumber(x: number): string {
  return String(x).replace("Infinity", "inf");
}

/** Whether a cell is the name of its column: then its line is most likely a header. */
function repeatsHeader(text: string, column: string): boolean {
  return column.trim() !== "" && unquote(text).trim() === column.trim();
}

function repeatedHeader({ several }: OptionLabels): string {
  return `this line repeats the header, as when files are joined with cat; ${several}, or remove ` +
    `the line`;
}

/** Explains why a record may have too many cells or too few. */
function raggedCause(
  { columns, found, isFirst, quote, names }: {
    columns: number;
    found: number;
    isFirst: boolean;
    quote: QuoteStyle;
    names: OptionLabels;
  },
): string {
  const delimiter = isFirst ? `; to set another delimiter, use ${names.delimiter()}` : "";
  if (found < columns) return `the line may be truncated, or lack a delimiter${delimiter}`;
  return (quote === "none"
    ? "without quoting, cells cannot contain the delimiter"
    : "cells that contain the delimiter must be quoted") + delimiter;
}

/** Suggests a delimiter where each record is one cell. */
function otherDelimiter(
  text: string,
  { columns, names }: { columns: number; names: OptionLabels },
): string {
  if (columns > 1) return "";
  // A number after a blank, as in the tables of R that have one column, or a row of numbers, as numpy
  // writes them; the end of a long one is not there.
  const hasBlanks = /\S +[-+]?[.\d]+\s*$/.test(text) ||
    /^\s*[-+]?[.\d]+(e[-+]?\d+)? +[-+]?[.\d]/i.test(text);
  const found = /[;\t|]/.exec(text)?.[0] ?? (hasBlanks ? " " : undefined);
  if (found === undefined) return "";
  const shown = found === "\t" ? "a tab" : found === " " ? "a space" : found;
  return `if ${shown} is the delimiter, use ${names.delimiter(found)}; `;
}

/** Returns how to read a number that is written in another way. */
function otherNumber(text: string, names: OptionLabels): string {
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) {
    return `if its commas separate thousands, use ${names.thousands(",")}; `;
  }
  if (/^[-+]?\d*,\d+$/.test(text)) {
    return `if its comma is the decimal point, use ${names.decimal(",")}; `;
  }
  const [, separator, decimal] =
    /^[-+]?\d{1,3}(?:([.' \u00a0\u202f])\d{3})+([.,]\d+)?$/.exec(text) ?? [];
  if (separator !== undefined && decimal?.[0] !== separator) {
    const comma = decimal?.startsWith(",") ? ` ${names.decimal(",")}` : "";
    return `if ${show(separator)} separates thousands, use ${names.thousands(separator)}${comma}; `;
  }
  if (/^(\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./]\d{2,4})\b/.test(text)) {
    return "it looks like a date, and functions take numbers; ";
  }
  if (/^(true|false)$/i.test(text)) return "write 1 for true and 0 for false first; ";
  const [sign] = /^[-(]?[$€£¥]|[%$€£¥]$/.exec(text) ?? [];
  if (sign !== undefined && /\d/.test(text)) {
    return `remove the ${sign.at(-1)} of such numbers first; `;
  }
  return "";
}

/**
 * Describes what a header may be that has fewer cells than a record: a title, or that of a table with
 * names of rows, or with a delimiter at the end of each record.
 */
function shortHeader(
  text: string,
  { columns, found, names }: { columns: number; found: number; names: OptionLabels },
): string {
  const title = columns === 1 && found > 1
    ? `if the first line is a title, use ${names.skip(1)}; `
    : "";
  if (found !== columns + 1) return title;
  const [, last, carriage] = /^[^\r\n]*([,;\t|])(\r?)\n/.exec(text) ?? [];
  if (last !== undefined) {
    const [shown, end] = [last === "\t" ? "\\t" : last, carriage === "" ? "$" : "\\r$"];
    return `${title}if records end in a delimiter, end the header in one: ` +
      `sed '1s/${end}/${shown}&/' FILE; `;
  }
  return title +
    `if the first cell is a row name, as R's write.table writes it, write the table with ` +
    `col.names = NA, or add a name to the header; `;
}

/** Returns how to read a record that goes on after its line because of a quote that opens there. */
function strayQuote(
  text: string,
  { quote, names }: { quote: QuoteStyle; names: OptionLabels },
): string {
  const [line] = text.split("\n");
  if (quote === "none") return "";
  const escaped = escapedQuote(line);
  if (escaped !== "" || line.split('"').length % 2 === 1) return escaped;
  return `if quotes have no meaning, use ${names.noQuotes}; `;
}

/** Describes what to do about quotes that are written as \", which end a cell here. */
function escapedQuote(text: string): string {
  if (!text.split("\n")[0].includes('\\"')) return "";
  return `a quote in a text must be doubled, not escaped: R's write.table does that with ` +
    `qmethod = "double"; `;
}

/** Explains why a number in quotes is not read as one, where quotes have no meaning. */
function quotesKept(
  text: string,
  { quote, names }: { quote: QuoteStyle; names: OptionLabels },
): string {
  if (quote !== "none" || unquote(text) === text) return "";
  return `the quotes are part of it; leave out ${names.noQuotes} to strip them; `;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Shows the text of a cell, without its quotes if it may be in quotes. */
export function showCell(text: string, quote: QuoteStyle): string {
  return show(quote === "none" ? text : unquote(text));
}

/** Shows a text as one line of visible characters. */
export function show(text: string): string {
  const short = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return JSON.stringify(short);
}

/** The type that a cell does not fit. */
export interface Misfit extends ProblemPlace {
  readonly type: CsvType;
  /** Whether a user declared the type; otherwise it was inferred. */
  readonly declared: boolean;
}

/** Reports that a cell does not fit the type of its column, where, and what would help. */
export function formatMisfit(
  { characters, text }: Problem,
  { name, line, column, type, declared, header, names = COMMAND_LINE, quote }: Misfit,
): string {
  const at = `${name}:${line}:${characters + 1}: ${showCell(text, quote)} in column ${column}`;
  if (type === "utf8") {
    return `${at} is not UTF-8, which other formats need; ` +
      `convert the text first: iconv -f WINDOWS-1252 -t UTF-8 FILE`;
  }
  if (declared) {
    return `${at} is not ${type}, as ${names.types()} requires; ${names.null} accepts such cells`;
  }
  if (header && repeatsHeader(text, column)) {
    return `${at} does not fit ${type}: ${repeatedHeader(names)}`;
  }
  const holds = type === "int64" && FLOAT.test(unquote(text)) ? "float64" : "utf8";
  return `${at} does not fit ${type}, the type of the first cells of the column; ` +
    `set its type, such as ${names.types(selector(column), holds)}`;
}

/** What a number that is not an integer looks like: it has decimals or an exponent, or is not finite. */
const FLOAT = /^\s*[-+]?(\d+[.,]\d*|[.,]\d+|\d+(?=e)|inf|infinity|nan)(e[-+]?\d+)?\s*$/i;
