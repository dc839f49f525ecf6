import type { Instance } from "../kernels/instance.ts";
import type { Job } from "../kernels/job.ts";
import type { Reply } from "./worker_call.ts";

/** Jobs, to be done in turn. */
export interface JobsQuestion {
  readonly jobs: readonly Job[];
  readonly overwriters: readonly boolean[];
}

/** Does jobs with an instance and gives their results, in order. */
export function runJobsService(instance: Instance, question: unknown): Reply {
  const { jobs, overwriters } = question as JobsQuestion;
  const result = instance.run(jobs, overwriters);
  return { result, move: result.map(({ buffer }) => buffer as ArrayBuffer) };
}
