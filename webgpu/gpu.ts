import type { ArrayOptions, GradientOptions } from "../functions/arguments.ts";
import { openDevice } from "./adapter.ts";

/** Arrays that a GPU can compute. Float64Array is missing because GPUs have no float64. */
export type GpuArray = Float32Array | Float16Array;

/**
 * A function on a GPU. It takes an array and the options of the CPU function of the same name, and
 * resolves to `options.out` or a new array. The arrays must not change until then.
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
  /** The name that its driver gives it. */
  readonly adapter: string;
  /** Whether it is a program that emulates a GPU, slower than the functions of this module. */
  readonly isSoftware: boolean;
}

/**
 * Asks WebGPU for a GPU. This works in Deno, without any permission, and in browsers.
 *
 * Its functions are those of this module, but asynchronous and for Float32Array and Float16Array
 * only. Their results have the same bits on every GPU, and nearly always those of the CPU: see the
 * README.
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
 *   assertUlpEquals(y, lgamma(x), { ulp: 2 });
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
  const { makeGpuFunctions } = await import("./gpu_functions.ts");
  const engine = new GpuEngine(opened.device);
  return {
    ...makeGpuFunctions(engine),
    adapter: opened.name,
    isSoftware: opened.isSoftware,
    [Symbol.dispose]: () => engine[Symbol.dispose](),
  };
}
