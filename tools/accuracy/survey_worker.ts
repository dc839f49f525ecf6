/// <reference lib="deno.worker" />
import type { Kernel } from "../../kernels/engine.ts";
import { SOURCE_HASH } from "../../kernels/module.js";
import { type BitRange, surveyFloat32Range } from "./survey_float32.ts";
import { surveyFloat16 } from "./survey_float16.ts";
import { surveyFloat64, type SurveyOptions } from "./survey_float64.ts";
import type { Tally } from "./tally.ts";

/** A piece of a survey: a worker answers it with a {@linkcode Finding}. */
export interface Job {
  readonly kernel: Kernel;
  /** What to do: all of float64 or of float16, or a range of float32. */
  readonly part:
    | { type: "float64" } & SurveyOptions
    | { type: "float16"; quick: boolean }
    | { range: BitRange };
  /** `SOURCE_HASH` of the kernels that the survey began with. */
  readonly build: string;
}

/** What a worker found, and how long it took. */
export interface Finding {
  readonly tally: Tally;
  readonly seconds: number;
}

self.onmessage = ({ data: { kernel, part, build } }: MessageEvent<Job>): void => {
  // A worker loads the kernels anew: float32 is only proven by the float64 errors of the same
  // build.
  if (build !== SOURCE_HASH) throw new Error("the kernels were rebuilt during the survey");
  const start = performance.now();
  const tally = run(kernel, part);
  self.postMessage({ tally, seconds: (performance.now() - start) / 1000 } satisfies Finding);
};

function run(kernel: Kernel, part: Job["part"]): Tally {
  if ("range" in part) return surveyFloat32Range(kernel, part.range);
  return part.type === "float64" ? surveyFloat64(kernel, part) : surveyFloat16(kernel, part);
}
