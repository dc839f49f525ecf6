import type { Climbs, Ending, Found } from "../../fit/climb.ts";
import { formatNumber } from "../../formats/csv/format_problem.ts";
import type { FitWork } from "../../plan/request.ts";
import { UsageError } from "../../plan/usage_error.ts";
import type { KeyColumn } from "../aggregate/key_column.ts";
import { GroupsReader } from "../aggregate/listed_groups.ts";
import type { RowGroups } from "./fit_groups.ts";
import type { FitRows } from "./fit_pass.ts";

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

  look(values: Float64Array, { first, places }: FitRows): void {
    this.rows += values.length;
    for (let i = 0; i < values.length; i++) {
      if (Number.isFinite(values[i])) continue;
      this.count++;
      this.first ??= { value: values[i], place: this.#locate(first + (places?.[i] ?? i)) };
    }
  }
}

/** Throws if no group has a finite sum where the search starts. */
export function refuseStart(
  { count, rows, first }: UndefinedRows,
  { climbs, rowsOf, work }: {
    readonly climbs: Climbs;
    readonly rowsOf: Float64Array;
    readonly work: FitWork;
  },
): void {
  if (rowsOf.some((rows, group) => rows > 0 && climbs.isStarted(group))) return;
  if (rows === 0) {
    throw new RangeError(
      "Cannot fit: there is no row in which all columns of the expression have values",
    );
  }
  const start = work.start.map(({ name, value }) => `${name}=${value}`).join(",");
  if (first === undefined) {
    throw new UsageError(
      `Cannot fit: the sum or one of its derivatives is not finite at --start ${start}: start somewhere else`,
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

/** Says for each way in which searches failed how many did, and names some of the groups. */
export function describeEndings(
  found: readonly Found[],
  { groups, by, work, rowsOf }: {
    readonly groups: RowGroups;
    readonly by: readonly KeyColumn[];
    readonly work: FitWork;
    readonly rowsOf: Float64Array;
  },
): string[] {
  const failed = new Map<Ending, number[]>();
  found.forEach(({ ending }, group) => {
    if (ending === "converged") return;
    failed.set(ending, [...failed.get(ending) ?? [], group]);
  });
  if (failed.size === 0) return [];
  const reader = by.length === 0 ? undefined : new GroupsReader(groups.table, groups.list());
  return [...failed].map(([ending, some]) => {
    const why = explain(ending, { found: found[some[0]], rows: rowsOf[some[0]], work });
    if (reader === undefined) return `did not converge: ${why}`;
    const names = some.slice(0, MAX_NAMED).map((group) => nameOf(reader, by, group));
    const more = some.length > MAX_NAMED ? ", …" : "";
    return `${some.length} of ${found.length} groups did not converge (${
      names.join("; ")
    }${more}): ${why}`;
  });
}

/** Says why a search ended, and what to do. */
function explain(
  ending: Ending,
  { found: { about, parameters }, rows, work: { start, minimize, iterations } }: {
    readonly found: Found;
    readonly rows: number;
    readonly work: FitWork;
  },
): string {
  const names = about.map((i) => start[i].name);
  const extreme = minimize ? "minimum" : "maximum";
  const changes = minimize ? "falls" : "rises";
  const few = rows < start.length
    ? `; ${rows === 1 ? "1 row does" : `${rows} rows do`} not determine ${start.length} parameters`
    : "";
  switch (ending) {
    case "outside":
      return "the sum is not finite at --start; start inside the domain of the expression";
    case "unbounded": {
      const [i] = about;
      const which = i === undefined ? "a parameter" : start[i].name;
      const where = i === undefined ? "" : ` (${which} = ${parameters[i].toPrecision(3)})`;
      return `there is no ${extreme}: the sum still ${changes} as ${which} runs off${where}${few}`;
    }
    case "edge":
      return `there is no ${extreme} inside the domain: the sum ${changes} up to its edge${few}`;
    case "unidentified":
      return `the Hessian is singular: other values of ${
        names.join(" and ") || "the parameters"
      } ` +
        `give the same sum; leave a parameter out${few}`;
    case "stuck":
      return `no step along the gradient ${
        minimize ? "lowers" : "raises"
      } the sum: the expression ` +
        `may have a kink or a jump there`;
    case "exhausted":
      return `${iterations} iterations were not enough; raise --iterations, or start closer`;
    case "empty":
      return "there is no row in which all columns of the expression have values";
    case "active":
    case "converged":
      return "";
  }
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
