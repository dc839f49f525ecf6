import {
  checkCount,
  checkFormat,
  checkObject,
  checkString,
  completeCsvOptions,
  takeReader,
} from "./check_options.ts";
import type { CsvOptions } from "../formats/csv/dialect.ts";
import type { Format } from "../formats/registry.ts";
import { openTableWriter } from "../formats/open_table.ts";
import { MODULE } from "../formats/option_labels.ts";
import type { Batch, ColumnSpec, OutputColumn } from "../formats/table.ts";
import { checkKeys, describe } from "../functions/arguments.ts";
import { checkBatch } from "./check_results.ts";
import { RowChoice } from "./choose_rows.ts";
import { type ColumnKey, hasTextCells, isRead, NamedBatch, readerOf, type Table } from "./table.ts";
import { MemorySink } from "./stream_bytes.ts";
import {
  computeResults,
  placeColumns,
  planResults,
  type ResultColumn,
  type ResultPlan,
} from "./result_columns.ts";

/** Options for writing a table. */
export interface WriteTableOptions {
  /** The format to write. */
  readonly format: Format;
  /**
   * Columns to compute, by name. A result with the name of a column replaces it. The others come
   * last.
   */
  readonly results?: Readonly<Record<string, ResultColumn>>;
  /**
   * The columns to write, in this order: names of columns or results, optionally with new names.
   */
  readonly columns?: readonly (ColumnKey | { readonly name: string; readonly input: ColumnKey })[];
  /**
   * The rows to write: those for which this condition is true, such as `site == 'north' and n > 0`.
   * It can use the columns of the table, but not the results.
   */
  readonly where?: string;
  /** Options for CSV that differ from the defaults. */
  readonly csv?: Partial<CsvOptions>;
}

/** The streams that have been written. One that has ended would become an empty table. */
const written = new WeakSet<ReadableStream<Batch>>();

/**
 * Writes a table as a stream of bytes: as npy, as Parquet, as an Arrow file or stream, as CSV, TSV
 * or JSON lines.
 *
 * The next batch is read when the bytes of the previous one have been read. From Arrow to Arrow,
 * columns of any type are copied unchanged. Nulls stay null, and a result is null where its column
 * is. An npy file begins with its number of rows: if the table does not know it, the array is kept
 * in memory until the end.
 *
 * Cancelling the bytes cancels the table's batches with the same reason, without waiting.
 *
 * @example A table with one more column
 * ```ts
 * import { lgamma, readTable, writeTable } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * const table = await readTable(new Blob(["id,n\na,3\nb,\nc,4\n"]).stream());
 *
 * // To a file: `await bytes.pipeTo((await Deno.create("out.arrow")).writable)`.
 * const bytes = writeTable(table, {
 *   format: "arrow",
 *   results: { n_lgamma: { column: "n", compute: lgamma } },
 * });
 *
 * const { columns, batches } = await readTable(bytes);
 * assertEquals(columns.map(({ name }) => name), ["id", "n", "n_lgamma"]);
 * const [batch] = await Array.fromAsync(batches);
 * const { values, valid } = batch.numbers("n_lgamma");
 * assertEquals(values, new Float64Array([Math.log(2), NaN, lgamma(4)]));
 * assertEquals(valid, new Uint8Array([0b101])); // what was missing is missing
 * ```
 *
 * @example Results from several columns, alone
 * ```ts
 * import { lgamma, polygamma, readTable, writeTable } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 * import { toText } from "@std/streams/to-text";
 *
 * const table = await readTable(new Blob(["n,k\n3,1\n4,\n5,2\n"]).stream());
 * const bytes = writeTable(table, {
 *   format: "csv",
 *   results: {
 *     trigamma: { column: "n", compute: (n) => polygamma(n, 1) },
 *     difference: {
 *       columns: ["n", "k"],
 *       compute: (n, k) => lgamma(n).map((value, i) => value - lgamma(k[i])),
 *     },
 *   },
 *   columns: ["n", "difference"],
 * });
 * assertEquals(
 *   await toText(bytes),
 *   "n,difference\n3,0.6931471805599453\n4,\n5,3.1780538303479458\n",
 * );
 * ```
 *
 * @example Some rows
 * ```ts
 * import { lgamma, readTable, writeTable } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 * import { toText } from "@std/streams/to-text";
 *
 * const table = await readTable(new Blob(["site,n\nnorth,3\nsouth,4\nnorth,\n"]).stream());
 * const bytes = writeTable(table, {
 *   format: "csv",
 *   where: "site == 'north' and n > 0",
 *   results: { y: { column: "n", compute: lgamma } },
 * });
 * assertEquals(await toText(bytes), "site,n,y\nnorth,3,0.6931471805599453\n");
 * ```
 *
 * @example As CSV
 * ```ts
 * import { writeTable } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 * import { toText } from "@std/streams/to-text";
 *
 * const bytes = writeTable({
 *   columns: [{ name: "x", typeName: "float32", type: "float32" }],
 *   batches: ReadableStream.from([
 *     { rows: 2, numbers: () => ({ values: new Float32Array([0.1, 1e10]) }) },
 *   ]),
 * }, { format: "csv", csv: { header: false } });
 * assertEquals(await toText(bytes), "0.1\n10000000000\n");
 * ```
 *
 * @param table The table. It is read completely.
 * @param options What to write.
 * @returns The bytes. Errors in the data or in a result are errors of this stream.
 * @throws {TypeError} If it is not a table, was written before, or an option has a wrong type.
 * @throws {RangeError} If a format, column or option does not exist.
 */
