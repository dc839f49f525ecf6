/**
 * Special functions and their gradients, for numbers and for columns of them. Correctly rounded
 * in float64, float32 and float16. The bits are the same on every machine.
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

export type { FloatArray, FloatType } from "./kernels/float_types.ts";
export type {
  ArrayOptions,
  GradientOptions,
  NumberGradientOptions,
} from "./functions/arguments.ts";
export { digamma, digammaGrad } from "./functions/digamma.ts";
export { i0, i0Grad } from "./functions/i0.ts";
export { i0e, i0eGrad } from "./functions/i0e.ts";
export { i1, i1Grad } from "./functions/i1.ts";
export { i1e, i1eGrad } from "./functions/i1e.ts";
export { lgamma, lgammaGrad } from "./functions/lgamma.ts";
export { multigammaln, multigammalnGrad } from "./functions/multigammaln.ts";
export { polygamma, polygammaGrad } from "./functions/polygamma.ts";
export {
  type FunctionOfParameter,
  type PlainFunction,
  type ValueAndGrad,
  valueAndGrad,
  type ValueAndGradOptions,
} from "./functions/value_and_grad.ts";
export {
  type Expression,
  expression,
  type ExpressionColumns,
} from "./plan/expression/expression.ts";
export type { CsvType, TypeRule } from "./formats/csv/column_types.ts";
export type { CsvOptions, OnInvalid } from "./formats/csv/dialect.ts";
export type { Format } from "./formats/format.ts";
export type {
  Batch,
  ColumnSpec,
  ColumnValues,
  ComputableType,
  Floats,
  IntegerArray,
  Integers,
  Numbers,
  NumberType,
  SliceLimits,
  Texts,
} from "./formats/table.ts";
export {
  type ArrayFunction,
  functionStream,
  type FunctionStreamOptions,
  type ParameterFunction,
} from "./streams/function_stream.ts";
export type { ColumnKey } from "./streams/named_batch.ts";
export type { TableBatch } from "./streams/named_batch.ts";
export { readTable, type ReadTableOptions } from "./streams/read_table.ts";
export type {
  Computed,
  ResultColumn,
  ResultOfOne,
  ResultOfSeveral,
  ResultOptions,
} from "./streams/result_columns.ts";
export type { Table } from "./streams/table.ts";
export { writeTable, type WriteTableOptions } from "./streams/write_table.ts";
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
