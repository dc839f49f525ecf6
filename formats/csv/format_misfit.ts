import type { Problem } from "../../kernels/records.ts";
import type { CsvType } from "./column_types.ts";
import { type ProblemPlace, show } from "./format_problem.ts";
import { unquote } from "./header.ts";

/** Says that a cell is not what its column holds, where, and what would help. */
export function formatMisfit(
  { characters, text }: Problem,
  { name, line, column, type }: ProblemPlace & { readonly type: CsvType },
): string {
  const at = `${name}:${line}:${characters + 1}: ${show(unquote(text))} in column ${column}`;
  if (type === "utf8") {
    return `${at} is not UTF-8, which Arrow needs; ` +
      `convert the text first: iconv -f WINDOWS-1252 -t UTF-8 FILE`;
  }
  const rule = /^[\w.]+$/.test(column) && !/^\d+$/.test(column)
    ? column
    : `"${column.replaceAll('"', '""')}"`;
  return `${at} does not fit ${type}, which the first cells of the column are; ` +
    `say what it holds with --types, as --types '${rule}=utf8'`;
}
