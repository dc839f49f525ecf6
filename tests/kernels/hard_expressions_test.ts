import { assert, assertEquals } from "@std/assert";
import { expression } from "../../mod.ts";
import { compareRows } from "../../tools/fuzz_expressions.ts";

Deno.test("random expressions, moderate and extreme, have the values of Arb", async () => {
  const path = new URL("../data/random_expressions.tsv", import.meta.url);
  const rows = (await Deno.readTextFile(path)).trimEnd().split("\n");
  const found: string[] = [];
  const { wrong, undecided } = compareRows(rows, (row) => found.push(row));
  assertEquals({ wrong, undecided }, { wrong: 0, undecided: 0 }, found.join("\n"));
});

// True values by Arb (python-flint) with 6,000 bits and more.
const HARD: readonly [text: string, columns: Record<string, number>, value: number][] = [
  ["log(x) * 1", { x: 1e308 }, 709.1962086421661],
  ["log1p(x) * 1", { x: 1.7e308 }, 709.7268368932282],
  ["x^0.3", { x: 1e308 }, 2.5118864315095603e92],
  ["digamma(x*y)", { x: 1e20, y: 1e15 }, 80.5904782547916],
  ["polygamma(x, 300) * 1", { x: -50.5 }, -1.7106434084467737e99],
  ["(-1)^y", { y: 1e308 }, 1],
  ["2^y", { y: 997 }, 1.3393857589828342e300],
  ["grad(y^(-3), y)", { y: 1e-300 }, -Infinity],
  ["log(x^3)", { x: 1e-200 }, -1381.5510557964274],
  ["1/x - 1/x", { x: 0 }, NaN],
  ["x - y", { x: Infinity, y: Infinity }, NaN],
  ["lgamma(x + 0.25) * 2", { x: -1e60 }, -2.7431021115928546e62],
  ["lgamma(-exp(y))", { y: 200 }, -1.437968779857024e89],
  ["polygamma(x + y, 1) - polygamma(x, 1)", { x: -1, y: 5e-324 }, -Infinity],
  ["x^(1+y) - x", { x: 3.7, y: 1e-25 }, 4.840831432705662e-25],
  ["x^cos(y) - x", { x: 3, y: 1e-10 }, -1.6479184330021646e-20],
  ["x - x^i0(y)", { x: 3, y: 0 }, 0],
  ["x^(9/y)", { x: -2.5, y: 3 }, -15.625],
  ["x^(y/y)", { x: -2.5, y: 3 }, -2.5],
  ["x^y", { x: 1.5, y: 1e308 }, Infinity],
  ["expm1(x)", { x: 1e-323 }, 1e-323],
  ["expm1(x)", { x: 1e-307 }, 1e-307],
  ["i1(x)/x", { x: 1.5e-323 }, 0.5],
  ["i1(i1(i1(x)))", { x: 1e-250 }, 1.25e-251],
  ["exp(x)^y", { x: -1000, y: 0.1 }, 3.720075976020815e-44],
  ["lgamma(exp(-x))", { x: 720 }, 720],
  ["i0e(exp(x)) * exp(x/2)", { x: 720 }, 0.3989422804014327],
  ["i0e(exp(x)) * exp(x/2)", { x: 1000 }, 0.3989422804014327],
  ["expm1(x)/x", { x: 5e-324 }, 1],
  ["log1p(x)/x", { x: 5e-324 }, 1],
  ["((x^2 + y^2) - x^2) * x", { x: 1e300, y: 1e-180 }, 1.0000000000000001e-60],
  ["lgamma(x+y) - lgamma(x)", { x: 1e300, y: 1e-170 }, 6.907755278982137e-168],
  ["(x^2)^0.5", { x: 1e-261 }, 1e-261],
  ["2+sin(exp(x))", { x: 3000 }, 2.6383244584326198],
  ["lgamma(exp(x))", { x: 720 }, Infinity],
  ["log(exp(exp(x)))", { x: 20 }, 485165195.4097903],
  ["log(exp(x) + exp(y))", { x: 1e300, y: 1 }, 1e300],
  ["exp(x) / (1 + exp(x))", { x: 1e300 }, 1],
  ["exp(-exp(x))", { x: 50 }, 0],
  ["x + y", { x: -0, y: -0 }, -0],
  ["x + 0", { x: -0 }, 0],
  ["-(x - y)", { x: 2, y: 2 }, -0],
];

Deno.test("expressions at the edges of float64 have their true values", () => {
  for (const [text, columns, value] of HARD) {
    const found = expression(text)(columns);
    assert(
      Object.is(found, value),
      `${text} at ${JSON.stringify(columns)}: ${found}, not ${value}`,
    );
  }
});

Deno.test("what the budget does not decide is NaN, and what cannot be told from 0 is 0", () => {
  assertEquals(expression("cos(exp(x))")({ x: 1e5 }), NaN);
  assertEquals(expression("cos(exp(x))")({ x: 1e103 }), NaN);
  assertEquals(expression("log(exp(x)) - x")({ x: 5 }), 0);
  assertEquals(expression("i0(x) * exp(-x) - i0e(x)")({ x: 3 }), 0);
  assertEquals(expression("if(log(exp(x)) == x, 1, 2)")({ x: 5 }), 1);
});

Deno.test("a sum of 20,000 terms is computed, and so is its derivative", () => {
  const text = Array.from({ length: 20000 }, (_, i) => `x^${i % 3}`).join(" + ");
  assertEquals(expression(text)({ x: 2 }), 6667 + 6667 * 2 + 6666 * 4);
  assertEquals(expression(`grad(${text}, x)`)({ x: 2 }), 6667 + 6666 * 4);
});
