import type { DirectOutput } from "../../io/byte_sink.ts";
import { becameShorter, fileError } from "../../io/file_error.ts";
import { keepRunning, yieldToEventLoop } from "../../io/event_loop.ts";
import type { Instance } from "../../kernels/instance.ts";
import { leaseInstance } from "../../kernels/lease.ts";
import type { LazyPool } from "../../threads/lazy_pool.ts";
import type { Outbox } from "../../threads/outbox.ts";
import { openSequencer } from "../../threads/sequencer.ts";
import type { GroupTable } from "../aggregate/group_table.ts";
import { MIN_MS_BETWEEN_STARTS, PROGRESS_MS } from "../thresholds.ts";
import type { Run } from "../run.ts";
import type { MadePart, TakenChunk, ThreadTask } from "../task.ts";
import type { StartPolicy } from "./start_policy.ts";
import {
  type FailureAt,
  type FileFailure,
  type LoopAnswer,
  openThread,
  openWorkerLoop,
  type Thread,
  type ThreadQuestion,
  type WorkerLoop,
} from "./worker_loop.ts";

/** The part of the main thread in shared work, if it has one. */
export interface MainThreadPart<Question, Failure, Note> {
  /** Opens its task, which is that of every thread. */
  open(
    instance: Instance,
    question: Question,
    thread: Thread,
  ): ThreadTask<TakenChunk<Failure | FileFailure>, MadePart, Failure | FileFailure, Note>;
  /** The groups to which it adds rows, if they are added up. */
  readonly table?: GroupTable;
  /** Whether workers join it. */
  readonly start: StartPolicy;
  /** Milliseconds of work after which it looks after signals and workers; 0 for after each step. */
  readonly msBetweenLooks: number;
}

/** What the main thread reads for all threads. */
export interface Feeder {
  /** Reads a part. Returns "full" where threads have enough, and nothing at the end. */
  feed(): Promise<void> | "full" | undefined;
  /** Why the rest could not be read. */
  readonly failure?: { readonly error: unknown };
  /**
   * Stops waiting for what is read. Resolves when the read that is under way has ended, unless that
   * may never be.
   */
  stop(): Promise<void>;
}

/** How work is shared. */
export interface ShareOptions<Question, Failure, Note> {
  /** The service that every worker is asked for, and what it is asked. */
  readonly service: string;
  readonly question: Question;
  /** How many workers there may be; none where the main thread does all. */
  readonly workers: number;
  /** The workers, which may have more to do afterwards. The caller ends them. */
  readonly pool: LazyPool;
  /** The part of the main thread, if it has one. */
  readonly mainThread?: MainThreadPart<Question, Failure, Note>;
  /** What the main thread reads, if threads do not read by themselves. */
  readonly feeder?: Feeder;
  /**
   * What the main thread writes, if threads do not write by themselves. Then it leaves computing to
   * the workers once there are some: they could not put anything into the outbox meanwhile.
   */
  readonly outbox?: Outbox;
  readonly directOutput: DirectOutput;
  /** How many bytes have been read and written by all threads. */
  count(): { readonly read: number; readonly written: number };
  /**
   * Whether chunks are written in order. Then the first failure to arrive is the first in the data.
   */
  readonly isOrdered: boolean;
  /**
   * Throws the error of a failure of the task, or notes it where the caller reports it. Those of
   * files are thrown here.
   */
  fail(failure: Failure & { readonly chunk: number }): void;
}

/** The output of threads that write nothing. */
export const NOWHERE: DirectOutput = {
  position: 0,
  wrote(): void {},
  explain: (error) => error as Error,
};

/**
 * Whether workers do without this thread: a reader of standard output that stops reading must not keep it
 * from hearing an interrupt, if it listens for one.
 */
export function isLeftFree({ isWatched }: Run, output: DirectOutput): boolean {
  return isWatched && output !== NOWHERE && output.path === undefined;
}

/** What threads have done together. */
export interface SharedResult<Note> {
  /** Threads that took part. */
  readonly threads: number;
  /** What was counted at a place, by all threads together. */
  count(place: number): number;
  /** What the threads report about their parts. */
  readonly notes: readonly Note[];
}

/**
 * Lets threads that read, compute and write by themselves (worker_loop.ts) share what there is to
 * do.
 */
export async function shareWork<
  Question extends ThreadQuestion,
  Failure extends { readonly what: string },
  Note,
