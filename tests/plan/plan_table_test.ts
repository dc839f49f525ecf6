import { assertEquals, assertThrows } from "@std/assert";
import type { ColumnSpec, NumberType } from "../../formats/table.ts";
import { registry } from "../../functions/registry.ts";
import { parseAssignment } from "../../plan/expression/parse_assignment.ts";
import type { PlanOptions } from "../../plan/plan.ts";
import { planTable } from "../../plan/plan_table.ts";
import type { ApplyWork, Work } from "../../plan/request.ts";
import { UsageError } from "../../plan/usage_error.ts";

const COLUMNS: readonly ColumnSpec[] = [
  number("x", "float32"),
  { name: "t", typeName: "utf8" },
  number("k", "int64"),
  number("x_lgamma", "float64"),
];

function number(name: string, type: NumberType): ColumnSpec {
  return { name, typeName: type, type };
}

function apply(name: string, work: Partial<ApplyWork> = {}): ApplyWork {
  const spec = registry.find((spec) => spec.name === name)!;
  return { kind: "apply", spec, results: "value", replace: false, only: false, ...work };
}

function map(texts: string[], { replace = false, only = false } = {}): Work {
  return { kind: "map", assignments: texts.map(parseAssignment), replace, only };
}

/** Writes a plan as `name:what`, a column of the input as its number, a result as what it computes. */
function plan(work: Work, options: Partial<PlanOptions> = {}): string {
  const full = { from: "in.arrow", named: true, ...options };
  const { outputs, results } = planTable(COLUMNS, work, full);
  return outputs.map((output) => {
    if (!("result" in output)) return `${output.name}:${output.input}`;
    const { input, type, computation, upstream } = results[output.result];
    assertEquals(output.type, type);
    const kernel = computation && `${computation.kernel.name}${computation.kernel.parameter ?? ""}`;
    const times = upstream === undefined ? "" : `*${upstream}`;
    return `${output.name}:${kernel ?? "as"}(${input})${times} ${type}`;
  }).join(", ");
}

const KEPT = "x:0, t:1, k:2, x_lgamma:3";

Deno.test("results are appended, take the place of their column, or are written alone", () => {
  const both = "value and gradient";
  const cases: [Work, string][] = [
    [apply("i0e", { columns: "x" }), `${KEPT}, x_i0e:i0e(0) float32`],
    [apply("i0e", { columns: "k,x" }), `${KEPT}, k_i0e:i0e(2) float64, x_i0e:i0e(0) float32`],
    [
      apply("polygamma", { columns: "x", parameter: 2, results: both }),
      `${KEPT}, x_polygamma2:polygamma2(0) float32, x_polygamma2_grad:polygamma3(0) float32`,
    ],
    [
      apply("lgamma", { columns: "k", results: "gradient", upstream: "x" }),
      `${KEPT}, k_lgamma_grad:digamma(2)*0 float64`,
    ],
    [
      apply("multigammaln", { columns: "x", parameter: 3, template: "{column}.{parameter}" }),
      `${KEPT}, x.3:multigammaln3(0) float32`,
    ],
    [
      apply("lgamma", { columns: "k,x", replace: true }),
      "x:lgamma(0) float32, t:1, k:lgamma(2) float64, x_lgamma:3",
    ],
    [
      apply("i1", { columns: "x", replace: true, results: both, upstream: "3" }),
      "x:i1(0) float32, t:1, k:2, x_lgamma:3, x_i1_grad:i1Grad(0)*2 float32",
    ],
    // A name that does not say which of the two it is: the gradient's gets an ending.
    [
      apply("i0", { columns: "x", template: "y", results: both, only: true }),
      "y:i0(0) float32, y_grad:i1(0) float32",
    ],
    [
      apply("i0", { columns: "x,k", template: "{column}_new", results: both, only: true }),
      "x_new:i0(0) float32, x_new_grad:i1(0) float32, k_new:i0(2) float64, k_new_grad:i1(2) float64",
    ],
    [
      apply("i0", { columns: "x", template: "{function}", results: both, only: true }),
      "i0:i0(0) float32, i0_grad:i1(0) float32",
    ],
    [
      apply("i0", { columns: "x", template: "y", results: "gradient", only: true }),
      "y:i1(0) float32",
    ],
    [
      apply("i0", { columns: "x", replace: true, template: "y", results: both, only: true }),
      "y:i0(0) float32, y_grad:i1(0) float32",
    ],
    [
      apply("i0", { columns: "x", replace: true, template: "y" }),
      "y:i0(0) float32, t:1, k:2, x_lgamma:3",
    ],
    [apply("lgamma", { columns: "x", only: true }), "x_lgamma:lgamma(0) float32"],
    [apply("lgamma", { columns: "x", only: true, replace: true }), "x:lgamma(0) float32"],
    [map(["y = lgamma(x)", "u = t"]), `${KEPT}, y:lgamma(0) float32, u:1`],
    [map(["x = t", "t = grad(i0(k))"], { only: true }), "x:1, t:i1(2) float64"],
    [
      map(["x = lgamma(k)", "n = k", "k = x"], { replace: true }),
      "x:lgamma(2) float64, t:1, k:0, x_lgamma:3, n:2",
    ],
    [{ kind: "convert" }, KEPT],
    [{ kind: "convert", columns: "t,x*" }, "t:1, x:0, x_lgamma:3"],
  ];
  for (const [work, expected] of cases) assertEquals(plan(work), expected);
});

