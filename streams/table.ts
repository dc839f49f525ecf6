import type { Batch, ColumnSpec, TableReader } from "../formats/table.ts";
import { NamedBatch, type TableBatch } from "./named_batch.ts";

/** A table whose rows come in batches, front to back, once. */
export interface Table<B extends Batch = Batch> {
  /** Its columns, in order. */
  readonly columns: readonly ColumnSpec[];
  /** The number of rows, where it is known before all are read. */
  readonly rows?: number;
  /** Its rows; who stops early cancels the stream, which ends the reading. */
  readonly batches: ReadableStream<B>;
}

/** What a table is read from. */
export interface TableOrigin {
  readonly signal?: AbortSignal;
  /** Closes all that is open for it. The first reason is the one that its stream is cancelled with. */
  close(reason?: unknown): void;
}

// Kept beside the table and not in it: a writer wants to know the reader, a user does not.
const readers = new WeakMap<Table, TableReader>();

/** Makes a table of what a reader reads; what is open for it is closed when all is read. */
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

/** Whether a table was read, and not made by hand. */
export function isRead(table: Table): boolean {
  return readers.has(table);
}

/** The reader of a table. One that was made by hand gets one that knows its columns. */
export function readerOf(table: Table): TableReader {
  return readers.get(table) ?? {
    columns: table.columns,
    read: () => Promise.reject(new Error("Its batches are read from the stream")),
    [Symbol.dispose](): void {},
  };
}
