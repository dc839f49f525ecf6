import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { makeProgram } from "../../webgpu/program.ts";
import { evaluator, findBounds } from "../../webgpu/tables/bounds.ts";
import { CHECKS, fit, NODES } from "../../webgpu/tables/fit.ts";
import { DEGREE, END_KEY, keyOf, numberOf } from "../../webgpu/tables/layout.ts";
import { tangentDerivative } from "../../webgpu/tables/reflected_table.ts";
import { kernels, titleOf } from "./program_kernels.ts";

const OPTIONS = { type: "float32", upstream: false } as const;
const MAX_BYTES = 2 ** 19;

Deno.test("each table is small", () => {
  for (const kernel of kernels) {
    const { table } = makeProgram(kernel, OPTIONS);
    assert(table.byteLength < MAX_BYTES, `${titleOf(kernel)}: ${table.byteLength} bytes`);
    assertEquals(table.length % 4, 0);
  }
});

Deno.test("a table is made once, whatever it is used for", () => {
  const kernel = { name: "lgamma" } as const;
  const { table } = makeProgram(kernel, OPTIONS);
  assert(table === makeProgram(kernel, { type: "float16", upstream: true }).table);
});

Deno.test("a key is that of the float32 at or before a number", () => {
  for (const x of [2 ** -149, 3 * 2 ** -149, 2 ** -126, 0.1, 1, 1 + 2 ** -23, 3e38]) {
    const float32 = Math.fround(x);
    assertEquals(numberOf(keyOf(float32)), float32);
  }
  assertEquals(keyOf(1 + 2 ** -24), keyOf(1));
  assertEquals(numberOf(END_KEY - 1), 2 ** 128 - 2 ** 104);
});

Deno.test("a fit takes the first value over, and is as exact as its values", () => {
  const coefficients = new Float64Array(DEGREE + 1);
  const values = Float64Array.from([...NODES, ...CHECKS], (t) => Math.exp(t / 4));
  assert(fit(values, 0, coefficients) < 2 ** -51);
  assertEquals(coefficients[0], 1);
});

Deno.test("a straight line is fitted by one, exactly", () => {
  const coefficients = new Float64Array(DEGREE + 1);
  const values = Float64Array.from([...NODES, ...CHECKS], (t) => 3 + 5 * t);
  assertEquals(fit(values, 0, coefficients), 0);
  assertEquals([...coefficients], [3, 5, 0, 0, 0, 0, 0, 0, 0]);
});

Deno.test("values that are not finite are no fit", () => {
  const values = new Float64Array(NODES.length + CHECKS.length).fill(Infinity, 1);
  assertEquals(fit(values, 0, new Float64Array(DEGREE + 1)), Infinity);
});

Deno.test("bounds are where the results leave the range, exactly", () => {
  const { keys, constants } = findBounds(evaluator({ name: "i0" }), { from: 0, to: END_KEY });
  assertEquals(keys.slice(0, 2), [0, 0]);
  // i0 is finite in float64 up to 713.98690854396826.
  assertEquals(numberOf(keys[3] - 1), 713.9868774414062);
  assertEquals(numberOf(keys[3]), 713.9869384765625);
  assertEquals(constants[3], Infinity);
});

Deno.test("bounds keep the sign of numbers that are too small", () => {
  const kernel = { name: "polygamma", parameter: 60 } as const;
  const { constants } = findBounds(evaluator(kernel), { from: 0, to: END_KEY });
  assertEquals([constants[0], constants[3]], [-Infinity, -0]);
});

Deno.test("derivatives of pi tan(pi s) are exact near 0", () => {
  const s = 2 ** -25;
  assertAlmostEquals(tangentDerivative(0)(s) / (Math.PI ** 2 * s), 1, 1e-13);
  // tan''' (0) is 2, and 16 the fifth derivative.
  assertAlmostEquals(tangentDerivative(2)(s) / (2 * Math.PI ** 4 * s), 1, 1e-13);
  assertAlmostEquals(tangentDerivative(4)(s) / (16 * Math.PI ** 6 * s), 1, 1e-13);
});

Deno.test("a dimension for which distances from the pole are no float32 is an error", () => {
  assertThrows(
    () => makeProgram({ name: "multigammaln", parameter: 2 ** 21 + 1 }, OPTIONS),
    RangeError,
    "Cannot compute multigammaln on the GPU: p must be at most 2097152, got 2097153",
  );
});
