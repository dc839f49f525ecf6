import type { Climbs, Ending } from "../../fit/climb.ts";
import { explainEnding } from "../../fit/explain_ending.ts";
import { formatNumber } from "../../formats/csv/format_problem.ts";
import type { FitWork } from "../../plan/request.ts";
import { UsageError } from "../../plan/usage_error.ts";
import type { KeyColumn } from "../aggregate/key_column.ts";
import { GroupsReader } from "../aggregate/listed_groups.ts";
import type { FitAnswer } from "./fit_share.ts";
import type { RowGroups } from "./row_groups.ts";

/** Groups that a message names, at most. */
const MAX_NAMED = 3;

/** Rows in which the expression is not a finite number where the search starts. */
export class UndefinedRows {
  readonly #locate: (row: number) => string;
  count = 0;
  /** How many rows there are in all. */
  rows = 0;
  /** The value and the place of the first one. */
  first?: { readonly value: number; readonly place: string };

  constructor(locate: (row: number) => string) {
    this.#locate = locate;
  }

  add({ rows, undefined: count, first }: FitAnswer): void {
    this.rows += rows;
    this.count += count;
    if (first === undefined) return;
    this.first ??= { value: first.value, place: this.#locate(first.row) };
  }
}

/** Throws if no group has a finite sum where the search starts. */
export function refuseStart(
  { count, rows, first }: UndefinedRows,
  { climbs, rowsOf, work, keepsNone }: {
    readonly climbs: Climbs;
    readonly rowsOf: Float64Array;
    readonly work: FitWork;
    /** Whether `--where` has dropped all rows. */
    readonly keepsNone: boolean;
  },
): void {
  if (rowsOf.some((rows, group) => rows > 0 && climbs.isStarted(group))) return;
  if (rows === 0) {
    throw new RangeError(
      keepsNone
        ? "Cannot fit: --where keeps no row"
        : "Cannot fit: no row has values in all columns of the expression",
    );
  }
  const start = work.start.map(({ name, value }) => `${name}=${value}`).join(",");
  if (first === undefined) {
    throw new UsageError(
      `Cannot fit: the sum or one of its derivatives is not finite at --start ${start}: choose other starting values`,
    );
  }
  const what = `the expression is ${formatNumber(first.value)} at --start ${start}`;
  if (count === rows) {
    throw new UsageError(`Cannot fit: ${what} in every row: start inside its domain`);
  }
  throw new RangeError(
    `Cannot fit: ${what} in ${count} of ${rows} rows, first in ${first.place}: start inside its ` +
      `domain, or leave these rows out`,
  );
}

/** Describes how many searches failed for each reason, and names some of the groups. */
export function describeEndings(
  climbs: Climbs,
  { groups, by, work, rowsOf }: {
    readonly groups: RowGroups;
    readonly by: readonly KeyColumn[];
    readonly work: FitWork;
    readonly rowsOf: Float64Array;
  },
): string[] {
  const failed = new Map<Ending, number[]>();
  for (let group = 0; group < rowsOf.length; group++) {
    const ending = climbs.endingOf(group);
    if (ending === "converged") continue;
    if (!failed.has(ending)) failed.set(ending, []);
    failed.get(ending)!.push(group);
  }
  if (failed.size === 0) return [];
  const reader = by.length === 0 ? undefined : new GroupsReader(groups.table, groups.list());
  return [...failed.values()].map((some) => {
    const names = work.start.map(({ name }) => name);
    const why = explainEnding(climbs.found(some[0]), { ...work, names, rows: rowsOf[some[0]] });
    if (reader === undefined) return `did not converge: ${why}`;
    const keys = some.slice(0, MAX_NAMED).map((group) => nameOf(reader, by, group));
    const more = some.length > MAX_NAMED ? ", …" : "";
    return `${some.length} of ${rowsOf.length} groups did not converge (${
      keys.join("; ")
    }${more}): ${why}`;
  });
}

/** The keys of a group, as messages show them. */
function nameOf(reader: GroupsReader, by: readonly KeyColumn[], group: number): string {
  return by.map((column, i) => {
    const found = reader.keys(i, column, group, 1);
    const isNull = found.valid !== undefined && (found.valid[0] & 1) === 0;
    const value = found.kind === "texts" ? new TextDecoder().decode(found.bytes) : found.values[0];
    return `${column.name}=${isNull ? "null" : value}`;
  }).join(", ");
}
