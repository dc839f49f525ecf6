import { formatBytes } from "../../io/say.ts";
import { COMMAND_LINE, type SettingNames } from "../setting_names.ts";
import type { CsvType } from "./column_types.ts";
import { unquote } from "./header.ts";
import { MAX_RECORD_BYTES } from "./cut_records.ts";
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
  /** Whether the first record is a header. */
  readonly header: boolean;
  /** The names of settings in messages; those of the command line by default. */
  readonly names?: SettingNames;
}

const MAX_SHOWN = 40;

/** Says what is wrong with a record, where, and what would help. */
export function formatProblem(
  { kind, characters, found, text }: Problem,
  { name, line, column, columns, spec, header, names = COMMAND_LINE }: ProblemPlace,
): string {
  const at = `${name}:${line}:${characters + 1}`;
  switch (kind) {
    case "ragged": {
      const expected = header ? `the header has ${columns}` : `the first line has ${columns}`;
      return `${at}: the record has ${count(found, "cell")}, but ${expected}: ` +
        `${show(text.split(/\r?\n/)[0])}; ` +
        otherDelimiter(text, { columns, names }) +
        shortHeader({ columns, found: header ? found : 0, names }) +
        `a cell with a delimiter in it must be in quotes, another delimiter is given with ` +
        names.delimiter();
    }
    case "unclosed":
      return `${at}: a quote is opened and never closed: ${show(text.split(/\r?\n/)[0])}; ` +
        `close it, or double a quote that belongs to the text`;
    case "overlong":
      return `${at}: the record is longer than ${formatBytes(MAX_RECORD_BYTES)}: is this CSV?`;
    case "invalid":
      return `${at}: ${show(unquote(text))} in column ${column} is not a number; ` +
        otherDelimiter(text, { columns, names }) +
        `${names.nullOrNan} goes on, ${names.nullValue} is for cells that mean none`;
    case "outside":
      if (spec === undefined) {
        return `${at}: an expression has no value where column ${column} is ` +
          `${show(unquote(text))}; without --strict the result is NaN`;
      }
      return `${at}: ${show(unquote(text))} in column ${column} is outside the domain of ` +
        `${spec.name}, ${spec.domain}; without --strict the result is infinite or NaN`;
  }
}

/** Suggests a delimiter where each record is one cell. */
function otherDelimiter(
  text: string,
  { columns, names }: { columns: number; names: SettingNames },
): string {
  const [found] = columns === 1 ? /[;\t|]/.exec(text) ?? [] : [];
  if (found === undefined) return "";
  const shown = found === "\t" ? "a tab" : found;
  return `if ${shown} is the delimiter, say ${names.delimiter(found)}; `;
}

/** Says what a header may be that has fewer cells than a record: a title, or that of a table with names of rows. */
function shortHeader(
  { columns, found, names }: { columns: number; found: number; names: SettingNames },
): string {
  const title = columns === 1 && found > 1
    ? `if the first line is a title, say ${names.skip(1)}; `
    : "";
  if (found !== columns + 1) return title;
  return title +
    `if the first cell is the name of the row, as R's write.table has it, write the table with ` +
    `col.names = NA, or add a name to the header; `;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
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

/** Says that a cell does not fit the type of its column, where, and what would help. */
export function formatMisfit(
  { characters, text }: Problem,
  { name, line, column, type, declared, names = COMMAND_LINE }: Misfit,
): string {
  const at = `${name}:${line}:${characters + 1}: ${show(unquote(text))} in column ${column}`;
  if (type === "utf8") {
    return `${at} is not UTF-8, which Arrow needs; ` +
      `convert the text first: iconv -f WINDOWS-1252 -t UTF-8 FILE`;
  }
  if (declared) {
    return `${at} is not ${type}, which ${names.types()} says; ${names.null} goes on`;
  }
  const holds = type === "int64" && FLOAT.test(unquote(text)) ? "float64" : "utf8";
  return `${at} does not fit ${type}, which the first cells of the column are; ` +
    `say what it holds with ${names.types()}, as ${names.types(selector(column), holds)}`;
}

/** What a number looks like that is not a whole one: it has decimals or an exponent, or is not finite. */
const FLOAT = /^\s*[-+]?(\d+[.,]\d*|[.,]\d+|\d+(?=e)|inf|infinity|nan)(e[-+]?\d+)?\s*$/i;

/** A name as a selection takes it: in quotes where it could be taken for something else. */
function selector(column: string): string {
  const isPlain = /^[\w.]+$/.test(column) && !/^\d+$/.test(column);
  return isPlain ? column : `"${column.replaceAll('"', '""')}"`;
}
