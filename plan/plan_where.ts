import type { ColumnSpec } from "../formats/table.ts";
import type { Assignment } from "./expression/parse_assignment.ts";
import type { Condition } from "./expression/parse_where.ts";
import { MapPlanner } from "./plan_map.ts";
import type { PlanOptions, TablePlan } from "./plan.ts";

/** What decides which rows are kept: those for which the one result is neither 0 nor NaN nor null. */
export type WherePlan = Pick<TablePlan, "results" | "program">;

/** What a condition is planned with. */
export interface WhereOptions extends Pick<PlanOptions, "from" | "isText"> {
  /** The parameters, as the user typed them. */
  readonly parameters?: readonly Assignment[];
  /** Columns whose numbers are read for results, too. */
  readonly numbers?: readonly number[];
}

/**
 * Plans a condition. It sees the columns of the input and parameters, and no results: those are
 * computed only for rows that are kept. Its numbers are read as they are, whatever `--dtype` is.
 */
export function planWhere(
  columns: readonly ColumnSpec[],
  { text, value }: Condition,
  options: WhereOptions,
): WherePlan {
  const planner = new MapPlanner(columns, { ...options, named: true });
  planner.addValue({ text, name: "--where", hidden: false, value }, { isShared: false });
  return planner.finish();
}
