import type { Kernel } from "../kernels/engine.ts";
import { type FunctionSpec, gradientKernel, registry, valueKernel } from "../functions/registry.ts";

/** A function of the registry, and what computes it, or its gradient. */
export interface FoundKernel {
  readonly spec: FunctionSpec;
  readonly kernel: Kernel;
}

/** Finds a function or gradient by what surveys and references call it: `i0e`, `polygammaGrad(20)`. */
export function findKernel(text: string): FoundKernel {
  const [, name, grad, digits] = /^(\w+?)(Grad)?(?:\((\d+)\))?$/.exec(text) ?? [];
  const spec = registry.find((spec) => spec.name === name);
  if (spec === undefined || (spec.parameter === undefined) !== (digits === undefined)) {
    const names = registry.map((spec) => spec.name).join(", ");
    throw new RangeError(
      `Cannot find ${text}: it must be one of ${names}, with or without Grad, and with a parameter ` +
        `in parentheses where it takes one`,
    );
  }
  const parameter = digits === undefined ? undefined : Number(digits);
  return { spec, kernel: (grad ? gradientKernel : valueKernel)(spec, parameter) };
}
