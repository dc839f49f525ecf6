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
import { checkParameter, ORDER } from "./parameter.ts";

/** Bound at the first call. */
let value: NumberKernel | undefined;
let gradient: NumberKernel | undefined;

/**
 * Polygamma function of order n, the n-th derivative of {@linkcode digamma}; order 0 is digamma
 * itself.
 *
 * It is infinite at 0 and the negative integers for odd n. For even n it is NaN there, but infinite
 * at 0, with the sign of -x. For n >= 1 it is 0 at infinity, with the sign of -(-1)^n, and NaN at
 * -infinity. NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array in place
 * ```ts
 * import { polygamma } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(polygamma(1, 1), Math.PI ** 2 / 6);
 * assertEquals(polygamma(-1, 1), Infinity);
 * assertEquals(polygamma(Infinity, 2), -0);
 *
 * const x = new Float32Array([1.5, 3, 7]);
 * polygamma(x, 2, { out: x });
 * assertEquals(x[2], Math.fround(polygamma(7, 2)));
 * ```
 *
 * @param x A number.
 * @param n The order, an integer >= 0.
 * @returns The value.
 * @throws {TypeError} If `n` is missing or not a number.
 * @throws {RangeError} If `n` is not an integer from 0 to 2^53 - 1.
 */
export function polygamma(x: number, n: number): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function polygamma<T extends SharedFloatArray>(
  x: T,
  n: number,
  options?: NewArrayOptions,
): NewFloatArray<T>;
/**
 * Computes {@linkcode polygamma} for every element of an array, or for those that the options
 * choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param n The order, an integer >= 0.
 * @param options Where to read and write.
 * @returns `options.out`, or a new array.
 */
export function polygamma<T extends FloatArray>(x: T, n: number, options?: ArrayOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function polygamma(
  x: NumberList,
  n: number,
  options?: ArrayOptions<Float64Array>,
): Float64Array;
/** The same where `x` may be a number or an array. */
export function polygamma<T extends FloatArray>(x: number | T, n: number): number | T;
export function polygamma(
  x: number | FloatArray | NumberList,
  n: number,
  options?: ArrayOptions,
): number | FloatArray {
  checkParameter("polygamma", ORDER, n);
  if (typeof x === "number" && options === undefined) {
    return (value ??= bindNumber("polygamma"))(x, n);
  }
  return apply("polygamma", { name: "polygamma", parameter: n }, x, options);
}

/**
 * Gradient in x of {@linkcode polygamma}, which is polygamma of order n + 1, with its special
 * values.
 *
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array times the gradient from above
 * ```ts
 * import { polygammaGrad } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(polygammaGrad(1, 0), Math.PI ** 2 / 6);
 *
 * const x = new Float64Array([1.5, 3]);
 * const upstream = new Float64Array([2, 0.5]);
 * assertEquals(polygammaGrad(x, 2, { upstream })[1], polygammaGrad(3, 2) * 0.5);
 * ```
 *
 * @param x A number.
 * @param n The order, an integer >= 0.
 * @param options The upstream gradient.
 * @returns The gradient.
 * @throws {TypeError} If `n` is missing or not a number.
 * @throws {RangeError} If `n` is not an integer from 0 to 2^53 - 1.
 */
export function polygammaGrad(x: number, n: number, options?: NumberGradientOptions): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function polygammaGrad<T extends SharedFloatArray>(
  x: T,
  n: number,
  options?: NewGradientOptions<T>,
): NewFloatArray<T>;
/**
 * Computes {@linkcode polygammaGrad} for every element of an array, or for those that the options
 * choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param n The order, an integer >= 0.
 * @param options Where to read and write, and what to multiply by.
 * @returns `options.out`, or a new array.
 */
export function polygammaGrad<T extends FloatArray>(
  x: T,
  n: number,
  options?: GradientOptions<T>,
): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function polygammaGrad(
  x: NumberList,
  n: number,
  options?: GradientOptions<Float64Array>,
): Float64Array;
/** The same where `x` may be a number or an array. */
export function polygammaGrad<T extends FloatArray>(x: number | T, n: number): number | T;
export function polygammaGrad(
  x: number | FloatArray | NumberList,
  n: number,
  options?: NumberGradientOptions | GradientOptions,
): number | FloatArray {
  checkParameter("polygammaGrad", ORDER, n);
  if (typeof x === "number" && options === undefined) {
    return (gradient ??= bindNumber("polygamma"))(x, n + 1);
  }
  return apply("polygammaGrad", { name: "polygamma", parameter: n + 1 }, x, options);
}
