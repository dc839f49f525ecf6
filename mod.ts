/**
 * Special functions and their gradients, for numbers and arrays. Correctly rounded in float64,
 * float32 and float16. The bits are the same on every machine.
 *
 * ```ts
 * import { i0e, i0eGrad, polygamma } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(i0e(0), 1);
 *
 * const kappa = new Float64Array([0.5, 10, 1e6]);
 * const y = i0e(kappa); // a new array
 * i0e(kappa, { out: kappa }); // in place
 * assertEquals(kappa, y);
 *
 * assertEquals(i0eGrad(100), -2.0022627396642997e-4);
 * assertEquals(polygamma(1, 1), Math.PI ** 2 / 6); // the parameter comes second
 * ```
 *
 * {@linkcode requestGpu} gives the same functions on a GPU.
 *
 * @module
 */

export * from "./functions/mod.ts";
export * from "./streams/mod.ts";
export {
  type Expression,
  expression,
  type ExpressionArray,
  type ExpressionColumns,
  type ExpressionColumns64,
  type ExpressionGradients,
  type ExpressionGradientsOut,
  type ExpressionNumbers,
  type ExpressionOptions,
  type Expressions,
  type ExpressionsGradients,
  type ExpressionsGradientsOut,
  type InputNames,
} from "./plan/expression/expression.ts";
export type {
  FunctionInput,
  FunctionInput64,
  FunctionOfColumns,
  FunctionOfOne,
  FunctionOfThree,
  FunctionOfTwo,
} from "./plan/expression/make_function.ts";
export {
  abs,
  betaln,
  ceil,
  choose as if,
  cos,
  exp,
  expit,
  expm1,
  floor,
  lbeta,
  lchoose,
  ln,
  log,
  log1p,
  logaddexp,
  logit,
  max,
  min,
  sin,
  sqrt,
  tanh,
  xlog1py,
  xlogy,
} from "./plan/expression/module_functions.ts";
export { rowlogsumexp, rowmax, rowmean, rowmin, rowsum } from "./plan/expression/row_functions.ts";
export { type Fit, fit, type FitOptions } from "./plan/expression/fit.ts";
export {
  type Gpu,
  type GpuArray,
  type GpuFunction,
  type GpuFunctions,
  type GpuGradient,
  type GpuParameterFunction,
  type GpuParameterGradient,
  type ParameterName,
  type PlainName,
  requestGpu,
} from "./webgpu/gpu.ts";
