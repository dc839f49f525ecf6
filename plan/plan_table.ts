import type { ColumnSpec, OutputColumn } from "../formats/table.ts";
import { selectColumns } from "./columns/select_columns.ts";
import { convertedType, type PlanOptions, type Result, type TablePlan } from "./plan.ts";
import { planApply } from "./plan_apply.ts";
import { planMap } from "./plan_map.ts";
import type { ConvertWork, Work } from "./request.ts";

/** Plans what is computed from a table, and which columns are written. */
export function planTable(
  columns: readonly ColumnSpec[],
  work: Work,
  options: PlanOptions,
): TablePlan {
  if (work.kind === "apply") return planApply(columns, work, options);
  if (work.kind === "map") return planMap(columns, work, options);
  if (work.kind === "convert") return planConvert(columns, work, options);
  throw new TypeError("Groups of rows have a plan of their own");
}

/** Plans to pass columns on. Floats are converted to another type if the user chose one. */
export function planConvert(
  columns: readonly ColumnSpec[],
  work: ConvertWork,
  { from, dtype }: PlanOptions,
): TablePlan {
  const results: Result[] = [];
  const inputs = selectColumns(columns, { text: work.columns, numbers: false, from });
  const outputs = inputs.map((input): OutputColumn => {
    const { name, type } = columns[input];
    const converted = convertedType(type, dtype);
    if (converted === undefined) return { name, input };
    results.push({ type: converted, input });
    return { name, result: results.length - 1, type: converted };
  });
  return { results, outputs };
}
