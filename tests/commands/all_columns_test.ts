import { assertEquals } from "@std/assert";
import { makeNpy } from "../../support/make_npy.ts";
import { Workdir } from "../workdir.ts";

Deno.test("-c '*' means all columns of numbers in every format, and tells what it leaves out", async () => {
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
          `specol: -c '${columns}' leaves out columns that do not hold numbers: ${left}; name a ` +
          "column to compute it all the same\n",
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

Deno.test("integers beyond 2^53 say that they were rounded, those that fit do not", async () => {
  await using dir = await Workdir.create();
  await dir.write(
    "t.csv",
    "n,m\n9007199254740993,1\n3,2\n-9007199254740995,3\n9007199254740992,4\n",
  );
  await dir.specol("convert", "t.csv", "-o", "t.arrow");
  const { stderr } = await dir.specol("i0e", "-c", "n,m", "t.arrow", "-o", "out.arrow");
  assertEquals(
    stderr,
    "specol: integers of 2^53 and more were rounded to the nearest float64: 3 in n\n",
  );
  const values = [3n, 9007199254740993n];
  await dir.write("n.npy", makeNpy(values, { descr: "<i8", shape: [2] }));
  for (const more of [[], ["-c", "x"]]) {
    const run = await dir.specol("i0e", "n.npy", ...more, "-o", "out.npy");
    const name = more.length === 0 ? "the array" : "x";
    assertEquals(
      run.stderr,
      `specol: integers of 2^53 and more were rounded to the nearest float64: 1 in ${name}\n`,
    );
  }
});
