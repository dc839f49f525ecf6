import type { Problem } from "./transform_plan.ts";
import type { CsvType } from "./column_types.ts";
import { COMMAND_LINE } from "../setting_names.ts";
import { type ProblemPlace, show } from "./format_problem.ts";
import { unquote } from "./header.ts";

/** What a cell does not fit. */
export interface Misfit extends ProblemPlace {
  readonly type: CsvType;
  /** Whether a user said that the column holds this, or its first cells. */
  readonly declared: boolean;
}

/** Says that a cell is not what its column holds, where, and what would help. */
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
  return `${at} does not fit ${type}, which the first cells of the column are; ` +
    `say what it holds with ${names.types()}, as ${names.types(selector(column))}`;
}

/** A name as a selection takes it: in quotes where it could be taken for something else. */
function selector(column: string): string {
  const isPlain = /^[\w.]+$/.test(column) && !/^\d+$/.test(column);
  return isPlain ? column : `"${column.replaceAll('"', '""')}"`;
}
