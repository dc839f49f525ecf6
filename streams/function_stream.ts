import { type ArrayOptions, checkKeys, describe, isFloatArray } from "../functions/arguments.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { checkObject } from "./check_options.ts";

/** A function of this module that has no parameter: `lgamma`, `i0eGrad`. */
export type ArrayFunction = <T extends FloatArray>(x: T, options?: ArrayOptions<T>) => T;

/** A function of this module that has a parameter: `polygamma`, `multigammalnGrad`. */
export type ParameterFunction = <T extends FloatArray>(
  x: T,
  parameter: number,
  options?: ArrayOptions<T>,
) => T;

/** Options of a stream that computes. */
export interface FunctionStreamOptions {
  /** Whether results overwrite the incoming chunks, which saves memory. The default is `false`. */
  readonly inPlace?: boolean;
}

/**
 * A stream that applies a function or gradient to chunks of numbers: Float64Array, Float32Array or
 * Float16Array in, the same type out.
 *
 * It supports back-pressure like every Web stream. A chunk of another type is an error of the stream.
 *
 * @example A function, and a gradient with its parameter
 * ```ts
 * import { functionStream, lgamma, polygammaGrad } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * const chunks = [new Float64Array([1, 2]), new Float64Array([3])];
 * const values = ReadableStream.from(chunks).pipeThrough(functionStream(lgamma));
 * assertEquals((await Array.fromAsync(values)).map((chunk) => chunk.length), [2, 1]);
 *
 * const gradients = ReadableStream.from([new Float32Array([1])])
 *   .pipeThrough(functionStream(polygammaGrad, 0, { inPlace: true }));
 * assertEquals(await Array.fromAsync(gradients), [new Float32Array([Math.PI ** 2 / 6])]);
 * ```
 *
 * @typeParam T Type of the chunks.
 * @param apply The function.
 * @param options Whether to compute in place.
 * @returns The stream.
 * @throws {TypeError} If it is not a function of this module, or an option has a wrong type.
 */
export function functionStream<T extends FloatArray>(
  apply: ArrayFunction,
  options?: FunctionStreamOptions,
): TransformStream<T, T>;
/**
 * Makes a stream that applies a function with a parameter. The parameter is checked at once.
 *
 * @typeParam T Type of the chunks.
 * @param apply The function.
 * @param parameter Its parameter.
 * @param options Whether to compute in place.
 * @returns The stream.
 * @throws {RangeError} If the parameter is out of range.
 */
export function functionStream<T extends FloatArray>(
  apply: ParameterFunction,
  parameter: number,
  options?: FunctionStreamOptions,
): TransformStream<T, T>;
export function functionStream<T extends FloatArray>(
  apply: ArrayFunction | ParameterFunction,
  ...rest: [FunctionStreamOptions?] | [number, FunctionStreamOptions?]
): TransformStream<T, T> {
  const what = "Cannot compute a stream";
  if (typeof apply !== "function") {
    throw new TypeError(`${what}: it needs a function of this module, got ${describe(apply)}`);
  }
  const parameters = typeof rest[0] === "number" ? [rest[0]] : [];
  const [options = {}] = typeof rest[0] === "number" ? [rest[1]] : [rest[0]];
  checkObject(`${what}: options`, options);
  checkKeys(what, options, ["inPlace"]);
  const { inPlace = false } = options;
  if (typeof inPlace !== "boolean") {
    throw new TypeError(`${what}: inPlace must be true or false, got ${describe(inPlace)}`);
  }
  const call = apply as (x: FloatArray, ...rest: unknown[]) => FloatArray;
  // A parameter that is wrong or missing is an error here, not when the first chunk comes.
  call(new Float64Array(0), ...parameters);
  return new TransformStream<T, T>({
    transform(chunk: T, controller: TransformStreamDefaultController<T>): void {
      // A number or integers would be computed too, but give another type than they have.
      if (!isFloatArray(chunk)) {
        throw new TypeError(`${what}: its chunks must be arrays of floats, got ${describe(chunk)}`);
      }
      controller.enqueue(call(chunk, ...parameters, inPlace ? { out: chunk } : {}) as T);
    },
  });
}
