import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

const CSV = 'site,n,x\na,1,0.1\nb,2,0.2\na,3,0.3\nb,,0.4\n"c, d",5,\n';

Deno.test("all rows become one", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", CSV);
  const { stdout, stderr } = await dir.specol(
    ...["reduce", "let y = 10 * x", "s = sum(x)", "m = mean(y)", "lo = min(n)", "hi = max(n + 1)"],
    ...["rows = count()", "k = count(n)", "in.csv"],
  );
  assertEquals(stdout, "s,m,lo,hi,rows,k\n1,2.5,1,6,5,4\n");
  assertEquals(stderr, "specol: nulls were skipped: 1 in s, 1 in m, 1 in lo, 1 in hi, 1 in k\n");
});

Deno.test("groups appear in the order of their first rows, with the keys that they have", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", CSV);
  const by = await dir.specol("reduce", "--by", "site", "s = sum(x)", "m = mean(n)", "in.csv");
  assertEquals(by.stdout, 'site,s,m\na,0.4,2\nb,0.6000000000000001,2\n"c, d",0,5\n');
  const two = await dir.specol(
    "reduce",
    "--by",
    "site,n",
    "s = sum(x)",
    "in.csv",
    "-o",
    "out.arrow",
  );
  assertEquals(two.status, 0, two.stderr);
  const { stdout } = await dir.specol("convert", "out.arrow", "--to", "csv");
  assertEquals(stdout, 'site,n,s\na,1,0.1\nb,2,0.2\na,3,0.3\nb,,0.4\n"c, d",5,0\n');
});

Deno.test("a table without rows has a sum, and no mean", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n");
  const args = ["s = sum(x)", "m = mean(x)", "k = count()", "in.csv"];
  assertEquals((await dir.specol("reduce", ...args)).stdout, "s,m,k\n0,,0\n");
});

Deno.test("what is no sum is refused, with the place", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", CSV);
  const cases: [string, string][] = [
    ["s = sum(x) + x", "x is a column: put it inside an aggregate, as in sum(x)"],
    ["s = summ(x)", "Unknown function summ, did you mean sum?"],
    ["s = lgamma(x)", "x is a column: put it inside an aggregate, as in sum(x)"],
    ["s = sum(mean(x))", "Aggregates cannot be nested: mean(…) is inside another aggregate"],
    ["s = grad(sum(x), x)", "Put grad inside the aggregate: sum(grad(EXPR, x))"],
    ["s = var(x, x)", "var takes 1 argument, got 2: var(EXPR)"],
    ["s = sum(x) + $1", "$1 is a column: put it inside an aggregate, as in sum($1)"],
    ['s = rowsum("x", _)', "Put this inside an aggregate"],
    ["s = sum(x) + nmae", "Unknown name nmae"],
    ["let s = x", "There is nothing to write"],
    ["s = sum()", "sum takes 1 argument, got 0: sum(EXPR)"],
  ];
  for (const [text, message] of cases) {
    const { status, stderr } = await dir.specol("reduce", text, "in.csv");
    assertStringIncludes(stderr, message);
    assertEquals(status, 2);
  }
});

