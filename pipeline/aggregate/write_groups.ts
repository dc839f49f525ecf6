import { openTableWriter } from "../../formats/open_table.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import type { FloatType } from "../../kernels/float_types.ts";
import type { GroupOutput, Reduction } from "../../plan/plan_reduce.ts";
import type { DomainCheck } from "../report/domain_check.ts";
import { listCounts } from "../report/list_counts.ts";
import { GroupCombiner } from "./combine_groups.ts";
import type { ExchangedGroups } from "./exchange_groups.ts";
import { type GroupRows, type OrderedGroups, writeRows } from "./write_rows.ts";

/** What the groups are of, and how they are written. */
export interface GroupsOptions extends Pick<GroupRows, "by" | "to" | "csv"> {
  readonly dtype?: FloatType;
  readonly reductions: readonly Reduction[];
  /** What is written of each group. */
  readonly values: readonly GroupOutput[];
  /** Whether a value outside of a domain is an error. */
  readonly strict: boolean;
}

/**
 * Writes groups as a table, a row for each. Workers make the text of those that follow meanwhile.
 * Returns what became of the values of formulas.
 */
export async function writeGroups(
  groups: ExchangedGroups,
  sink: ByteSink,
  { reductions, values, strict, ...options }: GroupsOptions,
): Promise<DomainCheck> {
  const { by, to, csv } = options;
  const following = groups.following?.({ by, to, csv, values }) ?? [];
  const combiner = new GroupCombiner(groups.table, { reductions, values, strict });
  await writeKeys(groups, sink, {
    ...options,
    names: values.map(({ name }) => name),
    numbers: (reader, first, count) => combiner.numbers(reader, first, count),
  });
  for (const text of following) for (const bytes of await text) await sink.write(bytes);
  return combiner.check;
}

/** Writes the keys of groups and numbers after them, a row for each group. */
export async function writeKeys(
  groups: OrderedGroups,
  sink: ByteSink,
  { dtype: type, ...rows }: GroupRows & { readonly dtype?: FloatType },
): Promise<void> {
  await writeRows(groups, (table) => openTableWriter(rows.to, sink, { ...table, type }), rows);
}

/**
 * Describes how many nulls were left out of each aggregate. What a variance is made of has one name, and
 * parts of it that are all 0 are not counted.
 */
export function nullsOfAggregates(
  nulls: readonly number[],
  reductions: readonly Reduction[],
): { column: string; count: number }[] {
  const counts = new Map<string, number>();
  reductions.forEach(({ name }, i) => counts.set(name, Math.max(nulls[i], counts.get(name) ?? 0)));
  return Array.from(counts, ([column, count]) => ({ column, count }));
}

/** Describes how many nulls were left out; nothing if there were none. */
export function describeNulls(
  nulls: readonly number[],
  reductions: readonly Reduction[],
): string | undefined {
  const listed = listCounts(nullsOfAggregates(nulls, reductions));
  return listed === "" ? undefined : `nulls were skipped: ${listed}`;
}
