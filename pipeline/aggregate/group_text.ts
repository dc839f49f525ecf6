import { CsvTableWriter } from "../../formats/csv/table_writer.ts";
import type { Format } from "../../formats/registry.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import type { GroupOutput, ReducePlan } from "../../plan/plan_reduce.ts";
import { type GroupRows, type OrderedGroups, writeRows } from "./write_rows.ts";

/** How a worker writes the groups of a range as text. */
export interface GroupText extends Pick<GroupRows, "by" | "to" | "csv"> {
  readonly values: readonly Pick<GroupOutput, "name" | "reduction">[];
}

/**
 * Whether threads can each write the text of some groups: its rows do not depend on those before.
 * Formulas of aggregates are computed by this thread alone.
 */
export function isTextOfThreads(to: Format, { values }: Pick<ReducePlan, "values">): boolean {
  return (to === "csv" || to === "tsv") && values.every(({ formula }) => formula === undefined);
}

/** Returns the text of groups that follow so many others, in pieces, without a header. */
export async function textOfGroups(
  groups: OrderedGroups,
  { by, to, csv, values }: GroupText,
  rowsBefore: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const sink: Pick<ByteSink, "write"> = {
    write(bytes): Promise<void> {
      pieces.push(bytes.slice());
      return Promise.resolve();
    },
  };
  const format = to as "csv" | "tsv";
  await writeRows(
    groups,
    (table) => CsvTableWriter.open(sink, { ...table, format, rowsBefore }),
    {
      by,
      to,
      csv: { ...csv, header: false },
      names: values.map(({ name }) => name),
      numbers: (reader, first, count) =>
        values.map(({ reduction }) => reader.numbers(reduction!, first, count)),
    },
  );
  return pieces;
}