Deno.test("several inputs of reduce are one table, of any formats", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "k,x\na,1\nb,2\n");
  await dir.write("b.csv", "k,x\nb,10\nc,20\n");
  await dir.write("other.csv", "k,y\nb,10\n");
  await dir.write("number.csv", "k,x\n7,10\n");
  await dir.specol("convert", "b.csv", "-o", "b.arrow");
  for (const second of ["b.csv", "b.arrow"]) {
    const sums = ["reduce", "--by", "k", "s = sum(x)", "a.csv", second, "--to", "csv"];
    const { stdout, stderr } = await dir.specol(...sums);
    assertEquals([stdout, stderr], ["k,s\na,1\nb,12\nc,20\n", ""]);
  }
  const total = await dir.specol("reduce", "s = sum(x)", "n = count()", "a.csv", "b.csv", "a.csv");
  assertEquals(total.stdout, "s,n\n36,6\n");
  const other = await dir.specol("reduce", "s = sum(x)", "a.csv", "other.csv");
  assertEquals([other.status, other.stdout], [1, ""]);
  assertStringIncludes(other.stderr, "Cannot read other.csv after a.csv: it has no column x");
  // Keys of CSV are texts, whatever they look like.
  const texts = await dir.specol("reduce", "--by", "k", "s = sum(x)", "a.csv", "number.csv");
  assertEquals(texts.stdout, "k,s\na,1\nb,2\n7,10\n");
  await dir.specol("convert", "number.csv", "-o", "number.arrow");
  const typed = await dir.specol("reduce", "--by", "k", "s = sum(x)", "a.csv", "number.arrow");
  assertEquals(typed.status, 1);
  assertStringIncludes(typed.stderr, "column k is int64 there, but utf8 in a.csv");
  const strict = await dir.specol("reduce", "--strict", "s = sum(log(x - 9))", "b.csv", "a.csv");
  assertEquals(strict.status, 1);
  assertStringIncludes(strict.stderr, "a.csv:2:3");
});

Deno.test("reduce -v prints the nulls and NaN of each result, and the summary counts them", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", 'x\n3\n""\n-1\n');
  const { stdout, stderr } = await dir.specol("reduce", "-v", "s = sum(digamma(x))", "in.csv");
  assertEquals(stdout, "s\nNaN\n");
  assertStringIncludes(stderr, "specol: result s: 1 null\nspecol: result s: 1 new NaN\n");
  assertMatch(stderr, /^specol: 3 rows in \d\.\d\d s, 1 new NaN, 1 null$/m);
});

Deno.test("reduce of CSV gives the same bytes for all workers and chunks, and as groups do", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from({ length: 4000 }, (_, i) => {
    const n = i % 11 === 0 ? "" : i % 13 === 0 ? "x" : String(i % 50 / 7);
    return `${n},${(i * 7919 % 1000 - 500) * 10 ** (i % 40 - 20)},k${i % 17 === 0 ? "\n" : ""}`;
  });
  await dir.write("in.csv", `n,r,k\n# a comment\n${rows.join("\n")}\n`);
  const results = ["s = sum(log(n) * r)", "m = mean(r / 3)", "a = min(n)", "b = max(n * r)"];
  const counts = ["rows = count()", "filled = count(n)", "ones = sum(1)", "two = max(2)"];
  const options = ["--comment", "#", "--on-invalid", "null"];
  const reduce = ["reduce", ...results, ...counts, ...options, "in.csv"];
  const whole = await dir.specol(...reduce, "-j", "1");
  assertEquals(whole.status, 0, whole.stderr);
  // Groups are made from batches of a table, on another way.
  const groups = await dir.specol(...reduce, "--by", "k");
  assertEquals(groups.stdout.replaceAll(/^(k,|k,)/gm, ""), whole.stdout);
  assertEquals(groups.stderr, whole.stderr);
  assertStringIncludes(whole.stderr, 'the first is "x" at in.csv:');
  for (
    const more of [["-j", "2"], ["-j", "3", "--chunk-size", "999"], ["--chunk-size", "77"]]
  ) {
    const { stdout, stderr } = await dir.specol(...reduce, ...more);
    assertEquals([stdout, stderr], [whole.stdout, whole.stderr], more.join(" "));
  }
  // Errors have a place, whichever thread finds them.
  for (const more of [["-j", "1"], ["-j", "3", "--chunk-size", "500"]]) {
    const { status, stderr } = await dir.specol(
      ...["reduce", "s = sum(n)", "in.csv", "--comment", "#", ...more],
    );
    assertEquals(status, 1);
    assertStringIncludes(stderr, "in.csv:17:1");
  }
});
