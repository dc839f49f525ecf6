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
  const { x, upstream, count } = places;
  const values = x.slice(0, Math.min(BLOCK, count));
  const factors = upstream?.slice(0, values.length);
  for (let start = 0; start < count; start += BLOCK) {
    const block = values.subarray(0, Math.min(BLOCK, count - start));
    const by = factors?.subarray(0, block.length);
    gather({ x: block, upstream: by }, start, places);
    compute(kernel, block, block, by);
    scatter(block, start, places);
  }
}

/** Makes chosen elements dense, from number `start` on, as many as there is room for. */
export function gather(
  into: { readonly x: FloatArray; readonly upstream?: FloatArray },
  start: number,
  places: Strided,
): void {
  const { x, upstream } = places;
  copy(into.x, x, layout(x, start, places, true));
  if (into.upstream && upstream) copy(into.upstream, upstream, layout(upstream, start, places));
}

/** Puts results where they go, from the element number `start` on. */
export function scatter(results: FloatArray, start: number, places: Strided): void {
  const { out } = places;
  const { first, step } = layout(out, start, places);
  for (let i = 0; i < results.length; i++) out[first + i * step] = results[i];
}

function copy(block: FloatArray, from: FloatArray, { first, step }: Layout): void {
  for (let i = 0; i < block.length; i++) block[i] = from[first + i * step];
}

/** The place of the first element, and the distance from each to the next. */
interface Layout {
  readonly first: number;
  readonly step: number;
}

/** Where the element number `start` is: an array is as long as x, or dense. */
function layout(
  array: FloatArray,
  start: number,
  { x, offset, stride }: Strided,
  chosen = array.length === x.length,
): Layout {
  return chosen ? { first: offset + start * stride, step: stride } : { first: start, step: 1 };
}
