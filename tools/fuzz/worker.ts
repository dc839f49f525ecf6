/// <reference lib="deno.worker" />
import type { Suite } from "./cases.ts";
import type { Group } from "./samples.ts";
import { guardMemory } from "./guard_memory.ts";

/** What a worker is to do: the cases from `first` on, each `step`-th, up to `end`. */
export interface Share {
  readonly suite: Suite;
  readonly group: Group;
  readonly seed: number;
  readonly first: number;
  readonly step: number;
  readonly end: number;
  /** Where it notes the case that it is at, for who watches. */
  readonly at: SharedArrayBuffer;
}

/** A case that went wrong, or the end. */
export type Finding =
  | { readonly number: number; readonly wrong: string }
  | { readonly done: true; readonly memory: number };

const MAX_RESIDENT = 2 ** 31;

const memory = guardMemory();
const { casesOf } = await import("./cases.ts");
const { runCase } = await import("./run_case.ts");

let number = -1;
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  report({ number, wrong: `a rejection that nobody handled: ${event.reason?.stack}` });
});

self.onmessage = async ({ data }: MessageEvent<Share>): Promise<void> => {
  const { suite, group, seed, first, step, end } = data;
  const at = new Int32Array(data.at);
  const cases = casesOf(suite, { group, seed });
  for (number = first; number < end; number += step) {
    Atomics.store(at, first % step, number);
    const wrong = await runCase(cases.make(number), memory);
    if (wrong !== undefined) report({ number, wrong });
    // Rejections that nobody handles are told after a turn, and memory is given back.
    if (number % 64 < step) await new Promise((resolve) => setTimeout(resolve));
    if (number % 4096 < step && Deno.memoryUsage().rss > MAX_RESIDENT) {
      report({ number, wrong: `the process has grown to ${Deno.memoryUsage().rss} bytes` });
    }
  }
  report({ done: true, memory: Deno.memoryUsage().rss });
};

function report(finding: Finding): void {
  self.postMessage(finding);
}

self.postMessage("ready");
