import { findKernel } from "../../tools/accuracy/tasks.ts";
import { registry } from "../../functions/registry.ts";
import type { Kernel } from "../../kernels/engine.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import * as specol from "../../mod.ts";

/** A public function or gradient, with the parameter that it takes, if it takes one. */
export interface Subject {
  /** As it is written: `polygammaGrad(x, 2)`. */
  readonly title: string;
  /** What must compute it. */
  readonly kernel: Kernel;
  /** Calls it; options come after the parameter. */
  call<T extends number | FloatArray>(x: T, options?: object): T;
}

/** Parameters to try, on both sides of every change of method. */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = {
  polygamma: [0, 1, 2, 3, 20, 60, 171, 1000],
  polygammaGrad: [0, 2, 170],
  multigammaln: [1, 2, 3, 10, 50],
  multigammalnGrad: [1, 2, 3, 10, 50],
};

/** Every public function and gradient, with some parameters. */
export const subjects: readonly Subject[] = registry
  .flatMap(({ name }) => [name, `${name}Grad`])
  .flatMap((name) => (PARAMETERS[name] ?? [undefined]).map((value) => subject(name, value)));

/** The subject of a name in the module. */
export function subject(name: string, parameter?: number): Subject {
  const f = specol[name as keyof typeof specol] as unknown as (...args: unknown[]) => unknown;
  const second = parameter === undefined ? [] : [parameter];
  return {
    title: `${name}(${["x", ...second].join(", ")})`,
    kernel: findKernel(second.length === 0 ? name : `${name}(${parameter})`).kernel,
    call: <T extends number | FloatArray>(x: T, options?: object): T =>
      f(x, ...second, options) as T,
  };
}
