import {
  type Batch,
  type ColumnSpec,
  type ColumnValues,
  type GivenBatch,
  type Numbers,
  type TableReader,
  valuesOf,
} from "../formats/table.ts";
import { describe } from "../functions/arguments.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { listColumns, placesOf } from "../plan/columns/find_column.ts";
import { didYouMean } from "../plan/usage_error.ts";

/** A table whose rows can be read once, in batches, from first to last. */
export interface Table<B extends GivenBatch = GivenBatch> {
  /** Its columns, in order. */
  readonly columns: readonly ColumnSpec[];
  /** The number of rows, if it is known before all rows are read. */
  readonly rows?: number;
  /** Its rows. Stopping early cancels the stream, which ends the reading. */
  readonly batches: ReadableStream<B>;
}

/** What a table is read from. */
export interface TableOrigin {
  readonly signal?: AbortSignal;
  /** Whether every cell is a text, as in CSV. */
  readonly isText: boolean;
  /**
   * Closes everything that was opened for the table. The stream is cancelled with the reason of the
   * first call.
   */
  close(reason?: unknown): void;
}

/** The tables in which every cell is a text, as in CSV. */
const texts = new WeakSet<Table>();

// The reader is kept next to the table and not in it: writers need it, and users do not.
const readers = new WeakMap<Table, TableReader>();

/**
 * Makes a table from a reader. Everything that was opened for it is closed when all rows are read.
 */
export function tableOf(
  reader: TableReader & { readonly rows?: number },
  { signal, isText, close }: TableOrigin,
): Table<TableBatch> {
  let abort = (): void => {};
  function end(reason?: unknown): void {
    signal?.removeEventListener("abort", abort);
    close(reason);
  }
  const batches = new ReadableStream<TableBatch>({
    start(controller): void {
      abort = () => {
        controller.error(signal?.reason);
        end(signal?.reason);
      };
      signal?.addEventListener("abort", abort);
    },
    async pull(controller): Promise<void> {
      let batch: Batch | undefined;
      try {
        batch = await reader.read();
      } catch (error) {
        end(error);
        throw error;
      }
      if (batch !== undefined) return controller.enqueue(new NamedBatch(batch, reader.columns));
      end();
      controller.close();
    },
    cancel: end,
  }, { highWaterMark: 0 }); // nothing is read before it is wanted
  const table = { columns: reader.columns, rows: reader.rows, batches };
  readers.set(table, reader);
  if (isText) texts.add(table);
  return table;
}

/** Returns whether a table was read from a stream, not made by a program. */
export function isRead(table: Table): boolean {
  return readers.has(table);
}

/** Returns whether every cell of a table is a text, as in CSV. */
export function hasTextCells(table: Table): boolean {
  return texts.has(table);
}

/**
 * Returns the reader of a table. For a table that a program made, it makes one that knows its
 * columns.
 */
export function readerOf(table: Table): TableReader {
  return readers.get(table) ?? {
    columns: table.columns,
    read: () => Promise.reject(new Error("Its batches are read from the stream")),
    [Symbol.dispose](): void {},
  };
}

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

/** Some rows of a table that was read. */
export interface TableBatch extends GivenBatch {
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
