import type { Compression } from "../io/decompress.ts";
import { endingOf, type Format } from "./format.ts";

/** What is known of an output. */
export interface OutputOptions {
  /** The format that was asked for with `--to`. */
  readonly to?: Format;
  /** Its path, whose ending counts; `-` is standard output. */
  readonly path: string;
  /** The format of the input, which is kept where nothing else is said. */
  readonly input: Format;
}

// Endings that promise a format which is not what would be written.
const FOREIGN =
  /^\.(parquet|npz|zip|h5|hdf5?|xlsx?|ods|json|jsonl|ndjson|orc|avro|pkl|mat|xz|bz2|lz4)$/;

/** The format and the compression to write: what was asked for, else by the ending, else the input's. */
export function outputFormat(
  { to, path, input }: OutputOptions,
): { format: Format; compression?: Compression } {
  const { format, compression, text } = endingOf(path);
  if (FOREIGN.test(text)) {
    throw new TypeError(
      `Cannot write ${path}: specol does not write ${text} files, only npy, Arrow, CSV and TSV, ` +
        `and those compressed as .gz or .zst`,
    );
  }
  return { format: to ?? format ?? input, compression };
}