Deno.test("a chosen type is that of results, and of floats that are passed on by name", () => {
  const dtype = "float16";
  assertEquals(
    plan(apply("i0", { columns: "x,k" }), { dtype }),
    `${KEPT}, x_i0:i0(0) float16, k_i0:i0(2) float16`,
  );
  assertEquals(
    plan({ kind: "convert" }, { dtype }),
    "x:as(0) float16, t:1, k:2, x_lgamma:as(3) float16",
  );
  assertEquals(
    plan({ kind: "convert" }, { dtype: "float32" }),
    "x:0, t:1, k:2, x_lgamma:as(3) float32",
  );
  assertEquals(plan(map(["a = x", "b = k"], { only: true }), { dtype }), "a:as(0) float16, b:2");
});

Deno.test("the upstream is not what is computed where nothing is selected", () => {
  const columns = [number("u", "float64"), number("x", "float64")];
  const work = apply("i0", { results: "gradient", upstream: "u" });
  const { results } = planTable(columns, work, { from: "f", named: true });
  assertEquals(results.map(({ input, upstream }) => [input, upstream]), [[1, 0]]);
});

Deno.test("names that clash are wrong usage, with a suggestion", () => {
  const cases: [Work, string][] = [
    [
      apply("lgamma", { columns: "x" }),
      "Column x_lgamma already exists: choose another name with --as, or write only the results",
    ],
    [
      apply("lgamma", { columns: "x", template: "{column}" }),
      "Column x already exists: replace it with --replace, or choose another name with --as",
    ],
    [
      apply("lgamma", { columns: "x,k", template: "y" }),
      "Two results would be named y: give them different names with --as",
    ],
    [map(["x = lgamma(k)"]), "Column x already exists: replace it with --replace, or choose"],
    [map(["y = x", "y = k"]), "Two results would be named y: give each a different name"],
    [map(["x = k", "x = t"], { replace: true }), "Two results would be named x"],
    [map(["y = lgamma(t)"]), "Column t of in.arrow holds utf8, not numbers"],
    [map(["y = lgamma(xx)"]), "Unknown column xx, did you mean x? in.arrow has x, t"],
    [apply("i0", { columns: "x", upstream: "x,k" }), "Option --upstream takes one column, got x,k"],
    [
      apply("i0", { columns: "x", upstream: "t" }),
      "Column t of in.arrow holds utf8, not numbers",
    ],
    [apply("i0", { columns: "x", upstream: "*" }), "Option --upstream takes one column, got *"],
  ];
  for (const [work, message] of cases) assertThrows(() => plan(work), UsageError, message);
  const error = assertThrows(() => plan(map(["y = lgamma(t)"])), UsageError);
  assertEquals(error.details, ["  y = lgamma(t)", "             ^"]);
  // An array has no names, and columns of the input that share one are none of our business.
  plan(apply("lgamma", { columns: "x" }), { named: false });
  const twins = [number("a", "float64"), number("a", "float64"), number("x", "float64")];
  planTable(twins, apply("i0", { columns: "x" }), { from: "f", named: true });
});
