import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

Deno.test("arithmetic of aggregates is exact, and only its result is rounded", async () => {
  await using dir = await Workdir.create();
  // The sums of b need more than a float64, those of c are beyond the largest one, those of e below
  // the smallest normal one, and var of d is 0.
  await dir.write(
    "in.csv",
    "g,x,w\na,1,2\na,3,5\nb,1e16,1\nb,1,1\nb,-1e16,1\nc,1.7e308,1\nc,1.5e308,1\n" +
      "d,0.1,1\nd,0.1,1\nd,0.1,1\ne,1e-200,1\ne,3e-200,1\n",
  );
  const { stdout, stderr } = await dir.specol(
    ...["reduce", "--by", "g", "m = mean(x) * 1", "q = sum(x * w) / sum(w)", "s = sd(x)"],
    ...["z = sum(x) - 3 * mean(x)", "top = max(x) - mean(x)", "in.csv"],
  );
  // From exact fractions: Python's fractions.Fraction.
  assertEquals(
    stdout,
    "g,m,q,s,z,top\n" +
      "a,2,2.4285714285714284,1.4142135623730951,-2,1\n" +
      "b,0.3333333333333333,0.3333333333333333,1e+16,0,1e+16\n" +
      "c,1.6e+308,1.6e+308,1.4142135623730945e+307,-1.6e+308,9.999999999999996e+306\n" +
      "d,0.1,0.1,0,0,0\n" +
      "e,2e-200,2e-200,1.414213562373095e-200,-2e-200,1e-200\n",
  );
  assertEquals(stderr, "");
});

Deno.test("var and sd of fewer than two values are null, and nulls are omitted", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "g,x\na,5\nb,\nc,1\nc,\nc,2\n");
  const { stdout, stderr } = await dir.specol(
    ...["reduce", "--by", "g", "v = var(x)", "n = count()", "e = exp(-sd(x))", "in.csv"],
  );
  assertEquals(stdout, "g,v,n,e\na,,1,\nb,,1,\nc,0.5,3,0.4930686913952398\n");
  assertEquals(stderr, "specol: nulls were skipped: 2 in v\n");
});

Deno.test("nulls of a variance are counted once", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "g,x\na,5\nb,\nc,1\nc,\nc,1e300\n");
  const { stderr } = await dir.specol("reduce", "-v", "v = var(x)", "in.csv");
  assertStringIncludes(stderr, "result v: 2 nulls\n");
  assertEquals(stderr.split("v: 2 nulls").length, 2);
  assertStringIncludes(stderr, "0 new NaN, 2 nulls\n");
});

Deno.test("variance does not cancel, whatever is common to the values", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n1000000000.1\n1000000000.2\n1000000000.3\n");
  const { stdout } = await dir.specol("reduce", "v = var(x)", "in.csv");
  // Python: statistics.variance of Fractions of these float64.
  assertEquals(stdout, "v\n0.00999999284744509\n");
});

Deno.test("the variance of zeros is 0, and so is a sum of nothing in a formula", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "g,x\na,0\na,0\nb,-0\nb,-0\nc,\n");
  const { stdout } = await dir.specol(
    ...["reduce", "--by", "g", "v = var(x)", "s = sum(x) * 1", "in.csv"],
  );
  assertEquals(stdout, "g,v,s\na,0,0\nb,0,-0\nc,,0\n");
});

Deno.test("-v counts what became of formulas, as of results of rows", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n1\n2\n");
  const { stdout, stderr } = await dir.specol(
    ...["reduce", "-v", "l = log(exp(sum(x))) - sum(x)", "u = cos(exp(sum(x) * 1e5))", "in.csv"],
  );
  assertEquals(stdout, "l,u\n0,NaN\n");
  assertStringIncludes(stderr, "result l: 0 new NaN, 1 indistinguishable from 0\n");
  assertStringIncludes(stderr, "result u: 1 new NaN (1 undecided)\n");
  assertStringIncludes(stderr, ", 1 new NaN, 0 nulls\n");
});

Deno.test("earlier results and parameters are names in later ones", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n1\n2\n6\n");
  const { stdout } = await dir.specol(
    ...["reduce", "--param", "k=2", "let half = 0.5", "let n = count()", "m = mean(x)"],
    ...["a = m * k + half", "b = m + n", "c = sum((x - 3)^2) / (n - 1)", "v = var(x)", "in.csv"],
  );
  assertEquals(stdout, "m,a,b,c,v\n3,6.5,6,7,7\n");
});

