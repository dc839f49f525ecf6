import { assertEquals } from "@std/assert";
import { registry } from "../../../functions/registry.ts";
import { Workdir } from "../../workdir.ts";
import { lgammaOf, transform, type TransformOptions } from "../../../support/transform_csv.ts";

const MULTIGAMMALN = lgammaOf("x", {
  spec: registry.find(({ name }) => name === "multigammaln")!,
  parameter: 3,
});

// Text, options, what is written before the error, and the error.
const CASES: readonly (readonly [string, TransformOptions, string, string])[] = [
  [
    "id,x\n1,0\n2,abc\n",
    {},
    "id,x,x_lgamma\n1,0,inf\n",
    'in.csv:3:3: "abc" in column x is not a number; if it means null, use --null-value abc; ' +
    "--on-invalid null or nan accepts all such cells",
  ],
  [
    "x;y\n1;2\n",
    { work: lgammaOf("1") },
    "x;y,x;y_lgamma\n",
    `in.csv:2:1: "1;2" in column x;y is not a number; if ; is the delimiter, use -d ';'; ` +
    "if it means null, use --null-value '1;2'; --on-invalid null or nan accepts all such cells",
  ],
  [
    'größe,x\n"ä\nö",1\n"日\n本","1,5"\n',
    {},
    'größe,x,x_lgamma\n"ä\nö",1,0\n',
    'in.csv:5:4: "1,5" in column x is not a number; if its comma is the decimal point, use ' +
    "--decimal ,; --on-invalid null or nan accepts all such cells",
  ],
  [
    "id,x\n1,2\n\n3\n",
    {},
    "id,x,x_lgamma\n1,2,0\n\n",
    'in.csv:4:1: the record has 1 cell, but the header has 2: "3"; the line may be ' +
    "truncated, or lack a delimiter",
  ],
  [
    "1,2\n1,2,3\n",
    { csv: { header: false }, work: lgammaOf("1") },
    "1,2,0\n",
    'in.csv:2:1: the record has 3 cells, but the first line has 2: "1,2,3"; cells that ' +
    "contain the delimiter must be quoted",
  ],
  [
    'id,x\n1,2\n2,"3\n4,5\n',
    {},
    "id,x,x_lgamma\n1,2,0\n",
    'in.csv:3:3: missing closing quote: "\\"3"; close it, double quotes that ' +
    "are part of the text, or use --quote none if quotes have no meaning",
  ],
  [
    'id,x\n1,2\n2,"3',
    {},
    "id,x,x_lgamma\n1,2,0\n",
    'in.csv:3:3: missing closing quote: "\\"3"; close it, double quotes that ' +
    "are part of the text, or use --quote none if quotes have no meaning",
  ],
  [
    '\n"the\nid",x,"y\n1,2,3\n4,5,6\n',
    {},
    "",
    'in.csv:3:7: missing closing quote: "\\"y"; close it, double quotes that ' +
    "are part of the text, or use --quote none if quotes have no meaning",
  ],
  [
    '1,"2\n3,4\n',
    { csv: { header: false }, work: lgammaOf("1") },
    "",
    'in.csv:1:3: missing closing quote: "\\"2"; close it, double quotes that ' +
    "are part of the text, or use --quote none if quotes have no meaning",
  ],
  [
    "id,x\n1,3\n2,0.5\n",
    { work: MULTIGAMMALN, strict: true },
    "id,x,x_multigammaln3\n1,3,2.694924879806965\n",
    'in.csv:3:3: "0.5" in column x is outside the domain of multigammaln, x > (p - 1)/2; without ' +
    "--strict x_multigammaln3 is NaN",
  ],
  ["", {}, "", "Cannot read in.csv: it is empty; expected a header with column names"],
  [
    "\n\r\n",
    {},
    "",
    "Cannot read in.csv: it has only blank lines and comments; expected a header with column names",
  ],
  ["", { csv: { header: false } }, "", "Cannot read in.csv: it is empty; expected records"],
  [
    "id,x\r1,2\r3,4\r",
    {},
    "",
    "Cannot read in.csv: its lines end in carriage returns, not line feeds; convert them with " +
    "tr '\\r' '\\n'",
  ],
  ["id,y\n1,2\n", {}, "", "Unknown column x: in.csv has id, y"],
  [
    "id;x\n1;2\n",
    {},
    "",
    "Unknown column x: in.csv has id;x; the first line is a single cell that contains ;: if that is the " +
    "delimiter, use -d ';'",
  ],
  [
    "1,2\n3,4\n",
    {},
    "",
    'Unknown column x: in.csv has "1", "2"; the first line is read as column names, but ' +
    "has only numbers: if it is data, use --no-header",
  ],
];

