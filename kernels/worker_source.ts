import type { FloatArray } from "./float_types.ts";
import { type Instance, makeInstance } from "./instance.ts";
import type { Job } from "./job.ts";

/** What a worker is asked, after the module has been posted to it. */
export interface Request {
  readonly jobs: readonly Job[];
  readonly overwriters: readonly boolean[];
}

/** What it answers: the results, in order, or why there are none. */
export type Answer = { readonly results: FloatArray[] } | { readonly error: Error };

interface WorkerScope {
  onmessage: (event: MessageEvent<WebAssembly.Module | Request>) => void;
  postMessage(answer: Answer, transfer?: Transferable[]): void;
}

/**
 * The program of a worker, as text: a worker that is made from a file needs the permission to read
 * it, or to fetch it from the registry, and this one needs none.
 */
export function workerSource(): string {
  return `(${serve})(${makeInstance})`;
}

/** Runs in the worker: like `makeInstance` it uses nothing that stands outside of it. */
function serve(make: typeof makeInstance): void {
  const scope = globalThis as unknown as WorkerScope;
  let module: WebAssembly.Module;
  let instance: Instance | undefined;
  scope.onmessage = ({ data }) => {
    if (data instanceof WebAssembly.Module) {
      module = data;
      return;
    }
    try {
      instance ??= make(module);
      const results = instance.run(data.jobs, data.overwriters);
      scope.postMessage({ results }, results.map(({ buffer }) => buffer as ArrayBuffer));
    } catch (error) {
      scope.postMessage({ error: error as Error });
    }
  };
}
