import type { ColumnValues } from "../formats/table.ts";

/** The first values of a column as texts; nothing for null. */
export function cellTexts(values: ColumnValues, rows: number): (string | undefined)[] {
  const { valid } = values;
  const isNull = (i: number): boolean =>
    valid !== undefined && (valid[i >> 3] >> (i & 7) & 1) === 0;
  const decoder = new TextDecoder();
  const textAt = (i: number): string => {
    if (values.kind !== "texts") return String(values.values[i]);
    return decoder.decode(values.bytes.subarray(values.offsets[i], values.offsets[i + 1]));
  };
  return Array.from({ length: rows }, (_, i) => isNull(i) ? undefined : textAt(i));
}
