import type { Compression } from "../io/decompress.ts";

/** The formats that are read and written, by the names that `--from` and `--to` have for them. */
export const FORMATS: readonly Format[] = ["csv", "tsv", "arrow", "arrows", "npy"];

/** One of them; `arrow` is an Arrow file, `arrows` an Arrow stream. */
export type Format = "csv" | "tsv" | "arrow" | "arrows" | "npy";

/** Whether it is text: CSV, with whichever delimiter. */
export function isText(format: Format): format is "csv" | "tsv" {
  return format === "csv" || format === "tsv";
}

/** Whether it is Arrow, as a file or as a stream. */
export function isArrow(format: Format): format is "arrow" | "arrows" {
  return format === "arrow" || format === "arrows";
}

/** What messages call the formats. */
export const FORMAT_WORDS: Readonly<Record<Format, string>> = {
  csv: "CSV",
  tsv: "TSV",
  arrow: "an Arrow file",
  arrows: "an Arrow stream",
  npy: "an npy file",
};

/** What the ending of a file's name says that it holds. */
export interface Ending {
  readonly format?: Format;
  readonly compression?: Compression;
  /** The ending itself, without that of the compression: `.csv`; empty where there is none. */
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
};

const COMPRESSIONS: Readonly<Record<string, Compression>> = {
  ".gz": "gzip",
  ".zst": "zstd",
  ".zstd": "zstd",
};

/** Reads the ending of a path, in any case: `.npy`, `.csv.gz`. */
export function endingOf(path: string): Ending {
  const last = lastEnding(path);
  const compression = COMPRESSIONS[last];
  const text = compression === undefined ? last : lastEnding(path.slice(0, -last.length));
  return { format: ENDINGS[text], compression, text };
}

// A name that begins with a dot has no ending by that: `.csv` is a hidden file.
function lastEnding(path: string): string {
  return /[^./\\](\.[^./\\]+)$/.exec(path)?.[1].toLowerCase() ?? "";
}
