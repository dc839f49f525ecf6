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
 * Exponentially scaled modified Bessel function of order 0, `exp(-|x|) I0(x)`.
 *
 * Even, 1 at 0, finite everywhere, 0 at infinity; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array in place
 * ```ts
 * import { i0e } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(i0e(0), 1);
 * assertEquals(i0e(Infinity), 0);
 *
 * const x = new Float32Array([0, 1, 2]);
 * i0e(x, { out: x });
 * assertEquals(x[1], Math.fround(i0e(1)));
 * ```
 *
 * @param x A number.
 * @returns The value.
 */
export function i0e(x: number): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function i0e<T extends SharedFloatArray>(
  x: T,
  options?: NewArrayOptions,
): NewFloatArray<T>;
/**
 * Computes {@linkcode i0e} for every element of an array, or for those that the options choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write.
 * @returns `options.out`, or a new array.
 */
export function i0e<T extends FloatArray>(x: T, options?: ArrayOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function i0e(x: NumberList, options?: ArrayOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function i0e<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(i0e)`. */
export function i0e(x: number): number;
export function i0e(
  x: number | FloatArray | NumberList,
  options?: ArrayOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (value ??= bindNumber("i0e"))(x);
  }
  return apply("i0e", { name: "i0e" }, x, options);
}

/**
 * Gradient of {@linkcode i0e}, `i1e(x) - sign(x) i0e(x)`, computed without its cancellation.
 *
 * Odd, between -1 and 1, 0 at 0 by definition and at infinity; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array times the gradient from above
 * ```ts
 * import { i0eGrad } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(i0eGrad(1e16), -1.9947114020071635e-25);
 *
 * const x = new Float64Array([-1, 3]);
 * const upstream = new Float64Array([2, 0.5]);
 * assertEquals(i0eGrad(x, { upstream })[1], i0eGrad(3) * 0.5);
 * ```
 *
 * @param x A number.
 * @param options The upstream gradient.
 * @returns The gradient.
 */
export function i0eGrad(x: number, options?: NumberGradientOptions): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function i0eGrad<T extends SharedFloatArray>(
  x: T,
  options?: NewGradientOptions<T>,
): NewFloatArray<T>;
/**
 * Computes {@linkcode i0eGrad} for every element of an array, or for those that the options choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write, and what to multiply by.
 * @returns `options.out`, or a new array.
 */
export function i0eGrad<T extends FloatArray>(x: T, options?: GradientOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function i0eGrad(x: NumberList, options?: GradientOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function i0eGrad<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(i0eGrad)`. */
export function i0eGrad(x: number): number;
export function i0eGrad(
  x: number | FloatArray | NumberList,
  options?: NumberGradientOptions | GradientOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (gradient ??= bindNumber("i0eGrad"))(x);
  }
  return apply("i0eGrad", { name: "i0eGrad" }, x, options);
}
