import { compile, setModule } from "../../kernels/compile.ts";
import { type Instance, makeInstance } from "../../kernels/instance.ts";
import { takeAllSteps } from "../../kernels/job.ts";
import type { Answer, JobsQuestion, Reply, WorkerCall } from "../../threads/pool.ts";
import type {
  PiecesQuestion,
  RangesQuestion,
  TextQuestion,
  WorkerGroups,
  WriteQuestion,
} from "../aggregate/group_records.ts";
import type { FitQuestion, WorkerFit } from "../fit/fit_share.ts";
import type { MadePart, TakenChunk, ThreadTask } from "../task.ts";
import { openCsvTask } from "./csv_task.ts";
import { openNpyTask } from "./npy_task.ts";
import {
  openThread,
  openWorkerLoop,
  runWorkerLoop,
  type Thread,
  type ThreadQuestion,
} from "./worker_loop.ts";

// This is the program of a worker. `deno task build` puts it and all that it imports into texts, in
// dist/worker.js: a worker that is started from a text needs no permission to read a file.

/** What answers a question. */
type Service = (instance: Instance, question: unknown) => Reply | Promise<Reply>;

/**
 * The services of a worker, by name. V8 takes 1 ms to parse 35 KB of a text, whatever is called of
 * it, so what only some work needs is a text of its own, which is loaded when that work comes.
 */
const SERVICES: Readonly<Record<string, Service>> = {
  npy: shared(openNpyTask),
  csv: shared(openCsvTask),
  arrow: async (...asked) => shared((await import("./arrow_task.ts")).openArrowTask)(...asked),
  table: async (...asked) => shared((await import("./table_task.ts")).openTableTask)(...asked),
  jobs: runJobs,
  fit: async (instance, question) => (await openFit()).add(instance, question as FitQuestion),
  takeFit: async () => (await openFit()).take(),
  writeGroups: async (_, question) => (await openGroups()).write(question as WriteQuestion),
  takeGroups: async (_, question) => (await openGroups()).take(question as PiecesQuestion),
  writeRanges: async (_, question) => (await openGroups()).writeRanges(question as RangesQuestion),
  groupsText: async (_, question) => await (await openGroups()).text(question as TextQuestion),
};

interface WorkerScope {
  onmessage: (event: MessageEvent<WebAssembly.Module | WorkerCall>) => void;
  postMessage(answer: Answer, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
let instance: Instance | undefined;
let fit: WorkerFit | undefined;
let groups: WorkerGroups | undefined;
let answered: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }): void => {
  if (data instanceof WebAssembly.Module) {
    setModule(data);
    return;
  }
  // The pool expects answers in the order of its questions.
  answered = answered.then(() => answer(data)).then(post).catch(fail);
};

async function answer({ service, question }: WorkerCall): Promise<Reply> {
  instance ??= makeInstance(compile());
  return await SERVICES[service](instance, question);
}

function post({ result, move }: Reply): void {
  // Deno takes 2 ms to load the code that moves buffers.
  if (move.length === 0) scope.postMessage({ result });
  else scope.postMessage({ result }, move);
}

function fail(error: unknown): void {
  scope.postMessage({ error: error as Error });
}

/** Opens the sums of a fit, which the worker keeps from one question to the next. */
async function openFit(): Promise<WorkerFit> {
  const { WorkerFit } = await import("../fit/fit_share.ts");
  return fit ??= new WorkerFit();
}

/** Opens the groups of the worker, which it keeps from one question to the next. */
async function openGroups(): Promise<WorkerGroups> {
  const { WorkerGroups } = await import("../aggregate/group_records.ts");
  return groups ??= new WorkerGroups(() => makeInstance(compile()));
}

/** A service that does the part of a worker in work that threads share. */
function shared<Question extends ThreadQuestion, Failure extends object>(
  open: (
    instance: Instance,
    question: Question,
    thread: Thread,
  ) => ThreadTask<TakenChunk<Failure>, MadePart, Failure, unknown>,
): Service {
  return async (instance, question) => {
    const asked = question as Question;
    const table = asked.groups && (await openGroups()).open(asked.groups);
    const thread = openThread(asked, { table });
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
