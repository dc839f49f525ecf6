import { assert, assertEquals } from "@std/assert";
import { expression } from "../../mod.ts";
import { compareRows } from "../../tools/fuzz_expressions.ts";

const TABLES = [
  ["random_expressions.tsv", "random expressions, moderate and extreme, have the values of Arb"],
  ["hard_expressions.tsv", "expressions at the edges of float64 have the values of Arb"],
  [
    "parameter_expressions.tsv",
    "polygamma and multigammaln of many orders and dimensions have the values of Arb",
  ],
] as const;

for (const [file, name] of TABLES) {
  Deno.test(name, async () => {
    const path = new URL(`../data/${file}`, import.meta.url);
    const rows = (await Deno.readTextFile(path)).trimEnd().split("\n");
    const found: string[] = [];
    const { wrong, undecided } = compareRows(rows, (row) => found.push(row));
    assertEquals({ wrong, undecided }, { wrong: 0, undecided: 0 }, found.join("\n"));
  });
}

Deno.test("infinities, NaN and the signs of zeros are those of IEEE 754", () => {
  const rows: readonly [text: string, columns: Record<string, number>, value: number][] = [
    ["1/x - 1/x", { x: 0 }, NaN],
    ["x - y", { x: Infinity, y: Infinity }, NaN],
    ["polygamma(x + y, 1) - polygamma(x, 1)", { x: -1, y: 5e-324 }, -Infinity],
    ["digamma(x + 1) * 2", { x: -1e100 }, NaN],
    ["(-1)^y", { y: 1e308 }, 1],
    ["x^y", { x: 1.5, y: 1e308 }, Infinity],
    ["x^y", { x: 0.5, y: 1e308 }, 0],
    ["x - x^i0(y)", { x: 3, y: 0 }, 0],
    ["x + y", { x: -0, y: -0 }, -0],
    ["x + 0", { x: -0 }, 0],
    ["-(x - y)", { x: 2, y: 2 }, -0],
  ];
  for (const [text, columns, value] of rows) {
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
