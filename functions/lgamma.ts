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
 * Logarithm of the absolute value of the gamma function, `log |Gamma(x)|`.
 *
 * 0 at 1 and 2, infinite at 0, at the negative integers and at both infinities; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array in place
 * ```ts
 * import { lgamma } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lgamma(2), 0);
 * assertEquals(lgamma(-1), Infinity);
 * assertEquals(lgamma(1 + 2 ** -52), -1.2816762426960008e-16);
 *
 * const x = new Float32Array([1.5, 3, 7]);
 * lgamma(x, { out: x });
 * assertEquals(x[2], Math.fround(lgamma(7)));
 * ```
 *
 * @param x A number.
 * @returns The value.
 */
export function lgamma(x: number): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function lgamma<T extends SharedFloatArray>(
  x: T,
  options?: NewArrayOptions,
): NewFloatArray<T>;
/**
 * Computes {@linkcode lgamma} for every element of an array, or for those that the options choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write.
 * @returns `options.out`, or a new array.
 */
export function lgamma<T extends FloatArray>(x: T, options?: ArrayOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function lgamma(x: NumberList, options?: ArrayOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function lgamma<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(lgamma)`. */
export function lgamma(x: number): number;
export function lgamma(
  x: number | FloatArray | NumberList,
  options?: ArrayOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (value ??= bindNumber("lgamma"))(x);
  }
  return apply("lgamma", { name: "lgamma" }, x, options);
}

/**
 * Gradient of {@linkcode lgamma}, which is {@linkcode digamma}.
 *
 * Infinite at 0, with the sign of -x, and at infinity; NaN at the negative integers and at
 * -infinity; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array times the gradient from above
 * ```ts
 * import { lgammaGrad } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lgammaGrad(1e-100), -1e100);
 *
 * const x = new Float64Array([1.5, 3]);
 * const upstream = new Float64Array([2, 0.5]);
 * assertEquals(lgammaGrad(x, { upstream })[1], lgammaGrad(3) * 0.5);
 * ```
 *
 * @param x A number.
 * @param options The upstream gradient.
 * @returns The gradient.
 */
export function lgammaGrad(x: number, options?: NumberGradientOptions): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function lgammaGrad<T extends SharedFloatArray>(
  x: T,
  options?: NewGradientOptions<T>,
): NewFloatArray<T>;
/**
 * Computes {@linkcode lgammaGrad} for every element of an array, or for those that the options
 * choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write, and what to multiply by.
 * @returns `options.out`, or a new array.
 */
export function lgammaGrad<T extends FloatArray>(x: T, options?: GradientOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function lgammaGrad(x: NumberList, options?: GradientOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function lgammaGrad<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(lgammaGrad)`. */
export function lgammaGrad(x: number): number;
export function lgammaGrad(
  x: number | FloatArray | NumberList,
  options?: NumberGradientOptions | GradientOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (gradient ??= bindNumber("digamma"))(x);
  }
  return apply("lgammaGrad", { name: "digamma" }, x, options);
}
