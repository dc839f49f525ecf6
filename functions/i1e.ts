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
 * Exponentially scaled modified Bessel function of order 1, `exp(-|x|) I1(x)`.
 *
 * Odd, 0 at 0, finite everywhere, 0 at infinity with the sign of x; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array in place
 * ```ts
 * import { i1e } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(i1e(0), 0);
 * assertEquals(i1e(-Infinity), -0);
 *
 * const x = new Float32Array([0, 1, 2]);
 * i1e(x, { out: x });
 * assertEquals(x[1], Math.fround(i1e(1)));
 * ```
 *
 * @param x A number.
 * @returns The value.
 */
export function i1e(x: number): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function i1e<T extends SharedFloatArray>(
  x: T,
  options?: NewArrayOptions,
): NewFloatArray<T>;
/**
 * Computes {@linkcode i1e} for every element of an array, or for those that the options choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write.
 * @returns `options.out`, or a new array.
 */
export function i1e<T extends FloatArray>(x: T, options?: ArrayOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function i1e(x: NumberList, options?: ArrayOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function i1e<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(i1e)`. */
export function i1e(x: number): number;
export function i1e(
  x: number | FloatArray | NumberList,
  options?: ArrayOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (value ??= bindNumber("i1e"))(x);
  }
  return apply("i1e", { name: "i1e" }, x, options);
}

/**
 * Gradient of {@linkcode i1e}, `i0e(x) - i1e(x) (sign(x) + 1/x)`, computed without its
 * cancellation.
 *
 * Even, 1/2 at 0, 0 near 1.545 and at infinity; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array times the gradient from above
 * ```ts
 * import { i1eGrad } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(i1eGrad(100), -1.9721525628487255e-4);
 *
 * const x = new Float64Array([-1, 3]);
 * const upstream = new Float64Array([2, 0.5]);
 * assertEquals(i1eGrad(x, { upstream })[1], i1eGrad(3) * 0.5);
 * ```
 *
 * @param x A number.
 * @param options The upstream gradient.
 * @returns The gradient.
 */
export function i1eGrad(x: number, options?: NumberGradientOptions): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function i1eGrad<T extends SharedFloatArray>(
  x: T,
  options?: NewGradientOptions<T>,
): NewFloatArray<T>;
/**
 * Computes {@linkcode i1eGrad} for every element of an array, or for those that the options choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write, and what to multiply by.
 * @returns `options.out`, or a new array.
 */
export function i1eGrad<T extends FloatArray>(x: T, options?: GradientOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function i1eGrad(x: NumberList, options?: GradientOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function i1eGrad<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(i1eGrad)`. */
export function i1eGrad(x: number): number;
export function i1eGrad(
  x: number | FloatArray | NumberList,
  options?: NumberGradientOptions | GradientOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (gradient ??= bindNumber("i1eGrad"))(x);
  }
  return apply("i1eGrad", { name: "i1eGrad" }, x, options);
}
