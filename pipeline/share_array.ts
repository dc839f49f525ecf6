import type { NpyReader } from "../formats/npy/reader.ts";
import { runJobs } from "../kernels/engine.ts";
import { type FileAnswer, type FileQuestion, WRITTEN } from "../kernels/file_service.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { openPool } from "../kernels/pool.ts";
import type { Outlet } from "./byte_sink.ts";
import type { DomainCheck } from "./domain_check.ts";
import { fileError } from "./file_error.ts";
import type { Run } from "./run.ts";

/** An array in a file, and what is made of it. */
export interface SharedArray {
  /** Has read the header; the elements are floats as they are computed with. */
  readonly reader: NpyReader;
  /** The file of the reader. */
  readonly path: string;
  readonly outlet: Outlet;
  readonly kernel: Kernel;
  readonly check: DomainCheck;
  /** Elements of a chunk. */
  readonly chunk: number;
  readonly workers: number;
}

/** Milliseconds between two looks at how far the workers are: it costs nothing, and the disk waits. */
const LOOK = 10;

/**
 * Shares an array out among workers that read, compute and write chunk after chunk
 * (kernels/file_service.ts). What is written, and what is reported when it fails, is what this thread
 * would write and report alone.
 */
export async function shareArray(run: Run, shared: SharedArray): Promise<void> {
  const { reader: { header, elementSize: size }, outlet, check, kernel, chunk, workers } = shared;
  const turns = new SharedArrayBuffer(8);
  const question: FileQuestion = {
    input: shared.path,
    output: outlet.path,
    offsets: { input: header.dataOffset, output: outlet.position },
    counts: { all: header.count, chunk },
    size,
    kernel,
    strict: run.request.strict,
    turns,
  };
  let seen = 0;
  function look(): void {
    const chunks = Atomics.load(new Int32Array(turns), WRITTEN);
    if (chunks < 0) return;
    // The last is shorter, and need not be the last to be written.
    const bytes = Math.min(chunks * chunk, header.count) * size - seen;
    seen += bytes;
    run.countRead(bytes);
    outlet.wrote(bytes);
  }

  using pool = openPool(workers);
  const timer = setInterval(look, LOOK);
  try {
    const answers = Array.from(
      { length: workers },
      () => pool.ask({ service: "file", question }, []),
    );
    const all = await Promise.all(answers) as FileAnswer[];
    const [failure] = all.flatMap(({ failure }) => failure ?? [])
      .sort((a, b) => a.first - b.first);
    if (failure !== undefined) fail(failure, { run, shared });
    for (const { outside, times } of all) {
      check.add(0, outside);
      for (const stage of ["read", "compute", "write"] as const) run.watch.add(stage, times[stage]);
    }
    look();
  } finally {
    clearInterval(timer);
  }
}

function fail(
  failure: NonNullable<FileAnswer["failure"]>,
  { run, shared }: { run: Run; shared: SharedArray },
): never {
  const { reader, path, outlet } = shared;
  switch (failure.what) {
    case "end":
      reader.checkLength(failure.bytes);
      break;
    case "domain":
      refuse(failure.first, shared);
      break;
    default: {
      const error = errorOf(failure);
      throw failure.what === "read"
        ? fileError(error, { verb: "read", name: path })
        : outlet.explain(error);
    }
  }
  // What made a worker stop is gone when it is looked at again.
  throw new Error(`Cannot read ${run.input.source.name}: it was changed while it was read`);
}

/** Computes a chunk once more, here, where the check can look at it. */
function refuse(first: number, { reader, path, kernel, check, chunk }: SharedArray): void {
  const { header: { dataOffset, count }, elementSize } = reader;
  const buffer = new ArrayBuffer(Math.min(chunk, count - first) * elementSize);
  try {
    using file = Deno.openSync(path);
    file.seekSync(dataOffset + first * elementSize, Deno.SeekMode.Start);
    const bytes = new Uint8Array(buffer);
    for (let at = 0, found; at < bytes.length; at += found) {
      found = file.readSync(bytes.subarray(at));
      if (found === null) return;
    }
  } catch (error) {
    throw fileError(error, { verb: "read", name: path });
  }
  const Floats = { 2: Float16Array, 4: Float32Array, 8: Float64Array }[elementSize];
  const x = new Floats(buffer);
  const before = check.before({ x });
  const [y] = runJobs([{ kernel, x }]);
  check.after(0, { before, y, first });
}

/** The runtime's own error again. */
function errorOf({ name, message }: { name: string; message: string }): Error {
  const errors = Deno.errors as Record<string, new (message: string) => Error>;
  return Object.hasOwn(errors, name) ? new errors[name](message) : new Error(message);
}
