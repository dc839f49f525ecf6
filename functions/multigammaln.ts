import { bindNumber, type NumberKernel } from "../kernels/engine.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { apply } from "./apply.ts";
import type {
  ArrayOptions,
  GradientOptions,
  NewArrayOptions,
  NewFloatArray,
  NewGradientOptions,
  NumberGradientOptions,
  NumberList,
  SharedFloatArray,
} from "./arguments.ts";
import { checkParameter, DIMENSION } from "./parameter.ts";

/** Bound at the first call. */
let value: NumberKernel | undefined;
let gradient: NumberKernel | undefined;

/**
 * Logarithm of the multivariate gamma function of dimension p,
 * `p (p - 1)/4 log(pi) + sum of lgamma(x - i/2)`, i = 0 .. p - 1.
 *
 * Defined for x > (p - 1)/2: infinite at (p - 1)/2 and at infinity, NaN below; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array in place
 * ```ts
 * import { multigammaln } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(multigammaln(10, 3), 36.81285863239809);
 * assertEquals(multigammaln(1, 3), Infinity);
 * assertEquals(multigammaln(0.9, 3), NaN);
 *
 * const x = new Float32Array([1.5, 3, 7]);
 * multigammaln(x, 3, { out: x });
 * assertEquals(x[2], Math.fround(multigammaln(7, 3)));
 * ```
 *
 * @param x A number.
 * @param p The dimension, an integer >= 1.
 * @returns The value.
 * @throws {TypeError} If `p` is missing or not a number.
 * @throws {RangeError} If `p` is not an integer from 1 to 2^53 - 1.
 */
export function multigammaln(x: number, p: number): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function multigammaln<T extends SharedFloatArray>(
  x: T,
  p: number,
  options?: NewArrayOptions,
): NewFloatArray<T>;
/**
 * Computes {@linkcode multigammaln} for every element of an array, or for those that the options
 * choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param p The dimension, an integer >= 1.
 * @param options Where to read and write.
 * @returns `options.out`, or a new array.
 */
export function multigammaln<T extends FloatArray>(x: T, p: number, options?: ArrayOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function multigammaln(
  x: NumberList,
  p: number,
  options?: ArrayOptions<Float64Array>,
): Float64Array;
/** The same where `x` may be a number or an array. */
export function multigammaln<T extends FloatArray>(x: number | T, p: number): number | T;
export function multigammaln(
  x: number | FloatArray | NumberList,
  p: number,
  options?: ArrayOptions,
): number | FloatArray {
  checkParameter("multigammaln", DIMENSION, p);
  if (typeof x === "number" && options === undefined) {
    return (value ??= bindNumber("multigammaln"))(x, p);
  }
  return apply("multigammaln", { name: "multigammaln", parameter: p }, x, options);
}

/**
 * Gradient in x of {@linkcode multigammaln}, the sum of `digamma(x - i/2)`, i = 0 .. p - 1.
 *
 * Infinite at infinity and, negative, at (p - 1)/2; NaN below; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array times the gradient from above
 * ```ts
 * import { multigammalnGrad } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(multigammalnGrad(10, 3), 6.5901319434252805);
 *
 * const x = new Float64Array([1.5, 3]);
 * const upstream = new Float64Array([2, 0.5]);
 * assertEquals(multigammalnGrad(x, 3, { upstream })[1], multigammalnGrad(3, 3) * 0.5);
 * ```
 *
 * @param x A number.
 * @param p The dimension, an integer >= 1.
 * @param options The upstream gradient.
 * @returns The gradient.
 * @throws {TypeError} If `p` is missing or not a number.
 * @throws {RangeError} If `p` is not an integer from 1 to 2^53 - 1.
 */
export function multigammalnGrad(x: number, p: number, options?: NumberGradientOptions): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function multigammalnGrad<T extends SharedFloatArray>(
  x: T,
  p: number,
  options?: NewGradientOptions<T>,
): NewFloatArray<T>;
/**
 * Computes {@linkcode multigammalnGrad} for every element of an array, or for those that the
 * options choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param p The dimension, an integer >= 1.
 * @param options Where to read and write, and what to multiply by.
 * @returns `options.out`, or a new array.
 */
export function multigammalnGrad<T extends FloatArray>(
  x: T,
  p: number,
  options?: GradientOptions<T>,
): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function multigammalnGrad(
  x: NumberList,
  p: number,
  options?: GradientOptions<Float64Array>,
): Float64Array;
/** The same where `x` may be a number or an array. */
export function multigammalnGrad<T extends FloatArray>(x: number | T, p: number): number | T;
export function multigammalnGrad(
  x: number | FloatArray | NumberList,
  p: number,
  options?: NumberGradientOptions | GradientOptions,
): number | FloatArray {
  checkParameter("multigammalnGrad", DIMENSION, p);
  if (typeof x === "number" && options === undefined) {
    return (gradient ??= bindNumber("multigammalnGrad"))(x, p);
  }
  return apply("multigammalnGrad", { name: "multigammalnGrad", parameter: p }, x, options);
}
