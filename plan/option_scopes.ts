import type { Format } from "../formats/registry.ts";

/** What an option applies to. */
export interface OptionScope {
  /** The formats of an input that it applies to. One of several inputs is enough. */
  readonly reads?: readonly Format[];
  /** The formats of the output that it applies to. */
  readonly writes?: readonly Format[];
  /** Whether it applies if only one of the two is so. */
  readonly either?: boolean;
  /** Whether it names columns, so that the output must have names. */
  readonly names?: boolean;
  /**
   * What it applies to in a run that copies records from CSV to CSV, or from JSON lines to JSON
   * lines: nothing, results, or also the numbers that `--where` reads. By default, all records.
   */
  readonly copies?: "nothing" | "results" | "numbers";
}

const CSV: readonly Format[] = ["csv", "tsv"];
const TEXT: readonly Format[] = [...CSV, "jsonl"];

/**
 * The options that do not apply to every format. Where one would be ignored, it is an error. The
 * commands list the options that they accept; those that are not listed here apply everywhere.
 */
export const OPTION_SCOPES: Readonly<Record<string, OptionScope>> = {
  // TSV is separated by tabs, but a file that is read as TSV can also be read with a delimiter.
  delimiter: { reads: CSV, writes: ["csv"], either: true },
  "no-header": { reads: CSV, writes: CSV, either: true },
  decimal: { reads: CSV, writes: CSV, either: true },
  quote: { reads: CSV, writes: CSV, either: true },
  thousands: { reads: CSV },
  skip: { reads: CSV },
  comment: { reads: CSV },
  "null-value": { reads: TEXT },
  "on-invalid": { reads: TEXT, copies: "numbers" },
  types: { reads: TEXT, copies: "nothing" },
  "to-null": { writes: CSV },
  "to-delimiter": { writes: CSV },
  "to-decimal": { writes: CSV },
  digits: { writes: TEXT, copies: "results" },
  dtype: { copies: "results" },
  as: { names: true },
};
