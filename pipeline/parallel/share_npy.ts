import { outcomesOf } from "../../formats/csv/transform_plan.ts";
import type { NpyReader } from "../../formats/npy/reader.ts";
import type { DirectOutput } from "../../io/byte_sink.ts";
import { wasChanged } from "../../io/file_error.ts";
import type { FileIdentity } from "../../io/file_identity.ts";
import { openRandomAccess } from "../../io/random_access_file.ts";
import { runJobs } from "../../kernels/engine.ts";
import type { Kernel } from "../../kernels/job.ts";
import { OUTCOMES } from "../../kernels/outcome.ts";
import { LazyPool } from "../../threads/lazy_pool.ts";
import { openSequencer, SEQUENCER_BYTES } from "../../threads/sequencer.ts";
import type { DomainCheck } from "../report/domain_check.ts";
import type { Run } from "../run.ts";
import type { DomainFailure } from "./arrow_task.ts";
import type { NpyQuestion } from "./npy_task.ts";
import { shareWork } from "./scheduler.ts";

/** An array in a file that workers share, and how it is computed. */
export interface SharedNpy {
  /** A reader that has read the header. The elements are floats that need no conversion. */
  readonly reader: NpyReader;
  /** The path of the file. */
  readonly path: string;
  /** Which file that was when the run opened it. */
  readonly identity?: FileIdentity;
  readonly directOutput: DirectOutput;
  readonly kernel: Kernel;
  readonly check: DomainCheck;
  /** Names an element by its number, for messages. */
  readonly locate: (element: number) => string;
  /** The number of elements of a chunk. */
  readonly chunk: number;
  readonly workers: number;
}

/**
 * Shares an array among workers that read, compute and write chunk after chunk (npy_task.ts).
 * What is written, and what is reported when it fails, is what this thread would write and report
 * alone.
 */
export async function shareNpy(run: Run, shared: SharedNpy): Promise<void> {
  const { reader, directOutput, check, kernel, chunk, workers } = shared;
  const { header, elementSize: size } = reader;
  const question: NpyQuestion = {
    files: { input: shared.path, identity: shared.identity, output: directOutput.path },
    offsets: { input: header.dataOffset, output: directOutput.position },
    counts: { all: header.count, chunk },
    size,
    kernel,
    strict: run.request.strict,
    order: new SharedArrayBuffer(SEQUENCER_BYTES),
  };
  const state = openSequencer(question.order);
  using pool = new LazyPool(workers);
  const shares = await shareWork<NpyQuestion, DomainFailure, undefined>(run, {
    service: "npy",
    question,
    workers,
    pool,
    directOutput,
    count() {
      // The last chunk is shorter, and need not be the last to be written.
      const bytes = Math.min(state.done * chunk, header.count) * size;
      return { read: bytes, written: bytes };
    },
    isOrdered: directOutput.path === undefined,
    fail(failure): never {
      refuse(failure.chunk * chunk, shared);
      // This thread does not find what made a worker stop.
      throw wasChanged(run.input.source.name);
    },
  });
  check.add(outcomesOf(OUTCOMES.map((_, i) => shares.count(i)), { results: [{ x: 0 }] }));
}

/** Computes a chunk again on this thread, where the check can look at it. */
function refuse(
  first: number,
  { reader, path, identity, kernel, check, locate, chunk }: SharedNpy,
): void {
  const { header: { dataOffset, count }, elementSize } = reader;
  const buffer = new ArrayBuffer(Math.min(chunk, count - first) * elementSize);
  using file = openRandomAccess({ path, identity });
  file.readSync(new Uint8Array(buffer), dataOffset + first * elementSize);
  const Floats = { 2: Float16Array, 4: Float32Array, 8: Float64Array }[elementSize];
  const x = new Floats(buffer);
  const columns = [x.slice()];
  const [y] = runJobs([{ kernel, x }]);
  check.check([{ subject: 0, inputs: { columns }, y }], (_, element) => locate(first + element));
}
