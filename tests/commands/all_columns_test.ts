import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeNpy } from "../../support/make_npy.ts";
import { Workdir } from "../workdir.ts";

Deno.test("-c '*' means all numeric columns in every format, and reports what it leaves out", async () => {
  await using dir = await Workdir.create();
  await dir.write("t.csv", "id,site,x,zip\n1,north,0.5,007\n2,south,,012\n");
  const converted = await dir.specol("convert", "t.csv", "-o", "t.arrow");
  assertEquals(converted.status, 0);
  const rows = "id_lgamma,x_lgamma\n0,0.5723649429247001\n0,\n";
  for (const [input, type] of [["t.csv", "text"], ["t.arrow", "utf8"]]) {
    for (const columns of ["*", "1-", "!site"]) {
      const run = await dir.specol("lgamma", "-c", columns, "--only", input, "--to", "csv");
      const left = columns === "!site" ? `zip (${type})` : `site (${type}), zip (${type})`;
      assertEquals(
        [run.status, run.stdout, run.stderr],
        [
          0,
          rows,
          `specol: -c '${columns}' skips columns that do not hold numbers: ${left}; name a ` +
          "column to compute it anyway\n",
        ],
      );
    }
  }
  // A column that is named is computed, whatever it looks like.
  const named = await dir.specol("lgamma", "-c", "zip,i*", "--only", "t.csv");
  assertEquals(
    [named.status, named.stdout],
    [0, "zip_lgamma,id_lgamma\n6.579251212010101,0\n17.502307845873887,0\n"],
  );
  assertEquals((await dir.specol("lgamma", "-c", "*", "-q", "t.csv")).stderr, "");
});

Deno.test("columns without a header have the same names in every format", async () => {
  await using dir = await Workdir.create();
  await dir.write("t.csv", "1,3\n2,0.5\n");
  const runs = [
    ["convert", "--no-header", "t.csv", "--to", "arrows"],
    ["lgamma", "-c", "column2", "--no-header", "t.csv", "--to", "arrows"],
    ["map", "y = lgamma(column2)", "--no-header", "t.csv", "--to", "arrows"],
  ];
  const names = ["column1,column2", "column1,column2,column2_lgamma", "column1,column2,y"];
  for (const [i, args] of runs.entries()) {
    const { bytes } = await dir.run(args, {});
    const { stdout } = await dir.run(["convert", "--to", "csv"], { stdin: bytes });
    assertEquals(stdout.split("\n")[0], names[i]);
  }
  const csv = await dir.specol("lgamma", "-c", "column2", "--no-header", "t.csv");
  assertEquals(csv.stdout, "1,3,0.6931471805599453\n2,0.5,0.5723649429247001\n");
});

Deno.test("integers beyond 2^53 in CSV cause a warning that they were rounded, those that fit do not", async () => {
  await using dir = await Workdir.create();
  const rounded = [
    ...["9007199254740993", "-9007199254740993", "+9007199254740993", " 9007199254740993\t"],
    ...['"9007199254740993"', "000009007199254740993", "12345678901234567890123"],
    ...["1152921573326323713", "12345678901234567891", "1".padEnd(400, "0"), "1".padEnd(900, "7")],
  ];
  const exact = [
    ...["9007199254740992", "9007199254740994", "10000000000000000000000", "0", "-0", "", "007"],
    // These are not written as integers.
    ...["9007199254740993.0", "9007199254740993e0", "1e300", "0.12345678901234567", "inf", "nan"],
    // These have the digits that a float64 is written with, and those of float64 themselves.
    ...["12345678901234567000", "-9216731880223871000", "10000000000000000000000000"],
    `${2n ** 1000n}`,
  ];
  await dir.write(
    "t.csv",
    ["id,n", ...exact, ...rounded].map((n, i) => i ? `${i},${n}` : n).join("\n"),
  );
  const place = `t.csv:${exact.length + 2}:${`${exact.length + 1},`.length + 1}`;
  const told =
    `specol: integers above 2^53 were rounded to the nearest float64: ${rounded.length} in n; ` +
    `the first is "9007199254740993" at ${place}\n`;
  const runs = [
    ["i0e", "-c", "n", "t.csv"],
    ["i0e", "-c", "n", "--dtype", "float32", "t.csv"],
    ["i0e", "-c", "n", "--grad", "t.csv", "--only", "-o", "t.npy"],
    ["map", "y = i0e(n)", "t.csv", "--types", "n=float64", "-o", "t.arrow"],
    ["reduce", "y = max(i0e(n))", "t.csv"],
    ["reduce", "--by", "n", "y = max(i0e(n))", "t.csv"],
    ["convert", "-c", "n", "t.csv", "-o", "t.npy"],
  ];
  for (const args of runs) {
    const { stderr } = await dir.specol(...args);
    assertEquals(stderr.split(/^(?=specol)/m)[0], told, args.join(" "));
  }
  const { stderr } = await dir.specol("i0e", "-c", "n,id", "t.csv", "-v");
  assertStringIncludes(
    stderr,
    `column n: 1 null, 0 not numbers, ${rounded.length} rounded integers\n`,
  );
  assertStringIncludes(stderr, "column id: 0 nulls, 0 not numbers\n");
  assertEquals((await dir.specol("i0e", "-c", "n", "t.csv", "-q")).stderr, "");
});

