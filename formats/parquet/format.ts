import type { FormatSpec } from "../format_spec.ts";

/** Parquet, whose columns are read as those of Arrow. */
export const PARQUET: FormatSpec = {
  title: "Parquet",
  words: "a Parquet file",
  endings: [".parquet", ".pq"],
  columns: "arrow",
  magic: "PAR1",
  // A text may begin with these letters, too. Pages begin with a control character, and encrypted ones
  // with their length, in which one of four bytes is.
  recognise: (first) => /^PAR1.{0,3}[^\t\n\r -\xff]/s.test(first) ? "a Parquet file" : undefined,
  load: async () => (await import("./access.ts")).PARQUET_ACCESS,
};
