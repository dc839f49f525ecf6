import type { FloatType } from "../kernels/float_types.ts";
import type { ByteSink } from "../io/byte_sink.ts";
import type { ByteSource } from "../io/byte_source.ts";
import type { CsvOptions } from "./csv/dialect.ts";
import type { SelectColumns } from "./csv/column_types.ts";
import type { Format } from "./format.ts";
import type { SettingNames } from "./setting_names.ts";
import type { FileTableReader, Numbers, TableWriter, WriterOptions } from "./table.ts";

/** Options for reading a table. */
export interface ReadTableOptions {
  /** The approximate number of bytes of a batch, if the format does not decide it. */
  readonly chunkSize: number;
  /** The path of the file, if the source reads it from its beginning and the file is seekable. */
  readonly path?: string;
  /** Finds the columns that the rules for types name. */
  readonly selectColumns: SelectColumns;
  /** How CSV is read. */
  readonly csv: CsvOptions;
  /** What messages call settings; those of the command line by default. */
  readonly names?: SettingNames;
}

/** Options for writing a table. */
export interface WriteTableOptions extends WriterOptions {
  /** The number of rows, if it is known before all rows are read. */
  readonly rows?: number;
  /** The type of an array, if it is not that of its columns. */
  readonly type?: FloatType;
  /** Is called with the numbers of each column that becomes part of an array, before they are converted. */
  readonly look?: (column: number, numbers: Numbers) => void;
  /** How CSV is written. */
  readonly csv: CsvOptions;
}

// Each format is imported when it is needed: a program that reads npy does not wait for Arrow.

/** Opens a table for reading in a format. */
export async function openTableReader(
  format: Format,
  source: ByteSource,
  options: ReadTableOptions,
): Promise<FileTableReader> {
  if (format === "npy") {
    const { NpyTableReader } = await import("./npy/table_reader.ts");
    return await NpyTableReader.open(source, options);
  }
  if (format === "arrow" || format === "arrows") {
    const { ArrowReader } = await import("./arrow/decode/reader.ts");
    return await ArrowReader.open(source, options);
  }
  const { CsvTableReader } = await import("./csv/table_reader.ts");
  return await CsvTableReader.open(source, { ...options, format });
}

/** Opens a table for writing in a format. */
export async function openTableWriter(
  format: Format,
  sink: ByteSink,
  options: WriteTableOptions,
): Promise<TableWriter> {
  if (format === "npy") {
    const { NpyTableWriter } = await import("./npy/table_writer.ts");
    return await NpyTableWriter.open(sink, options);
  }
  if (format === "arrow" || format === "arrows") {
    const { ArrowWriter } = await import("./arrow/encode/writer.ts");
    const container = format === "arrow" ? "file" : "stream";
    return await ArrowWriter.open(sink, { ...options, container });
  }
  const { CsvTableWriter } = await import("./csv/table_writer.ts");
  return await CsvTableWriter.open(sink, { ...options, format });
}
