import { assertEquals } from "@std/assert";
import type { Outcome } from "../../../kernels/outcome.ts";
import { expression } from "../../../mod.ts";
import { makeClassifier } from "./make_classifier.ts";

type Case = readonly [text: string, row: Record<string, number>, outcome: Outcome | undefined];

function check(cases: readonly Case[]): void {
  for (const [text, row, expected] of cases) {
    const result = expression(text)(row);
    const label = `${text} at ${JSON.stringify(row)} is ${result}`;
    assertEquals(Number.isFinite(result), false, label);
    const { classify, inputs } = makeClassifier(text);
    assertEquals(classify(result, inputs.map((name) => row[name])), expected, label);
  }
}

Deno.test("infinity from finite numbers is a pole where the true value is infinite", () => {
  check([
    ["1 / x", { x: 0 }, "pole"],
    ["lgamma(x) + 1", { x: -3 }, "pole"],
    ["digamma(x) * 2", { x: 0 }, "pole"],
    ["log(x) + 1", { x: 0 }, "pole"],
    ["log1p(x) * x", { x: -1 }, "pole"],
    ["x ^ y", { x: 0, y: -0.5 }, "pole"],
    ["exp(lgamma(x))", { x: 0 }, "pole"],
    ["grad(sqrt(x), x)", { x: 0 }, "pole"],
    ["grad(x ^ y, x)", { x: 0, y: 0.5 }, "pole"],
    ["polygamma(x, y)", { x: -2, y: 1 }, "pole"],
    ["multigammaln(x + y, 3)", { x: 0.5, y: 0.5 }, "pole"],
    ["multigammaln(x + y, 300)", { x: 149, y: 0.5 }, "pole"],
    ["1 / (a - b)", { a: 1e-300, b: 1e-300 }, "pole"],
    // Numbers of the denominator are beyond the range of float64.
    ["1 / (a * a - b * b)", { a: 1e200, b: 1e200 }, "pole"],
    ["1 / (exp(a) - exp(a))", { a: 1000 }, "pole"],
    ["min(1 / x, inf)", { x: 0 }, "pole"],
    ["1 / (lgamma(x) - lgamma(y))", { x: 3.5, y: 3.5 }, "pole"],
    ["log(i0(x) - i0(y))", { x: 2.5, y: 2.5 }, "pole"],
    ["lgamma(x) / y", { x: 0.5, y: 0 }, "pole"],
    ["lgamma(x) * log(y)", { x: -0.5, y: 0 }, "pole"],
    ["if(lgamma(x) < 1, log(y), exp(x))", { x: 1.5, y: 0 }, "pole"],
  ]);
});

Deno.test("infinity from finite numbers is an overflow where the true value is finite", () => {
  check([
    ["x * y", { x: 1e200, y: 1e200 }, "overflow"],
    ["1 / (x * x)", { x: 1e-200 }, "overflow"],
    ["1 / x", { x: 1e-310 }, "overflow"],
    ["exp(x) + 1", { x: 710 }, "overflow"],
    ["exp(exp(x))", { x: 800 }, "overflow"],
    ["x ^ y", { x: 1e-200, y: -3 }, "overflow"],
    ["x ^ y", { x: -1e200, y: 3 }, "overflow"],
    ["i0(x) * 2", { x: 714 }, "overflow"],
    ["lgamma(x) * 2", { x: 1e306 }, "overflow"],
    ["digamma(x) * 2", { x: 1e-310 }, "overflow"],
    ["digamma(x * x)", { x: 1e-200 }, "overflow"],
    ["polygamma(x, 200) * 2", { x: 1 }, "overflow"],
    ["grad(grad(i1(x), x), x)", { x: 800 }, "overflow"],
    ["exp(lgamma(x))", { x: 1e5 }, "overflow"],
    ["exp(i0(x)) - exp(lgamma(y))", { x: 9, y: 3.5 }, "overflow"],
    ["exp(x) / lgamma(y)", { x: 800, y: -2.5 }, "overflow"],
    ["if(lgamma(x) > 1, exp(x), log(y))", { x: 800, y: 0 }, "overflow"],
    ["sqrt(x) * sqrt(y) * sqrt(x) * sqrt(y)", { x: 1e200, y: 1e200 }, "overflow"],
  ]);
});

Deno.test("NaN from numbers is outside the domain, unless the user wrote it", () => {
  check([
    ["log(x) + 1", { x: -1 }, "outside"],
    ["sqrt(x) * 2", { x: -1 }, "outside"],
    ["digamma(x) + 1", { x: -1 }, "outside"],
    ["x / y", { x: 0, y: 0 }, "outside"],
    ["x - y", { x: Infinity, y: Infinity }, "outside"],
    ["multigammaln(x + y, 3)", { x: 0.25, y: 0.25 }, "outside"],
    ["grad(multigammaln(x, 3) * y, x)", { x: 0.25, y: 1 }, "outside"],
    ["polygamma(x, y)", { x: 1, y: 1.5 }, "outside"],
    ["nan + log(x)", { x: -1 }, "outside"],
    ["if(x > 0, x, nan)", { x: -1 }, undefined],
    ["if(x > 0, x, nan) * 2 + 1", { x: -1 }, undefined],
    ["if(x > 0, nan, log(x))", { x: -1 }, "outside"],
  ]);
});

Deno.test("an infinity in the input or in the expression is not a pole", () => {
  check([
    ["x + 1", { x: Infinity }, undefined],
    ["lgamma(x) * y", { x: -Infinity, y: 1 }, undefined],
    ["if(x > 0, inf, x)", { x: 1 }, undefined],
    ["x ^ 2 * y", { x: Infinity, y: 1 }, undefined],
    ["x ^ 2 * y", { x: NaN, y: 1 }, undefined],
    // The infinite input is not in the branch that is taken.
    ["if(x > 0, 1 / y, a)", { x: 1, y: 0, a: Infinity }, "pole"],
  ]);
});

Deno.test("what the precision limit does not decide is undecided, where the user wrote nan, too", () => {
  check([
    ["if(x < 0, nan, 1 / (log(x ^ 2) - 2 * log(x)))", { x: 3 }, "undecided"],
    ["if(x < 0, nan, cos(exp(x)))", { x: 1e5 }, "undecided"],
  ]);
});

Deno.test("what is too large for a narrower type is an overflow", () => {
  const { classify } = makeClassifier("x * x", "float32");
  assertEquals(classify(Infinity, [1e30]), "overflow");
});
