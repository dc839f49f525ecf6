import {
  checkCount,
  checkFormat,
  checkObject,
  checkSignal,
  checkString,
  completeCsvOptions,
} from "./check_options.ts";
import type { CsvOptions } from "../formats/csv/dialect.ts";
import { detectFormat } from "../formats/detect.ts";
import { type Format, isReadable } from "../formats/registry.ts";
import { openTableReader } from "../formats/open_table.ts";
import { MODULE } from "../formats/option_labels.ts";
import { decompress } from "../io/compression/decompress.ts";
import { selectColumns } from "../plan/columns/select_columns.ts";
import { MAX_CHUNK_SIZE } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";
import { checkKeys } from "../functions/arguments.ts";
import { type Table, type TableBatch, tableOf } from "./table.ts";
import { streamSource } from "./stream_bytes.ts";

/** Options for reading a table from a stream. */
export interface ReadTableOptions {
  /** The format; by default it is detected from the first bytes. */
  readonly format?: Format;
  /** The name of the stream in messages. The default is `the stream`. */
  readonly name?: string;
  /**
   * The approximate number of bytes of a batch, if the format has no batches of its own: at most
   * 256 MiB. The default is 1 MiB.
   */
  readonly chunkSize?: number;
  /** Options for CSV that differ from the defaults. */
  readonly csv?: Partial<CsvOptions>;
  /**
   * Stops the reading at any time before the last batch has been read. Pending reads then fail with
   * the signal's reason, and the stream is cancelled with it.
   */
  readonly signal?: AbortSignal;
}

const CHUNK_SIZE = 2 ** 20;

/**
 * Reads a table from a stream of bytes: npy, Parquet, Arrow as a file or a stream, CSV, TSV or JSON
 * lines, each also in gzip or zstd.
 *
 * The stream is read on demand. A 1-d npy array has the column `x`, a 2-d array the columns `x0`,
 * `x1`, …. `batch.numbers("x")` reads any CSV column as numbers. `batch.values("x")` returns int64,
 * float64 or text, as inferred from the first MiB or set by `csv.types`. A null is NaN, and its bit
 * in `valid` is 0.
 *
 * @example The sum of a column
 * ```ts
 * import { readTable, writeTable } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * // As a file would give them: `(await Deno.open("x.npy")).readable`.
 * const bytes = writeTable({
 *   columns: [{ name: "x", typeName: "float64", type: "float64" }],
 *   batches: ReadableStream.from([
 *     { rows: 3, numbers: () => ({ values: new Float64Array([1, 2, 4]) }) },
 *   ]),
 * }, { format: "npy" });
 *
 * const { columns, batches } = await readTable(bytes);
 * assertEquals(columns[0].name, "x");
 * let sum = 0;
 * for await (const batch of batches) {
 *   for (const x of batch.numbers("x").values) sum += x;
 * }
 * assertEquals(sum, 7);
 * ```
 *
 * @example CSV
 * ```ts
 * import { readTable } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * const { columns, batches } = await readTable(
 *   new Blob(["id;x\n007;0,5\n008;\n"]).stream(),
 *   { format: "csv", csv: { delimiter: ";", decimal: ",", types: [["id", "utf8"]] } },
 * );
 * assertEquals(columns.map(({ typeName }) => typeName), ["utf8", "float64"]);
 *
 * const [batch] = await Array.fromAsync(batches);
 * const { values, valid } = batch.numbers("x");
 * assertEquals(values, new Float64Array([0.5, NaN]));
 * assertEquals(valid, new Uint8Array([0b01])); // the second is null
 * ```
 *
 * @example Abort with a signal, even while no data arrive
 * ```ts
 * import { readTable } from "@specol/specol";
 * import { assertRejects } from "@std/assert";
 *
 * const stalled = new ReadableStream<Uint8Array<ArrayBuffer>>();
 * const controller = new AbortController(); // or AbortSignal.timeout(1000)
 * const table = readTable(stalled, { signal: controller.signal });
 * controller.abort(new Error("it takes too long"));
 * await assertRejects(() => table, Error, "it takes too long");
 * ```
 *
 * @param stream The bytes. The table owns the stream, and cancels it if reading stops early.
 * @param options The format and other options.
 * @returns The table.
 * @throws {SyntaxError} If the bytes are not valid in the format.
 * @throws {TypeError} If it is not a byte stream, or an option has a wrong type.
 * @throws {RangeError} If an option is unknown or out of range.
 */
export async function readTable(
  stream: ReadableStream<Uint8Array>,
  options: ReadTableOptions = {},
): Promise<Table<TableBatch>> {
  checkObject("Cannot read a table: options", options);
  checkKeys("Cannot read a table", options, ["format", "name", "chunkSize", "csv", "signal"]);
  const { format, name = "the stream", chunkSize = CHUNK_SIZE, signal } = options;
  if (format !== undefined) checkFormat(format);
  checkString("Option name", name);
  checkCount("Option chunkSize", chunkSize, { least: 1, most: MAX_CHUNK_SIZE });
  if (signal !== undefined) checkSignal(signal);
  const csv = completeCsvOptions(options.csv);
  const bytes = streamSource(stream, name);
  const abort = () => bytes.cancel(signal?.reason);
  using opened = new DisposableStack();
  opened.defer(() => bytes.cancel());
  signal?.addEventListener("abort", abort);
  try {
    signal?.throwIfAborted();
    const { source } = opened.use(await decompress(bytes));
    const detected = await detectFormat(source, { from: format, path: "", names: MODULE });
    const reader = opened.use(
      await openTableReader(detected.format, source, {
        chunkSize,
        csv,
        names: MODULE,
        selectColumns,
      }),
    );
    signal?.throwIfAborted();
    const kept = opened.move();
    return tableOf(reader, {
      signal,
      isText: isReadable(detected.format),
      close(reason?: unknown): void {
        if (reason !== undefined) bytes.cancel(reason);
        kept.dispose();
      },
    });
  } catch (error) {
    const reason = signal?.aborted ? signal.reason : error;
    bytes.cancel(reason);
    throw reason instanceof UsageError ? new RangeError(reason.message) : reason;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}
