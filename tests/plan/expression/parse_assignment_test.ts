import { assertEquals, assertThrows } from "@std/assert";
import { parseAssignment } from "../../../plan/expression/parse_assignment.ts";
import { UsageError } from "../../../plan/usage_error.ts";

Deno.test("an expression is a function of a column, its gradient, or a column", () => {
  const cases: [string, string, string, string?, number?, boolean?][] = [
    ["y = lgamma(x)", "y", "x", "lgamma", undefined, false],
    ["y=polygamma(x,2)", "y", "x", "polygamma", 2, false],
    [" y = grad( i0e ( x ) ) ", "y", "x", "i0e", undefined, true],
    ["g=grad(multigammaln(x, 3))", "g", "x", "multigammaln", 3, true],
    ["y = x", "y", "x"],
    ["y = lgamma", "y", "lgamma"],
    ["grad = grad", "grad", "grad"],
    ['"the y" = lgamma("a ""b"" (c")', "the y", 'a "b" (c', "lgamma", undefined, false],
    ["`a``b` = lgamma(`2`)", "a`b", "2", "lgamma", undefined, false],
    ["größe = lgamma(größe.x_1)", "größe", "größe.x_1", "lgamma", undefined, false],
    ["y = polygamma(x, 1e2)", "y", "x", "polygamma", 100, false],
  ];
  for (const [text, name, column, spec, parameter, gradient] of cases) {
    const parsed = parseAssignment(text);
    const { call } = parsed;
    assertEquals([parsed.name, parsed.column.name], [name, column], text);
    const expected = [spec, parameter, gradient];
    assertEquals([call?.spec.name, call?.parameter, call?.gradient], expected, text);
  }
});

Deno.test("an error points at the place", () => {
  const cases: [string, string, string][] = [
    ["y = lgama(x)", "Unknown function lgama, did you mean lgamma?", "    ^^^^^"],
    ["y = grad(sin(x))", "Unknown function sin", "         ^^^"],
    ["y = lgamma(x", "Expected ) to end lgamma(, got the end", "            ^"],
    ["y = lgamma()", "Expected a column, as in lgamma(x), got )", "           ^"],
    ["y = lgamma(2)", "a name that begins with a digit is quoted, got 2", "           ^"],
    ["y = lgamma(x, 2)", "lgamma takes a column and nothing else: lgamma(x)", "            ^"],
    ["y = polygamma(x)", "polygamma needs n, an integer >= 0: polygamma(x, 2)", "               ^"],
    [
      "y = polygamma(x, -1)",
      "n of polygamma(x, n) must be an integer >= 0, got -1",
      "                 ^^",
    ],
    ["y = polygamma(x, 1.5)", "must be an integer >= 0, got 1.5", "                 ^^^"],
    ["y = polygamma(x, n)", "Expected n of polygamma(x, n), a number, got n", "                 ^"],
    [
      "y = lgamma(digamma(x))",
      "A function takes a column, not another function",
      "           ^^^^^^^",
    ],
    ["y = grad(x)", "Expected ( after x: the gradient of a function", "          ^"],
    ["y = grad(i0(x)", "Expected ) to end grad(, got the end", "              ^"],
    [
      "y = grad(grad(i0(x)))",
      "grad takes a function, as in grad(lgamma(x)), not another grad",
      "         ^^^^",
    ],
    ["y = gard(i0(x))", "Unknown function gard, did you mean grad?", "    ^^^^"],
    ["y = lgamma(🎉)", 'a name that is no plain word is quoted, "a b", got 🎉', "           ^"],
    ["y = x + 1", "Expected the end of the expression, got +", "      ^"],
    ["y = ", "Expected a function or a column, got the end", "    ^"],
    ["= x", "Expected a name for the result, got =", "^"],
    ["2y = x", "Expected a name for the result; a name that begins with a digit is quoted", "^^"],
    ["dir/a=b.npy", "Expected = after the name dir, got /", "   ^"],
    ['y = "x', 'A name in quotes does not end: " is missing', "    ^^"],
    ["𝒚 = lgama(x)", "Unknown function lgama", "    ^^^^^"],
  ];
  for (const [text, message, mark] of cases) {
    const error = assertThrows(() => parseAssignment(text), UsageError, message);
    assertEquals(error.details, [`  ${text}`, `  ${mark}`]);
  }
});
