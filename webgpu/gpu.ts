import type { ArrayOptions, GradientOptions } from "../functions/float_array.ts";
import { openDevice } from "./adapter.ts";

/** Arrays that a GPU computes: it has no float64. */
export type GpuArray = Float32Array | Float16Array;

/**
 * A function on a GPU: takes an array, and the options of the function of its name; gives
 * `options.out`, or a new array. The arrays must stay as they are until it is done.
 */
export type GpuFunction = <T extends GpuArray>(x: T, options?: ArrayOptions<T>) => Promise<T>;

/** As {@linkcode GpuFunction}, of a gradient, which `options.upstream` multiplies. */
export type GpuGradient = <T extends GpuArray>(x: T, options?: GradientOptions<T>) => Promise<T>;

/** As {@linkcode GpuFunction}, with the order n or the dimension p second. */
export type GpuParameterFunction = <T extends GpuArray>(
  x: T,
  parameter: number,
  options?: ArrayOptions<T>,
) => Promise<T>;

/** As {@linkcode GpuGradient}, with the order n or the dimension p second. */
export type GpuParameterGradient = <T extends GpuArray>(
  x: T,
  parameter: number,
  options?: GradientOptions<T>,
) => Promise<T>;

/** Names of the functions that have no parameter. */
export type PlainName = "i0" | "i0e" | "i1" | "i1e" | "lgamma" | "digamma";

/** Names of the functions that have one. */
export type ParameterName = "polygamma" | "multigammaln";

/** Every function and gradient of this module, for arrays, on a GPU. */
export type GpuFunctions =
  & { readonly [Name in PlainName]: GpuFunction }
  & { readonly [Name in `${PlainName}Grad`]: GpuGradient }
  & { readonly [Name in ParameterName]: GpuParameterFunction }
  & { readonly [Name in `${ParameterName}Grad`]: GpuParameterGradient };

/** A GPU, with the functions on it. Disposing frees it: what is not done then fails. */
export interface Gpu extends GpuFunctions, Disposable {
  /** What its driver calls it. */
  readonly adapter: string;
  /** Whether it is no GPU but a program that does as if, slower than the functions of this module. */
  readonly isSoftware: boolean;
}

/**
 * Asks for a GPU, by WebGPU: in Deno, which needs no permission for it, and in browsers.
 *
 * Its functions are those of this module, asynchronous, for Float32Array and Float16Array. Their
 * results are the same bits on every GPU, and nearly always those of the CPU: see the README.
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
 *   await gpu.polygammaGrad(x, 2, { upstream: y, out: x }); // parameter and options as ever
 * }
 * ```
 *
 * @returns The fastest GPU; `undefined` where there is none, or no WebGPU.
 */
export async function requestGpu(): Promise<Gpu | undefined> {
  const opened = await openDevice();
  if (opened === undefined) return undefined;
  // Imported when there is something to run them: the programs are of some size.
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
