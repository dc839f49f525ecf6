import { programClassifier } from "../../kernels/program_classifier.ts";
import {
  type Classifier,
  type ClassifierKernels,
  kernelClassifier,
} from "../../kernels/outcome.ts";
import type { ComputedPlan } from "../compute_batch.ts";

/** Makes the classifier of a result; nothing where numbers are only converted. */
export function classifierOf(
  { results, program }: ComputedPlan,
  { result, kernels }: { readonly result: number; readonly kernels: ClassifierKernels },
): Classifier | undefined {
  const { computation, expression } = results[result];
  if (expression !== undefined) {
    const { output, inputs, tests = [] } = expression;
    return programClassifier(program!.program, {
      output,
      inputs: [...inputs, ...tests].map((column) => program!.columns.indexOf(column)),
      makeInstance: () => kernels.another(),
    });
  }
  return computation && kernelClassifier(computation.kernel, kernels);
}
