import type { ByteSink } from "../io/byte_sink.ts";
import type { ByteSource, DirectInput } from "../io/byte_source.ts";
import type { FileIdentity } from "../io/file_identity.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { SelectColumns } from "./csv/column_types.ts";
import type { CsvOptions } from "./csv/dialect.ts";
import type { OptionLabels } from "./option_labels.ts";
import type { FileTableReader, Numbers, TableWriter, WriterOptions } from "./table.ts";

/** What there is to know of a format. */
export interface FormatSpec {
  /** Its name in lists of formats: `Arrow`. Formats may share it. */
  readonly title: string;
  /** What messages call data of this format: `an Arrow file`. */
  readonly words: string;
  /** The extensions of files that hold it. */
  readonly endings: readonly string[];
  /**
   * What its columns are: texts whose types are inferred; members of objects; columns of
   * Arrow, which can be passed on buffer by buffer; or those of an array, which have one type.
   */
  readonly columns: "text" | "json" | "arrow" | "array";
  /** The bytes that all its data begin with, a character for each, if there are such. */
  readonly magic?: string;
  /** Recognises data by their first eight bytes, if there are that many. Returns what they are. */
  recognise?(first: string): string | undefined;
  /**
   * Loads what reads and writes it. Every program has the specs of all formats, and loads only what
   * it needs: one that reads npy does not wait for Arrow.
   */
  load(): Promise<FormatAccess>;
}

/** What reads and writes a format. */
export interface FormatAccess {
  /** Opens a table for reading. */
  openReader(source: ByteSource, options: ReadTableOptions): Promise<FileTableReader>;
  /** Opens a table for writing. */
  openWriter(sink: ByteSink, options: WriteTableOptions): Promise<TableWriter>;
  /** Checks that pieces belong together, and returns what writes them as one table. */
  joinPieces(pieces: readonly JoinedPiece[], options: JoinOptions): Promise<WriteJoined>;
}

/**
 * Options for reading a table. They name the file if the source reads it from its beginning and the
 * file is seekable.
 */
export interface ReadTableOptions extends Partial<DirectInput> {
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

/** A file whose table is joined with those of others. */
export interface JoinedPiece {
  readonly path: string;
  /** Which file it was when it was looked at first. */
  readonly identity?: FileIdentity;
}

/** How pieces are joined. */
export interface JoinOptions {
  /** The dialect of CSV. */
  readonly csv: CsvOptions;
  /** Whether manifests show that the pieces belong together, so that nothing need be guessed. */
  readonly isKnown: boolean;
  /** Whether to print nothing but data and errors. */
  readonly quiet: boolean;
}

/** Writes the joined table. All that can be checked before is checked. */
export type WriteJoined = (sink: ByteSink) => Promise<void>;
