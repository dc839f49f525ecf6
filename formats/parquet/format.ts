import type { FormatSpec } from "../format_spec.ts";

/** Parquet, whose columns are read as those of Arrow. */
export const PARQUET: FormatSpec = {
  words: "a Parquet file",
  endings: [".parquet", ".pq"],
  columns: "arrow",
  magic: "PAR1",
  // A text may begin with these letters, too.
  recognise: (first) => /^PAR1[^\t\n\r -~]/.test(first) ? "a Parquet file" : undefined,
};
