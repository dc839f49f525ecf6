import { assertEquals, assertThrows } from "@std/assert";
import { Graph, type Node } from "../../../plan/expression/graph.ts";
import { ExpressionParser } from "../../../plan/expression/parse_expression.ts";
import { Resolver } from "../../../plan/expression/resolve.ts";
import { expression } from "../../../plan/expression/expression.ts";
import { UsageError } from "../../../plan/usage_error.ts";

const COLUMNS = ["x", "y", "n", "pi"];

function resolve(text: string, graph = new Graph()): Node {
  const { value } = new ExpressionParser(text).program();
  return new Resolver(text, graph, {
    find: (name) => COLUMNS.includes(name) ? COLUMNS.indexOf(name) : undefined,
    findNumber: (number) => number - 1,
    earlier: new Map(),
    unknown: (name) => new UsageError(`Unknown column ${name}`),
  }).resolve(value);
}

function show({ operation, args, value }: Node): string {
  if (operation === "number") return String(value);
  if (operation === "column") return COLUMNS[value];
  return `${operation}(${args.map(show).join(" ")})`;
}

Deno.test("a column by its number is the same node as by its name", () => {
  assertEquals(show(resolve("grad($1 ^ 2, x)")), show(resolve("grad(x ^ 2, $1)")));
});

Deno.test("derivatives are worked out and simplified", () => {
  const cases: [string, string][] = [
    ["grad(x + 1)", "1"],
    ["grad(y, x)", "0"],
    ["grad(x * y, x)", "y"],
    ["grad(x ^ 2)", "mul(x 2)"],
    ["grad(x ^ 3 , x)", "add(mul(x x) mul(x mul(x 2)))"],
    ["grad(x / y, x)", "div(1 y)"],
    ["grad(lgamma(x))", "digamma(x)"],
    ["grad(lgamma(x + y), x)", "digamma(add(x y))"],
    ["grad(grad(lgamma(x)))", "polygamma(x 1)"],
    ["grad(polygamma(x, 2))", "polygamma(x 3)"],
    [
      "grad(polygamma(x, n), x)",
      "if(lt(9007199254740991 n) NaN if(lt(n 0) NaN polygamma(x add(n 1))))",
    ],
    ["grad(i0(x))", "i1(x 0)"],
    ["grad(grad(i0(x)))", "i1(x 1)"],
    ["grad(i0e(x))", "i0e(x 1)"],
    ["grad(multigammaln(x, 2))", "if(lt(x 0.5) NaN add(digamma(x) digamma(sub(x 0.5))))"],
    ["grad(multigammaln(x, n), x)", "if(lt(9007199254740991 n) NaN multigammalnGrad(x n 1))"],
    ["grad(if(x < y, x, nan), x)", "if(lt(x y) 1 NaN)"],
    ["grad(multigammaln(x, 1))", "if(lt(x 0) NaN digamma(x))"],
    ["grad(log(x))", "div(1 x)"],
    ["grad(y * log(x), x)", "div(y x)"],
    ["y * log(1 - x)", "mul(y log(sub(1 x)))"],
    ["grad(y * log1p(-x), x)", "neg(div(y sub(1 x)))"],
    ["x / 4", "mul(x 0.25)"],
    ["(x + y) / -2", "mul(add(x y) -0.5)"],
    ["x / 3", "div(x 3)"],
    ["grad(log(i0(x)))", "div(i1e(x 0) i0e(x 0))"],
    ["i1(x) / i0(y)", "div(i1(x 0) i0(y 0))"],
    ["grad(exp(-x))", "neg(exp(neg(x)))"],
    ["grad(if(x < y, x, y), x)", "if(lt(x y) 1 0)"],
    ["grad(min(x, y), y)", "if(le(x y) 0 1)"],
    ["grad(abs(x))", "sub(lt(0 x) lt(x 0))"],
    ["grad(x < y, x)", "0"],
    ["gammaln(x)", "lgamma(x)"],
    ["trigamma(x)", "polygamma(x 1)"],
    ["x + y - (y + x)", "sub(add(x y) add(x y))"],
    ["2 * 3 + 1", "7"],
    ["1 / 3", "div(1 3)"],
    ["x * 0", "mul(x 0)"],
    ['"pi" + 1', "add(pi 1)"],
  ];
  for (const [text, expected] of cases) {
    assertEquals(show(resolve(text)), expected, text);
  }
});

