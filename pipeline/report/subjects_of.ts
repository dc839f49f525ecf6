import type { ColumnSpec } from "../../formats/table.ts";
import { another, bindNumber } from "../../kernels/engine.ts";
import { inputsOf, resultNames, type TablePlan } from "../../plan/plan.ts";
import type { Subject } from "./domain_check.ts";
import { classifierOf } from "./classifier_of.ts";
import { operationsOf, overflowHint } from "./overflow_hint.ts";

/** Lists the results of a plan as what the check of domains looks at. */
export function subjectsOf(
  plan: Pick<TablePlan, "results" | "program"> & Partial<Pick<TablePlan, "outputs">>,
  { columns }: { readonly columns: readonly ColumnSpec[] },
): Subject[] {
  const names = resultNames({ outputs: plan.outputs ?? [] });
  return plan.results.map((result, i): Subject => {
    const { computation, expression, type } = result;
    return {
      name: names[i] ?? expression?.name ?? result.name ?? "",
      spec: computation?.spec,
      classify: classifierOf(plan, { result: i, kernels: { bindNumber, another } }),
      inputs: inputsOf(result).map((column) => columns[column]?.name ?? ""),
      hint: () =>
        overflowHint({
          type,
          names: expression === undefined
            ? new Set(computation && [computation.spec.name])
            : operationsOf(plan.program!.program),
        }),
    };
  });
}
