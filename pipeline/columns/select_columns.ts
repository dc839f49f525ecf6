import type { ColumnSpec } from "../../formats/table.ts";
import { UsageError } from "../usage_error.ts";
import { findColumn, listColumns } from "./find_column.ts";
import { parseSelection, type Term } from "./parse_selection.ts";

/** What to choose from a table. */
export interface Selection {
  /** What the user typed; nothing where the choice is left to the table. */
  readonly text?: string;
  /** Whether the columns must hold numbers. */
  readonly numbers: boolean;
  /** What messages call the input. */
  readonly from: string;
  /** What messages call the option; `--columns` by default. */
  readonly option?: string;
}

/**
 * Finds the columns that a selection names: their numbers in the table from 0, in the order of the
 * selection, none twice. A selection of nothing but exclusions begins with all columns.
 *
 * Where numbers are wanted, ranges and globs pass over columns of other types, as `1-9` or `*` are
 * meant for "those that can be computed"; a column that is named, or chosen by its number, must be one.
 * Everything that is wrong here is wrong usage: the data are as they are, the command line must change.
 */
export function selectColumns(
  columns: readonly ColumnSpec[],
  { text, numbers, from, option = "--columns" }: Selection,
): readonly number[] {
  if (text === undefined) return numbers ? [onlyColumn(columns, from)] : all(columns);
  const terms = parseSelection(text, option);
  const find = (term: Term) => matches(term, { columns, numbers: numbers && !term.excluded, from });
  const excluded = new Set(terms.filter((term) => term.excluded).flatMap(find));
  const chosen = terms.every((term) => term.excluded)
    ? all(columns).filter((i) => !numbers || columns[i].type !== undefined)
    : terms.filter((term) => !term.excluded).flatMap(find);
  const found = [...new Set(chosen)].filter((i) => !excluded.has(i));
  if (found.length > 0) return found;
  throw new UsageError(
    `Option ${option} ${text} leaves no column${numbers ? " of numbers" : ""}: ` +
      `${from} has ${listColumns(columns, { types: true })}`,
  );
}

function all(columns: readonly ColumnSpec[]): number[] {
  return columns.map((_, i) => i);
}

function onlyColumn(columns: readonly ColumnSpec[], from: string): number {
  const found = all(columns).filter((i) => columns[i].type !== undefined);
  if (found.length === 1) return found[0];
  throw new UsageError(
    found.length === 0
      ? `There is no column of numbers in ${from}: it has ${listColumns(columns, { types: true })}`
      : `Missing option --columns: choose with -c from ${
        listColumns(found.map((i) => columns[i]))
      }`,
  );
}

function matches(
  { text, what }: Term,
  { columns, numbers, from }: { columns: readonly ColumnSpec[]; numbers: boolean; from: string },
): number[] {
  if (what.kind === "name" || what.kind === "numbers" && what.first === what.last) {
    return [findColumn(columns, { what, numbers, from }).index];
  }
  if (what.kind === "numbers" && what.last > columns.length) {
    throw new UsageError(`There is no column ${what.last} in ${from}: it has ${columns.length}`);
  }
  const found = all(columns).filter((i) =>
    what.kind === "numbers"
      ? i + 1 >= what.first && i + 1 <= what.last
      : what.pattern.test(columns[i].name)
  );
  if (found.length > 0) return found.filter((i) => !numbers || columns[i].type !== undefined);
  throw new UsageError(`No column of ${from} matches ${text}: it has ${listColumns(columns)}`);
}
