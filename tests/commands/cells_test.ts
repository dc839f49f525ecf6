// `--quote none` and `--thousands`: what a cell's bytes mean.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { lgamma, readTable, writeTable } from "../../mod.ts";
import { type Run, Workdir } from "../workdir.ts";

/** Runs the command with a text as its standard input. */
function runOn(dir: Workdir, text: string, ...args: string[]): Promise<Run> {
  return dir.run(args, { stdin: new TextEncoder().encode(text) });
}

const EVERY_WAY = [
  [],
  ["-j", "1"],
  ["--chunk-size", "7"],
  ["--chunk-size", "7", "-j", "1"],
];

/** Inches, a quote that nobody closes, and one that looks as if it did: none of them means anything. */
const PIPES = 'size\tx\tnote\n2in\t3\t"open\n"1"\t4\tshut"\n2\t\t"a"b\n';
const PIPES_LGAMMA =
  'size\tx\tnote\tx_lgamma\n2in\t3\t"open\t0.6931471805599453\n"1"\t4\tshut"\t1.791759469228055\n' +
  '2\t\t"a"b\t\n';

Deno.test("without quotes a quote is a byte like any other, and passes", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.tsv", PIPES);
  for (const more of EVERY_WAY) {
    const run = await dir.specol("lgamma", "-c", "x", "--quote", "none", "in.tsv", ...more);
    assertEquals([run.status, run.stderr, run.stdout], [0, "", PIPES_LGAMMA], more.join(" "));
  }
  const names = await runOn(dir, 'a"b,"c"\n3,4\n', ...[
    "map",
    "--quote",
    "none",
    'y = lgamma("a""b")',
    "-",
  ]);
  assertEquals([names.stderr, names.stdout], ["", 'a"b,"c",y\n3,4,0.6931471805599453\n']);
  const named = await runOn(dir, 'a"b,"c"\n3,4\n', ...[
    "lgamma",
    "--quote",
    "none",
    "-c",
    "1",
    "--grad=only",
    "-",
  ]);
  assertEquals(named.stdout, 'a"b,"c",a"b_lgamma_grad\n3,4,0.9227843350984671\n');
});

Deno.test("with quotes the same text is an error that says how to read it without", async () => {
  await using dir = await Workdir.create();
  const run = await runOn(dir, PIPES, "lgamma", "-c", "x", "-", "--from", "tsv");
  assertEquals(run.status, 1);
  assertStringIncludes(run.stderr, "if quotes have no meaning, use --quote none");
  const cell = await runOn(dir, 'x\n"3"\n', "lgamma", "--quote", "none", "-");
  assertEquals(cell.status, 1);
  assertStringIncludes(
    cell.stderr,
    'standard input:2:1: "\\"3\\"" in column x is not a number; the quotes are part of it; leave out ' +
      "--quote none to strip them",
  );
  const ragged = await runOn(dir, 'x,t\n3,"a,b"\n', "lgamma", "--quote", "none", "-c", "x", "-");
  assertStringIncludes(ragged.stderr, "without quoting, cells cannot contain the delimiter");
});

Deno.test("another delimiter gives cells the quotes that they need, and other formats their text", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.tsv", 'size\tx\n1/2"\t3\n"1,2\t4\n');
  const csv = await dir.specol("convert", "--quote", "none", "in.tsv", "--to", "csv");
  assertEquals(csv.stdout, 'size,x\n"1/2""",3\n"""1,2",4\n');
  const only = await dir.specol(
    ...["map", "--quote", "none", "--only", "size = size", "in.tsv", "--to", "csv"],
  );
  assertEquals(only.stdout, 'size\n"1/2"""\n"""1,2"\n');
  await dir.specol("convert", "--quote", "none", "in.tsv", "-o", "out.arrow");
  const back = await dir.specol("convert", "out.arrow", "--to", "tsv", "--quote", "none");
  assertEquals(back.stdout, 'size\tx\n1/2"\t3\n"1,2\t4\n');
  const plain = await dir.specol("convert", "out.arrow", "--to", "csv", "--quote", "none");
  assertEquals(plain.status, 1);
  assertStringIncludes(
    plain.stderr,
    "Cannot write CSV without quotes: the text in row 2 of size contains a delimiter or line break; " +
      "leave out --quote none",
  );
});

