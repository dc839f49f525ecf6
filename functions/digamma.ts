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
 * Digamma function, the derivative of the logarithm of the gamma function, `Gamma'(x) / Gamma(x)`.
 *
 * Infinite at 0, with the sign of -x, and at infinity; NaN at the negative integers and at
 * -infinity; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array in place
 * ```ts
 * import { digamma } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(digamma(1e-100), -1e100);
 * assertEquals(digamma(1.4616321449683623), -9.2412655217294275e-17);
 * assertEquals(digamma(-1), NaN);
 *
 * const x = new Float32Array([1.5, 3, 7]);
 * digamma(x, { out: x });
 * assertEquals(x[2], Math.fround(digamma(7)));
 * ```
 *
 * @param x A number.
 * @returns The value.
 */
export function digamma(x: number): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function digamma<T extends SharedFloatArray>(
  x: T,
  options?: NewArrayOptions,
): NewFloatArray<T>;
/**
 * Computes {@linkcode digamma} for every element of an array, or for those that the options choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write.
 * @returns `options.out`, or a new array.
 */
export function digamma<T extends FloatArray>(x: T, options?: ArrayOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function digamma(x: NumberList, options?: ArrayOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function digamma<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(digamma)`. */
export function digamma(x: number): number;
export function digamma(
  x: number | FloatArray | NumberList,
  options?: ArrayOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (value ??= bindNumber("digamma"))(x);
  }
  return apply("digamma", { name: "digamma" }, x, options);
}

/**
 * Gradient of {@linkcode digamma}, the trigamma function, which is {@linkcode polygamma} of order
 * 1.
 *
 * Infinite at 0 and at the negative integers, 0 at infinity, NaN at -infinity; NaN stays NaN.
 * Correctly rounded in float64, float32 and float16.
 *
 * @example A number, and an array times the gradient from above
 * ```ts
 * import { digammaGrad } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(digammaGrad(1), Math.PI ** 2 / 6);
 *
 * const x = new Float64Array([1.5, 3]);
 * const upstream = new Float64Array([2, 0.5]);
 * assertEquals(digammaGrad(x, { upstream })[1], digammaGrad(3) * 0.5);
 * ```
 *
 * @param x A number.
 * @param options The upstream gradient.
 * @returns The gradient.
 */
export function digammaGrad(x: number, options?: NumberGradientOptions): number;
/** The same for floats in shared memory, with results in a new array that is not shared. */
export function digammaGrad<T extends SharedFloatArray>(
  x: T,
  options?: NewGradientOptions<T>,
): NewFloatArray<T>;
/**
 * Computes {@linkcode digammaGrad} for every element of an array, or for those that the options
 * choose.
 *
 * @typeParam T Float64Array, Float32Array or Float16Array.
 * @param x The array.
 * @param options Where to read and write, and what to multiply by.
 * @returns `options.out`, or a new array.
 */
export function digammaGrad<T extends FloatArray>(x: T, options?: GradientOptions<T>): T;
/** The same for numbers in a list, or for integers, which are computed as float64. */
export function digammaGrad(x: NumberList, options?: GradientOptions<Float64Array>): Float64Array;
/** The same where `x` may be a number or an array. */
export function digammaGrad<T extends FloatArray>(x: number | T): number | T;
/** The same as a callback: `numbers.map(digammaGrad)`. */
export function digammaGrad(x: number): number;
export function digammaGrad(
  x: number | FloatArray | NumberList,
  options?: NumberGradientOptions | GradientOptions,
): number | FloatArray {
  if (typeof x === "number" && options === undefined) {
    return (gradient ??= bindNumber("polygamma"))(x, 1);
  }
  return apply("digammaGrad", { name: "polygamma", parameter: 1 }, x, options);
}
