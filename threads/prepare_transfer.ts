import type { FloatArray } from "../kernels/float_types.ts";
import type { Job } from "../kernels/job.ts";

/** What goes to another thread. */
export interface Given {
  /** Jobs whose arrays can be moved. */
  readonly jobs: Job[];
  /** The buffers to move with them, each once. */
  readonly buffers: ArrayBuffer[];
}

/**
 * Makes jobs ready to go to another thread. An array that fills its buffer goes as it is, however many
 * jobs use it; of a larger buffer, where others may have a part, or of a shared one, goes a copy.
 */
export function prepareTransfer(jobs: readonly Job[]): Given {
  const given = new Map<FloatArray, FloatArray>();
  const buffers = new Set<ArrayBuffer>();
  function give(array: FloatArray): FloatArray {
    let own = given.get(array);
    if (own === undefined) {
      own = fillsBuffer(array) ? array : array.slice();
      given.set(array, own);
      buffers.add(own.buffer as ArrayBuffer);
    }
    return own;
  }
  const ready = jobs.map(({ kernel, x, upstream }) => ({
    kernel,
    x: give(x),
    upstream: upstream && give(upstream),
  }));
  return { jobs: ready, buffers: [...buffers] };
}

function fillsBuffer({ buffer, byteLength }: FloatArray): boolean {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
}
