import type { FloatArray } from "../../../kernels/float_types.ts";
import { type Instance, makeInstance, type Slope } from "../../../kernels/instance.ts";
import type { Kernel, KernelName, NumberKernel } from "../../../kernels/job.ts";
import { compile } from "./compile.ts";
import { familyOf } from "./family_of.ts";

// Takes the place of kernels/engine.ts in the npm package: the same functions, and an instance for
// each family, so that a page loads those alone that it uses.

export type { Kernel, KernelName, NumberKernel } from "../../../kernels/job.ts";

const instances: Partial<Record<string, Instance>> = {};

/**
 * The instance of the family that a kernel belongs to; that which reads and writes CSV if none is
 * named.
 */
export function openInstance(name?: KernelName): Instance {
  const family = name === undefined ? "text" : familyOf(name);
  return instances[family] ??= makeInstance(compile(family));
}

/** See kernels/engine.ts. */
export function compute(
  kernel: Kernel,
  x: FloatArray,
  out: FloatArray,
  upstream?: FloatArray,
): void {
  openInstance(kernel.name).compute(kernel, x, out, upstream);
}

/** See kernels/engine.ts. */
export function computeBoth(kernel: Kernel, x: FloatArray, out: FloatArray, slope: Slope): void {
  openInstance(kernel.name).computeBoth(kernel, x, out, slope);
}

/** See kernels/engine.ts. */
export function bindNumber(name: KernelName): NumberKernel {
  return openInstance(name).bindNumber(name);
}

/** See kernels/engine.ts. */
export function computeNumber({ name, parameter }: Kernel, x: number): number {
  return bindNumber(name)(x, parameter);
}
