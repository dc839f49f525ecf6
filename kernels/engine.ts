import { compile } from "./compile.ts";
import type { FloatArray } from "./float_types.ts";
import { type Instance, makeInstance, type Slope } from "./instance.ts";
import {
  findOverwriters,
  type Job,
  type Kernel,
  type KernelName,
  type NumberKernel,
  takeAllSteps,
} from "./job.ts";

export type { Kernel, KernelName, NumberKernel } from "./job.ts";

let instance: Instance | undefined;

/** The module's instance on this thread, made on first use. */
export function openInstance(): Instance {
  return instance ??= makeInstance(compile());
}

/**
 * Runs a kernel over `x` into `out`, which has the same type and length and may be `x`. With
 * `upstream`, of the same type and length too, each result is multiplied by its element; float32 and
 * float16 products are rounded once, from float64.
 */
export function compute(
  kernel: Kernel,
  x: FloatArray,
  out: FloatArray,
  upstream?: FloatArray,
): void {
  openInstance().compute(kernel, x, out, upstream);
}

/**
 * Runs the kernel of a function over `x` into `out`, and that of its gradient into `slope.out`, in one
 * pass. The same bits as two calls of {@linkcode compute}. Results may go where `x` and `upstream` are.
 */
export function computeBoth(kernel: Kernel, x: FloatArray, out: FloatArray, slope: Slope): void {
  openInstance().computeBoth(kernel, x, out, slope);
}

/**
 * What computes one number, with the bits that it would have in an array.
 *
 * Whoever calls it often keeps it in a variable of its own: the runtime then sees one callee, and needs
 * 17 ns for a number where a call that several functions share takes 38 (Deno 2.9.6, AMD EPYC).
 */
export function bindNumber(name: KernelName): NumberKernel {
  return openInstance().bindNumber(name);
}

/** One number, where it is not computed often. */
export function computeNumber({ name, parameter }: Kernel, x: number): number {
  return bindNumber(name)(x, parameter);
}

/** Does jobs in turn, on this thread, in steps; each result takes the place of its `x` where it can. */
export function startJobs(jobs: readonly Job[]): Generator<undefined, FloatArray[]> {
  return openInstance().run(jobs, findOverwriters(jobs));
}

/** Does jobs in turn, on this thread, all at once. */
export function runJobs(jobs: readonly Job[]): FloatArray[] {
  return takeAllSteps(startJobs(jobs));
}
