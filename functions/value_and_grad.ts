import { computeBoth, computeNumber } from "../kernels/engine.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { takeArrays } from "./arrays.ts";
import { digamma } from "./digamma.ts";
import { describe, type NumberGradientOptions, type NumberList, takeNumbers } from "./arguments.ts";
import { i0 } from "./i0.ts";
import { i0e } from "./i0e.ts";
import { i1 } from "./i1.ts";
import { i1e } from "./i1e.ts";
import { lgamma } from "./lgamma.ts";
import { multigammaln } from "./multigammaln.ts";
import { checkParameter } from "./parameter.ts";
import { polygamma } from "./polygamma.ts";
import { type FunctionSpec, gradientKernel, registry, valueKernel } from "./registry.ts";

/** A function of this module that has a gradient in it and no parameter. */
export type PlainFunction =
  | typeof digamma
  | typeof i0
  | typeof i0e
  | typeof i1
  | typeof i1e
  | typeof lgamma;

/** A function of this module that has a gradient in it and a parameter. */
export type FunctionOfParameter = typeof multigammaln | typeof polygamma;

/** The values of a function and its gradients at the same points. */
export interface ValueAndGrad<T> {
  /** The values. */
  value: T;
  /** The gradients. */
  gradient: T;
}

/** Where the results of {@linkcode valueAndGrad} go, and what gradients are multiplied by. */
export interface ValueAndGradOptions<T extends FloatArray = FloatArray> {
  /**
   * Where to write both; of the type and length of `x`, and one of them `x` itself if you like.
   * Default: new arrays.
   */
  out?: ValueAndGrad<T>;
  /** What each gradient is multiplied by: of the type and length of `x`, or one number for all. */
  upstream?: T | number;
}

let specs: ReadonlyMap<unknown, FunctionSpec> | undefined;

/**
 * Finds a function. The map is made at the first call, so that bundlers can leave out what is not
 * used.
 */
function specOf(f: unknown): FunctionSpec | undefined {
  specs ??= new Map(
    Object.entries({ digamma, i0, i0e, i1, i1e, lgamma, multigammaln, polygamma }).map((
      [name, f],
    ) => [f, registry.find((spec) => spec.name === name)!]),
  );
  return specs.get(f);
}

/**
 * A function and its gradient in one pass: the bits that two calls give, in less time where they
 * share work. `i0` and `i1` take a fifth less; the others save a copy.
 *
 * @example A number, an array, and arrays that are used again
 * ```ts
 * import { i0, i0Grad, polygamma, valueAndGrad } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(valueAndGrad(i0, 2), { value: i0(2), gradient: i0Grad(2) });
 *
 * const x = new Float64Array([0.5, 1, 700]);
 * const both = valueAndGrad(i0, x);
 * assertEquals(both.gradient, i0Grad(x));
 * valueAndGrad(i0, x, { out: both }); // no new arrays
 *
 * // A parameter comes behind x:
 * assertEquals(valueAndGrad(polygamma, 1, 1).value, Math.PI ** 2 / 6);
 * ```
 *
 * @param f The function: `lgamma`, not `lgammaGrad`.
 * @param x A number.
 * @param options What to multiply the gradient by.
 * @returns The value and the gradient.
 * @throws {TypeError} If `f` is not a function of this module that has a gradient.
 */
export function valueAndGrad(
  f: PlainFunction,
  x: number,
  options?: NumberGradientOptions,
): ValueAndGrad<number>;
/**
 * Computes a function and its gradient for every element of an array.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param f The function.
 * @param x The array.
 * @param options Where to write, and what to multiply gradients by.
 * @returns `options.out`, or new arrays.
 */
export function valueAndGrad<T extends FloatArray>(
  f: PlainFunction,
  x: T,
  options?: ValueAndGradOptions<T>,
): ValueAndGrad<T>;
/**
 * Computes a function with a parameter, and its gradient, at a number.
 *
 * @param f The function.
 * @param x A number.
 * @param parameter Its parameter.
 * @param options What to multiply the gradient by.
 * @returns The value and the gradient.
 */
export function valueAndGrad(
  f: FunctionOfParameter,
  x: number,
  parameter: number,
  options?: NumberGradientOptions,
): ValueAndGrad<number>;
/**
 * Computes a function with a parameter, and its gradient, for every element of an array.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param f The function.
 * @param x The array.
 * @param parameter Its parameter.
 * @param options Where to write, and what to multiply gradients by.
 * @returns `options.out`, or new arrays.
 */
export function valueAndGrad<T extends FloatArray>(
  f: FunctionOfParameter,
  x: T,
  parameter: number,
  options?: ValueAndGradOptions<T>,
): ValueAndGrad<T>;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function valueAndGrad(
  f: PlainFunction,
  x: NumberList,
  options?: ValueAndGradOptions<Float64Array>,
): ValueAndGrad<Float64Array>;
/** The same for a function with a parameter, and numbers in a list or integers. */
export function valueAndGrad(
  f: FunctionOfParameter,
  x: NumberList,
  parameter: number,
  options?: ValueAndGradOptions<Float64Array>,
): ValueAndGrad<Float64Array>;
export function valueAndGrad(
  f: PlainFunction | FunctionOfParameter,
  x: number | FloatArray | NumberList,
  ...rest: readonly unknown[]
): ValueAndGrad<number | FloatArray> {
  const spec = specOf(f);
  if (spec === undefined) {
    throw new TypeError(
      `Cannot compute value and gradient: f must be a function of this module such as lgamma, got ${
        typeof f === "function" ? (f as { name: string }).name : describe(f)
      }`,
    );
  }
  const [parameter, options = {}] = spec.parameter ? rest : [undefined, rest[0]];
  if (spec.parameter) checkParameter(spec.name, spec.parameter, parameter);
  const question = { spec, parameter: parameter as number | undefined };
  if (typeof x === "number") return ofNumber(x, question, options as NumberGradientOptions);
  return ofArray(takeNumbers(spec.name, x), question, options as ValueAndGradOptions);
}

/** A function and its gradient, as kernels. */
interface Question {
  readonly spec: FunctionSpec;
  readonly parameter?: number;
}

function ofNumber(
  x: number,
  { spec, parameter }: Question,
  { upstream = 1 }: NumberGradientOptions,
): ValueAndGrad<number> {
  if (typeof upstream !== "number") {
    throw new TypeError(
      `Cannot compute ${spec.name}: upstream must be a number like x, got ${describe(upstream)}`,
    );
  }
  return {
    value: computeNumber(valueKernel(spec, parameter), x),
    gradient: computeNumber(gradientKernel(spec, parameter), x) * upstream,
  };
}

function ofArray(
  x: FloatArray,
  { spec, parameter }: Question,
  { out, upstream }: ValueAndGradOptions,
): ValueAndGrad<FloatArray> {
  const { name } = spec;
  // Either output may be written before the other has been read completely.
  const value = takeArrays(name, x, { out: out?.value, upstream });
  const gradient = takeArrays(name, value.x, { out: out?.gradient, upstream: value.upstream });
  if (sharesMemory(value.out, gradient.out)) {
    throw new RangeError(`Cannot compute ${name}: value and gradient need memory of their own`);
  }
  const slope = { out: gradient.out, upstream: gradient.upstream };
  computeBoth(valueKernel(spec, parameter), gradient.x, value.out, slope);
  return out ?? { value: value.out, gradient: gradient.out };
}

function sharesMemory(a: FloatArray, b: FloatArray): boolean {
  return a.buffer === b.buffer && a.byteOffset < b.byteOffset + b.byteLength &&
    b.byteOffset < a.byteOffset + a.byteLength;
}
