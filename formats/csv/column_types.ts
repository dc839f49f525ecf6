import type { ColumnSpec } from "../table.ts";

/** What cells may hold, as bits of kernels/assembly/text/csv/shape.ts and text/csv/columns.ts. */
export const KINDS = { blank: 1, whole: 2, long: 4, float: 8, text: 16 } as const;

// What a column of CSV holds. This is the rule:
//
//   A column whose cells, in the first MiB after the header, are all integers is int64. One
//   whose cells are all numbers is float64. Any other is utf8. Empty cells do not count; where all
//   are empty it is utf8. Digits that a number would lose make it utf8: zeros or a plus in front
//   (007, +49), integers beyond int64, and beyond 2^53 among other numbers.
//
// A cell further down that does not fit is an error, and `--types` decides.

/** The type of a CSV column in typed formats. */
export type CsvType = "int64" | "float64" | "utf8";

/** The names of the types. */
export const CSV_TYPES: readonly CsvType[] = ["int64", "float64", "utf8"];

/** A rule for some columns: a selection as for `--columns`, and their type. */
export type TypeRule = readonly [columns: string, type: CsvType];

/** Bytes of records from which the types of columns are inferred, whatever the size of chunks. */
export const SAMPLE_SIZE = 2 ** 20;

/** Finds the columns that a selection chooses (plan/columns/select_columns.ts). */
export type SelectColumns = (
  columns: readonly ColumnSpec[],
  selection: { text: string; numbers: boolean; from: string; option: string },
) => readonly number[];

/** The types that rules declare for columns. Of several rules for a column the last counts. */
export function declaredTypes(
  columns: readonly ColumnSpec[],
  { rules, from, option, selectColumns }: {
    rules: readonly TypeRule[];
    from: string;
    option: string;
    selectColumns: SelectColumns;
  },
): readonly (CsvType | undefined)[] {
  const types: (CsvType | undefined)[] = columns.map(() => undefined);
  for (const [text, type] of rules) {
    for (const i of selectColumns(columns, { text, numbers: false, from, option })) types[i] = type;
  }
  return types;
}

/** Infers the type of a column from the kinds of its cells. */
export function inferType(kinds: number): CsvType {
  const { whole, long, float, text } = KINDS;
  if (kinds & text || kinds & float && kinds & long) return "utf8";
  if (kinds & float) return "float64";
  return kinds & (whole | long) ? "int64" : "utf8";
}
