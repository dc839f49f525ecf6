import { judgeProgram } from "../../kernels/judge_program.ts";
import { type Judge, judgeKernel, type JudgeKernels } from "../../kernels/outcome.ts";
import type { ComputedPlan } from "../compute_batch.ts";

/** Makes the judge of why a result is infinite or NaN; nothing where numbers are only converted. */
export function judgeOf(
  { results, program }: ComputedPlan,
  { result, kernels }: { readonly result: number; readonly kernels: JudgeKernels },
): Judge | undefined {
  const { computation, expression } = results[result];
  if (expression !== undefined) {
    const { output, inputs, tests = [] } = expression;
    return judgeProgram(program!.program, {
      output,
      inputs: [...inputs, ...tests].map((column) => program!.columns.indexOf(column)),
      makeInstance: () => kernels.another(),
    });
  }
  return computation && judgeKernel(computation.kernel, kernels);
}