Deno.test("a power has its slope at 0 and infinity, also where it is a divisor", () => {
  const cases: [text: string, ...slopes: number[]][] = [
    ["1 / x", -Infinity, -Infinity, -0, -0],
    ["x ^ -2", -Infinity, Infinity, -0, 0],
    ["2.5 / x ^ 3", -Infinity, -Infinity, -0, -0],
    ["-1 / x ^ 4", Infinity, -Infinity, 0, -0],
    ["1 / (x * x * x * x)", -Infinity, Infinity, -0, 0],
    ["1 / (2 * x) ^ 5", -Infinity, -Infinity, -0, -0],
    ["1 / x ^ 7", -Infinity, -Infinity, -0, -0],
    ["grad(x ^ -2)", Infinity, Infinity, 0, 0],
    ["grad(1 / x)", Infinity, -Infinity, 0, -0],
  ];
  const x = [0, -0, Infinity, -Infinity];
  for (const [text, ...slopes] of cases) {
    const slope = expression<string, "x">(`grad(${text})`);
    assertEquals(slope({ x }), new Float64Array(slopes), text);
  }
});

Deno.test("the variable may be a power, also where it is 0 or infinite", () => {
  const cases: [text: string, ...slopes: number[]][] = [
    ["let u = x * x; grad(1 / u ^ 2, u)", -Infinity, -Infinity, -0, -0, -(2 ** -5)],
    ["let u = x ^ 5; grad(3 / u, u)", -Infinity, -Infinity, -0, -0, -3 * 2 ** -10],
    ["let u = x ^ 5; grad(1 / u ^ 2, u)", -Infinity, Infinity, -0, 0, -(2 ** -14)],
  ];
  const x = [0, -0, Infinity, -Infinity, 2];
  for (const [text, ...slopes] of cases) {
    assertEquals(expression<string, "x">(text)({ x }), new Float64Array(slopes), text);
  }
});

Deno.test("derivatives find a name where the value is simplified", () => {
  const cases: [text: string, slope: number][] = [
    ["let u = 1 / x; grad(u * y, u)", 3],
    ["let u = -x; grad(u * u, u)", -4],
    ["let u = -x; grad(y + u, u)", 1],
    ["let u = -x; grad(y / u, u)", -0.75],
    ["let u = -x; grad(grad(abs(u ^ 3), u), u)", 12],
    ["let u = -x; grad(u * u, x)", 4],
    ["let u = i0(x); grad(u / i0(x), u) * i0(x)", 1],
    ["let u = x * x; let v = -u; grad(v ^ 2 + u, u)", 9],
    // Other names of columns are the columns.
    ["let u = x; grad(x * u, u)", 4],
  ];
  for (const [text, slope] of cases) {
    assertEquals(expression<string, "x" | "y">(text)({ x: 2, y: 3 }), slope, text);
  }
  const both = expression<Record<string, string>, "x" | "y">({ u: "1 / x", d: "grad(u * y, u)" });
  assertEquals(both({ x: 2, y: 3 }), { u: 0.5, d: 3 });
});

Deno.test("equal parts are one node", () => {
  const graph = new Graph();
  assertEquals(resolve("lgamma(x + y)", graph), resolve("lgamma(y + x)", graph));
  const count = graph.nodes.length;
  resolve("lgamma(x + y) * 1 - 0", graph);
  assertEquals(graph.nodes.length, count + 2);
});

Deno.test("what has no derivative or no one meaning is refused", () => {
  const cases: [string, string][] = [
    ["grad(polygamma(x, n), n)", "polygamma has no derivative in its order n"],
    ["grad(multigammaln(x, n), n)", "multigammaln has no derivative in its dimension p"],
    ["grad(grad(polygamma(x, n), x), n)", "polygamma has no derivative in its order n"],
    ["grad(grad(multigammaln(x, n), x), n)", "multigammaln has no derivative in its dimension p"],
    ["grad(x * y)", "The expression has several columns"],
    ["grad(2)", "The expression has no column to differentiate with respect to"],
    ["grad(x, x + 1)", "The second argument of grad is a column, a parameter or an earlier name"],
    ["pi * 2", 'pi is both a column and a number; write "pi" in quotes for the column'],
    ["polygamma(x, -1)", "n of polygamma(x, n) must be an integer >= 0, got -1"],
    ["polygamma(x, 1.5)", "must be an integer >= 0, got 1.5"],
    ["z", "Unknown column z"],
  ];
  for (const [text, message] of cases) assertThrows(() => resolve(text), UsageError, message);
});
