import { compile, setModule } from "../../kernels/compile.ts";
import { type Instance, makeInstance } from "../../kernels/instance.ts";
import { takeAllSteps } from "../../kernels/job.ts";
import type { Answer, JobsQuestion, Reply, WorkerCall } from "../../threads/pool.ts";
import {
  type PiecesQuestion,
  type RangesQuestion,
  type TextQuestion,
  WorkerGroups,
  type WriteQuestion,
} from "../aggregate/group_records.ts";
import { type FitQuestion, WorkerFit } from "../fit/fit_share.ts";
import type { MadePart, TakenChunk, ThreadTask } from "../task.ts";
import { openArrowTask } from "./arrow_task.ts";
import { openCsvTask } from "./csv_task.ts";
import { openNpyTask } from "./npy_task.ts";
import { openTableTask } from "./table_task.ts";

import {
  openThread,
  openWorkerLoop,
  runWorkerLoop,
  type Thread,
  type ThreadQuestion,
} from "./worker_loop.ts";

// This is the program of a worker. `deno task build` puts it and all that it imports into one text,
// dist/worker.js: a worker that is started from a text needs no permission to read a file.

/** The services of a worker, by name. */
const SERVICES: Readonly<
  Record<string, (instance: Instance, question: unknown) => Reply | Promise<Reply>>
> = {
  npy: shared(openNpyTask),
  csv: shared(openCsvTask),
  arrow: shared(openArrowTask),
  table: shared(openTableTask),
  jobs: runJobs,
  fit: (instance, question) => fit.add(instance, question as FitQuestion),
  takeFit: () => fit.take(),
  writeGroups: (_, question) => groups.write(question as WriteQuestion),
  takeGroups: (_, question) => groups.take(question as PiecesQuestion),
  writeRanges: (_, question) => groups.writeRanges(question as RangesQuestion),
  groupsText: (_, question) => groups.text(question as TextQuestion),
};

interface WorkerScope {
  onmessage: (event: MessageEvent<WebAssembly.Module | WorkerCall>) => void;
  postMessage(answer: Answer, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
let instance: Instance | undefined;
const fit = new WorkerFit();
const groups = new WorkerGroups(() => makeInstance(compile()));

scope.onmessage = ({ data }): void => {
  if (data instanceof WebAssembly.Module) {
    setModule(data);
    return;
  }
  try {
    instance ??= makeInstance(compile());
    const reply = SERVICES[data.service](instance, data.question);
    if (reply instanceof Promise) reply.then(post, fail);
    else post(reply);
  } catch (error) {
    fail(error);
  }
};

function post({ result, move }: Reply): void {
  // Deno takes 2 ms to load the code that moves buffers.
  if (move.length === 0) scope.postMessage({ result });
  else scope.postMessage({ result }, move);
}

function fail(error: unknown): void {
  scope.postMessage({ error: error as Error });
}

/** A service that does the part of a worker in work that threads share. */
function shared<Question extends ThreadQuestion, Failure extends object>(
  open: (
    instance: Instance,
    question: Question,
    thread: Thread,
  ) => ThreadTask<TakenChunk<Failure>, MadePart, Failure, unknown>,
): (instance: Instance, question: unknown) => Reply {
  return (instance, question) => {
    const asked = question as Question;
    const thread = openThread(asked, { table: asked.groups && groups.open(asked.groups) });
    const result = runWorkerLoop(openWorkerLoop(open(instance, asked, thread), thread));
    return { result, move: [] };
  };
}

/** Does jobs with an instance, and returns their results in order. */
function runJobs(instance: Instance, question: unknown): Reply {
  const { jobs, overwriters } = question as JobsQuestion;
  const result = takeAllSteps(instance.run(jobs, overwriters));
  return { result, move: result.map(({ buffer }) => buffer as ArrayBuffer) };
}
