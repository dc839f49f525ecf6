import { isDense, type Options, takeArrays } from "../functions/arrays.ts";
import { describe } from "../functions/float_array.ts";
import { gather, scatter } from "../functions/strided.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import type { Kernel } from "../kernels/kernel.ts";
import type { GpuEngine } from "./engine.ts";

/** A call of a function. */
export interface Call {
  /** What messages call the function. */
  readonly name: string;
  readonly kernel: Kernel;
  readonly x: FloatArray;
  readonly options?: Options;
}

/** What every function of a GPU does: checks its arguments and runs a kernel over them. */
export async function applyGpu(
  engine: GpuEngine,
  { name, kernel, x, options = {} }: Call,
): Promise<FloatArray> {
  if (!(x instanceof Float32Array || x instanceof Float16Array)) {
    throw new TypeError(
      `Cannot compute ${name} on the GPU: x must be a Float32Array or Float16Array, got ${
        describe(x)
      }`,
    );
  }
  const places = takeArrays(name, x, options);
  const { out, count } = places;
  if (isDense(places)) {
    await engine.compute([{ kernel, x: places.x, upstream: places.upstream, out }]);
    return out;
  }
  const dense = x.slice(0, count);
  const upstream = places.upstream?.slice(0, count);
  gather({ x: dense, upstream }, 0, places);
  await engine.compute([{ kernel, x: dense, upstream, out: dense }]);
  scatter(dense, 0, places);
  return out;
}
