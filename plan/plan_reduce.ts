import type { ColumnSpec } from "../formats/table.ts";
import { checkNames } from "./columns/result_names.ts";
import { selectColumns } from "./columns/select_columns.ts";
import type { AggregateName } from "./expression/parse_assignment.ts";
import { pointAt } from "./expression/syntax.ts";
import { MapPlanner } from "./plan_map.ts";
import type { PlanOptions, TablePlan } from "./plan.ts";
import type { ReduceWork } from "./request.ts";
import { UsageError } from "./usage_error.ts";

/** A value of each group. */
export interface Reduction {
  readonly name: string;
  readonly aggregate: AggregateName;
  /** The result that it is made of, by its index; missing where rows are counted. */
  readonly result?: number;
}

/** What is computed from a table, and how it is reduced. */
export interface ReducePlan extends Pick<TablePlan, "results" | "program"> {
  /** The columns whose values make the groups, by index. */
  readonly by: readonly number[];
  readonly reductions: readonly Reduction[];
}

/** Plans the values of groups of rows. */
export function planReduce(
  columns: readonly ColumnSpec[],
  { aggregates, parameters, by: selection }: ReduceWork,
  options: PlanOptions,
): ReducePlan {
  const { from } = options;
  const by = selection === undefined
    ? []
    : selectColumns(columns, { text: selection, numbers: false, from });
  const planner = new MapPlanner(columns, { ...options, parameters });
  const reductions = aggregates.flatMap(({ text, name, aggregate, value }): Reduction[] => {
    if (aggregate === undefined) {
      planner.add({ text, name, hidden: true, value: value! });
      return [];
    }
    if (value === undefined) return [{ name, aggregate }];
    const result = planner.addValue({ text, name, hidden: false, value });
    return [{ name, aggregate, result }];
  });
  if (reductions.length === 0) {
    const [{ text }] = aggregates;
    throw new UsageError(
      "There is nothing to write: let gives a name to a part of what follows",
      pointAt(text, { start: 0, end: text.length }),
    );
  }
  const outputs = [
    ...by.map((input) => ({ name: columns[input].name, input })),
    ...reductions.map(({ name }, result) => ({ name, result, type: "float64" as const })),
  ];
  checkNames(outputs, {
    isNew: () => true,
    resolve: () => "give each a name of its own",
  });
  return { ...planner.finish(), by, reductions };
}
