import type { Instance } from "../kernels/instance.ts";
import { openCsvRows } from "./csv/table_rows.ts";
import type { TextRows, TextRowsOptions } from "./csv/text_rows.ts";
import { openJsonlRows } from "./jsonl/table_rows.ts";

/** Opens what makes text of rows, with an instance of the engine for itself. */
export function openTextRows(options: TextRowsOptions, instance: Instance): TextRows {
  return options.format === "jsonl"
    ? openJsonlRows(options, instance)
    : openCsvRows(options, instance);
}