Deno.test("a record that would be a blank line cannot be written without quotes", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x,y\n3,1\n# c\n,2\n4,1\n");
  const args = ["lgamma", "-c", "x", "--only", "--quote", "none", "--comment", "#", "in.csv"];
  for (const more of EVERY_WAY) {
    const run = await dir.specol(...args, ...more);
    assertEquals([run.status, run.stdout], [1, "x_lgamma\n0.6931471805599453\n# c\n"]);
    assertStringIncludes(run.stderr, "in.csv:4:1: the only cell of this record is empty");
    assertStringIncludes(run.stderr, "set what to write for a null with --to-null TEXT");
    const told = await dir.specol(...args, ...more, "--to-null", "NA");
    assertEquals(told.stdout, "x_lgamma\n0.6931471805599453\n# c\nNA\n1.791759469228055\n");
  }
  await dir.specol("convert", "-c", "x", "in.csv", "--comment", "#", "-o", "x.arrow");
  const table = await dir.specol("convert", "x.arrow", "--to", "csv", "--quote", "none");
  assertEquals(table.status, 1);
  assertStringIncludes(table.stderr, "the only cell of row 2 is empty");
  const named = await dir.specol(...args, "--to-null", "NA", "--as", "a,b");
  assertEquals(named.status, 1);
  assertStringIncludes(named.stderr, 'Cannot write "a,b" without quotes');
});

Deno.test("threads that share a file cut it at every line if there are no quotes", async () => {
  await using dir = await Workdir.create();
  const line = (i: number) => `${i}\t"${"some text, ".repeat(5)}\t${(i % 50) + 3}\n`;
  const rows = Array.from({ length: 420_000 }, (_, i) => line(i));
  await dir.write("in.tsv", `id\ttext\tx\n${rows.join("")}`);
  const args = ["lgamma", "-c", "x", "--quote", "none", "in.tsv"];
  const alone = await dir.specol(...args, "-j", "1");
  const shared = await dir.specol(...args, "-j", "3");
  assertEquals([alone.status, shared.status, shared.stderr], [0, 0, ""]);
  assertEquals(alone.stdout === shared.stdout, true);
  assertEquals(alone.stdout.split("\n")[1], `${line(0).trimEnd()}\t0.6931471805599453`);
});

const COUNTS = 'id,x\n1,"1,234.5"\n2,"-1,000,003.5"\n3,NA\n4,"12,34,567"\n5,7\n6,\n';

Deno.test("thousands are read, and cells that are not computed keep their separators", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", COUNTS);
  const x = [1234.5, -1000003.5, undefined, 1234567, 7, undefined];
  const lines = COUNTS.trimEnd().split("\n");
  const expected = `${lines[0]},x_lgamma\n` +
    x.map((x, i) => `${lines[i + 1]},${x === undefined ? "" : lgamma(x)}\n`).join("");
  const args = ["-c", "x", "--thousands", ",", "--null-value", "NA", "in.csv"];
  for (const more of EVERY_WAY) {
    const run = await dir.specol("lgamma", ...args, ...more);
    assertEquals([run.status, run.stderr, run.stdout], [0, "", expected], more.join(" "));
  }
  const converted = await dir.specol("convert", ...args, "-o", "out.arrow");
  assertEquals([converted.status, converted.stderr], [0, ""]);
  const back = await dir.specol("convert", "out.arrow", "--to", "csv", "--to-null", "NA");
  assertEquals(back.stdout, "x\n1234.5\n-1000003.5\nNA\n1234567\n7\nNA\n");
  const [sum, whole] = await Promise.all([
    dir.specol("reduce", "s = sum(x)", "in.csv", ...args.slice(2, -1)),
    runOn(dir, "x\n1 234\n-5\n", "convert", "-", "--thousands", " ", "--to", "arrows"),
  ]);
  assertEquals(sum.stdout, "s\n235805\n");
  const table = await readTable(new Blob([whole.bytes as BlobPart]).stream());
  assertEquals(table.columns[0].typeName, "int64");
  await table.batches.cancel();
});

