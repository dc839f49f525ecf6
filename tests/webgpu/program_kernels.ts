import { gradientKernel, registry, valueKernel } from "../../functions/registry.ts";
import type { Kernel } from "../../kernels/job.ts";

/** Parameters to try: those of tables, and those where most results are out of range. */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = {
  polygamma: [1, 2, 3, 20, 60],
  multigammaln: [1, 2, 3, 10, 50, 2 ** 21],
};

/** Every kernel of the registry, values and gradients, with some parameters, each once. */
export const kernels: readonly Kernel[] = [
  ...new Map(
    registry
      .flatMap((spec) =>
        (PARAMETERS[spec.name] ?? [undefined]).flatMap((parameter) => [
          valueKernel(spec, parameter),
          gradientKernel(spec, parameter),
        ])
      )
      .map((kernel) => [titleOf(kernel), kernel]),
  ).values(),
];

/** A kernel as it is written: `polygamma(2)`. */
export function titleOf({ name, parameter }: Kernel): string {
  return parameter === undefined ? name : `${name}(${parameter})`;
}
