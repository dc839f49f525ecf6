import {
  type Batch,
  type ColumnSpec,
  type ColumnValues,
  type Numbers,
  valuesOf,
} from "../formats/table.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { describe } from "../functions/arguments.ts";
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

// A table may have 200,000 columns, each of which may be looked up by its name.
const places = new WeakMap<readonly ColumnSpec[], ReadonlyMap<string, readonly number[]>>();

/** Returns the indexes of the columns of each name. */
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

/** Some rows of a table that was read. */
export interface TableBatch extends Batch {
  /**
   * Returns the numbers of a column, given by name or index. The caller owns the array. A null is
   * NaN, and its bit in `valid` is 0.
   */
  numbers(column: ColumnKey, type?: FloatType): Numbers;
  /** Returns the values of a column without loss: exact integers, and texts. */
  values(column: ColumnKey): ColumnValues;
}

/** A batch of a reader whose columns have names. */
export class NamedBatch implements TableBatch {
  readonly #batch: Batch;
  readonly #columns: readonly ColumnSpec[];

  constructor(batch: Batch, columns: readonly ColumnSpec[]) {
    this.#batch = batch;
    this.#columns = columns;
  }

  /** Returns the reader's own batch, which a writer of the same format knows. */
  static unwrap(batch: Batch): Batch {
    return #batch in batch ? batch.#batch : batch;
  }

  get rows(): number {
    return this.#batch.rows;
  }

  numbers(column: ColumnKey, type?: FloatType): Numbers {
    const numbers = this.#batch.numbers(columnIndex(this.#columns, column), type);
    const { values, valid } = numbers;
    // A file may hold any number in place of a null, which would look like a value.
    if (valid !== undefined) {
      for (let i = 0; i < values.length; i++) {
        if ((valid[i >> 3] >> (i & 7) & 1) === 0) values[i] = NaN;
      }
    }
    return numbers;
  }

  values(column: ColumnKey): ColumnValues {
    return valuesOf(this.#batch, columnIndex(this.#columns, column));
  }

  locate(column: ColumnKey, row: number): string {
    const index = columnIndex(this.#columns, column);
    return this.#batch.locate?.(index, row) ??
      `column ${this.#columns[index].name}, row ${row + 1}`;
  }

  release(): void {
    this.#batch.release?.();
  }
}
