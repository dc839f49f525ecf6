import type { FormatSpec } from "../format_spec.ts";

/** CSV, with commas unless the user chooses another delimiter. */
export const CSV: FormatSpec = {
  title: "CSV",
  words: "CSV",
  endings: [".csv"],
  columns: "text",
  load: async () => (await import("./access.ts")).CSV_ACCESS,
};

/** CSV with tabs. */
export const TSV: FormatSpec = {
  title: "TSV",
  words: "TSV",
  endings: [".tsv"],
  columns: "text",
  load: async () => (await import("./access.ts")).TSV_ACCESS,
};
