import type { CsvOptions } from "../../formats/csv/dialect.ts";
import type { Format } from "../../formats/registry.ts";
import type { ColumnSpec } from "../../formats/table.ts";
import type { PeekedSource } from "../../io/byte_source.ts";
import { hasPatterns, leftOut } from "../../plan/columns/select_columns.ts";
import type { Work } from "../../plan/request.ts";

// `-c '*'` means all columns of numbers, in every format. CSV and JSON lines do not declare which these
// are: they are those that would be int64 or float64 in Arrow, by the first MiB
// (formats/csv/column_types.ts).

/** A column, and why it may hold no numbers. */
export interface ToldColumn extends ColumnSpec {
  /** Texts that usually mean null, if the column would hold numbers without them. */
  readonly nulls?: readonly string[];
}

/** Returns whether a selection may pass over columns of text. */
export function hasPattern(work: Work): work is Work & { readonly columns: string } {
  return work.kind === "apply" && work.columns !== undefined && hasPatterns(work.columns);
}

/**
 * Distinguishes columns of text from columns of numbers by the first records, which are looked at and stay
 * to be read. A column of text can still be computed if it is asked for by name.
 */
export async function inferNumericColumns(
  { source, format, csv }: { source: PeekedSource; format: Format; csv: CsvOptions },
): Promise<readonly ToldColumn[]> {
  const ahead = source.lookAhead();
  const columns = format === "jsonl"
    ? await (await import("../../formats/jsonl/sample_members.ts")).sampleMembers(ahead, {
      csv,
      isSampled: csv.onInvalid !== "error",
    })
    : await (await import("../../formats/csv/sample_columns.ts")).sampleColumns(ahead, {
      format,
      csv,
    });
  return columns.map(({ name, type, nulls }): ToldColumn =>
    type === "utf8"
      ? { name, typeName: "text", asked: "decimal", nulls }
      : { name, typeName: type, type: "decimal" }
  );
}

/** The maximum number of columns that a message lists. */
const MAX_LISTED = 20;

/** Returns which columns a selection has passed over; `undefined` if there are none. */
export function describeSkippedColumns(
  columns: readonly ToldColumn[],
  text: string,
): string | undefined {
  const all = leftOut(columns, text) as readonly ToldColumn[];
  if (all.length === 0) return undefined;
  const names = all.slice(0, MAX_LISTED).map(({ name, typeName }) => `${name} (${typeName})`);
  const more = all.length - names.length;
  const nulls = [...new Set(all.flatMap(({ nulls = [] }) => nulls))];
  const count = all.filter(({ nulls }) => nulls !== undefined).length;
  const advice = nulls.length === 0
    ? ""
    : `; ${count === 1 ? "one of them holds" : `${count} of them hold`} only numbers and ` +
      `${nulls.join(", ")}: if that means null, use --null-value ${quote(nulls.join(","))}`;
  return `-c '${text}' skips columns that do not hold numbers: ${names.join(", ")}` +
    `${more > 0 ? ` and ${more} more` : ""}${advice}; name a column to compute it anyway`;
}

/** Writes a text as a shell takes it. */
function quote(text: string): string {
  return /^[\w./,-]+$/.test(text) ? text : `'${text}'`;
}
