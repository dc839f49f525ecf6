import { assertEquals } from "@std/assert";
import { parseAssignment } from "../../../plan/expression/parse_assignment.ts";
import { transform } from "../../../support/transform_csv.ts";

Deno.test("a column may be replaced by a function of another one", async () => {
  const cases: [string[], string][] = [
    [["y = lgamma(x)"], 'x,y,z\n3,0.6931471805599453,"9"\n,,\n4,1.791759469228055,6\n'],
    [["z = lgamma(x)"], "x,y,z\n3,a,0.6931471805599453\n,,\n4,5,1.791759469228055\n"],
    [["x = lgamma(z)"], 'x,y,z\n10.60460290274525,a,"9"\n,,\n4.787491742782046,5,6\n'],
    [
      ["y = lgamma(x)", "x = lgamma(z)"],
      'x,y,z\n10.60460290274525,0.6931471805599453,"9"\n,,\n4.787491742782046,1.791759469228055,6\n',
    ],
  ];
  for (const [texts, expected] of cases) {
    const assignments = texts.map((text) => parseAssignment(text));
    const work = { kind: "map", assignments, replace: true, only: false } as const;
    const { text, error } = await transform('x,y,z\n3,a,"9"\n,,\n4,5,6\n', { work });
    assertEquals([error, text], [undefined, expected], texts.join());
  }
});
