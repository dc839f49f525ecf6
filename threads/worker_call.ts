import type { Instance } from "../kernels/instance.ts";
import { type Job, takeAllSteps } from "../kernels/job.ts";

/** A question to a worker, after the WebAssembly module has been posted to it. */
export interface WorkerCall {
  /** The name of the service that answers. */
  readonly service: string;
  /** The question, as the service understands it. */
  readonly question: unknown;
}

/** The answer of a service, and the buffers that are moved with it instead of being copied. */
export interface Reply {
  readonly result: unknown;
  readonly move: ArrayBuffer[];
}

/** A worker posts back the result, or the error if there is none. */
export type Answer = { readonly result: unknown } | { readonly error: Error };

/** Jobs to do in turn. */
export interface JobsQuestion {
  readonly jobs: readonly Job[];
  readonly overwriters: readonly boolean[];
}

/** Does jobs with an instance, and returns their results in order. */
export function runJobsService(instance: Instance, question: unknown): Reply {
  const { jobs, overwriters } = question as JobsQuestion;
  const result = takeAllSteps(instance.run(jobs, overwriters));
  return { result, move: result.map(({ buffer }) => buffer as ArrayBuffer) };
}
