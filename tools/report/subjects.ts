import {
  type FunctionSpec,
  gradientKernel,
  registry,
  valueKernel,
} from "../../functions/registry.ts";
import type { Kernel } from "../../kernels/engine.ts";

/** A function or a gradient of the accuracy report, with one parameter if it has any. */
export interface Subject {
  /** `i0e`, `i0eGrad`, `polygamma`: what peers are asked for. */
  readonly plainName: string;
  /** The same with the parameter: `polygammaGrad(2)`. */
  readonly name: string;
  /** What it is, in words. */
  readonly title: string;
  /** The function that it is, or is the gradient of. */
  readonly spec: FunctionSpec;
  readonly parameter?: number;
  readonly kernel: Kernel;
}

/** Peers have a shortcut for the first order of polygamma, and lose their way at 171. */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = {
  polygamma: [1, 2, 20, 171],
  multigammaln: [3],
};

/** Every function, each followed by its gradient. */
export const subjects: readonly Subject[] = registry.flatMap((spec) =>
  (PARAMETERS[spec.name] ?? [undefined]).flatMap((parameter) => subjectsOf(spec, parameter))
);

/** The name of a subject's picture, without its folder. */
export function pictureName({ plainName, parameter }: Subject): string {
  return `${plainName}${parameter === undefined ? "" : `_${parameter}`}.svg`;
}

function subjectsOf(spec: FunctionSpec, parameter?: number): Subject[] {
  const suffix = parameter === undefined ? "" : `(${parameter})`;
  const value: Subject = {
    spec,
    parameter,
    plainName: spec.name,
    name: `${spec.name}${suffix}`,
    title: spec.summary,
    kernel: valueKernel(spec, parameter),
  };
  const gradient: Subject = {
    spec,
    parameter,
    plainName: `${spec.name}Grad`,
    name: `${spec.name}Grad${suffix}`,
    title: `gradient of ${value.name}, ${spec.gradient}`,
    kernel: gradientKernel(spec, parameter),
  };
  // The gradient of polygamma of order 1 is that of order 2, which has a picture.
  const isShown = gradient.kernel.name === spec.name &&
    PARAMETERS[spec.name]?.includes(gradient.kernel.parameter ?? NaN);
  return isShown ? [value] : [value, gradient];
}
