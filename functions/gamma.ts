/**
 * Only the gamma family: lgamma, digamma, polygamma, multigammaln and their gradients. In the npm
 * package, this entry point loads a smaller WebAssembly module.
 *
 * @example
 * ```ts
 * import { lgamma } from "@specol/specol/gamma";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lgamma(3), Math.log(2));
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
export { lgamma, lgammaGrad } from "./lgamma.ts";
export { multigammaln, multigammalnGrad } from "./multigammaln.ts";
export { gammaln, lnGamma, loggamma, psi } from "./other_names.ts";
export { polygamma, polygammaGrad } from "./polygamma.ts";
export { trigamma, trigammaGrad } from "./trigamma.ts";
