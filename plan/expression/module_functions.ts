import {
  type FunctionOfOne,
  type FunctionOfThree,
  type FunctionOfTwo,
  makeFunction,
} from "./make_function.ts";

// The functions of expressions as functions of the module, by the names that they have in
// functions.ts. Those that have kernels of their own are in the room functions/.

/**
 * Exponential function, `e^x`.
 *
 * 0 at -infinity; overflows beyond 709.78. NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { exp } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(exp(1), Math.E);
 * assertEquals(exp([0, -Infinity]), new Float64Array([1, 0]));
 * ```
 */
export const exp: FunctionOfOne = /* @__PURE__ */ makeFunction("exp");

/**
 * `e^x - 1`, accurate for small x too.
 *
 * -1 at -infinity; -0 stays -0, and NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { expm1 } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(expm1(1e-20), 1e-20);
 * ```
 */
export const expm1: FunctionOfOne = /* @__PURE__ */ makeFunction("expm1");

/**
 * Natural logarithm.
 *
 * -infinity at 0, NaN below; NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { log } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(log(Math.E), 1);
 * assertEquals(log(new Float32Array([0, -1])), new Float32Array([-Infinity, NaN]));
 * ```
 */
export const log: FunctionOfOne = /* @__PURE__ */ makeFunction("log");

/**
 * `log(1 + x)`, accurate for small x too.
 *
 * -infinity at -1, NaN below; -0 stays -0, and NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { log1p } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(log1p(1e-20), 1e-20);
 * ```
 */
export const log1p: FunctionOfOne = /* @__PURE__ */ makeFunction("log1p");

/**
 * Square root.
 *
 * NaN below 0; -0 stays -0, and NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { sqrt } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(sqrt([4, 2]), new Float64Array([2, Math.SQRT2]));
 * ```
 */
export const sqrt: FunctionOfOne = /* @__PURE__ */ makeFunction("sqrt");

/**
 * Absolute value.
 *
 * 0 at -0; NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { abs } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(abs(new Float32Array([-1.5, -0])), new Float32Array([1.5, 0]));
 * ```
 */
export const abs: FunctionOfOne = /* @__PURE__ */ makeFunction("abs");

/**
 * Sine of an angle in radians.
 *
 * Accurate for huge angles too. NaN at infinities; NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { sin } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(sin(1e22), -0.8522008497671888);
 * ```
 */
export const sin: FunctionOfOne = /* @__PURE__ */ makeFunction("sin");

/**
 * Cosine of an angle in radians.
 *
 * Accurate for huge angles too. NaN at infinities; NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { cos } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(cos(1e22), 0.523214785395139);
 * ```
 */
export const cos: FunctionOfOne = /* @__PURE__ */ makeFunction("cos");

/**
 * Hyperbolic tangent.
 *
 * From -1 to 1; -0 stays -0, and NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { tanh } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(tanh([0, Infinity]), new Float64Array([0, 1]));
 * ```
 */
export const tanh: FunctionOfOne = /* @__PURE__ */ makeFunction("tanh");

/**
 * Logistic function, `1 / (1 + e^-x)`, the inverse of {@linkcode logit}.
 *
 * From 0 to 1; NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { expit } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(expit(0), 0.5);
 * assertEquals(expit(-800), Math.exp(-800) / (1 + Math.exp(-800)));
 * ```
 */
export const expit: FunctionOfOne = /* @__PURE__ */ makeFunction("expit");

/**
 * `log(x / (1 - x))`, the inverse of {@linkcode expit}.
 *
 * 0 at 1/2, -infinity at 0, infinity at 1, and NaN outside of [0, 1]; NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { logit } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(logit([0, 0.5, 1]), new Float64Array([-Infinity, 0, Infinity]));
 * ```
 */
export const logit: FunctionOfOne = /* @__PURE__ */ makeFunction("logit");

/**
 * Largest integer that is at most x.
 *
 * -0 stays -0, and NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { floor } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(floor([1.5, -1.5]), new Float64Array([1, -2]));
 * ```
 */
