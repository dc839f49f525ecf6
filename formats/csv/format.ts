import type { FormatSpec } from "../format_spec.ts";

/** CSV, with commas unless the user chooses another delimiter. */
export const CSV: FormatSpec = { words: "CSV", endings: [".csv"], columns: "text" };

/** CSV with tabs. */
export const TSV: FormatSpec = { words: "TSV", endings: [".tsv"], columns: "text" };