export function writeTable(
  table: Table,
  options: WriteTableOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  checkTable(table);
  if (written.has(table.batches)) {
    throw new TypeError(
      "Cannot write a table twice: its rows can be read only once; read the table again",
    );
  }
  const plan = planWriting(table, options);
  const batches = takeReader("Cannot write a table: its batches", table.batches);
  written.add(table.batches);
  const parts = writeParts(table, batches, plan);
  // This does not wait for the source, which may never settle.
  function end(reason?: unknown): void {
    batches.cancel(reason).catch(() => {});
    batches.releaseLock();
  }
  return new ReadableStream({
    async pull(controller): Promise<void> {
      try {
        const { done, value } = await parts.next();
        if (!done) return controller.enqueue(value);
      } catch (error) {
        end(error);
        throw error;
      }
      end();
      controller.close();
    },
    cancel(reason: unknown): void {
      end(reason);
      // Work in progress ends when it asks for its next batch, because there is none.
      parts.return(undefined).catch(() => {});
    },
  }, { highWaterMark: 0 }); // nothing is computed before it is wanted
}

/** What is written, and how. */
interface WritingPlan {
  readonly format: Format;
  readonly csv: CsvOptions;
  readonly results: readonly ResultPlan[];
  readonly outputs: readonly OutputColumn[];
  /** What decides which rows are written; missing if all are. */
  readonly choice?: RowChoice;
}

/** Checks options, and finds the columns that they name. */
function planWriting(table: Table, options: WriteTableOptions): WritingPlan {
  const { columns } = table;
  const what = "Cannot write a table";
  checkObject(`${what}: options`, options);
  checkKeys(what, options, ["format", "results", "columns", "where", "csv"]);
  const { format } = options;
  checkFormat(format);
  const csv = completeCsvOptions(options.csv);
  const results = planResults(options.results, columns);
  const outputs = placeColumns(options.columns, { columns, results });
  const { where } = options;
  const choice = where === undefined ? undefined : new RowChoice(columns, {
    where,
    isText: hasTextCells(table),
    numbers: results.flatMap(({ inputs }) => inputs),
  });
  return { format, csv, results, outputs, choice };
}

async function* writeParts(
  table: Table,
  batches: ReadableStreamDefaultReader<Batch>,
  { format, csv, results, outputs, choice }: WritingPlan,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { columns, rows } = table;
  const sink = new MemorySink();
  const reader = readerOf(table);
  reader.computeFrom?.(results.flatMap(({ inputs }) => inputs));
  const writer = await openTableWriter(format, sink, {
    reader,
    outputs,
    rows: choice === undefined ? rows : undefined,
    csv,
    names: MODULE,
    keepsBytes: true,
  });
  yield* sink.take();
  let count = 0;
  for (;;) {
    const { done, value } = await batches.read();
    if (done) break;
    const given = isRead(table) ? NamedBatch.unwrap(value) : checkBatch(value);
    const batch = choice?.keep(given) ?? given;
    await writer.write(batch, await computeResults(results, batch, columns));
    count += given.rows;
    yield* sink.take();
  }
  if (rows !== undefined && count !== rows) {
    throw new RangeError(
      `Cannot write a table: its batches must have ${rows} rows, like the table, got ${count}`,
    );
  }
  await writer.close();
  yield* sink.take();
}

/** Throws unless a value is a table: a program may pass anything. */
function checkTable(table: Table): void {
  checkObject("Cannot write a table: it", table);
  const { columns, rows } = table;
  if (!Array.isArray(columns)) {
    throw new TypeError(
      `Cannot write a table: its columns must be an array, got ${describe(columns)}`,
    );
  }
  columns.forEach((column: ColumnSpec, i) => {
    checkObject(`Cannot write a table: its column ${i}`, column);
    checkString(`Cannot write a table: the name of its column ${i}`, column.name);
  });
  if (rows !== undefined) checkCount("Cannot write a table: its rows", rows, { least: 0 });
}
