import type { Batch, ColumnSpec, TableReader } from "../formats/table.ts";

/** A table whose rows come in batches, front to back, once. */
export interface Table {
  /** Its columns, in order. */
  readonly columns: readonly ColumnSpec[];
  /** The number of rows, where it is known before all are read. */
  readonly rows?: number;
  /** Its rows; who stops early cancels the stream, which ends the reading. */
  readonly batches: ReadableStream<Batch>;
}

// Kept beside the table and not in it: a writer wants to know the reader, a user does not.
const readers = new WeakMap<Table, TableReader>();

/** Makes a table of what a reader reads; what is open for it is disposed of when all is read. */
export function tableOf(
  reader: TableReader & { readonly rows?: number },
  opened: Disposable,
): Table {
  const batches = new ReadableStream<Batch>({
    async pull(controller): Promise<void> {
      try {
        const batch = await reader.read();
        if (batch !== undefined) return controller.enqueue(batch);
      } catch (error) {
        opened[Symbol.dispose]();
        throw error;
      }
      opened[Symbol.dispose]();
      controller.close();
    },
    cancel: () => opened[Symbol.dispose](),
  }, { highWaterMark: 0 }); // nothing is read before it is wanted
  const table = { columns: reader.columns, rows: reader.rows, batches };
  readers.set(table, reader);
  return table;
}

/** The reader of a table. One that was made by hand gets one that knows its columns. */
export function readerOf(table: Table): TableReader {
  return readers.get(table) ?? {
    columns: table.columns,
    read: () => Promise.reject(new Error("Its batches are read from the stream")),
    [Symbol.dispose](): void {},
  };
}
