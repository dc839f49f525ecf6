import { assertEquals, assertThrows } from "@std/assert";
import { parseLiteral } from "../../../formats/npy/literal.ts";

const ORIGIN = { name: "x.npy", offset: 10 };

Deno.test("Python literals are read as Python reads them", () => {
  const tuple = (...items: number[]) => ({ kind: "tuple", items });
  const cases: [string, unknown][] = [
    ["'<f8'", "<f8"],
    [`"<f8"`, "<f8"],
    ["u'<f8'", "<f8"],
    ["b'<f8'", "<f8"],
    [`'a"b'`, `a"b`],
    ["'it\\'s'", "it\\'s"],
    ["True", true],
    ["False", false],
    ["None", null],
    [" \t\n 12 ", 12],
    ["-3", -3],
    ["12L", 12],
    ["()", tuple()],
    ["(3,)", tuple(3)],
    ["(3L, 4L)", tuple(3, 4)],
    ["( 2 ,3 , )", tuple(2, 3)],
    ["(3)", 3],
    ["[1, 2]", { kind: "list", items: [1, 2] }],
    ["[('x', '<f8')]", {
      kind: "list",
      items: [{ kind: "tuple", items: ["x", "<f8"] }],
    }],
    ["{}", { kind: "dict", entries: new Map() }],
    ["{'a':1, 'b' : ()}", {
      kind: "dict",
      entries: new Map<string, unknown>([
        ["a", { value: 1, at: 15 }],
        ["b", { value: tuple(), at: 24 }],
      ]),
    }],
  ];
  for (const [text, expected] of cases) {
    assertEquals(parseLiteral(text, ORIGIN) as unknown, expected, text);
  }
});

Deno.test("a malformed literal is refused with byte, expectation and text", () => {
  const cases: [string, string][] = [
    ["", "byte 10: expected a Python value, got the end of the header"],
    ["{'a' 1}", `byte 15: expected ':' after the key 'a', got "1}"`],
    ["{'a': 1 'b': 2}", `byte 18: expected ',' or '}', got "'b': 2}"`],
    ["{'a': 1", "byte 17: expected ',' or '}', got the end of the header"],
    ["{1: 2}", `byte 11: expected a string in quotes, got "1: 2}"`],
    ["{'a': 1} x", `byte 19: expected the end of the header, got "x"`],
    ["'abc", `byte 10: expected a string in quotes, got "'abc"`],
    ["(1, 2", "byte 15: expected ',' or ')', got the end of the header"],
    ["(1,,2)", `byte 13: expected a Python value, got ",2)"`],
    ["(,)", `byte 11: expected a Python value, got ",)"`],
    ["1.5", `byte 10: expected an integer, got "1.5"`],
    ["12x", `byte 10: expected an integer, got "12x"`],
    ["Truer", `byte 10: expected a Python value, got "Truer"`],
    [
      "__import__('os')",
      `byte 10: expected a Python value, got "__import__('"`,
    ],
    ["[".repeat(1e6), `byte 43: expected less nesting, got "[[[[[[[[[[[["`],
  ];
  for (const [text, message] of cases) {
    assertThrows(
      () => parseLiteral(text, ORIGIN),
      SyntaxError,
      `Cannot read x.npy: npy header, ${message}`,
      text.slice(0, 40),
    );
  }
});
