import { another, bindNumber } from "../../../kernels/engine.ts";
import type { Judge } from "../../../kernels/outcome.ts";
import type { FloatType } from "../../../kernels/float_types.ts";
import { judgeOf } from "../../../pipeline/report/judge_of.ts";
import { parseAssignment } from "../../../plan/expression/parse_assignment.ts";
import { planMap } from "../../../plan/plan_map.ts";

/** The judge of an expression, and the columns that it takes, in order. */
export interface NamedJudge {
  readonly judge: Judge;
  readonly inputs: readonly string[];
}

/** Makes the judge of an expression in the columns a, b, x and y. */
export function makeJudge(text: string, dtype?: FloatType): NamedJudge {
  const names = ["a", "b", "x", "y"];
  const columns = names.map((name) => ({ name, type: "float64" as const, typeName: "float64" }));
  const work = { assignments: [parseAssignment(`z = ${text}`)], replace: false, only: true };
  const plan = planMap(columns, { kind: "map", ...work }, { from: "a test", named: true, dtype });
  const { expression, input } = plan.results[0];
  const inputs = (expression?.inputs ?? [input]).map((column) => names[column]);
  return { judge: judgeOf(plan, { result: 0, kernels: { bindNumber, another } })!, inputs };
}
