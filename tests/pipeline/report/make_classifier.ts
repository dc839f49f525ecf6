import { another, bindNumber } from "../../../kernels/engine.ts";
import type { Classifier } from "../../../kernels/outcome.ts";
import type { FloatType } from "../../../kernels/float_types.ts";
import { classifierOf } from "../../../pipeline/report/classifier_of.ts";
import { parseAssignment } from "../../../plan/expression/parse_assignment.ts";
import { planMap } from "../../../plan/plan_map.ts";

/** The classifier of an expression, and the columns that it takes, in order. */
export interface NamedClassifier {
  readonly classify: Classifier;
  readonly inputs: readonly string[];
}

/** Makes the classifier of an expression in the columns a, b, x and y. */
export function makeClassifier(text: string, dtype?: FloatType): NamedClassifier {
  const names = ["a", "b", "x", "y"];
  const columns = names.map((name) => ({ name, type: "float64" as const, typeName: "float64" }));
  const work = { assignments: [parseAssignment(`z = ${text}`)], replace: false, only: true };
  const plan = planMap(columns, { kind: "map", ...work }, { from: "a test", named: true, dtype });
  const { expression, input } = plan.results[0];
  const inputs = (expression?.inputs ?? [input]).map((column) => names[column]);
  return { classify: classifierOf(plan, { result: 0, kernels: { bindNumber, another } })!, inputs };
}
