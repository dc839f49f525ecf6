import type { ByteSink } from "../io/byte_sink.ts";
import type { ByteSource, DirectInput } from "../io/byte_source.ts";
import type { Compression } from "../io/decompress.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { SelectColumns } from "./csv/column_types.ts";
import type { CsvOptions } from "./csv/dialect.ts";
import type { SettingNames } from "./setting_names.ts";
import type { FileTableReader, Numbers, TableWriter, WriterOptions } from "./table.ts";

/** The formats that specol reads and writes, by the names that `--from` and `--to` take. */
export const FORMATS: readonly Format[] = ["csv", "tsv", "arrow", "arrows", "npy", "parquet"];

/** The name of a format: `arrow` is an Arrow file, `arrows` an Arrow stream. */
export type Format = "csv" | "tsv" | "arrow" | "arrows" | "npy" | "parquet";

/** Returns whether a format is text: CSV with any delimiter. */
export function isText(format: Format): format is "csv" | "tsv" {
  return format === "csv" || format === "tsv";
}

/** Whether a format is Arrow, as a file or as a stream. */
export function isArrow(format: Format): format is "arrow" | "arrows" {
  return format === "arrow" || format === "arrows";
}

/** Whether a format is read as columns of Arrow, which can be passed on buffer by buffer. */
export function hasArrowColumns(format: Format): boolean {
  return isArrow(format) || format === "parquet";
}

/** The names of the formats in messages. */
export const FORMAT_WORDS: Readonly<Record<Format, string>> = {
  csv: "CSV",
  tsv: "TSV",
  arrow: "an Arrow file",
  arrows: "an Arrow stream",
  npy: "an npy file",
  parquet: "a Parquet file",
};

/** What the extension of a file says about its contents. */
export interface Ending {
  readonly format?: Format;
  readonly compression?: Compression;
  /** The extension without that of the compression, such as `.csv`; empty if there is none. */
  readonly text: string;
}

const ENDINGS: Readonly<Record<string, Format>> = {
  ".csv": "csv",
  ".tsv": "tsv",
  ".arrow": "arrow",
  ".feather": "arrow",
  ".ipc": "arrow",
  ".arrows": "arrows",
  ".npy": "npy",
  ".parquet": "parquet",
  ".pq": "parquet",
};

const COMPRESSIONS: Readonly<Record<string, Compression>> = {
  ".gz": "gzip",
  ".zst": "zstd",
  ".zstd": "zstd",
};

/** Reads the extension of a path, in upper or lower case: `.npy`, `.csv.gz`. */
export function endingOf(path: string): Ending {
  const last = lastEnding(path);
  const compression = COMPRESSIONS[last];
  const text = compression === undefined ? last : lastEnding(path.slice(0, -last.length));
  return { format: ENDINGS[text], compression, text };
}

// A dot at the beginning of a name does not start an extension: `.csv` is a hidden file.
function lastEnding(path: string): string {
  return /[^./\\](\.[^./\\]+)$/.exec(path)?.[1].toLowerCase() ?? "";
}

/** What is known about an output. */
export interface OutputOptions {
  /** The format that the user gave with `--to`. */
  readonly to?: Format;
  /** The path, whose extension counts; `-` is standard output. */
  readonly path: string;
  /** The format of the input, which is used if nothing else decides. */
  readonly input: Format;
}

// Extensions that promise a format that would not be written.
const FOREIGN = /^\.(npz|zip|h5|hdf5?|xlsx?|ods|json|jsonl|ndjson|orc|avro|pkl|mat|xz|bz2|lz4)$/;

/**
 * Returns the format and the compression to write. The format is the one that the user gave,
 * otherwise that of the extension, otherwise that of the input.
 */
export function outputFormat(
  { to, path, input }: OutputOptions,
): { format: Format; compression?: Compression } {
  const { format, compression, text } = endingOf(path);
  if (FOREIGN.test(text)) {
    throw new TypeError(
      `Cannot write ${path}: specol does not write ${text} files, only Parquet, npy, Arrow, CSV and TSV, ` +
        `and those compressed as .gz or .zst`,
    );
  }
  return { format: to ?? format ?? input, compression };
}

/**
 * Options for reading a table. They name the file if the source reads it from its beginning and the
 * file is seekable.
 */
export interface ReadTableOptions extends DirectInput {
  /** The approximate number of bytes of a batch, if the format does not decide it. */
  readonly chunkSize: number;
  /** Is called with the number of bytes that are read from the file, and not from the source. */
  readonly count?: (bytes: number) => void;
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
  if (format === "parquet") {
    const { ParquetReader } = await import("./parquet/decode/reader.ts");
    return await ParquetReader.open(source, options);
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
  if (format === "parquet") {
    const { openParquetWriter } = await import("./parquet/encode/open_writer.ts");
    return await openParquetWriter(sink, options);
  }
  const { CsvTableWriter } = await import("./csv/table_writer.ts");
  return await CsvTableWriter.open(sink, { ...options, format });
}
