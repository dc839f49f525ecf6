import type { ColumnSpec } from "../formats/table.ts";
import type { PlanOptions, TablePlan } from "./plan.ts";
import { planApply } from "./plan_apply.ts";
import { planConvert } from "./plan_convert.ts";
import { planMap } from "./plan_map.ts";
import type { Work } from "./request.ts";

/** Plans what is computed from a table, and which columns are written. */
export function planTable(
  columns: readonly ColumnSpec[],
  work: Work,
  options: PlanOptions,
): TablePlan {
  if (work.kind === "apply") return planApply(columns, work, options);
  if (work.kind === "map") return planMap(columns, work, options);
  return planConvert(columns, work, options);
}
