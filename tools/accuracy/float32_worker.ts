/// <reference lib="deno.worker" />
import type { KernelName } from "../../kernels/engine.ts";
import { SOURCE_HASH } from "../../kernels/module.ts";
import { type BitRange, surveyFloat32Range } from "./float32_range.ts";

/** What the worker is asked: it answers with a `Tally`. */
export interface Float32Job {
  readonly kernel: KernelName;
  readonly range: BitRange;
  /** `SOURCE_HASH` of the kernels that the survey began with. */
  readonly build: string;
}

self.onmessage = ({ data }: MessageEvent<Float32Job>): void => {
  // A worker loads the kernels anew: float32 is only proven by the float64 errors of the same build.
  if (data.build !== SOURCE_HASH) throw new Error("the kernels were rebuilt during the survey");
  self.postMessage(surveyFloat32Range(data.kernel, data.range));
};
