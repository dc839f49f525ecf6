import { runArrayService } from "./array_service.ts";
import { openFileIntake } from "./file_feed.ts";
import { type Instance, makeInstance } from "../kernels/instance.ts";
import { runJobsService } from "../threads/jobs_service.ts";
import { persistSync } from "../io/persist_sync.ts";
import { openPipeIntake } from "./pipe_feed.ts";
import { openPorts } from "../threads/sync_files.ts";
import { openStream } from "./record_stream.ts";
import { openTransformer } from "../formats/csv/record_transformer.ts";
import { runRecordsService } from "./records_service.ts";
import { openClock } from "../threads/stage_clock.ts";
import { runStreamService } from "./stream_service.ts";
import { openTurns } from "../threads/chunk_order.ts";

/** What a worker is asked, after the module has been posted to it. */
export interface Request {
  /** Who is to answer. */
  readonly service: keyof typeof SERVICES;
  /** What the service understands. */
  readonly question: unknown;
}

/** What a service answers, and the buffers to move, not to copy, with it. */
export interface Reply {
  readonly result: unknown;
  readonly move: ArrayBuffer[];
}

/** What a worker answers: the result, or why there is none. */
export type Answer = { readonly result: unknown } | { readonly error: Error };

/**
 * What workers do, by name. They run these very functions, from their text: all that one uses stands in
 * it, or is the runtime's.
 */
export const SERVICES = {
  array: runArrayService,
  jobs: runJobsService,
  records: runRecordsService,
  stream: runStreamService,
};

/** What several services use, beside the instance. Workers have it from its text, too. */
export const PARTS: Parts = {
  openClock,
  openFileIntake,
  openPipeIntake,
  openPorts,
  openStream,
  openTransformer,
  openTurns,
  persistSync,
};

/** They get all of them, to use each other. */
export interface Parts {
  readonly openClock: typeof openClock;
  readonly openFileIntake: typeof openFileIntake;
  readonly openPipeIntake: typeof openPipeIntake;
  readonly openPorts: typeof openPorts;
  readonly openStream: typeof openStream;
  readonly openTransformer: typeof openTransformer;
  readonly openTurns: typeof openTurns;
  readonly persistSync: typeof persistSync;
}

interface WorkerScope {
  onmessage: (event: MessageEvent<WebAssembly.Module | Request>) => void;
  postMessage(answer: Answer, transfer?: Transferable[]): void;
}

/**
 * The program of a worker, as text: a worker that is made from a file needs the permission to read
 * it, or to fetch it from the registry, and this one needs none.
 */
export function workerSource(): string {
  return `(${serve})(${makeInstance}, ${textOf(SERVICES)}, ${textOf(PARTS)})`;
}

function textOf(functions: object): string {
  return `{${Object.entries(functions).map(([name, text]) => `${name}: ${text}`)}}`;
}

/** Runs in the worker: like `makeInstance` it uses nothing that stands outside of it. */
function serve(
  make: typeof makeInstance,
  services: Record<string, (instance: Instance, question: unknown, parts: Parts) => Reply>,
  parts: Parts,
): void {
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
      const { result, move } = services[data.service](instance, data.question, parts);
      // Deno takes 2 ms to load what moves buffers.
      if (move.length === 0) scope.postMessage({ result });
      else scope.postMessage({ result }, move);
    } catch (error) {
      scope.postMessage({ error: error as Error });
    }
  };
}
