/**
 * Only the functions and their gradients, for numbers and arrays, for browsers and small programs.
 * This module loads no file readers, no GPU code and no runtime APIs.
 *
 * @example
 * ```ts
 * import { lgamma, lgammaGrad } from "@specol/specol/functions";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lgamma(3), Math.log(2));
 * assertEquals(lgammaGrad(new Float64Array([1e-100])), new Float64Array([-1e100]));
 * ```
 *
 * @module
 */

export type { FloatArray, FloatType } from "../kernels/float_types.ts";
export type {
  ArrayOptions,
  ElementOptions,
  GradientOptions,
  NewArrayOptions,
  NewFloatArray,
  NewGradientOptions,
  NumberGradientOptions,
  NumberList,
  SharedFloatArray,
} from "./arguments.ts";
export { digamma, digammaGrad } from "./digamma.ts";
export { i0, i0Grad } from "./i0.ts";
export { i0e, i0eGrad } from "./i0e.ts";
export { i1, i1Grad } from "./i1.ts";
export { i1e, i1eGrad } from "./i1e.ts";
export { lgamma, lgammaGrad } from "./lgamma.ts";
export { mean } from "./mean.ts";
export { multigammaln, multigammalnGrad } from "./multigammaln.ts";
export { gammaln, lnGamma, loggamma, psi } from "./other_names.ts";
export { polygamma, polygammaGrad } from "./polygamma.ts";
export { sum } from "./sum.ts";
export { trigamma, trigammaGrad } from "./trigamma.ts";
export { useKernels } from "./use_kernels.ts";
export {
  type FunctionOfParameter,
  type NewValueAndGradOptions,
  type PlainFunction,
  type ValueAndGrad,
  valueAndGrad,
  type ValueAndGradOptions,
} from "./value_and_grad.ts";
