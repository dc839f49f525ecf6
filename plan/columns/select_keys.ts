import type { ColumnSpec } from "../../formats/table.ts";
import { UsageError } from "../usage_error.ts";
import { selectColumns } from "./select_columns.ts";

/** Finds the columns of `--by`, whose values make the groups. There are none if it is not given. */
export function selectKeys(
  columns: readonly ColumnSpec[],
  { by, from, isText = false }: {
    readonly by?: string;
    readonly from: string;
    /** Whether the input is CSV, whose cells are keys whatever they look like. */
    readonly isText?: boolean;
  },
): readonly number[] {
  if (by === undefined) return [];
  const keys = selectColumns(columns, { text: by, numbers: false, from, option: "--by" });
  const wrong = keys.find((i) => !isText && (columns[i].type ?? columns[i].values) === undefined);
  if (wrong === undefined) return keys;
  const { name, typeName } = columns[wrong];
  throw new UsageError(
    `Column ${name} of ${from} holds ${typeName}, so rows cannot be grouped by it`,
  );
}
