/**
 * Only the Bessel family: i0, i0e, i1, i1e and their gradients. In the npm package this entry
 * loads a smaller WebAssembly module than all functions together do.
 *
 * @example
 * ```ts
 * import { i0e } from "@specol/specol/bessel";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(i0e(0), 1);
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
export { i0, i0Grad } from "./i0.ts";
export { i0e, i0eGrad } from "./i0e.ts";
export { i1, i1Grad } from "./i1.ts";
export { i1e, i1eGrad } from "./i1e.ts";
