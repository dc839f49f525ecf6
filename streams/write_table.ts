import type { CsvOptions } from "../formats/csv/dialect.ts";
import type { Format } from "../formats/format.ts";
import { openTableWriter } from "../formats/open_table.ts";
import type { Batch, Numbers, OutputColumn } from "../formats/table.ts";
import { checkFormat, checkOutputs, checkResults } from "./check_results.ts";
import { MemorySink } from "./memory_sink.ts";
import { readerOf, type Table } from "./table.ts";

/** What is written of a table, and how. */
export interface WriteTableOptions {
  /** The format to write. */
  readonly format: Format;
  /** The columns to write: those of the table, or results, by number. Default: all of the table. */
  readonly columns?: readonly OutputColumn[];
  /** How CSV is written, where that is not usual. */
  readonly csv?: Partial<CsvOptions>;
  /** Makes the results of a batch, in the order of their numbers: of the type of their columns. */
  readonly compute?: (batch: Batch) => readonly Numbers[] | Promise<readonly Numbers[]>;
}

/** Streams that have been taken: of one that has ended an empty table would be made. */
const written = new WeakSet<ReadableStream<Batch>>();

/**
 * Writes a table as a stream of bytes: as npy, as an Arrow file or stream, as CSV or TSV.
 *
 * The next batch is read when the bytes of the one before have been. Columns that come from Arrow and
 * go to Arrow pass unchanged, of whatever type. An npy array begins with its number of rows: where the
 * table does not know it, all the array is kept in memory until the end.
 *
 * @example A table with one more column
 * ```ts
 * import { lgamma, readTable, writeTable } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * const table = {
 *   columns: [{ name: "x", typeName: "float64", type: "float64" }],
 *   batches: ReadableStream.from([
 *     { rows: 2, numbers: () => ({ values: new Float64Array([3, 4]) }) },
 *   ]),
 * } as const;
 *
 * // To a file: `await bytes.pipeTo((await Deno.create("out.arrow")).writable)`.
 * const bytes = writeTable(table, {
 *   format: "arrow",
 *   columns: [
 *     { name: "x", input: 0 },
 *     { name: "x_lgamma", result: 0, type: "float64" },
 *   ],
 *   compute: (batch) => [{ values: lgamma(batch.numbers(0).values) }],
 * });
 *
 * const { columns, batches } = await readTable(bytes);
 * assertEquals(columns.map(({ name }) => name), ["x", "x_lgamma"]);
 * const [batch] = await Array.fromAsync(batches);
 * assertEquals(batch.numbers(1).values, new Float64Array([Math.log(2), lgamma(4)]));
 * ```
 *
 * @example As CSV
 * ```ts
 * import { writeTable } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = writeTable({
 *   columns: [{ name: "x", typeName: "float32", type: "float32" }],
 *   batches: ReadableStream.from([
 *     { rows: 2, numbers: () => ({ values: new Float32Array([0.1, 1e10]) }) },
 *   ]),
 * }, { format: "csv", csv: { header: false } });
 * assertEquals(await new Response(bytes).text(), "0.1\n10000000000\n");
 * ```
 *
 * @param table The table, all of which is read.
 * @param options What to write.
 * @throws {TypeError} If the table was written before.
 * @returns The bytes. What is wrong with the options, or with a result, is an error of the stream.
 */
export function writeTable(
  table: Table,
  options: WriteTableOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (written.has(table.batches)) {
    throw new TypeError("Cannot write a table a second time: its rows come once, read it again");
  }
  written.add(table.batches);
  const parts = writeParts(table, options);
  return new ReadableStream({
    async pull(controller): Promise<void> {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(): Promise<void> {
      await parts.return(undefined);
      // What was not begun yet does not know that it is to end.
      await table.batches.cancel();
    },
  }, { highWaterMark: 0 }); // nothing is computed before it is wanted
}

async function* writeParts(
  table: Table,
  { format, columns, csv, compute }: WriteTableOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const outputs = columns ?? table.columns.map(({ name }, input) => ({ name, input }));
  const { rows, batches } = table;
  const sink = new MemorySink();
  try {
    checkFormat(format);
    checkOutputs(outputs, { columns: table.columns, computes: compute !== undefined });
    const reader = readerOf(table);
    const writer = await openTableWriter(format, sink, { reader, outputs, rows, csv });
    yield* sink.take();
    for await (const batch of batches) {
      const results = await compute?.(batch) ?? [];
      checkResults(results, { outputs, batch });
      await writer.write(batch, results);
      yield* sink.take();
    }
    await writer.close();
  } catch (error) {
    await batches.cancel(error).catch(() => {});
    throw error;
  }
  yield* sink.take();
}
