import type { NpyReader } from "../formats/npy/reader.ts";
import { outcomesOf } from "../formats/csv/transform_plan.ts";
import { runJobs } from "../kernels/engine.ts";
import { OUTCOMES } from "../kernels/outcome.ts";
import type { ArrayFailure, ArrayQuestion } from "./array_supplier.ts";
import type { Kernel } from "../kernels/job.ts";
import type { FileIdentity } from "../io/file_identity.ts";
import { openRandomAccess } from "../io/random_access_file.ts";
import { CHUNK_ORDER_BYTES, openChunkOrder } from "../threads/chunk_order.ts";
import type { DirectOutput } from "../io/byte_sink.ts";
import type { DomainCheck } from "./domain_check.ts";
import { wasChanged } from "../io/file_error.ts";
import type { Run } from "./run_request.ts";
import { shareWork, syncFileError } from "./share_work.ts";

/** An array in a file that workers share, and how it is computed. */
export interface SharedArray {
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
 * Shares an array among workers that read, compute and write chunk after chunk (array_supplier.ts).
 * What is written, and what is reported when it fails, is what this thread would write and report
 * alone.
 */
export async function shareArray(run: Run, shared: SharedArray): Promise<void> {
  const { reader, directOutput, check, kernel, chunk, workers } = shared;
  const { header, elementSize: size } = reader;
  const order = new SharedArrayBuffer(CHUNK_ORDER_BYTES);
  const question: ArrayQuestion = {
    files: { input: shared.path, identity: shared.identity, output: directOutput.path },
    offsets: { input: header.dataOffset, output: directOutput.position },
    counts: { all: header.count, chunk },
    size,
    kernel,
    strict: run.request.strict,
    order,
  };
  const state = openChunkOrder(order);
  const shares = await shareWork<ArrayFailure>(run, {
    workers,
    order: state,
    directOutput,
    request: { service: "array", question },
    count() {
      // The last chunk is shorter, and need not be the last to be written.
      const bytes = Math.min(state.done * chunk, header.count) * size;
      return { read: bytes, written: bytes };
    },
    isOrdered: directOutput.path === undefined,
    fail(failure): never {
      switch (failure.what) {
        case "end":
          reader.checkLength(failure.bytes);
          break;
        case "domain":
          refuse(failure.chunk * chunk, shared);
          break;
        default:
          throw syncFileError(failure, { input: shared.path, directOutput });
      }
      // This thread does not find what made a worker stop.
      throw wasChanged(run.input.source.name);
    },
  });
  check.add(outcomesOf(OUTCOMES.map((_, i) => shares.count(i)), { results: [{ x: 0 }] }));
}

/** Computes a chunk again on this thread, where the check can look at it. */
function refuse(
  first: number,
  { reader, path, identity, kernel, check, locate, chunk }: SharedArray,
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
