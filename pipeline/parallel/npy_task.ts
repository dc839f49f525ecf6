import type { Instance } from "../../kernels/instance.ts";
import type { Kernel } from "../../kernels/job.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import { isRefused, kernelClassifier, OUTCOMES } from "../../kernels/outcome.ts";
import type { SyncFileFailure } from "../../threads/sync_files.ts";
import type { MadePart, PlacedBytes, TakenChunk, ThreadTask } from "../task.ts";
import { fileFailure, type LoopAnswer, type Thread, type ThreadQuestion } from "./worker_loop.ts";

/**
 * An array of floats in a file, of which several workers compute another. All are asked the same
 * question.
 */
export interface NpyQuestion extends ThreadQuestion {
  /** The bytes at which the elements begin. */
  readonly offsets: { readonly input: number; readonly output: number };
  /** The number of elements of the array, and of a chunk. */
  readonly counts: { readonly all: number; readonly chunk: number };
  /** Bytes of an element. */
  readonly size: 2 | 4 | 8;
  readonly kernel: Kernel;
  /** Whether the work stops where a number is outside the domain. */
  readonly strict: boolean;
}

/** Why a worker stopped. */
export type NpyFailure =
  | SyncFileFailure
  /** The input ends after so many bytes of the array. */
  | { readonly what: "end"; readonly bytes: number }
  /** A number in the chunk is outside the domain. */
  | { readonly what: "domain" };

/** What a worker has done. */
export type NpyAnswer = LoopAnswer<NpyFailure, undefined>;

interface ArrayChunk extends TakenChunk<NpyFailure> {
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
  readonly failure?: NpyFailure;
}

const NOTHING = new Uint8Array(0);

/** The task of a worker that computes an array. */
export type NpyTask = ThreadTask<ArrayChunk, ArrayPart, NpyFailure, undefined>;

/**
 * Opens the task of a worker that computes an array. Each chunk is read into the memory of
 * WebAssembly, computed there and written from there: to its place in a file, or to standard output
 * when all chunks before it are written.
 */
export function openNpyTask(
  instance: Instance,
  { files: names, offsets, counts, size, kernel, strict }: NpyQuestion,
  { files, order, clock }: Thread,
): NpyTask {
  const room = instance.lend(counts.chunk * size);
  const classify = kernelClassifier(kernel, instance);

  function next(): ArrayChunk | undefined {
    // A chunk that is taken is brought to its end, even if a later one has failed meanwhile.
    if (order.aborted) return undefined;
    const chunk = order.next();
    const first = chunk * counts.chunk;
    if (first >= counts.all) return undefined;
    const bytes = room.subarray(0, Math.min(counts.chunk, counts.all - first) * size);
    const failure = clock.time("read", () => read(first * size, bytes));
    return { chunk, first, bytes, failure };
  }

  function read(start: number, bytes: Uint8Array): NpyFailure | undefined {
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

  function transform({ bytes, first, failure }: ArrayChunk): ArrayPart {
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
      const outcome = classify(y[i], [x[i]]);
      if (strict && isRefused(outcome)) return { ...nothing, isRefused: true };
      if (outcome !== undefined) counts[OUTCOMES.indexOf(outcome)]++;
    }
    return { bytes, counts };
  }

  function* emit(
    { first }: ArrayChunk,
    { bytes, isRefused, failure }: ArrayPart,
  ): Generator<PlacedBytes, NpyFailure | undefined> {
    yield { bytes, position: offsets.output + first * size };
    return isRefused ? { what: "domain" } : failure;
  }

  return {
    next,
    changed: () => Promise.resolve(),
    transform,
    emit,
    isPlaced: names.output !== undefined,
    note: () => undefined,
  };
}

const FLOATS = { 2: Float16Array, 4: Float32Array, 8: Float64Array };

function floatsOf({ buffer, byteOffset, byteLength }: Uint8Array, size: 2 | 4 | 8): FloatArray {
  return new FLOATS[size](buffer as ArrayBuffer, byteOffset, byteLength / size);
}
