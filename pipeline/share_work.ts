import type { SyncFileFailure } from "../threads/sync_files.ts";
import { openPool } from "../threads/pool.ts";
import type { StageTimes } from "../threads/clock.ts";
import type { WorkerCall } from "../threads/worker_call.ts";
import type { DirectOutput } from "../io/byte_sink.ts";
import { fileError } from "../io/file_error.ts";
import type { Run } from "./run.ts";

/** What every worker answers that shares work. */
interface SharedAnswer {
  readonly times: Readonly<StageTimes>;
}

/** The part of the calling thread. It looks how far all are, now and then. */
export interface MainThreadPart<Answer> {
  /** What it does before the first worker is started; whether there is something left for that. */
  begin(look: () => void): boolean;
  /** What it does while they work, and more of them are started if it is busy. */
  finish(look: (isBusy: boolean) => void): Promise<Answer>;
}

/** How work is shared. */
export interface ShareOptions<Answer> {
  readonly workers: number;
  /** What this thread does, if it has a part in it. */
  readonly mainThread?: MainThreadPart<Answer>;
  /** What they are asked, all the same. */
  readonly request: WorkerCall;
  readonly directOutput: DirectOutput;
  /** Tells how many bytes have been read and written, in all. */
  look(): { readonly read: number; readonly written: number };
  /** Is called with each answer as it comes: what it throws is the end, whatever others still do. */
  take?(answer: Answer): void;
}

/** Milliseconds between two looks at how far the workers are: it costs nothing, and the disk waits. */
const LOOK = 10;

/** Milliseconds for which this thread works before it starts another worker, which takes as long. */
const START = 12;

/** Lets workers that read, compute and write by themselves share what there is to do. */
export async function shareWork<Answer extends SharedAnswer>(
  run: Run,
  { workers, mainThread, request, directOutput, look, take }: ShareOptions<Answer>,
): Promise<Answer[]> {
  const seen = { read: 0, written: 0 };
  function lookAgain(): void {
    const { read, written } = look();
    run.countRead(read - seen.read);
    directOutput.wrote(written - seen.written);
    Object.assign(seen, { read, written });
  }

  using pool = openPool(workers);
  const answers: Answer[] = [];
  const parts: Promise<void>[] = [];
  const failed = Promise.withResolvers<never>();
  function follow(part: Promise<Answer>): Promise<void> {
    const done = part.then((answer) => {
      take?.(answer);
      answers.push(answer);
    });
    done.catch(failed.reject);
    parts.push(done);
    return done;
  }

  let left = workers;
  let started = 0;
  function start(): void {
    follow(pool.ask(request, []) as Promise<Answer>);
    left--;
    started = performance.now();
  }

  if (mainThread === undefined) {
    while (left > 0) start();
  } else {
    if (mainThread.begin(lookAgain)) start();
    else left = 0;
    const done = follow(mainThread.finish((isBusy) => {
      lookAgain();
      // What comes to its end soon needs no more of them, and neither does a pipe that brings too little.
      if (isBusy && left > 0 && performance.now() - started > START) start();
    }));
    await Promise.race([failed.promise, done]);
  }
  // Last: where nothing has used timers yet they take Deno 5 ms to load.
  const timer = mainThread === undefined ? setInterval(lookAgain, LOOK) : undefined;
  try {
    await Promise.race([failed.promise, Promise.all(parts)]);
  } finally {
    if (timer !== undefined) clearInterval(timer);
  }
  for (const { times } of answers) {
    for (const stage of ["read", "compute", "write"] as const) run.watch.add(stage, times[stage]);
  }
  lookAgain();
  return answers;
}

/** The error of a worker that could not read or write. */
export function syncFileError(
  { what, name, message }: SyncFileFailure,
  { input, directOutput }: { input: string; directOutput: DirectOutput },
): Error {
  // The runtime's own error again.
  const errors = Deno.errors as Record<string, new (message: string) => Error>;
  const error = Object.hasOwn(errors, name) ? new errors[name](message) : new Error(message);
  return what === "read"
    ? fileError(error, { verb: "read", name: input })
    : directOutput.explain(error);
}
