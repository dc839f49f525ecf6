import type { ColumnSpec } from "../table.ts";
import type { CsvOptions } from "./dialect.ts";

/** Says what a header looks like that is not what it should be, and what would help. */
export function headerHint(
  columns: readonly ColumnSpec[],
  { header, delimiter }: CsvOptions,
): string | undefined {
  const [{ name }] = columns;
  const other = /[;\t|]/.exec(name)?.[0];
  if (columns.length === 1 && delimiter === undefined && other !== undefined) {
    const shown = other === "\t" ? "\\t" : other;
    return `the first line is one cell with ${other === "\t" ? "tabs" : other} in it: ` +
      `if that is the delimiter, say -d '${shown}'`;
  }
  if (header && columns.every(({ name }) => isNumber(name))) {
    return "the first line is taken for the names of the columns, but has only numbers: " +
      "if it is data, say --no-header";
  }
  return undefined;
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}
