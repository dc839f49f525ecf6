import { SAMPLE_SIZE } from "../formats/csv/column_types.ts";
import type { CsvOptions } from "../formats/csv/dialect.ts";
import type { ColumnSpec } from "../formats/table.ts";
import { chunkSource, type PeekedSource } from "../io/byte_source.ts";
import { hasPatterns, leftOut } from "../plan/columns/select_columns.ts";
import type { Work } from "../plan/request.ts";

// `-c '*'` means all columns of numbers, in every format. CSV does not say which these are: they
// are those that would be int64 or float64 in Arrow, by the first MiB
// (formats/csv/column_types.ts).

/** Returns whether a selection may pass over columns of text. */
export function mayPassOver(work: Work): work is Work & { readonly columns: string } {
  return work.kind === "apply" && work.columns !== undefined && hasPatterns(work.columns);
}

/**
 * Tells columns of text from columns of numbers by the beginning of the input, which is looked at
 * and not read. A column of text can still be computed if it is asked for by name.
 */
export async function tellTexts(
  { source, format, csv }: { source: PeekedSource; format: "csv" | "tsv"; csv: CsvOptions },
): Promise<readonly ColumnSpec[]> {
  const { CsvTableReader } = await import("../formats/csv/table_reader.ts");
  const bytes = (await source.peek(SAMPLE_SIZE)).slice(0, SAMPLE_SIZE);
  const parts = [bytes];
  const sample = chunkSource(
    source.name,
    () => Promise.resolve({ done: parts.length === 0, value: parts.pop() }),
  );
  using reader = await CsvTableReader.open(sample, {
    ...{ format, csv: { ...csv, types: undefined } },
    chunkSize: SAMPLE_SIZE,
    selectColumns: () => [],
  });
  return reader.columns.map(({ name, typeName }): ColumnSpec =>
    typeName === "utf8"
      ? { name, typeName: "text", asked: "decimal" }
      : { name, typeName: "text", type: "decimal" }
  );
}

/** Says which columns a selection has passed over; `undefined` if there are none. */
export function describeLeftOut(columns: readonly ColumnSpec[], text: string): string | undefined {
  const names = leftOut(columns, text).map(({ name, typeName }) => `${name} (${typeName})`);
  if (names.length === 0) return undefined;
  const shown = names.length > 20 ? [...names.slice(0, 20), `${names.length - 20} more`] : names;
  return `-c '${text}' leaves out columns that do not hold numbers: ${shown.join(", ")}; name a ` +
    `column to compute it all the same`;
}
