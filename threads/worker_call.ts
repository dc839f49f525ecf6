import type { Instance } from "../kernels/instance.ts";
import { type Job, takeAllSteps } from "../kernels/job.ts";

/** What a worker is asked, after the WebAssembly module has been posted to it. */
export interface WorkerCall {
  /** The name of the service that answers. */
  readonly service: string;
  /** What that service understands. */
  readonly question: unknown;
}

/** What a service answers, and the buffers that are moved with it instead of being copied. */
export interface Reply {
  readonly result: unknown;
  readonly move: ArrayBuffer[];
}

/** What a worker posts back: the result, or why there is none. */
export type Answer = { readonly result: unknown } | { readonly error: Error };

/** Jobs, to be done in turn. */
export interface JobsQuestion {
  readonly jobs: readonly Job[];
  readonly overwriters: readonly boolean[];
}

/** Does jobs with an instance and gives their results, in order. */
export function runJobsService(instance: Instance, question: unknown): Reply {
  const { jobs, overwriters } = question as JobsQuestion;
  const result = takeAllSteps(instance.run(jobs, overwriters));
  return { result, move: result.map(({ buffer }) => buffer as ArrayBuffer) };
}
