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
 * Modified Bessel function of the first kind of order 1, `I1(x)`.
 *
 * Odd, 0 at 0, infinite beyond 713.98 and at infinity, with the sign of x; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array in place
 * ```ts
 * import { i1 } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(i1(-0), -0);
 * assertEquals(i1(713), 6.700424559186402502e307);
 *
 * const x = new Float32Array([0, 1, 2]);
 * i1(x, { out: x });
 * assertEquals(x[1], Math.fround(i1(1)));
 * ```
 *
 * @param x A number.
 * @returns The value.
 */
export function i1(x: number): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function i1<T extends SharedFloatArray>(
  x: T,
  options?: NewArrayOptions,
): NewFloatArray<T>;
/**
 * Computes {@linkcode i1} for every element of an array, or for those that the options choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write.
 * @returns `options.out`, or a new array.
 */
export function i1<T extends FloatArray>(x: T, options?: ArrayOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function i1(x: NumberList, options?: ArrayOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function i1<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(i1)`. */
export function i1(x: number): number;
export function i1(
  x: number | FloatArray | NumberList,
  options?: ArrayOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (value ??= bindNumber("i1"))(x);
  }
  return apply("i1", { name: "i1" }, x, options);
}

/**
 * Gradient of {@linkcode i1}, `i0(x) - i1(x)/x`, computed without its cancellation.
 *
 * Even, 1/2 at 0, infinite beyond 713.98 and at infinity; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array times the gradient from above
 * ```ts
 * import { i1Grad } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(i1Grad(0), 0.5);
 * assertEquals(i1Grad(713), 6.6957307537703145e307);
 *
 * const x = new Float64Array([-1, 3]);
 * const upstream = new Float64Array([2, 0.5]);
 * assertEquals(i1Grad(x, { upstream })[1], i1Grad(3) * 0.5);
 * ```
 *
 * @param x A number.
 * @param options The upstream gradient.
 * @returns The gradient.
 */
export function i1Grad(x: number, options?: NumberGradientOptions): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function i1Grad<T extends SharedFloatArray>(
  x: T,
  options?: NewGradientOptions<T>,
): NewFloatArray<T>;
/**
 * Computes {@linkcode i1Grad} for every element of an array, or for those that the options choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write, and what to multiply by.
 * @returns `options.out`, or a new array.
 */
export function i1Grad<T extends FloatArray>(x: T, options?: GradientOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function i1Grad(x: NumberList, options?: GradientOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function i1Grad<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(i1Grad)`. */
export function i1Grad(x: number): number;
export function i1Grad(
  x: number | FloatArray | NumberList,
  options?: NumberGradientOptions | GradientOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (gradient ??= bindNumber("i1Grad"))(x);
  }
  return apply("i1Grad", { name: "i1Grad" }, x, options);
}
