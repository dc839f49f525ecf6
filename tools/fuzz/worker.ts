/// <reference lib="deno.worker" />
import type { Suite } from "./cases.ts";
import type { Group } from "./samples.ts";
import { guardMemory } from "./guard_memory.ts";
import { watchKeptMemory } from "../../support/kept_memory.ts";

/** The task of a worker: the cases from `first` up to `end`, in steps of `step`. */
export interface Share {
  readonly suite: Suite;
  readonly group: Group;
  readonly seed: number;
  readonly first: number;
  readonly step: number;
  readonly end: number;
  /** Shared memory for the number of the current case, for the watching thread. */
  readonly at: SharedArrayBuffer;
}

/** A case that went wrong, or the end. */
export type Finding =
  | { readonly number: number; readonly wrong: string }
  | { readonly done: true; readonly kept: number };

const memory = guardMemory();
const kept = watchKeptMemory();
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
    // Unhandled rejections are reported after a turn of the event loop, in which memory is freed,
    // too.
    if (number % 64 < step) await new Promise((resolve) => setTimeout(resolve));
  }
  report({ done: true, kept: await kept.measure() });
};

function report(finding: Finding): void {
  self.postMessage(finding);
}

self.postMessage("ready");
