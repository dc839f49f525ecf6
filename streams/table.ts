import type { Batch, ColumnSpec, TableReader } from "../formats/table.ts";
import { NamedBatch, type TableBatch } from "./named_batch.ts";

/** A table whose rows can be read once, in batches, from first to last. */
export interface Table<B extends Batch = Batch> {
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
  /**
   * Closes everything that was opened for the table. The stream is cancelled with the reason of the
   * first call.
   */
  close(reason?: unknown): void;
}

// The reader is kept beside the table and not in it: writers need it, and users do not.
const readers = new WeakMap<Table, TableReader>();

/**
 * Makes a table from a reader. Everything that was opened for it is closed when all rows are read.
 */
export function tableOf(
  reader: TableReader & { readonly rows?: number },
  { signal, close }: TableOrigin,
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
  return table;
}

/** Returns whether a table was read from a stream, not made by a program. */
export function isRead(table: Table): boolean {
  return readers.has(table);
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
