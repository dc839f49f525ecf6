import { openCsvRows } from "./csv/table_rows.ts";
import type { TextRows, TextRowsOptions } from "./csv/text_rows.ts";
import { openJsonlRows } from "./jsonl/table_rows.ts";

/** Opens what makes text of rows. */
export function openTextRows(options: TextRowsOptions): TextRows {
  return options.format === "jsonl" ? openJsonlRows(options) : openCsvRows(options);
}
