import { assertEquals } from "@std/assert";
import { lgammaOf, transform, type TransformOptions } from "../../../support/transform_csv.ts";

const LGAMMA_HALF = "0.5723649429247001";

const CASES: readonly (readonly [string, string, TransformOptions, string])[] = [
  [
    "a delimiter of its own",
    "id;x\n1;0.5\n",
    { csv: { delimiter: ";" } },
    `id;x;x_lgamma\n1;0.5;${LGAMMA_HALF}\n`,
  ],
  [
    "a decimal comma, read and written",
    "id;x\n1;0,5\n",
    { csv: { delimiter: ";", decimal: "," } },
    `id;x;x_lgamma\n1;0,5;${LGAMMA_HALF.replace(".", ",")}\n`,
  ],
  [
    "no header",
    "1,0.5\n2,\n",
    { csv: { header: false }, work: lgammaOf("2") },
    `1,0.5,${LGAMMA_HALF}\n2,,\n`,
  ],
  [
    "a text for null, and one that is written for it",
    "id,x\n1,NA\n2,\n3,0.5\n4,-999\n",
    { csv: { nullValues: ["NA"], toNull: "NA" }, work: lgammaOf("x", { results: "gradient" }) },
    "id,x,x_lgamma_grad\n1,NA,NA\n2,,NA\n3,0.5,-1.9635100260214235\n4,-999,NaN\n",
  ],
  [
    "a number for none",
    "x\n-999\n0.5\n",
    { csv: { nullValues: ["-999"] } },
    `x,x_lgamma\n-999,\n0.5,${LGAMMA_HALF}\n`,
  ],
  [
    "several texts for null, with blanks around them",
    'id,x\n1,NA\n2, NULL \n3,0.5\n4,"-"\n5,\n6,-.5\n',
    { csv: { nullValues: ["NA", "NULL", "-"] } },
    `id,x,x_lgamma\n1,NA,\n2, NULL ,\n3,0.5,${LGAMMA_HALF}\n4,"-",\n5,,\n6,-.5,1.2655121234846454\n`,
  ],
  [
    "nulls in the place of their column are empty cells",
    "id,x\n1,NA\n2,\n3,0.5\n",
    { csv: { nullValues: ["NA"] }, work: lgammaOf("x", { replace: true }) },
    `id,x\n1,\n2,\n3,${LGAMMA_HALF}\n`,
  ],
  [
    "nulls in the place of their column, as the user says",
    "id,x\n1,NA\n2,\n3,0.5\n",
    { csv: { nullValues: ["NA"], toNull: "-" }, work: lgammaOf("x", { replace: true }) },
    `id,x\n1,-\n2,-\n3,${LGAMMA_HALF}\n`,
  ],
  [
    "lines that are skipped and comments pass as they are, whatever quotes are in them",
    '"title\n,,\n# a "b\n\nid,x\n#,"\n1,0.5\n' +
    '"#",0.5\n# it\'s "so\r\n"2\n#",0.5\n#',
    { csv: { skip: 2, comment: "#" } },
    '"title\n,,\n# a "b\n\nid,x,x_lgamma\n#,"\n' + `1,0.5,${LGAMMA_HALF}\n` +
    `"#",0.5,${LGAMMA_HALF}\n` + '# it\'s "so\r\n"2\n#",0.5,' + `${LGAMMA_HALF}\n#`,
  ],
  [
    "another delimiter for what is written",
    'id,x\na;b,0.5\n"c",\n',
    { csv: { toDelimiter: ";" } },
    `id;x;x_lgamma\n"a;b";0.5;${LGAMMA_HALF}\n"c";;\n`,
  ],
  [
    "cells that are no numbers as none",
    "id,x\n1,n/a\n2,0.5\n",
    { csv: { onInvalid: "null" } },
    `id,x,x_lgamma\n1,n/a,\n2,0.5,${LGAMMA_HALF}\n`,
  ],
  [
    "cells that are no numbers as none, in their place",
    "id,x,y\n1,n/a,a\n2,,b\n",
    { csv: { onInvalid: "null" }, work: lgammaOf("x", { replace: true }) },
    "id,x,y\n1,,a\n2,,b\n",
  ],
  [
    "cells that are no numbers as NaN",
    "id,x\n1,n/a\n",
    { csv: { onInvalid: "nan" } },
    "id,x,x_lgamma\n1,n/a,NaN\n",
  ],
  [
    "none alone in a record, which is not a blank line",
    "id,x\n1,\n2,0.5\n\n",
    { work: lgammaOf("x", { only: true }) },
    `x_lgamma\n""\n${LGAMMA_HALF}\n\n`,
  ],
  [
    "infinities and NaN in the usual spellings",
    "x\ninf\n-Infinity\nNaN\n+INF\n0\n",
    {},
    "x,x_lgamma\ninf,inf\n-Infinity,inf\nNaN,NaN\n+INF,inf\n0,inf\n",
  ],
  [
    "float32 with its own fewest digits",
    "x\n0.1\n16777217\n",
    { dtype: "float32" },
    "x,x_lgamma\n0.1,2.2527127\n16777217,262320690\n",
  ],
  [
    "gradients times a column",
    "x,w\n0.5,2\n2.5,\n,3\n",
    { work: lgammaOf("x", { results: "value and gradient", upstream: "w" }) },
    `x,w,x_lgamma,x_lgamma_grad\n0.5,2,${LGAMMA_HALF},-3.927020052042847\n` +
    "2.5,,0.2846828704729192,\n,3,,\n",
  ],
  [
    "names that need quotes",
    '"a ""b""","c,d"\n0.5,2.5\n',
    { work: lgammaOf('"c,d",1') },
    '"a ""b""","c,d","c,d_lgamma","a ""b""_lgamma"\n' +
    `0.5,2.5,0.2846828704729192,${LGAMMA_HALF}\n`,
  ],
  [
    "a replaced column under a new name",
    "id,x,y\r\n1,0.5,z\r\n",
    { work: lgammaOf("x", { replace: true, template: "{function}, new" }) },
    `id,"lgamma, new",y\r\n1,${LGAMMA_HALF},z\r\n`,
  ],
  [
    "chosen columns, in their order",
    'id,name,x\n1,"a,b",2\n',
    { work: { kind: "convert", columns: "x,name" } },
    'x,name\n2,"a,b"\n',
  ],
];

for (const [name, text, options, expected] of CASES) {
  Deno.test(`CSV: ${name}`, async () => {
    const { text: actual, error } = await transform(text, options);
    assertEquals([actual, error], [expected, undefined]);
  });
}

Deno.test("CSV: what is outside a domain is counted, whatever the chunks", async () => {
  const text = "x\n" + "-1.5\n3\nnan\n".repeat(3000);
  const spec = { name: "multigammaln", parameter: 3 };
  const { registry } = await import("../../../functions/registry.ts");
  const work = lgammaOf("x", {
    spec: registry.find(({ name }) => name === spec.name)!,
    parameter: spec.parameter,
  });
  for (const chunkSize of [100, 10_000, 2 ** 20]) {
    const { warnings } = await transform(text, { work, chunkSize, jobs: 2 });
    assertEquals(warnings!.filter((warning) => warning !== undefined), [
      "NaN was written where a value is outside the domain: 3000 in x_multigammaln3; " +
      "--strict makes that an error",
    ]);
  }
});