export const floor: FunctionOfOne = /* @__PURE__ */ makeFunction("floor");

/**
 * Smallest integer that is at least x.
 *
 * -0 stays -0, and NaN stays NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { ceil } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(ceil([1.5, -1.5]), new Float64Array([2, -1]));
 * ```
 */
export const ceil: FunctionOfOne = /* @__PURE__ */ makeFunction("ceil");

/**
 * `x * log(y)`, and 0 where x is 0.
 *
 * NaN if either is NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { xlogy } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(xlogy([0, 2], [0, Math.E]), new Float64Array([0, 2]));
 * ```
 */
export const xlogy: FunctionOfTwo = /* @__PURE__ */ makeFunction("xlogy");

/**
 * `x * log1p(y)`, and 0 where x is 0.
 *
 * NaN if either is NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { xlog1py } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(xlog1py(0, -1), 0);
 * assertEquals(xlog1py(2, [0, 1e-20]), new Float64Array([0, 2e-20]));
 * ```
 */
export const xlog1py: FunctionOfTwo = /* @__PURE__ */ makeFunction("xlog1py");

/**
 * `log(e^a + e^b)`, without intermediate overflow.
 *
 * NaN if either is NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { logaddexp } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(logaddexp(1000, 1000), 1000 + Math.log(2));
 * ```
 */
export const logaddexp: FunctionOfTwo = /* @__PURE__ */ makeFunction("logaddexp");

/**
 * The smaller of two numbers, or of each row of two arrays.
 *
 * NaN if either is NaN; -0 is smaller than 0.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { min } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(min([1, 5, NaN], 3), new Float64Array([1, 3, NaN]));
 * ```
 */
export const min: FunctionOfTwo = /* @__PURE__ */ makeFunction("min");

/**
 * The larger of two numbers, or of each row of two arrays.
 *
 * NaN if either is NaN; 0 is larger than -0.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { max } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(max([1, 5, NaN], 3), new Float64Array([3, 5, NaN]));
 * ```
 */
export const max: FunctionOfTwo = /* @__PURE__ */ makeFunction("max");

/**
 * Logarithm of the absolute value of the beta function, `lgamma(a) + lgamma(b) - lgamma(a + b)`.
 *
 * Accurate however large a and b are. Infinite or NaN at poles.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { lbeta } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lbeta(2, 3), -Math.log(12));
 * assertEquals(lbeta(1e15, 1), -Math.log(1e15));
 * ```
 */
export const lbeta: FunctionOfTwo = /* @__PURE__ */ makeFunction("lbeta");

/**
 * Logarithm of the absolute value of the binomial coefficient, n over k.
 *
 * Accurate however large n and k are. Infinite or NaN at poles.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { lchoose } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lchoose(5, [0, 1, 2]), new Float64Array([0, Math.log(5), Math.log(10)]));
 * ```
 */
export const lchoose: FunctionOfTwo = /* @__PURE__ */ makeFunction("lchoose");

/**
 * The second where the first is not 0, and else the third: `if` of expressions. TypeScript imports
 * it by another name, `import { if as choose }`.
 *
 * NaN where the condition is NaN.
 * At most 1 ulp from the true value in float64, which is rounded once more to float32 or float16.
 *
 * @example
 * ```ts
 * import { if as choose } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(choose([1, 0, NaN], 7, -7), new Float64Array([7, -7, NaN]));
 * ```
 */
export const choose: FunctionOfThree = /* @__PURE__ */ makeFunction("if");

/**
 * Another name for {@linkcode log}.
 *
 * @example
 * ```ts
 * import { ln } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(ln(1), 0);
 * ```
 */
export const ln: FunctionOfOne = log;

/**
 * The name of {@linkcode lbeta} in SciPy.
 *
 * @example
 * ```ts
 * import { betaln } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(betaln(2, 3), -Math.log(12));
 * ```
 */
export const betaln: FunctionOfTwo = lbeta;
