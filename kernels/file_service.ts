import type { Instance } from "./instance.ts";
import type { Kernel } from "./kernel.ts";
import type { Reply } from "./worker_source.ts";

/** An array of floats in a file, of which several workers compute another. All are asked the same. */
export interface FileQuestion {
  readonly input: string;
  /** Without it, standard output. */
  readonly output?: string;
  /** Byte at which the elements begin. */
  readonly offsets: { readonly input: number; readonly output: number };
  /** How many elements there are, and in a chunk. */
  readonly counts: { readonly all: number; readonly chunk: number };
  /** Bytes of an element. */
  readonly size: 2 | 4 | 8;
  readonly kernel: Kernel;
  /** Whether to stop where a number has no result. */
  readonly strict: boolean;
  /** Two int32 that the workers share: chunks that have been taken, and that have been written. */
  readonly turns: SharedArrayBuffer;
}

/** What a worker has done of it. */
export interface FileAnswer {
  /** Results that are NaN though what they are computed from is not. */
  readonly outside: number;
  /** Milliseconds. */
  readonly times: Readonly<Record<"read" | "compute" | "write", number>>;
  /** Why it stopped. Of several workers that did, the one with the first chunk counts. */
  readonly failure?: FileFailure & {
    /** The first element of the chunk. */
    readonly first: number;
  };
}

/** Why a worker stopped. Errors of the runtime would lose their class on the way. */
export type FileFailure =
  | { readonly what: "read" | "write"; readonly name: string; readonly message: string }
  /** The input ends after so many bytes of the array. */
  | { readonly what: "end"; readonly bytes: number }
  /** Something in the chunk has no result. */
  | { readonly what: "domain" };

/** Where among the turns the number of chunks stands that have been written; negative after a failure. */
export const WRITTEN = 1;

/**
 * Runs in a worker (worker_source.ts): takes the next chunk, reads it into the memory of WebAssembly,
 * computes it there and writes it from there: into its place in a file, or to standard output when all
 * before it are written. Nothing is copied or waits for the calling thread.
 *
 * Chunks are taken in order, and one that is taken is brought to its end: so none before the first that
 * fails is left out.
 */
export function runFileService(instance: Instance, question: unknown): Reply {
  const { input, output, offsets, counts, size, kernel, strict, turns: shared } =
    question as FileQuestion;
  const [TAKEN, WRITTEN] = [0, 1];
  const STOP = -(2 ** 30); // stays negative whatever is counted
  const turns = new Int32Array(shared);
  const room = instance.lend(counts.chunk * size);
  const times = { read: 0, compute: 0, write: 0 };
  let from: Deno.FsFile | undefined;
  let to: Deno.FsFile | undefined;
  let outside = 0;

  function time<T>(stage: keyof typeof times, action: () => T): T {
    const start = performance.now();
    try {
      return action();
    } finally {
      times[stage] += performance.now() - start;
    }
  }

  function explain(what: "read" | "write", error: unknown): FileFailure {
    const { name, message } = error as Error;
    return { what, name, message };
  }

  function read(first: number, bytes: Uint8Array): FileFailure | undefined {
    try {
      from ??= Deno.openSync(input);
      from.seekSync(offsets.input + first * size, 0);
      for (let at = 0; at < bytes.length;) {
        const found = from.readSync(bytes.subarray(at));
        if (found === null) return { what: "end", bytes: first * size + at };
        at += found;
      }
    } catch (error) {
      return explain("read", error);
    }
  }

  function write(first: number, bytes: Uint8Array): FileFailure | undefined {
    try {
      if (output !== undefined) to ??= Deno.openSync(output, { write: true });
      to?.seekSync(offsets.output + first * size, 0);
      const writer = to ?? Deno.stdout;
      for (let at = 0; at < bytes.length;) at += writer.writeSync(bytes.subarray(at));
    } catch (error) {
      return explain("write", error);
    }
  }

  /** Waits until all before a chunk are written; whether it still is to be. */
  function awaitTurn(chunk: number): boolean {
    for (let written; (written = Atomics.load(turns, WRITTEN)) !== chunk;) {
      if (written < 0) return false;
      Atomics.wait(turns, WRITTEN, written);
    }
    return true;
  }

  function run(): FileAnswer["failure"] {
    for (;;) {
      const chunk = Atomics.add(turns, TAKEN, 1);
      const first = chunk * counts.chunk;
      if (first >= counts.all || Atomics.load(turns, WRITTEN) < 0) return;
      const count = Math.min(counts.chunk, counts.all - first);
      const bytes = room.subarray(0, count * size);
      let failure = time("read", () => read(first, bytes));
      if (failure === undefined) {
        const nans = time("compute", () => instance.computeLent(kernel, { size, count }));
        if (strict && nans > 0) failure = { what: "domain" };
        outside += nans;
      }
      if (output === undefined && !awaitTurn(chunk)) return;
      failure ??= time("write", () => write(first, bytes));
      Atomics.add(turns, WRITTEN, failure === undefined ? 1 : STOP);
      Atomics.notify(turns, WRITTEN);
      if (failure !== undefined) return { ...failure, first };
    }
  }

  try {
    const failure = run();
    return { result: { outside, times, failure }, move: [] };
  } finally {
    from?.close();
    to?.close();
  }
}
