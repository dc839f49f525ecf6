import type { Instance } from "../../kernels/instance.ts";
import type { Kernel } from "../../kernels/job.ts";
import { type FloatArray, nextNonfinite } from "../../kernels/float_types.ts";
import { isRefused, kernelClassifier, OUTCOMES } from "../../kernels/outcome.ts";
import type { MadePart, PlacedBytes, TakenChunk, ThreadTask } from "../task.ts";
import type { DomainFailure } from "./arrow_task.ts";
import {
  type FileFailure,
  type LoopAnswer,
  readAll,
  type Thread,
  type ThreadQuestion,
} from "./worker_loop.ts";

/**
 * An array of floats in a file, from which several workers compute another. All are asked the same
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

/** What a worker has done. */
export type NpyAnswer = LoopAnswer<DomainFailure, undefined>;

interface ArrayChunk extends TakenChunk<FileFailure> {
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
  readonly failure?: FileFailure;
}

const NOTHING = new Uint8Array(0);

/** The task of a worker that computes an array. */
export type NpyTask = ThreadTask<ArrayChunk, ArrayPart, DomainFailure | FileFailure, undefined>;

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

  function read(start: number, bytes: Uint8Array): FileFailure | undefined {
    return readAll(files, bytes, offsets.input + start);
  }

  function transform({ bytes, first, failure }: ArrayChunk): ArrayPart {
    const nothing = { bytes: NOTHING, counts: OUTCOMES.map(() => 0) };
    if (failure !== undefined) return nothing;
    const count = bytes.length / size;
    let i = instance.computeLent(kernel, { size, count });
    if (i === count) return { ...nothing, bytes };
    // Results have overwritten the elements, and only elements distinguish a pole from an overflow.
    const elements = new Uint8Array(bytes.length);
    const unread = clock.time("read", () => read(first * size, elements));
    if (unread !== undefined) return { ...nothing, failure: unread };
    const [x, y] = [floatsOf(elements, size), floatsOf(bytes, size)];
    const { counts } = nothing;
    for (; i < count; i = nextNonfinite(y, i + 1, x)) {
      const outcome = classify(y[i], [x[i]]);
      if (strict && isRefused(outcome)) return { ...nothing, isRefused: true };
      if (outcome !== undefined) counts[OUTCOMES.indexOf(outcome)]++;
    }
    return { bytes, counts };
  }

  function* emit(
    { first }: ArrayChunk,
    { bytes, isRefused, failure }: ArrayPart,
  ): Generator<PlacedBytes, DomainFailure | FileFailure | undefined> {
    yield { bytes, position: offsets.output + first * size };
    return isRefused ? { what: "domain" } : failure;
  }

  return {
    next,
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
