import { gather, isDense, type Options, scatter, takeArrays } from "../functions/arrays.ts";
import { describe } from "../functions/arguments.ts";
import { checkParameter } from "../functions/parameter.ts";
import { type FunctionSpec, gradientKernel, registry, valueKernel } from "../functions/registry.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import type { Kernel } from "../kernels/job.ts";
import type { GpuEngine } from "./engine.ts";
import type { GpuFunctions } from "./gpu.ts";
import { Float16Array } from "../kernels/float_types.ts";

/** Makes the GPU version of every function of the registry and of its gradient. */
export function makeGpuFunctions(engine: GpuEngine): GpuFunctions {
  const functions = registry.flatMap((spec) => [
    [spec.name, makeFunction(engine, spec, { name: spec.name, kernelOf: valueKernel })],
    [
      `${spec.name}Grad`,
      makeFunction(engine, spec, {
        name: `${spec.name}Grad`,
        kernelOf: gradientKernel,
      }),
    ],
  ]);
  return Object.fromEntries(functions);
}

function makeFunction(
  engine: GpuEngine,
  spec: FunctionSpec,
  { name, kernelOf }: { name: string; kernelOf: typeof valueKernel },
): (x: FloatArray, ...rest: unknown[]) => Promise<FloatArray> {
  return async (x, ...rest) => {
    const parameter = spec.parameter && rest.shift();
    if (spec.parameter) checkParameter(name, spec.parameter, parameter);
    const kernel = kernelOf(spec, parameter as number | undefined);
    return await applyGpu(engine, { name, kernel, x, options: rest[0] as Options | undefined });
  };
}

/** A call of a function. */
interface Call {
  /** The name of the function in messages. */
  readonly name: string;
  readonly kernel: Kernel;
  readonly x: FloatArray;
  readonly options?: Options;
}

/** Checks the arguments of a GPU function and runs its kernel over them. */
async function applyGpu(
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
