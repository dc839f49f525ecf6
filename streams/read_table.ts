import type { CsvOptions } from "../formats/csv/dialect.ts";
import { detectFormat } from "../formats/detect.ts";
import type { Format } from "../formats/format.ts";
import { openTableReader } from "../formats/open_table.ts";
import { decompress } from "../pipeline/decompress.ts";
import { MAX_CHUNK_SIZE } from "../pipeline/request.ts";
import { checkFormat } from "./check_results.ts";
import { streamSource } from "./stream_source.ts";
import { type Table, tableOf } from "./table.ts";

/** How a table is read from a stream. */
export interface ReadTableOptions {
  /** Its format; by default that of the first bytes. */
  readonly format?: Format;
  /** What errors call the stream. Default `the stream`. */
  readonly name?: string;
  /** Bytes of a batch, about, where the format has none: at most 256 MiB. Default 1 MiB. */
  readonly chunkSize?: number;
  /** How CSV is read, where that is not usual. */
  readonly csv?: Partial<CsvOptions>;
}

const CHUNK_SIZE = 2 ** 20;

/**
 * Reads a table from a stream of bytes: npy, Arrow as a file or a stream, CSV or TSV, each also in gzip
 * or zstd.
 *
 * Only as much is read as is asked for. An npy array of one axis is a column `x`, one of two axes has
 * columns `x0`, `x1`, …. `batch.numbers(i)` reads any column of CSV as numbers; `batch.values(i)` gives
 * what it holds by its first MiB, or by `csv.types`: int64, float64 or texts.
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
 *   for (const x of batch.numbers(0).values) sum += x;
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
 * assertEquals(columns.map(({ name, typeName }) => [name, typeName]), [["id", "utf8"], ["x", "float64"]]);
 * const [batch] = await Array.fromAsync(batches);
 * const { values, valid } = batch.numbers(1);
 * assertEquals([values[0], valid?.[0]], [0.5, 0b01]); // there is no second number
 * ```
 *
 * @param stream The bytes; the table takes charge of it.
 * @param options What is known of it.
 * @returns The table.
 * @throws {SyntaxError} If the bytes are not what a format says.
 * @throws {RangeError} If an option is not one that there is.
 */
export async function readTable(
  stream: ReadableStream<Uint8Array>,
  { format, name = "the stream", chunkSize = CHUNK_SIZE, csv }: ReadTableOptions = {},
): Promise<Table> {
  checkFormat(format);
  if (!(Number.isInteger(chunkSize) && chunkSize >= 1 && chunkSize <= MAX_CHUNK_SIZE)) {
    throw new RangeError(
      `Option chunkSize must be an integer from 1 to ${MAX_CHUNK_SIZE}, got ${chunkSize}`,
    );
  }
  using opened = new DisposableStack();
  const bytes = opened.use(streamSource(stream, name));
  const { source } = opened.use(await decompress(bytes));
  const detected = await detectFormat(source, { from: format, path: "" });
  const reader = opened.use(await openTableReader(detected.format, source, { chunkSize, csv }));
  return tableOf(reader, opened.move());
}
