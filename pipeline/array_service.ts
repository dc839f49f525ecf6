import type { Instance } from "../kernels/instance.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { openChunkOrder } from "../threads/chunk_order.ts";
import { openClock, type StageTimes } from "../threads/clock.ts";
import { openSyncFiles, type SyncFileFailure, type SyncFileNames } from "../threads/sync_files.ts";
import type { Reply } from "../threads/worker_call.ts";

/** An array of floats in a file, of which several workers compute another. All are asked the same. */
export interface ArrayQuestion {
  readonly files: SyncFileNames & { readonly input: string };
  /** Byte at which the elements begin. */
  readonly offsets: { readonly input: number; readonly output: number };
  /** How many elements there are, and in a chunk. */
  readonly counts: { readonly all: number; readonly chunk: number };
  /** Bytes of an element. */
  readonly size: 2 | 4 | 8;
  readonly kernel: Kernel;
  /** Whether to stop where a number has no result. */
  readonly strict: boolean;
  /** What they take turns with (threads/chunk_order.ts). */
  readonly order: SharedArrayBuffer;
}

/** What a worker has done of it. */
export interface ArrayAnswer {
  /** Results that are NaN though what they are computed from is not. */
  readonly outside: number;
  readonly times: Readonly<StageTimes>;
  /** Why it stopped. Of several workers that did, the one with the first chunk counts. */
  readonly failure?: ArrayFailure & {
    /** The first element of the chunk. */
    readonly first: number;
  };
}

/** Why a worker stopped. */
export type ArrayFailure =
  | SyncFileFailure
  /** The input ends after so many bytes of the array. */
  | { readonly what: "end"; readonly bytes: number }
  /** Something in the chunk has no result. */
  | { readonly what: "domain" };

/**
 * Takes the next chunk, reads it into the memory of WebAssembly,
 * computes it there and writes it from there: into its place in a file, or to standard output when all
 * before it are written. Nothing is copied or waits for the calling thread.
 *
 * Chunks are taken in order, and one that is taken is brought to its end: so none before the first that
 * fails is left out.
 */
export function runArrayService(instance: Instance, question: unknown): Reply {
  const { files: names, offsets, counts, size, kernel, strict, order: shared } =
    question as ArrayQuestion;
  const order = openChunkOrder(shared);
  const files = openSyncFiles(names);
  const room = instance.lend(counts.chunk * size);
  const { times, time } = openClock();
  let outside = 0;

  function attempt(
    what: "read" | "write",
    action: () => ArrayFailure | void,
  ): ArrayFailure | undefined {
    try {
      return time(what, action) ?? undefined;
    } catch (error) {
      const { name, message } = error as Error;
      return { what, name, message };
    }
  }

  function read(first: number, bytes: Uint8Array): ArrayFailure | undefined {
    const start = first * size;
    for (let at = 0; at < bytes.length;) {
      const found = files.read(bytes.subarray(at), offsets.input + start + at);
      if (found === null) return { what: "end", bytes: start + at };
      at += found;
    }
  }

  function run(): ArrayAnswer["failure"] {
    for (;;) {
      const chunk = order.next();
      const first = chunk * counts.chunk;
      if (first >= counts.all || order.stopped) return;
      const count = Math.min(counts.chunk, counts.all - first);
      const bytes = room.subarray(0, count * size);
      let failure = attempt("read", () => read(first, bytes));
      if (failure === undefined) {
        const nans = time("compute", () => instance.computeLent(kernel, { size, count }));
        if (strict && nans > 0) failure = { what: "domain" };
        outside += nans;
      }
      if (names.output === undefined && !order.await(chunk)) return;
      failure ??= attempt("write", () => files.write(bytes, offsets.output + first * size));
      if (failure !== undefined) {
        order.stop();
        return { ...failure, first };
      }
      order.advance();
    }
  }

  try {
    const failure = run();
    return { result: { outside, times, failure }, move: [] };
  } finally {
    files.close();
  }
}
