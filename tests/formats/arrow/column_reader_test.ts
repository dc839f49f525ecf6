// deno-lint-ignore-file no-explicit-any -- flechette has many types, and is imported late

import { assertEquals, assertStringIncludes } from "@std/assert";
import { roundDecimal } from "../../../formats/arrow/decode/column_reader.ts";
import { Workdir } from "../../workdir.ts";

const FLECHETTE = "npm:@uwdata/flechette@2.6.0";

Deno.test("decimals of every width are computed as the numbers that they stand for", async () => {
  const { tableFromArrays, tableToIPC, decimal }: any = await import(FLECHETTE);
  const values = [3, -0.25, null, 12.5];
  const widths: [string, number, number][] = [["a", 9, 32], ["b", 18, 64], ["c", 38, 128], [
    "d",
    76,
    256,
  ]];
  // flechette 2.6 multiplies 32-bit decimals by the scale, 2, where 10^2 is meant.
  const of = (name: string) => values.map((x) => x !== null && name === "a" ? 50 * x : x);
  const table = tableFromArrays(Object.fromEntries(widths.map(([name]) => [name, of(name)])), {
    types: Object.fromEntries(
      widths.map(([name, digits, bits]) => [name, decimal(digits, 2, bits)]),
    ),
  });
  await using dir = await Workdir.create();
  await dir.write("in.arrow", tableToIPC(table, { format: "file" }));
  await dir.write("in.csv", "a,b,c,d\n3,3,3,3\n-.25,-.25,-.25,-.25\n,,,\n12.5,12.5,12.5,12.5\n");
  for (const more of [[], ["--dtype", "float32"], ["--dtype", "float16"]]) {
    const args = ["lgamma", "-c", "*", "--only", "--to", "csv", ...more];
    const [found, expected] = await Promise.all([
      dir.specol(...args, "in.arrow"),
      dir.specol(...args, "in.csv"),
    ]);
    assertEquals([found.status, found.stderr], [0, ""]);
    assertEquals(found.stdout, expected.stdout);
  }
  // What is not computed keeps its type and its bytes.
  const kept = await dir.specol("lgamma", "-c", "a", "in.arrow", "--to", "csv");
  assertStringIncludes(kept.stdout, "\n3.00,3.00,3.00,3.00,0.6931471805599453\n");
});

Deno.test("booleans are 0 and 1 if they are named, and are passed over by globs and ranges", async () => {
  const { tableFromArrays, tableToIPC, bool, dictionary }: any = await import(FLECHETTE);
  const table = tableFromArrays({ x: [1, 2, 3], b: [true, false, null], d: [false, true, true] }, {
    types: { b: bool(), d: dictionary(bool()) },
  });
  await using dir = await Workdir.create();
  await dir.write("in.arrow", tableToIPC(table, { format: "file" }));
  const run = async (columns: string) => {
    const { status, stdout, stderr } = await dir.specol(
      ...["i0", "-c", columns, "--only", "in.arrow", "--to", "csv", "-q"],
    );
    assertEquals([status, stderr], [0, ""]);
    return stdout;
  };
  assertEquals(await run("b"), 'b_i0\n1.2660658777520084\n1\n""\n');
  assertEquals(
    await run("2,d"),
    "b_i0,d_i0\n1.2660658777520084,1\n1,1.2660658777520084\n,1.2660658777520084\n",
  );
  assertEquals((await run("*")).split("\n")[0], "x_i0");
  assertEquals((await run("1-3,b")).split("\n")[0], "x_i0,b_i0");
  const map = await dir.specol("map", "--only", "y = i0(b)", "in.arrow", "--to", "csv");
  assertEquals(map.stdout, 'y\n1.2660658777520084\n1\n""\n');
});

Deno.test("a decimal is rounded once, also next to the middle of two numbers of a type", () => {
  const middle = 1 + 2 ** -24; // of float32: 1 and 1 + 2^-23
  const digits = middle.toFixed(30).replace(/0+$/, "");
  assertEquals(roundDecimal(digits, "float32"), 1);
  assertEquals(roundDecimal(`${digits}0000000000000000000001`, "float32"), 1 + 2 ** -23);
  assertEquals(roundDecimal(`-${digits}0000000000000000000001`, "float32"), -1 - 2 ** -23);
  const above = 1 + 3 * 2 ** -24; // the even neighbour is the upper one
  const text = above.toFixed(30).replace(/0+$/, "");
  assertEquals(roundDecimal(text, "float32"), 1 + 2 ** -22);
  assertEquals(roundDecimal(`${text.slice(0, -1)}4999999999999999999`, "float32"), 1 + 2 ** -23);
  assertEquals(roundDecimal("65519.999999999999999999", "float16"), 65504);
  assertEquals(roundDecimal("65520", "float16"), Infinity);
  assertEquals(roundDecimal("0.1", "float64"), 0.1);
});
