import type { ByteSink } from "../io/byte_sink.ts";
import type { ByteSource, DirectInput } from "../io/byte_source.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { SelectColumns } from "./csv/column_types.ts";
import type { CsvOptions } from "./csv/dialect.ts";
import type { Format } from "./registry.ts";
import type { OptionLabels } from "./option_labels.ts";
import type { FileTableReader, Numbers, TableWriter, WriterOptions } from "./table.ts";

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
  /**
   * How CSV is read, and what of it holds for JSON lines: types, texts for null, and what is not a
   * number.
   */
  readonly csv: CsvOptions;
  /** What messages call settings; those of the command line by default. */
  readonly names?: OptionLabels;
  /**
   * Whether members of JSON lines that are no columns are passed over, and not refused; false if left
   * out.
   */
  readonly skipsUnknown?: boolean;
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
  /** Whether records of CSV that go to CSV pass byte for byte. */
  readonly keepsBytes?: boolean;
}

/** Opens tables of a format. */
interface Openers {
  openReader(source: ByteSource, options: ReadTableOptions): Promise<FileTableReader>;
  openWriter(sink: ByteSink, options: WriteTableOptions): Promise<TableWriter>;
}

// Each format is imported when it is needed: a program that reads npy does not wait for Arrow.
const OPENERS: Readonly<Record<Format, Openers>> = {
  csv: openText("csv"),
  tsv: openText("tsv"),
  arrow: openArrow("file"),
  arrows: openArrow("stream"),
  npy: {
    async openReader(source, options) {
      return await (await import("./npy/table_reader.ts")).NpyTableReader.open(source, options);
    },
    async openWriter(sink, options) {
      return await (await import("./npy/table_writer.ts")).NpyTableWriter.open(sink, options);
    },
  },
  jsonl: {
    async openReader(source, options) {
      return await (await import("./jsonl/table_reader.ts")).openJsonlTable(source, options);
    },
    async openWriter(sink, options) {
      const { TextTableWriter } = await import("./csv/table_writer.ts");
      return await TextTableWriter.open(sink, { ...options, format: "jsonl" });
    },
  },
  parquet: {
    async openReader(source, options) {
      return await (await import("./parquet/decode/reader.ts")).ParquetReader.open(source, options);
    },
    async openWriter(sink, options) {
      const { openParquetWriter } = await import("./parquet/encode/open_writer.ts");
      return await openParquetWriter(sink, options);
    },
  },
};

/** Opens a table for reading in a format. */
export async function openTableReader(
  format: Format,
  source: ByteSource,
  options: ReadTableOptions,
): Promise<FileTableReader> {
  return await OPENERS[format].openReader(source, options);
}

/** Opens a table for writing in a format. */
export async function openTableWriter(
  format: Format,
  sink: ByteSink,
  options: WriteTableOptions,
): Promise<TableWriter> {
  return await OPENERS[format].openWriter(sink, options);
}

function openText(format: "csv" | "tsv"): Openers {
  return {
    async openReader(source, options) {
      const { CsvTableReader } = await import("./csv/table_reader.ts");
      return await CsvTableReader.open(source, { ...options, format });
    },
    async openWriter(sink, options) {
      if (options.keepsBytes) {
        const { CsvRecordWriter } = await import("./csv/record_writer.ts");
        const writer = await CsvRecordWriter.open(sink, { ...options, format });
        if (writer !== undefined) return writer;
      }
      const { TextTableWriter } = await import("./csv/table_writer.ts");
      return await TextTableWriter.open(sink, { ...options, format });
    },
  };
}

function openArrow(container: "file" | "stream"): Openers {
  return {
    async openReader(source, options) {
      return await (await import("./arrow/decode/reader.ts")).ArrowReader.open(source, options);
    },
    async openWriter(sink, options) {
      const { ArrowWriter } = await import("./arrow/encode/writer.ts");
      return await ArrowWriter.open(sink, { ...options, container });
    },
  };
}
