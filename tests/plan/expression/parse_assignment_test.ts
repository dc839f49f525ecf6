import { assert, assertEquals, assertThrows } from "@std/assert";
import { findPlainCall } from "../../../plan/expression/plain_call.ts";
import { parseAssignment } from "../../../plan/expression/parse_assignment.ts";
import type { Syntax } from "../../../plan/expression/syntax.ts";
import { UsageError } from "../../../plan/usage_error.ts";

/** Writes an expression with all its parentheses. */
function show(syntax: Syntax): string {
  switch (syntax.kind) {
    case "number":
      return String(syntax.value);
    case "text":
      return `'${syntax.text}'`;
    case "name":
      return syntax.quoted ? `"${syntax.name}"` : syntax.name;
    case "column":
      return `$${syntax.number}`;
    case "negation":
      return `(-${show(syntax.operand)})`;
    case "binary":
      return `(${show(syntax.left)} ${syntax.operator} ${show(syntax.right)})`;
    case "call":
      return `${syntax.name}(${syntax.args.map(show).join(", ")})`;
  }
}

Deno.test("one function of one column is known by its kernel", () => {
  const cases: [string, string, string, string?, number?, boolean?][] = [
    ["y = lgamma(x)", "y", "x", "lgamma", undefined, false],
    ["y=polygamma(x,2)", "y", "x", "polygamma", 2, false],
    [" y = grad( i0e ( x ) ) ", "y", "x", "i0e", undefined, true],
    ["y = grad(i0e(x), x)", "y", "x", "i0e", undefined, true],
    ["g=grad(multigammaln(x, 3))", "g", "x", "multigammaln", 3, true],
    ['"the y" = lgamma("a ""b"" (c")', "the y", 'a "b" (c', "lgamma", undefined, false],
    ["`a``b` = lgamma(`2`)", "a`b", "2", "lgamma", undefined, false],
    ["größe = lgamma(größe.x_1)", "größe", "größe.x_1", "lgamma", undefined, false],
    ["y = polygamma(x, 1e2)", "y", "x", "polygamma", 100, false],
    ["y = grad(i0e($2), $2)", "y", "$2", "i0e", undefined, true],
  ];
  for (const [text, name, column, spec, parameter, gradient] of cases) {
    const parsed = parseAssignment(text);
    const call = findPlainCall(parsed.value);
    const shown = call && show(call.column).replace(/^"(.*)"$/s, "$1");
    assertEquals([parsed.name, shown], [name, column], text);
    const expected = [spec, parameter, gradient];
    assertEquals([call?.spec.name, call?.parameter, call?.gradient], expected, text);
  }
  for (const text of ["y = lgamma(x + 1)", "y = x", "y = polygamma(x, n)", "y = grad(i0(x), n)"]) {
    assertEquals(findPlainCall(parseAssignment(text).value), undefined, text);
  }
});

Deno.test("operators bind as in mathematics", () => {
  const cases: [string, string][] = [
    ["y = x", "x"],
    ["y = lgamma", "lgamma"],
    ["grad = grad", "grad"],
    ["y = a + b * c", "(a + (b * c))"],
    ["y = a - b - c", "((a - b) - c)"],
    ["y = a / b / c", "((a / b) / c)"],
    ["y = a ^ b ^ c", "(a ^ (b ^ c))"],
    ["y = -a ^ 2", "(-(a ^ 2))"],
    ["y = a ^ -b", "(a ^ (-b))"],
    ["y = -a * b", "((-a) * b)"],
    ["y = 2 ^ -a * b", "((2 ^ (-a)) * b)"],
    ["y = a - -b", "(a - (-b))"],
    ["y = +a + 1", "(a + 1)"],
    ["y = (a + b) * c", "((a + b) * c)"],
    ["y = a < b + 1", "(a < (b + 1))"],
    ["y = if(a >= 0, 1e-3, .5)", "if((a >= 0), 0.001, 0.5)"],
    ["y = n-1", "(n - 1)"],
    ["y = 2e-3-1", "(0.002 - 1)"],
    ['y = "a b" != `c`', '("a b" != "c")'],
    ["y = grad(grad(x * y, x), y)", "grad(grad((x * y), x), y)"],
    ["let y = x", "x"],
    ["let = x", "x"],
  ];
  for (const [text, expected] of cases) assertEquals(show(parseAssignment(text).value), expected);
  assertEquals(parseAssignment("let y = x").hidden, true);
  assertEquals(parseAssignment("let = x").hidden, false);
});

Deno.test("an error points at the place", () => {
  const cases: [string, string, string][] = [
    ["y = lgama(x)", "Unknown function lgama, did you mean lgamma?", "    ^^^^^"],
    ["y = grad(foo(x))", "Unknown function foo", "         ^^^"],
    ["y = gamma(x)", "Unknown function gamma: write exp(lgamma(x))", "    ^^^^^"],
    ["y = lgamma(x", "Expected ) to close lgamma(, got the end", "            ^"],
    ["y = lgamma()", "lgamma takes 1 argument, got 0: lgamma(x)", "    ^^^^^^^^"],
    [
      "y = lgamma(2x)",
      "2x is not a number; names that start with a digit must be quoted",
      "           ^^",
    ],
    ["y = lgamma(x, 2)", "lgamma takes 1 argument, got 2: lgamma(x)", "    ^^^^^^^^^^^^"],
    ["y = polygamma(x)", "polygamma takes 2 arguments, got 1: polygamma(x, n)", "    ^^^^^^^^^^^^"],
    ["y = grad()", "grad takes 1 or 2 arguments, got 0: grad(EXPR, x)", "    ^^^^^^"],
    ["y = grad(i0(x)", "Expected ) to close grad(, got the end", "              ^"],
    ["y = gard(i0(x))", "Unknown function gard, did you mean grad?", "    ^^^^"],
    ["y = lgamma(🎉)", 'other names must be quoted, as in "a b", got 🎉', "           ^"],
    ["y = x 1", "Expected an operator or the end of the expression, got 1", "      ^"],
    ["y = x +", "Expected a number, a column or a function, got the end", "       ^"],
    ["y = a < b < c", "Comparisons cannot be chained", "          ^"],
    ["y = (x", "Expected ) to close (, got the end", "      ^"],
    ["y = ", "Expected a number, a column or a function, got the end", "    ^"],
    ["= x", "Expected a name for the result, got =", "^"],
    [
      "2y = x",
      "Expected a name for the result; names that start with a digit must be quoted",
      "^^",
    ],
    ["y = a % b", "write x - y * floor(x / y) for the remainder", "      ^"],
    ["dir/a=b.npy", "Expected = after the name dir, got /", "   ^"],
    ['y = "x', 'Missing closing " of this name', "    ^^"],
    ["𝒚 = lgama(x)", "Unknown function lgama", "    ^^^^^"],
  ];
  for (const [text, message, mark] of cases) {
    const error = assertThrows(() => parseAssignment(text), UsageError, message);
    assertEquals(error.details, [`  ${text}`, `  ${mark}`]);
    assert(!error.message.includes("write =="), error.message);
  }
});

Deno.test("an expression that is nested too deeply is refused, not a crash", () => {
  const deep = `y = ${"(".repeat(1e5)}x${")".repeat(1e5)}`;
  assertThrows(
    () => parseAssignment(deep),
    UsageError,
    "at most 200 levels of parentheses and calls",
  );
});
