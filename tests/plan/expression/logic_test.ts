import { assertEquals, assertThrows } from "@std/assert";
import { expression } from "../../../plan/expression/expression.ts";

const A = new Float64Array([0, 0, 0, 2, 2, 2, NaN, NaN, NaN]);
const B = new Float64Array([0, 3, NaN, 0, 3, NaN, 0, 3, NaN]);

Deno.test("and, or and not take NaN for unknown", () => {
  const columns = { a: A, b: B };
  assertEquals(
    expression("a and b")(columns),
    new Float64Array([0, 0, 0, 0, 1, NaN, 0, NaN, NaN]),
  );
  assertEquals(
    expression("a or b")(columns),
    new Float64Array([0, 1, NaN, 1, 1, 1, NaN, 1, NaN]),
  );
  assertEquals(expression("not a")(columns), new Float64Array([1, 1, 1, 0, 0, 0, NaN, NaN, NaN]));
  assertEquals(expression("isnull(a)")(columns), new Float64Array(9));
});

Deno.test("not binds tighter than and, and that tighter than or", () => {
  const same: [string, string][] = [
    ["a or b and c", "a or (b and c)"],
    ["not a and b", "(not a) and b"],
    ["not a == b", "not (a == b)"],
    ["a < b and b < c", "(a < b) and (b < c)"],
    ["not not a", "not (not a)"],
    ["not -a", "not (-a)"],
    ["a + 1 > b or c", "((a + 1) > b) or c"],
  ];
  const list = [0, 1, 2, NaN];
  for (const [text, meant] of same) {
    for (const a of list) {
      for (const b of list) {
        for (const c of list) {
          const at = { a, b, c } as Record<string, number>;
          const [found, expected] = [text, meant].map((text) => {
            const parsed = expression(text) as unknown as {
              (columns: Record<string, number>): number;
              inputs: string[];
            };
            return parsed(Object.fromEntries(parsed.inputs.map((name) => [name, at[name]])));
          });
          assertEquals(found, expected, `${text} at ${a}, ${b}, ${c}`);
        }
      }
    }
  }
});

Deno.test("conditions have no slope, and decide right where digits cancel", () => {
  assertEquals(expression("grad(if(x > 1 and not x > 3, x ^ 2, x), x)")({ x: 2 }), 4);
  assertEquals(expression("grad(x and x, x)")({ x: 2 }), 0);
  // 1e16 + 1 is no float64, and the product of both conditions is decided by that 1.
  assertEquals(expression("x + 1 > x and lgamma(x + 1) > lgamma(x)")({ x: 1e16 }), 1);
  assertEquals(expression("x + 1 - x - 1 or 0")({ x: 1e16 }), 0);
});

Deno.test("a program has no texts to compare", () => {
  assertThrows(
    () => expression("site == 'north'"),
    SyntaxError,
    "Text can only be compared with a column of a table",
  );
});
