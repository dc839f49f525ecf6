import type { Instance } from "../kernels/instance.ts";
import type { Kernel } from "../kernels/job.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { isRefused, judgeKernel, OUTCOMES } from "../kernels/outcome.ts";
import { openChunkOrder } from "../threads/chunk_order.ts";
import { StageClock } from "../threads/clock.ts";
import { openSyncFiles, type SyncFileFailure, type SyncFileNames } from "../threads/sync_files.ts";
import type { Reply } from "../threads/pool.ts";
import {
  type ChunkSupplier,
  fileFailure,
  type LoopAnswer,
  type MadePart,
  openSharedLoop,
  runSharedLoop,
  type TakenChunk,
} from "./shared_loop.ts";

/**
 * An array of floats in a file, of which several workers compute another. All are asked the same
 * question.
 */
export interface ArrayQuestion {
  readonly files: SyncFileNames & { readonly input: string };
  /** The bytes at which the elements begin. */
  readonly offsets: { readonly input: number; readonly output: number };
  /** The number of elements of the array, and of a chunk. */
  readonly counts: { readonly all: number; readonly chunk: number };
  /** Bytes of an element. */
  readonly size: 2 | 4 | 8;
  readonly kernel: Kernel;
  /** Whether the work stops where a number is outside the domain. */
  readonly strict: boolean;
  /** The state of the order of chunks (threads/chunk_order.ts). */
  readonly order: SharedArrayBuffer;
}

/** Why a worker stopped. */
export type ArrayFailure =
  | SyncFileFailure
  /** The input ends after so many bytes of the array. */
  | { readonly what: "end"; readonly bytes: number }
  /** A number in the chunk is outside the domain. */
  | { readonly what: "domain" };

/** What a worker has done. */
export type ArrayAnswer = LoopAnswer<ArrayFailure>;

interface ArrayChunk extends TakenChunk {
  /** The elements, in the memory of WebAssembly. */
  readonly bytes: Uint8Array;
  /** The number of the first element. */
  readonly first: number;
}

interface ArrayPart extends MadePart {
  /** The results; none of a chunk that is refused or was not read. */
  readonly bytes: Uint8Array;
  readonly isRefused?: boolean;
  /** Why the elements could not be read again. */
  readonly failure?: ArrayFailure;
}

const NOTHING = new Uint8Array(0);

/** Does the part of a worker in the computation of an array. */
export function runArrayService(instance: Instance, question: unknown): Reply {
  const { files: names, order: shared } = question as ArrayQuestion;
  const [files, order, clock] = [openSyncFiles(names), openChunkOrder(shared), new StageClock()];
  const supplier = supplyArray(instance, question as ArrayQuestion, { files, order, clock });
  return { result: runSharedLoop(openSharedLoop(supplier, { files, order, clock })), move: [] };
}

/**
 * Supplies chunks of an array. Each is read into the memory of WebAssembly, computed there and
 * written from there: to its place in a file, or to standard output when all chunks before it are
 * written.
 */
function supplyArray(
  instance: Instance,
  { files: names, offsets, counts, size, kernel, strict }: ArrayQuestion,
  { files, order, clock }: Pick<Parameters<typeof openSharedLoop>[1], "files" | "order" | "clock">,
): ChunkSupplier<ArrayChunk, ArrayPart> {
  const room = instance.lend(counts.chunk * size);
  const judge = judgeKernel(kernel, instance);

  function take(): ArrayChunk | undefined {
    // A chunk that is taken is brought to its end, even if a later one has failed meanwhile.
    if (order.stopped) return undefined;
    const chunk = order.next();
    const first = chunk * counts.chunk;
    if (first >= counts.all) return undefined;
    const bytes = room.subarray(0, Math.min(counts.chunk, counts.all - first) * size);
    const failure = clock.time("read", () => read(first * size, bytes));
    return { chunk, first, bytes, failure };
  }

  function read(start: number, bytes: Uint8Array): ArrayFailure | undefined {
    try {
      for (let at = 0; at < bytes.length;) {
        const found = files.read(bytes.subarray(at), offsets.input + start + at);
        if (found === null) return { what: "end", bytes: start + at };
        at += found;
      }
    } catch (error) {
      return fileFailure("read", error);
    }
  }

  function make({ bytes, first, failure }: ArrayChunk): ArrayPart {
    const nothing = { bytes: NOTHING, counts: OUTCOMES.map(() => 0) };
    if (failure !== undefined) return nothing;
    const found = instance.computeLent(kernel, { size, count: bytes.length / size });
    if (found === 0) return { ...nothing, bytes };
    // Results have taken the place of the elements, which alone tell a pole from an overflow.
    const elements = new Uint8Array(bytes.length);
    const unread = clock.time("read", () => read(first * size, elements));
    if (unread !== undefined) return { ...nothing, failure: unread };
    const [x, y] = [floatsOf(elements, size), floatsOf(bytes, size)];
    const { counts } = nothing;
    for (let i = 0; i < y.length; i++) {
      if (Number.isFinite(y[i])) continue;
      const outcome = judge(y[i], [x[i]]);
      if (strict && isRefused(outcome)) return { ...nothing, isRefused: true };
      if (outcome !== undefined) counts[OUTCOMES.indexOf(outcome)]++;
    }
    return { bytes, counts };
  }

  return {
    take,
    changed: () => Promise.resolve(),
    make,
    isPlaced: names.output !== undefined,
    pieces: ({ first }, { bytes }) => [{ bytes, position: offsets.output + first * size }],
    finish: ({ isRefused, failure }) => isRefused ? { what: "domain" } : failure,
  };
}

const FLOATS = { 2: Float16Array, 4: Float32Array, 8: Float64Array };

function floatsOf({ buffer, byteOffset, byteLength }: Uint8Array, size: 2 | 4 | 8): FloatArray {
  return new FLOATS[size](buffer as ArrayBuffer, byteOffset, byteLength / size);
}
