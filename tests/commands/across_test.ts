import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { expression } from "../../plan/expression/expression.ts";
import { assertThrows } from "@std/assert";
import { Workdir } from "../workdir.ts";

const ROWS = "gene,S1,S2,S3,r\na,1,2,3,0.5\nb,0,0,7,2\nc,,1,2,2\n";

/** What each function across columns is, written out. */
const WRITTEN_OUT: readonly (readonly [string, string])[] = [
  [
    'rowsum("S*", lgamma(_ + r) - lgamma(_ + 1))',
    "lgamma(S1 + r) - lgamma(S1 + 1) + (lgamma(S2 + r) - lgamma(S2 + 1)) + " +
    "(lgamma(S3 + r) - lgamma(S3 + 1))",
  ],
  ['rowmean("2-4", _ * r)', "(S1 * r + S2 * r + S3 * r) / 3"],
  ['rowmin("S*", (_ - r)^2)', "min(min((S1 - r)^2, (S2 - r)^2), (S3 - r)^2)"],
  ['rowmax("S*,!S1", _ * r)', "max(S2 * r, S3 * r)"],
  ['rowlogsumexp("S*", -_ * r)', "log(exp(-S1 * r) + exp(-S2 * r) + exp(-S3 * r))"],
  ['rowsum("S*")', "S1 + S2 + S3"],
  ['rowsum("S1,S2", _ * rowmax("S*", _))', "(S1 + S2) * max(S1, max(S2, S3))"],
];

Deno.test("functions across columns, and their gradients, are the expressions that they stand for", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", ROWS);
  const run = (texts: readonly string[]) =>
    dir.specol(
      ...["map", "--only"],
      ...texts.flatMap((text, i) => [
        `v${i} = ${text}`,
        `r${i} = grad(${text} + 0 * r, r)`,
        `s${i} = grad(${text} + 0 * S3, S3)`,
      ]),
      "in.csv",
    );
  const [short, long] = await Promise.all([
    run(WRITTEN_OUT.map(([text]) => text)),
    run(WRITTEN_OUT.map(([, text]) => text)),
  ]);
  assertEquals(short.stderr, "");
  assertEquals(short.stdout, long.stdout);
  assertEquals(short.stdout.split("\n").length, 5);
});

Deno.test("a null in any chosen column gives null", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", ROWS);
  const { stdout } = await dir.specol("map", "--only", "gene = gene", 'y = rowsum("S*")', "in.csv");
  assertEquals(stdout, "gene,y\na,6\nb,7\nc,\n");
});

Deno.test("rowlogsumexp neither overflows nor loses small terms", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "a,b,c\n1000,1000,-inf\n0,-740,-inf\n-inf,-inf,-inf\ninf,1,2\n");
  const { stdout } = await dir.specol("map", "--only", 'y = rowlogsumexp("a,b,c")', "in.csv");
  assertEquals(stdout, "y\n1000.6931471805599\n4.2e-322\n-inf\ninf\n");
});

Deno.test("a thousand columns are computed in all formats, and rows of reduce too", async () => {
  await using dir = await Workdir.create();
  const names = Array.from({ length: 1000 }, (_, i) => `c${i}`);
  const rows = Array.from({ length: 40 }, (_, row) => names.map((_, i) => (i * 7 + row) % 13));
  await dir.write("in.csv", [names, ...rows].map((row) => row.join(",")).join("\n") + "\n");
  const totals = rows.map((row) => row.reduce((sum, x) => sum + x * x, 0));
  const text = 'y = rowsum("c*", _^2)';
  const { stdout } = await dir.specol("map", "--only", text, "in.csv");
  assertEquals(stdout, `y\n${totals.join("\n")}\n`);
  assertEquals((await dir.specol("convert", "in.csv", "-o", "in.arrow")).status, 0);
  const arrow = await dir.specol("map", "--only", text, "in.arrow", "--to", "csv");
  assertEquals(arrow.stdout, stdout);
  const sum = await dir.specol("reduce", 'y = sum(rowsum("c*", _^2))', "in.csv");
  assertEquals(sum.stdout, `y\n${totals.reduce((sum, x) => sum + x, 0)}\n`);
});

Deno.test("wrong use of the functions across columns is an error that says what to write", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", ROWS);
  const cases: readonly (readonly [string, string])[] = [
    ["y = _ + 1", "_ is only defined inside rowsum and similar functions"],
    ['y = rowsum("T*", _)', "No column of in.csv matches T*"],
    ["y = rowsum(S1 + 1, _)", "The first argument of rowsum must select columns in quotes"],
    ["y = rowmean()", 'rowmean takes 1 or 2 arguments, got 0: rowmean("S*", EXPR)'],
    ['y = rowsum("4-2")', "ranges must be ascending"],
    ['y = rowsum("S*", grad(_^2, _ + 1))', "The second argument of grad is a column"],
  ];
  for (const [text, message] of cases) {
    const { status, stderr } = await dir.specol("map", text, "in.csv");
    assertStringIncludes(stderr, message);
    assertEquals(status, 2, text);
    assert(!stderr.includes("Option --columns"), stderr);
  }
  const error = assertThrows(() => expression('rowsum("S*", _)'), SyntaxError);
  assertStringIncludes(error.message, "rowsum needs the columns of a table");
});
