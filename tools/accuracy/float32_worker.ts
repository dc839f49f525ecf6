/// <reference lib="deno.worker" />
import type { KernelName } from "../../kernels/engine.ts";
import { type BitRange, surveyFloat32Range } from "./float32_range.ts";

/** What the worker is asked: it answers with a `Tally`. */
export interface Float32Job {
  readonly kernel: KernelName;
  readonly range: BitRange;
}

self.onmessage = ({ data }: MessageEvent<Float32Job>): void => {
  self.postMessage(surveyFloat32Range(data.kernel, data.range));
};