>(
  run: Run,
  options: ShareOptions<Question, Failure, Note>,
): Promise<SharedResult<Note>> {
  const { service, question, workers, mainThread, feeder, outbox, directOutput } = options;
  const { count, isOrdered } = options;
  const order = openSequencer(question.order);
  const seen = { read: 0, written: 0 };
  function report(): void {
    const { read, written } = count();
    run.countRead(read - seen.read);
    directOutput.wrote(written - seen.written);
    Object.assign(seen, { read, written });
  }

  function fail(failure: FailureAt<Failure>): void {
    if (isFileFailure(failure)) throw fileFailureError(failure, { run, directOutput });
    options.fail(failure);
  }

  using _ = keepRunning();
  using lease = mainThread && leaseInstance();
  const loop = mainThread && openMainThreadLoop(lease!.instance, mainThread, options);
  const pool = workers > 0 ? await options.pool.open() : undefined;
  const answers: LoopAnswer<Failure, Note>[] = [];
  const parts: Promise<void>[] = [];
  const failed = Promise.withResolvers<never>();
  function follow(part: Promise<LoopAnswer<Failure, Note> | undefined>): Promise<void> {
    const done = part.then((answer) => {
      if (answer === undefined) return;
      // This must not wait for other threads: their input may never come.
      if (isOrdered && answer.failure !== undefined) fail(answer.failure);
      answers.push(answer);
    });
    done.catch(failed.reject);
    parts.push(done);
    return done;
  }

  let left = workers;
  let started = 0;
  function start(): void {
    follow(pool!.ask({ service, question }, []) as Promise<LoopAnswer<Failure, Note>>);
    left--;
    started = performance.now();
  }

  /** Works alone until it is known whether workers join. Returns whether they do. */
  async function begin(loop: WorkerLoop<Failure, Note>, pays: StartPolicy): Promise<boolean> {
    for (;;) {
      const decided = pays();
      if (decided !== undefined) return decided;
      const went = loop.step();
      if (went === "done") return false;
      report();
      if (went === "wait") await feeder?.feed();
      await outbox?.flush();
    }
  }

  /**
   * Reads for all threads, and computes where they have enough to do, or read by themselves. More
   * workers are started while it is busy.
   */
  async function finish(): Promise<LoopAnswer<Failure, Note> | undefined> {
    const takes = loop !== undefined && outbox === undefined;
    while (!takes && left > 0) start();
    let looked = performance.now();
    for (;;) {
      const seen = order.version;
      // What was begun is brought to its end first: others wait for it.
      const hasPart = loop?.hasPart === true;
      const feeding = hasPart ? undefined : feeder?.feed();
      if (feeding instanceof Promise) {
        await feeding;
        report();
        looked = performance.now();
        continue;
      }
      const went = takes || hasPart ? loop!.step() : feeding === undefined ? "done" : "wait";
      if (went === "done") break;
      report();
      if (went === "wait") {
        await order.changed(seen);
        continue;
      }
      // Work that ends soon needs no more workers, and neither does a pipe that brings too little.
      if (left > 0 && performance.now() - started > MIN_MS_BETWEEN_STARTS) start();
      if (performance.now() - looked < mainThread!.msBetweenLooks) continue;
      await yieldToEventLoop();
      looked = performance.now();
    }
    return loop?.end();
  }

  let ownPart = Promise.resolve();
  let writing: Promise<void> | undefined;
  async function finishAll(): Promise<void> {
    if (loop !== undefined) {
      if (!await begin(loop, mainThread!.start)) left = 0;
      if (left > 0) start();
    }
    writing = outbox?.run();
    writing?.catch(failed.reject);
    ownPart = follow(finish());
    await Promise.race([failed.promise, ownPart]);
    // The timer comes last: Deno takes 5 ms to load timers when the first one is used.
    const isIdle = loop === undefined || outbox !== undefined;
    const timer = isIdle ? setInterval(report, PROGRESS_MS) : undefined;
    try {
      await Promise.race([failed.promise, Promise.all(parts)]);
    } finally {
      if (timer !== undefined) clearInterval(timer);
    }
    if (feeder?.failure !== undefined) throw feeder.failure.error;
  }
  /** Writes what is left in the outbox. */
  async function empty(): Promise<void> {
    outbox?.end();
    await writing;
  }

  try {
    await finishAll();
    await empty();
  } catch (error) {
    // The memory of this thread's part is given back when this returns, and workers are ended: that
    // part has to end first. What comes before the failure is written.
    order.abort();
    await feeder?.stop();
    await ownPart.catch(() => {});
    await empty().catch(() => {});
    throw error;
  }
  for (const { times } of answers) run.watch.add(times);
  report();
  const [failure] = answers.flatMap(({ failure }) => failure ?? [])
    .sort((a, b) => a.chunk - b.chunk);
  if (failure !== undefined) fail(failure);
  return {
    threads: answers.length,
    count: (place) => answers.reduce((sum, { counts }) => sum + (counts[place] ?? 0), 0),
    notes: answers.flatMap(({ note }) => note ?? []),
  };
}

/** Opens the part of the main thread. */
function openMainThreadLoop<
  Question extends ThreadQuestion,
  Failure extends { readonly what: string },
  Note,
>(
  instance: Instance,
  { open, table }: MainThreadPart<Question, Failure, Note>,
  { question, outbox }: Pick<ShareOptions<Question, Failure, Note>, "question" | "outbox">,
): WorkerLoop<Failure, Note> {
  const opened = openThread(question, { table, listens: true });
  const thread: Thread = outbox === undefined
    ? opened
    : { ...opened, files: { ...opened.files, write: (bytes) => outbox.put(bytes) } };
  return openWorkerLoop(open(instance, question, thread), thread);
}

function isFileFailure<Failure extends { readonly what: string }>(
  failure: Failure | FileFailure,
): failure is FileFailure {
  return ["read", "write", "end"].includes(failure.what);
}

/** The error of a thread that could not read or write. */
function fileFailureError(
  failure: FileFailure,
  { run: { input: { source, fileSize } }, directOutput }: {
    readonly run: Run;
    readonly directOutput: DirectOutput;
  },
): Error {
  if (failure.what === "end") {
    return becameShorter(source.name, { size: fileSize!, end: failure.bytes });
  }
  // The class of an error of the runtime is lost on the way from a worker: it is made again.
  const { what, name, message } = failure;
  const errors = Deno.errors as Record<string, new (message: string) => Error>;
  const error = Object.hasOwn(errors, name) ? new errors[name](message) : new Error(message);
  return what === "read"
    ? fileError(error, { verb: "read", name: source.name })
    : directOutput.explain(error);
}