Deno.test("a separator that is not between thousands does not vanish: 1,5 never becomes 15", async () => {
  await using dir = await Workdir.create();
  const wrong = [
    "1,5",
    "1,23",
    "1234,567",
    "1,2345",
    ",123",
    "1,,234",
    "1,234,",
    "1.5,000",
    "1,000e3,000",
  ];
  for (const cell of wrong) {
    const run = await runOn(dir, `x\n"${cell}"\n`, "lgamma", "--thousands", ",", "-");
    assertEquals(run.status, 1, cell);
    assertStringIncludes(run.stderr, `standard input:2:1: "${cell}" in column x is not a number`);
  }
  const counted = await runOn(
    dir,
    `x\n${wrong.map((cell) => `"${cell}"\n`).join("")}"1,000"\n`,
    "lgamma",
    "--thousands",
    ",",
    "--on-invalid",
    "null",
    "-",
  );
  assertStringIncludes(counted.stderr, `${wrong.length} in x; the first is "1,5" at`);
});

Deno.test("thousands of other countries, with a decimal comma, and in several inputs", async () => {
  await using dir = await Workdir.create();
  const y = String(lgamma(1234.5)).replace(".", ",");
  for (const separator of [".", " ", "'", "\u00a0", "\u202f", "\u2019", "_"]) {
    await dir.write("a.csv", `x;t\n1${separator}234,5;a\n`);
    await dir.write("b.csv", `x;t\n -1${separator}234,5 ;b\n`);
    const run = await dir.specol(
      ...["lgamma", "-c", "x", "-d", ";", "--decimal", ",", "--thousands", separator],
      ...["a.csv", "b.csv"],
    );
    assertEquals(
      [run.stderr, run.stdout],
      [
        "",
        `x;t;x_lgamma\n1${separator}234,5;a;${y}\n -1${separator}234,5 ;b;` +
        `${String(lgamma(-1234.5)).replace(".", ",")}\n`,
      ],
    );
  }
});

Deno.test("separators and quotes that cannot be meant are wrong usage", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n1\n");
  const cases: [string[], string][] = [
    [
      ["--thousands", "."],
      "Option --thousands is also the decimal point: choose another one with --decimal",
    ],
    [["--decimal", ";", "-d", ";"], "is also the delimiter: choose another one, such as -d ','"],
    [["--thousands", ""], "Option --thousands needs a value: CHAR"],
    [["--thousands", ",,"], "Option --thousands must be one character that is not a letter"],
    [["--thousands", "5"], "Option --thousands must be one character that is not a letter"],
    [
      ["--thousands", ",", "--quote", "none"],
      "Option --thousands is also the delimiter, and quoting is off",
    ],
    [["--quote", "single"], "Option --quote must be double or none, got single"],
  ];
  for (const [args, message] of cases) {
    const run = await dir.specol("lgamma", "in.csv", ...args);
    assertEquals(run.status, 2, args.join(" "));
    assertStringIncludes(run.stderr, message);
  }
});

Deno.test("the module reads and writes the same dialects", async () => {
  const table = await readTable(new Blob(['x;t\n1,234.5;"a\n']).stream(), {
    format: "csv",
    csv: { delimiter: ";", quote: "none", thousands: "," },
  });
  const csv = { delimiter: ";", quote: "none" } as const;
  const text = await new Response(writeTable(table, { format: "csv", csv })).text();
  // What is not computed keeps its bytes.
  assertEquals(text, 'x;t\n1,234.5;"a\n');
});
