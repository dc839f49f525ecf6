import { type ArrayOptions, describe, type GradientOptions } from "../functions/arguments.ts";
import { gather, isDense, type Options, scatter, takeArrays } from "../functions/arrays.ts";
import { checkParameter } from "../functions/parameter.ts";
import { type FunctionSpec, gradientKernel, registry, valueKernel } from "../functions/registry.ts";
import { Float16Array as Float16, type FloatArray } from "../kernels/float_types.ts";
import type { Kernel } from "../kernels/job.ts";
import { openDevice } from "./adapter.ts";
import type { GpuEngine } from "./engine.ts";

/** Types of arrays that a GPU can compute. GPUs have no float64. */
export type GpuArray = Float32Array | Float16Array;

/**
 * A function on a GPU. It takes an array and the options of the CPU function of the same name, and
 * resolves to `options.out` or a new array. It copies `x` and `upstream` when it is called, so that
 * they may change afterwards.
 */
export type GpuFunction = <T extends GpuArray>(x: T, options?: ArrayOptions<T>) => Promise<T>;

/** A gradient on a GPU, called like {@linkcode GpuFunction}; `options.upstream` multiplies it. */
export type GpuGradient = <T extends GpuArray>(x: T, options?: GradientOptions<T>) => Promise<T>;

/** A {@linkcode GpuFunction} that takes the order n or the dimension p as its second argument. */
export type GpuParameterFunction = <T extends GpuArray>(
  x: T,
  parameter: number,
  options?: ArrayOptions<T>,
) => Promise<T>;

/** A {@linkcode GpuGradient} that takes the order n or the dimension p as its second argument. */
export type GpuParameterGradient = <T extends GpuArray>(
  x: T,
  parameter: number,
  options?: GradientOptions<T>,
) => Promise<T>;

/** Names of the functions that have no parameter. */
export type PlainName = "i0" | "i0e" | "i1" | "i1e" | "lgamma" | "digamma";

/** Names of the functions that have a parameter. */
export type ParameterName = "polygamma" | "multigammaln";

/** Every function and gradient of this module, computed over arrays on a GPU. */
export type GpuFunctions =
  & { readonly [Name in PlainName]: GpuFunction }
  & { readonly [Name in `${PlainName}Grad`]: GpuGradient }
  & { readonly [Name in ParameterName]: GpuParameterFunction }
  & { readonly [Name in `${ParameterName}Grad`]: GpuParameterGradient };

/** A GPU and its functions. Disposing of it frees the device and rejects unfinished calls. */
export interface Gpu extends GpuFunctions, Disposable {
  /** Its name, from the driver. */
  readonly adapter: string;
  /** Whether it is software that emulates a GPU, which is slower than the functions of this module. */
  readonly isSoftware: boolean;
}

/**
 * Asks WebGPU for a GPU. This works in Deno, without any permission, and in browsers.
 *
 * Its functions are those of this module, but asynchronous, and for Float32Array and Float16Array
 * only. Every GPU gives the same bits, which nearly always are those of the CPU. See docs/webgpu.md.
 *
 * @example
 * ```ts
 * import { lgamma, requestGpu } from "@specol/specol";
 * import { assertUlpEquals } from "@specol/specol/testing";
 *
 * const x = new Float32Array([0.5, 3, 100]);
 * using gpu = await requestGpu();
 * if (gpu !== undefined) {
 *   const y = await gpu.lgamma(x);
 *   assertUlpEquals(y, lgamma(x), { ulp: 1 });
 *   await gpu.polygammaGrad(x, 2, { upstream: y, out: x }); // parameter and options as usual
 * }
 * ```
 *
 * @returns The fastest GPU, or `undefined` where there is no GPU or no WebGPU.
 */
export async function requestGpu(): Promise<Gpu | undefined> {
  const opened = await openDevice();
  if (opened === undefined) return undefined;
  // The programs are large, so they are imported only when there is a device to run them.
  const { GpuEngine } = await import("./engine.ts");
  const engine = new GpuEngine(opened.device);
  return {
    ...makeGpuFunctions(engine),
    adapter: opened.name,
    isSoftware: opened.isSoftware,
    [Symbol.dispose]: () => engine[Symbol.dispose](),
  };
}

/** Makes the GPU version of every function of the registry and of its gradient. */
function makeGpuFunctions(engine: GpuEngine): GpuFunctions {
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
  if (!(x instanceof Float32Array || x instanceof Float16)) {
    throw new TypeError(
      `Cannot compute ${name} on the GPU: x must be a Float32Array or Float16Array, got ${
        describe(x)
      }`,
    );
  }
  const places = takeArrays(name, x, options);
  const { out, count } = places;
  if (isDense(places)) {
    // The GPU reads its inputs later, and the caller may have changed them by then.
    const [x, upstream] = [places.x.slice(), places.upstream?.slice()];
    await engine.compute([{ kernel, x, upstream, out }]);
    return out;
  }
  const dense = x.slice(0, count);
  const upstream = places.upstream?.slice(0, count);
  gather({ x: dense, upstream }, 0, places);
  await engine.compute([{ kernel, x: dense, upstream, out: dense }]);
  scatter(dense, 0, places);
  return out;
}
