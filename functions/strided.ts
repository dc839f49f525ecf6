import { compute, type Kernel } from "../kernels/engine.ts";
import type { FloatArray } from "../kernels/float_types.ts";

/** Arrays, and which of their elements: see `ArrayOptions`. */
export interface Strided {
  readonly x: FloatArray;
  readonly out: FloatArray;
  readonly upstream?: FloatArray;
  readonly offset: number;
  readonly stride: number;
  readonly count: number;
}

const BLOCK = 4096;

/** Runs a kernel over the chosen elements, a block of them at a time made dense. */
export function computeStrided(kernel: Kernel, places: Strided): void {
  const { x, out, upstream, count } = places;
  const values = x.slice(0, Math.min(BLOCK, count));
  const factors = upstream?.slice(0, values.length);
  for (let start = 0; start < count; start += BLOCK) {
    const block = values.subarray(0, Math.min(BLOCK, count - start));
    gather(block, x, start, places, true);
    if (upstream && factors) gather(factors.subarray(0, block.length), upstream, start, places);
    compute(kernel, block, block, factors?.subarray(0, block.length));
    const { first, step } = layout(out, start, places);
    for (let i = 0; i < block.length; i++) out[first + i * step] = block[i];
  }
}

function gather(
  block: FloatArray,
  from: FloatArray,
  start: number,
  places: Strided,
  chosen = false,
): void {
  const { first, step } = layout(from, start, places, chosen);
  for (let i = 0; i < block.length; i++) block[i] = from[first + i * step];
}

/** Where the element number `start` is: an array is as long as x, or dense. */
function layout(
  array: FloatArray,
  start: number,
  { x, offset, stride }: Strided,
  chosen = array.length === x.length,
): { first: number; step: number } {
  return chosen ? { first: offset + start * stride, step: stride } : { first: start, step: 1 };
}
