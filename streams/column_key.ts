import type { ColumnSpec } from "../formats/table.ts";
import { describe } from "../functions/float_array.ts";
import { listColumns } from "../plan/columns/find_column.ts";
import { didYouMean } from "../plan/suggest.ts";

/** A column of a table: its name, or its number from 0. */
export type ColumnKey = string | number;

/** Finds a column, from 0. */
export function columnIndex(columns: readonly ColumnSpec[], key: ColumnKey): number {
  if (typeof key === "number") {
    if (Number.isInteger(key) && key >= 0 && key < columns.length) return key;
    throw new RangeError(
      `There is no column ${key}: the table has ${columns.length}, counted from 0`,
    );
  }
  if (typeof key !== "string") {
    throw new TypeError(`A column must be a name, or a number from 0, got ${describe(key)}`);
  }
  const found = placesOf(columns).get(key) ?? [];
  if (found.length === 1) return found[0];
  if (found.length > 1) {
    throw new RangeError(
      `${found.length} columns are named ${key}: choose by number, ${found.join(" or ")}`,
    );
  }
  const near = didYouMean(key, columns.map(({ name }) => name));
  throw new RangeError(`Unknown column ${key}${near || ":"} the table has ${listColumns(columns)}`);
}

// A table may have 200,000 columns, and each be asked for by its name.
const places = new WeakMap<readonly ColumnSpec[], ReadonlyMap<string, readonly number[]>>();

/** Where the columns of each name are. */
function placesOf(columns: readonly ColumnSpec[]): ReadonlyMap<string, readonly number[]> {
  let found = places.get(columns);
  if (found === undefined) {
    const all = new Map<string, number[]>();
    for (const [i, { name }] of columns.entries()) {
      const others = all.get(name);
      if (others === undefined) all.set(name, [i]);
      else others.push(i);
    }
    places.set(columns, found = all);
  }
  return found;
}