for (const [text, options, written, message] of CASES) {
  Deno.test(`CSV error: ${message}`, async () => {
    for (const sizes of [{}, { chunkSize: 1 }, { chunkSize: 7, atATime: 1 }, { jobs: 2 }]) {
      const { text: actual, error } = await transform(text, { ...options, ...sizes });
      assertEquals([error, actual], [message, written], JSON.stringify(sizes));
    }
  });
}

Deno.test("the line of an error is right at the end of a large CSV, with workers and quoted lines", async () => {
  const record = 'a,"two\nlines",1.5\r\n\n';
  const before = "id,text,x\n" + record.repeat(200_000);
  const text = before + 'b,"two\nlines",1.5x\n' + record.repeat(10_000);
  const line = 2 + 3 * 200_000 + 1;
  for (const options of [{ jobs: 3 }, { jobs: 2, chunkSize: 100_000 }, {}]) {
    const { error, text: actual } = await transform(text, options);
    assertEquals(
      error?.slice(0, 60),
      `in.csv:${line}:8: "1.5x" in column x is not a number; if it mvalid`.slice(0, 60),
    );
    assertEquals(actual.split("\n").length, before.split("\n").length);
  }
});

Deno.test("of several problems, the first one in the file is reported", async () => {
  const rows = (n: number) => "3,4\n".repeat(n);
  const cases: [string, string][] = [
    [`x,y\n${rows(50)}a,1\n${rows(20)}1,2,3\n`, "in.csv:52:1"],
    [`x,y\n${rows(50)}1,2,3\n${rows(20)}a,1\n`, "in.csv:52:1"],
    [`x,y\n${rows(50)}-1,3\n${rows(20)}a,1\n`, "in.csv:52:1"],
    [`x,y\n${rows(50)}3,b\n3,4\na,1\n`, "in.csv:52:3"],
    [`x,y\n${rows(50)}3,-1\n-1,3\n`, "in.csv:52:3"],
  ];
  for (const [text, place] of cases) {
    for (const chunkSize of [16, 300, 2 ** 20]) {
      const work = { ...MULTIGAMMALN, columns: "x,y" };
      const { error } = await transform(text, { work, strict: true, chunkSize });
      assertEquals(error?.split(": ")[0], place, text);
    }
  }
});

Deno.test("a record longer than memory should hold is an error, not a growing buffer", async () => {
  const cases: [string, string][] = [
    ["id,x\n1,2\n", "in.csv:3:1: the record is longer than 34 MB: is this CSV?"],
    [
      'id,x\n1,2\n3,"4',
      'in.csv:3:3: this quote is not closed within 34 MB, the limit for a record: "\\"4',
    ],
  ];
  for (const [begin, message] of cases) {
    const long = new Uint8Array(40 * 2 ** 20).fill(0x61);
    long.set(new TextEncoder().encode(begin));
    const { error, text } = await transform(long, {});
    assertEquals(error?.slice(0, message.length), message);
    assertEquals(text, "id,x,x_lgamma\n1,2,0\n");
  }
});

Deno.test("a header longer than memory should hold is an error, and so are as many blank lines", async () => {
  const name = "a".repeat(60_000);
  const cases: [string, string, string][] = [
    ["", `${name},`, "in.csv:1:1: the record is longer than 34 MB: is this CSV?"],
    ['"', name, "in.csv:1:1: this quote is not closed within 34 MB, the limit for a record"],
    [
      "",
      "\n",
      "Cannot read in.csv: it starts with more than 33554432 bytes of blank lines and comments;",
    ],
  ];
  for (const [begin, part, message] of cases) {
    const text = begin + part.repeat(Math.ceil(35 * 2 ** 20 / part.length)) + "\n1,2\n";
    const { error, text: written } = await transform(text, { work: lgammaOf("1") });
    assertEquals([error?.slice(0, message.length), written], [message, ""]);
  }
});

Deno.test("a quote that is never closed is an error for every output format", async () => {
  await using dir = await Workdir.create();
  for (const [text, place] of [['x,"y\n1,2\n', "1:3"], ['x,y\n1,2\n3,"4\n5,6\n', "3:3"]]) {
    await dir.write("in.csv", text);
    for (const format of ["csv", "tsv", "arrow", "arrows", "npy"]) {
      for (const args of [["convert"], ["lgamma", "-c", "1"]]) {
        const run = await dir.specol(...args, "in.csv", "-o", `out.${format}`);
        const message = `specol: in.csv:${place}: missing closing quote: `;
        assertEquals([run.status, run.stderr.slice(0, message.length)], [1, message], format);
      }
    }
  }
  assertEquals(await dir.list(), ["in.csv"]);
});
