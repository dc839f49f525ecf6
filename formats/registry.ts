import type { Compression } from "../io/compression/decompress.ts";
import { ARROW_FILE, ARROW_STREAM } from "./arrow/format.ts";
import { CSV, TSV } from "./csv/format.ts";
import type { FormatSpec } from "./format_spec.ts";
import { JSONL } from "./jsonl/format.ts";
import { NPY } from "./npy/format.ts";
import { PARQUET } from "./parquet/format.ts";

/** The name of a format: `arrow` is an Arrow file, `arrows` an Arrow stream. */
export type Format = "csv" | "tsv" | "arrow" | "arrows" | "npy" | "parquet" | "jsonl";

/** The formats that specol reads and writes, by the names that `--from` and `--to` take. */
const REGISTRY: Readonly<Record<Format, FormatSpec>> = {
  csv: CSV,
  tsv: TSV,
  arrow: ARROW_FILE,
  arrows: ARROW_STREAM,
  npy: NPY,
  parquet: PARQUET,
  jsonl: JSONL,
};

/** The names of all formats. */
export const FORMATS: readonly Format[] = Object.keys(REGISTRY) as Format[];

/** Whether something is the name of a format. */
export function isFormat(name: unknown): name is Format {
  return FORMATS.some((format) => format === name);
}

/** Lists the formats in words: `CSV, npy or Parquet`. */
export function listFormats(last: "and" | "or"): string {
  const titles = [...new Set(FORMATS.map((format) => specOf(format).title))];
  return `${titles.slice(0, -1).join(", ")} ${last} ${titles.at(-1)}`;
}

/** Returns what there is to know of a format. */
export function specOf(format: Format): FormatSpec {
  return REGISTRY[format];
}

/** Returns whether a format is text: CSV with any delimiter. */
export function isText(format: Format): format is "csv" | "tsv" {
  return specOf(format).columns === "text";
}

/** Returns whether a format can be shown on a terminal, and begins with no bytes of its own. */
export function isReadable(format: Format): boolean {
  return isText(format) || specOf(format).columns === "json";
}

/** Whether a format is Arrow, as a file or as a stream. */
export function isArrow(format: string): format is "arrow" | "arrows" {
  return format === "arrow" || format === "arrows";
}

/** Whether a format is read as columns of Arrow, which can be passed on buffer by buffer. */
export function hasArrowColumns(format: Format): boolean {
  return specOf(format).columns === "arrow";
}

/** What the extension of a file says about its contents. */
export interface Ending {
  readonly format?: Format;
  readonly compression?: Compression;
  /** The extension without that of the compression, such as `.csv`; empty if there is none. */
  readonly text: string;
}

const ENDINGS: ReadonlyMap<string, Format> = new Map(
  FORMATS.flatMap((format) => specOf(format).endings.map((ending) => [ending, format])),
);

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
  return { format: ENDINGS.get(text), compression, text };
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
const FOREIGN = /^\.(npz|zip|h5|hdf5?|xlsx?|ods|json|orc|avro|pkl|mat|xz|bz2|lz4)$/;

/**
 * Returns the format and the compression to write. The format is the one that the user gave,
 * otherwise that of the extension, otherwise that of the input.
 */
export function outputFormat(
  { to, path, input }: OutputOptions,
): { format: Format; compression?: Compression } {
  const { format, compression, text } = endingOf(path);
  if (format === undefined && FOREIGN.test(text)) {
    throw new TypeError(
      `Cannot write ${path}: specol does not write ${text} files, only ` +
        `${[...ENDINGS.keys()].join(", ")}, and those compressed as .gz or .zst`,
    );
  }
  return { format: to ?? format ?? input, compression };
}
