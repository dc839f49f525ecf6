import { assertEquals, assertThrows } from "@std/assert";
import { checkTemplate, formatName } from "../../../plan/columns/result_names.ts";
import { UsageError } from "../../../plan/usage_error.ts";

Deno.test("a template gives the names of results", () => {
  const parts = { column: "x", index: 1, function: "polygamma2", parameter: 2 };
  const cases: [string, string][] = [
    ["{column}_{function}", "x_polygamma2"],
    ["psi{parameter}({column})", "psi2(x)"],
    ["y", "y"],
    ["{{{column}}}", "{x}"],
    ["{{column}}", "{column}"],
  ];
  for (const [template, expected] of cases) {
    checkTemplate(template, parts);
    assertEquals(formatName(template, parts), expected);
  }
  // What comes from the data is not looked at again.
  assertEquals(formatName("{column}", { ...parts, column: "{function}$&" }), "{function}$&");
});

Deno.test("a template that cannot be meant is wrong usage", () => {
  const cases: [string, number | undefined, string][] = [
    [
      "{colum}",
      2,
      "Option --as accepts {column}, {function}, {index}, {parameter}, got {colum}, did you mean",
    ],
    [
      "{parameter}",
      undefined,
      "Option --as accepts {column}, {function}, {index}, got {parameter}",
    ],
    ["{column", 2, "unmatched { in {column; write {{ for a literal brace"],
    ["x}", 2, "unmatched }"],
  ];
  for (const [template, parameter, message] of cases) {
    assertThrows(() => checkTemplate(template, { parameter }), UsageError, message);
  }
});
