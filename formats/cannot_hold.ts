import type { OptionLabels } from "./option_labels.ts";
import type { ColumnSpec } from "./table.ts";

/** Returns the error for columns that a format cannot hold. */
export function cannotHold(
  words: string,
  { columns, names }: { columns: readonly ColumnSpec[]; names: OptionLabels },
): TypeError {
  const held = columns.map(({ name, typeName }) => `${name} (${typeName})`);
  return new TypeError(
    `Cannot write as ${words}: ${held.join(", ")}; ` +
      names.leaveOut(columns.map(({ name }) => name)),
  );
}