Deno.test("rounded integers are counted in all threads, pieces and inputs, and the first is the first of the data", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from(
    { length: 400_000 },
    (_, i) => i % 1000 === 777 ? "9007199254740993" : `${i % 50}`,
  );
  await dir.write("in.csv", `x\n${rows.join("\n")}\n`);
  await dir.write("other.csv", "y,x\n1,5\n9007199254740993,9007199254740995\n");
  await dir.write("first.csv", "x,y\n1,5\n");
  const begin = "specol: integers above 2^53 were rounded to the nearest float64: ";
  const first = 'the first is "9007199254740993" at';
  for (const jobs of ["1", "2"]) {
    const args = ["i0e", "-c", "x", "in.csv", "-j", jobs, "--chunk-size", "64K", "-o", "y.csv"];
    const { stderr } = await dir.specol(...args);
    assertEquals(stderr, `${begin}400 in x; ${first} in.csv:779:1\n`);
    const sum = await dir.specol("reduce", "s = sum(x)", ...args.slice(3, -2));
    assertEquals(sum.stderr, stderr);
  }
  const piece = await dir.specol("i0e", "in.csv", "--part", "2/2", "-o", "y.csv");
  const counted = Number(/: (\d+) in x/.exec(piece.stderr)![1]);
  const line = Number(/in\.csv:(\d+):1/.exec(piece.stderr)![1]);
  assertEquals([(line - 779) % 1000, counted], [0, 400 - (line - 779) / 1000]);
  const two = await dir.specol("i0e", "-c", "x,y", "first.csv", "other.csv", "--only");
  assertEquals(two.stderr, `${begin}1 in x, 1 in y; ${first} other.csv:3:1\n`);
});

Deno.test("inputs of several formats add up their rounded integers", async () => {
  await using dir = await Workdir.create();
  await dir.write("n.csv", "n\n9007199254740993\n5\n");
  await dir.specol("convert", "n.csv", "-o", "n.arrow");
  const begin = "specol: integers above 2^53 were rounded to the nearest float64: ";
  for (const inputs of [["n.csv", "n.arrow"], ["n.arrow", "n.csv"]]) {
    const isCsv = inputs[0] === "n.csv";
    const { stderr } = await dir.specol("i0e", ...inputs, "--to", "csv");
    assertEquals(stderr.startsWith(`${begin}2 in n`), true, stderr);
    const sum = await dir.specol("reduce", "s = sum(n)", ...inputs, "--to", "csv");
    assertEquals([sum.stderr, isCsv], [stderr, isCsv]);
  }
  assertEquals((await dir.specol("convert", "n.arrow", "-o", "n.npy")).stderr, `${begin}1 in n\n`);
});

Deno.test("integers beyond 2^53 cause a warning that they were rounded, those that fit do not", async () => {
  await using dir = await Workdir.create();
  await dir.write(
    "t.csv",
    "n,m\n9007199254740993,1\n3,2\n-9007199254740995,3\n9007199254740992,4\n",
  );
  await dir.specol("convert", "t.csv", "-o", "t.arrow");
  const { stderr } = await dir.specol("i0e", "-c", "n,m", "t.arrow", "-o", "out.arrow");
  assertEquals(
    stderr,
    "specol: integers above 2^53 were rounded to the nearest float64: 3 in n\n",
  );
  const values = [3n, 9007199254740993n];
  await dir.write("n.npy", makeNpy(values, { descr: "<i8", shape: [2] }));
  for (const more of [[], ["-c", "x"]]) {
    const run = await dir.specol("i0e", "n.npy", ...more, "-o", "out.npy");
    const name = more.length === 0 ? "the array" : "x";
    assertEquals(
      run.stderr,
      `specol: integers above 2^53 were rounded to the nearest float64: 1 in ${name}\n`,
    );
  }
});
