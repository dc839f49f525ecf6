import { compile } from "./compile.ts";
import type { FloatArray } from "./float_types.ts";
import { type Instance, makeInstance } from "./instance.ts";
import { findOverwriters, type Job } from "./job.ts";
import type { Kernel } from "./kernel.ts";
import { PARTS, type Request, SERVICES } from "./worker_source.ts";

export type { Kernel, KernelName } from "./kernel.ts";

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

/** One number, with the bits that it would have in an array. */
export function computeNumber(kernel: Kernel, x: number): number {
  return openInstance().computeNumber(kernel, x);
}

/** Does jobs in turn, on this thread, and gives their results; each over its `x` where it can. */
export function runJobs(jobs: readonly Job[]): FloatArray[] {
  return openInstance().run(jobs, findOverwriters(jobs));
}

/** Answers on this thread what a worker could be asked. */
export function answerHere({ service, question }: Request): unknown {
  return SERVICES[service](openInstance(), question, PARTS).result;
}
