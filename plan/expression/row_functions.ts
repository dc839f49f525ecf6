import { type FunctionOfColumns, makeFunctionOfColumns } from "./make_function.ts";

// The functions across columns, which expressions have for columns of a table.

/**
 * Sum of the columns in each row.
 *
 * NaN if any is NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { rowsum } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(rowsum([[1, 1e100], [2, 1], [3, -1e100]]), new Float64Array([6, 1]));
 * assertEquals(rowsum([0.1, 0.2, 0.3]), 0.6);
 * ```
 */
export const rowsum: FunctionOfColumns = /* @__PURE__ */ makeFunctionOfColumns("rowsum");

/**
 * Mean of the columns in each row.
 *
 * NaN if any is NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { rowmean } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(rowmean([[1, 2], [2, 5]]), new Float64Array([1.5, 3.5]));
 * ```
 */
export const rowmean: FunctionOfColumns = /* @__PURE__ */ makeFunctionOfColumns("rowmean");

/**
 * Smallest number among the columns in each row.
 *
 * NaN if any is NaN; -0 is smaller than 0.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { rowmin } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(rowmin([[1, 2], [2, -5], 1.5]), new Float64Array([1, -5]));
 * ```
 */
export const rowmin: FunctionOfColumns = /* @__PURE__ */ makeFunctionOfColumns("rowmin");

/**
 * Largest number among the columns in each row.
 *
 * NaN if any is NaN; 0 is larger than -0.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { rowmax } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(rowmax([[1, 2], [2, -5], 1.5]), new Float64Array([2, 2]));
 * ```
 */
export const rowmax: FunctionOfColumns = /* @__PURE__ */ makeFunctionOfColumns("rowmax");

/**
 * Logarithm of the sum of `e^x` over the columns in each row, without intermediate overflow.
 *
 * NaN if any is NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { rowlogsumexp } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(rowlogsumexp([1000, 1000]), 1000 + Math.log(2));
 * ```
 */
export const rowlogsumexp: FunctionOfColumns = /* @__PURE__ */ makeFunctionOfColumns(
  "rowlogsumexp",
);
