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

/** Bound at the first call. */
let value: NumberKernel | undefined;
let gradient: NumberKernel | undefined;

/**
 * Trigamma function, the derivative of {@linkcode digamma}: {@linkcode polygamma} of order 1.
 *
 * Infinite at 0 and at the negative integers, 0 at infinity and NaN at -infinity; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array in place
 * ```ts
 * import { trigamma } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(trigamma(1), Math.PI ** 2 / 6);
 *
 * const x = new Float32Array([1.5, 3, 7]);
 * trigamma(x, { out: x });
 * assertEquals(x[2], Math.fround(trigamma(7)));
 * ```
 *
 * @param x A number.
 * @returns The value.
 */
export function trigamma(x: number): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function trigamma<T extends SharedFloatArray>(
  x: T,
  options?: NewArrayOptions,
): NewFloatArray<T>;
/**
 * Computes {@linkcode trigamma} for every element of an array, or for those that the options choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write.
 * @returns `options.out`, or a new array.
 */
export function trigamma<T extends FloatArray>(x: T, options?: ArrayOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function trigamma(x: NumberList, options?: ArrayOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function trigamma<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(trigamma)`. */
export function trigamma(x: number): number;
export function trigamma(
  x: number | FloatArray | NumberList,
  options?: ArrayOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (value ??= bindNumber("polygamma"))(x, 1);
  }
  return apply("trigamma", { name: "polygamma", parameter: 1 }, x, options);
}

/**
 * Gradient of {@linkcode trigamma}, which is {@linkcode polygamma} of order 2, with its special
 * values.
 *
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array times the gradient from above
 * ```ts
 * import { polygamma, trigammaGrad } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(trigammaGrad(0.5), polygamma(0.5, 2));
 *
 * const x = new Float64Array([1.5, 3]);
 * const upstream = new Float64Array([2, 0.5]);
 * assertEquals(trigammaGrad(x, { upstream })[1], trigammaGrad(3) * 0.5);
 * ```
 *
 * @param x A number.
 * @param options The upstream gradient.
 * @returns The gradient.
 */
export function trigammaGrad(x: number, options?: NumberGradientOptions): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function trigammaGrad<T extends SharedFloatArray>(
  x: T,
  options?: NewGradientOptions<T>,
): NewFloatArray<T>;
/**
 * Computes {@linkcode trigammaGrad} for every element of an array, or for those that the options
 * choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write, and what to multiply by.
 * @returns `options.out`, or a new array.
 */
export function trigammaGrad<T extends FloatArray>(x: T, options?: GradientOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function trigammaGrad(x: NumberList, options?: GradientOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function trigammaGrad<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(trigammaGrad)`. */
export function trigammaGrad(x: number): number;
export function trigammaGrad(
  x: number | FloatArray | NumberList,
  options?: GradientOptions | NumberGradientOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (gradient ??= bindNumber("polygamma"))(x, 2);
  }
  return apply("trigammaGrad", { name: "polygamma", parameter: 2 }, x, options);
}
