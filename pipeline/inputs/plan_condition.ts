import { isReadable } from "../../formats/registry.ts";
import type { ColumnSpec } from "../../formats/table.ts";
import { planWhere, type WherePlan } from "../../plan/plan_where.ts";
import type { Run } from "../run.ts";

/** Plans the condition of a run, if it has one. */
export function planCondition(
  columns: readonly ColumnSpec[],
  { request: { where, work }, from: format }: Pick<Run, "request" | "from">,
  { from, numbers }: {
    /** The name of the input in messages. */
    readonly from: string;
    /** The columns whose numbers are read for rows that are kept. */
    readonly numbers: readonly number[];
  },
): WherePlan | undefined {
  if (where === undefined) return undefined;
  const parameters = "parameters" in work ? work.parameters : undefined;
  return planWhere(columns, where, { from, numbers, parameters, isText: isReadable(format) });
}
