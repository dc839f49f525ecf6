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

/**
 * Returns the module's instance on this thread, which is made on first use. Every call may overwrite
 * its memory: it is for work that begins and ends without an `await` (kernels/lease.ts).
 */
export function openInstance(): Instance {
  return instance ??= makeInstance(compile());
}

/**
 * Runs a kernel over `x` into `out`, which has the same type and length and may be `x`. With
 * `upstream`, of the same type and length too, each result is multiplied by its element; float32
 * and float16 products are rounded once, from float64.
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
 * Runs the kernel of a function over `x` into `out`, and that of its gradient into `slope.out`, in
 * one pass. The same bits as two calls of {@linkcode compute}. Results may go where `x` and
 * `upstream` are.
 */
export function computeBoth(kernel: Kernel, x: FloatArray, out: FloatArray, slope: Slope): void {
  openInstance().computeBoth(kernel, x, out, slope);
}

/** Makes another instance of the module, which nothing else uses. */
export function another(): Instance {
  return openInstance().another();
}

/**
 * Returns the function that computes a kernel for one number, with the same bits as in an array.
 *
 * Code that calls it often should keep it in a variable of its own. The runtime then sees a single
 * callee and needs 17 ns for a number. A call site that several functions share takes 38 ns (Deno
 * 2.9.6, AMD EPYC).
 */
export function bindNumber(name: KernelName): NumberKernel {
  return openInstance().bindNumber(name);
}

/** Computes one number. Use `bindNumber` where this happens often. */
export function computeNumber({ name, parameter }: Kernel, x: number): number {
  return bindNumber(name)(x, parameter);
}

/**
 * Runs jobs one after another on this thread, in steps. A result overwrites its `x` if that is
 * possible.
 */
export function startJobs(jobs: readonly Job[]): Generator<undefined, FloatArray[]> {
  return openInstance().run(jobs, findOverwriters(jobs));
}

/** Runs jobs one after another on this thread, all at once. */
export function runJobs(jobs: readonly Job[]): FloatArray[] {
  return takeAllSteps(startJobs(jobs));
}