Deno.test("formulas have the same bytes for every number of threads, format, order and number of pieces", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from(
    { length: 3000 },
    (_, i) => `${"abc"[i * 7 % 3]},${(i * 37 % 1001 - 500) / 8 * 10 ** (i % 12)},${1 + i % 5}`,
  );
  await dir.write("in.csv", `g,x,w\n${rows.join("\n")}\n`);
  const sorted = [...rows.slice(0, 3), ...rows.slice(3).reverse()];
  await dir.write("other.csv", `g,x,w\n${sorted.join("\n")}\n`);
  const work = [
    "reduce",
    "--by",
    "g",
    "q = sum(x) / sum(w)",
    "s = sd(x)",
    "e = exp(mean(x) / 1e19)",
  ];
  const { stdout } = await dir.specol(...work, "-j", "1", "in.csv");
  assertEquals(stdout.split("\n").length, 5);
  assertEquals(
    (await dir.specol(...work, "-j", "3", "--chunk-size", "1k", "in.csv")).stdout,
    stdout,
  );
  assertEquals((await dir.specol(...work, "other.csv")).stdout, stdout);
  await dir.specol("convert", "in.csv", "-o", "in.arrow");
  assertEquals((await dir.specol(...work, "in.arrow", "--to", "csv")).stdout, stdout);
  for (const i of [1, 2, 3]) {
    await dir.specol(...work, "in.csv", "--part", `${i}/3`, "-o", `p${i}`);
  }
  assertEquals((await dir.specol("concat", "p1", "p2", "p3", "--to", "csv")).stdout, stdout);
});

Deno.test("a formula outside of a domain is counted, and an error with --strict", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "g,x\na,-1\nb,2\nc,0\n");
  const work = ["reduce", "--by", "g", "l = log(sum(x))", "in.csv"];
  const { stdout, stderr } = await dir.specol(...work);
  assertEquals(stdout, "g,l\na,NaN\nb,0.6931471805599453\nc,-inf\n");
  assertEquals(
    stderr,
    "specol: NaN was written where a value is outside the domain: 1 in l; --strict makes that an " +
      "error\nspecol: infinity was written at poles: 1 in l; --strict makes that an error\n",
  );
  const strict = await dir.specol(...work, "--strict");
  assertEquals(strict.status, 1);
  assertStringIncludes(strict.stderr, "Cannot compute l: it has no value in row 1 of the output");
});

Deno.test("a table without rows gives counts of 0 and no other values", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n");
  const { stdout } = await dir.specol(
    ...["reduce", "m = mean(x) * 2", "v = var(x)", "n = count() + 1", "in.csv"],
  );
  assertEquals(stdout, "m,v,n\n,,1\n");
});

Deno.test("--file-column makes the input file a key of reduce", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "g,x\nu,1\nu,2\nv,3\n");
  await dir.write("b.csv", "x,g\n5,u\n7,v\n");
  const inputs = ["a.csv", "b.csv"];
  const file = ["--file-column", "file"];
  const run = (...args: readonly string[]) => dir.specol("reduce", ...args, ...inputs);
  assertEquals(
    (await run(...file, "--by", "file", "s = sum(x)")).stdout,
    "file,s\na.csv,6\nb.csv,12\n",
  );
  const both = await run(...file, "--by", "g,file", "s = sum(x) / count()");
  assertEquals(both.stdout, "g,file,s\nu,a.csv,1.5\nv,a.csv,3\nu,b.csv,5\nv,b.csv,7\n");
  for (const i of [1, 2]) {
    await run(...file, "--by", "g,file", "s = sum(x) / count()", "--part", `${i}/2`, "-o", `p${i}`);
  }
  assertEquals((await dir.specol("concat", "p1", "p2", "--to", "csv")).stdout, both.stdout);
  const unused = await run(...file, "s = sum(x)");
  assertEquals(unused.status, 2);
  assertStringIncludes(unused.stderr, "has no effect unless rows are grouped by it: add --by file");
  const clash = await run("--file-column", "g", "--by", "g", "s = sum(x)");
  assertEquals(clash.status, 2);
  assertStringIncludes(clash.stderr, "column g already exists; choose another name");
});
