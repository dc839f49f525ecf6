import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { NpyTableReader } from "../../formats/npy/table_reader.ts";
import { digamma, digammaGrad, lgamma, polygamma } from "../../mod.ts";
import { readIndependently } from "../../support/independent_reader.ts";
import { sample } from "../../support/arrow_samples.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { memorySource } from "../formats/npy/memory_source.ts";
import { Workdir } from "../workdir.ts";

const TABLE = makeNpy([1, 2.5, 3, 4.5, 5, 6.5], { descr: "<f8", shape: [3, 2] });
const COLUMNS = [[1, 3, 5], [2.5, 4.5, 6.5]];

/** The columns of an npy file. */
async function columnsOf(bytes: Uint8Array): Promise<number[][]> {
  using reader = await NpyTableReader.open(memorySource(bytes), { chunkSize: 2 ** 20 });
  const batch = await reader.read();
  return reader.columns.map((_, i) => batch === undefined ? [] : [...batch.numbers(i).values]);
}

Deno.test("columns of an array are chosen, appended, replaced, named and alone", async () => {
  await using dir = await Workdir.create();
  await dir.write("t.npy", TABLE);
  const [x0, x1] = COLUMNS;
  const f = x1.map((x) => lgamma(x));
  const g = x1.map((x) => digamma(x));
  const cases: [string, number[][]][] = [
    ["lgamma -c x1", [x0, x1, f]],
    ["lgamma -c x1 --replace", [x0, f]],
    ["lgamma -c 2 --only", [f]],
    ["lgamma -c !x0 --grad --only", [f, g]],
    ["lgamma -c x1 --grad=only --replace --chunk-size 1", [x0, g]],
    ["lgamma --grad=only --upstream x0 --only", [g.map((slope, i) => slope * x0[i])]],
    ["convert -c x1,x0", [x1, x0]],
  ];
  for (const [words, expected] of cases) {
    const { status, stderr, bytes } = await dir.specol(...words.split(" "), "t.npy");
    assertEquals([status, stderr], [0, ""], words);
    assertEquals(await columnsOf(bytes), expected, words);
  }
});

Deno.test("npy, Arrow files and streams, compressed or not, become each other", async () => {
  await using dir = await Workdir.create();
  await dir.write("t.npy", TABLE);
  const [x0, x1] = COLUMNS;
  const steps: string[][] = [
    ["lgamma", "-c", "x1", "--as", "y", "t.npy", "-o", "t.arrow"],
    ["digamma", "-c", "y", "--replace", "t.arrow", "-o", "t.arrows.gz"],
    ["convert", "t.arrows.gz", "--to", "arrow", "-o", "same"],
    ["i0e", "-c", "x*", "--only", "--from", "arrow", "same", "-o", "x.arrow.zst"],
  ];
  for (const step of steps) {
    const { status, stderr } = await dir.specol(...step);
    assertEquals([status, stderr], [0, ""], step.join(" "));
  }
  // From a pipe to a pipe, where the number of rows is not known before all are read.
  const { bytes } = await dir.run(["convert", "--to", "npy"], { stdin: await dir.read("same") });
  assertEquals(await columnsOf(bytes), [x0, x1, x1.map((x) => digamma(lgamma(x)))]);
  const first = await dir.specol("convert", "-c", "1", "--to=npy", "x.arrow.zst");
  assertStringIncludes(first.stdout, "(3,)");
  assertEquals(
    await dir.list(),
    ["same", "t.arrow", "t.arrows.gz", "t.npy", "x.arrow.zst"],
  );
});

Deno.test("map computes several results in one pass", async () => {
  await using dir = await Workdir.create();
  await dir.write("a=b.npy", TABLE);
  const [x0, x1] = COLUMNS;
  const expressions = ["a = lgamma(x0)", "b=grad(polygamma(x1, 2))", "`c d` = x0", '"x1" = i0(x0)'];
  const made = await dir.specol("map", ...expressions, "--replace", "./a=b.npy", "-o", "m.arrow");
  assertEquals([made.status, made.stderr], [0, ""]);
  const selection = 'a,b,"c d",x0';
  const { bytes } = await dir.specol("convert", "-c", selection, "m.arrow", "--to", "npy");
  const expected = [x0.map((x) => lgamma(x)), x1.map((x) => polygamma(x, 3)), x0, x0];
  assertEquals(await columnsOf(bytes), expected);
  const only = await dir.specol("map", "--only", "y = lgamma(x0)", "--", "a=b.npy");
  assertEquals(await columnsOf(only.bytes), [expected[0]]);
  const { status, stderr } = await dir.specol("map", "y = lgamma(x)", "./a=b.npy");
  assertEquals(
    [status, stderr],
    [
      2,
      "specol: Unknown column x, did you mean x0? ./a=b.npy has x0, x1\n  y = lgamma(x)\n             ^\n",
    ],
  );
});

Deno.test("a selection or name that is wrong ends with status 2 and leaves no file", async () => {
  await using dir = await Workdir.create();
  await dir.write("t.npy", TABLE);
  await dir.write("cube.npy", makeNpy([1, 2], { descr: "<f8", shape: [1, 2, 1] }));
  const cases: [string, number, string][] = [
    ["i0 -c x2 t.npy", 2, "Unknown column x2, did you mean x0? t.npy has x0, x1"],
    ["i0 t.npy --to arrow", 2, "Missing option --columns: choose columns with -c from x0, x1"],
    ["i0 -c x0 --as x1 t.npy --to arrow", 2, "Column x1 already exists: choose another name"],
    ["i0 --as y t.npy", 2, "Option --as names columns, but npy arrays have no column names"],
    ["i0 -c x cube.npy", 1, "Cannot read cube.npy as a table: its shape is (1, 2, 1)"],
    ["i0 cube.npy -o y.orc", 1, "Cannot write y.orc: specol does not write .orc"],
  ];
  for (const [words, expected, message] of cases) {
    const { status, stdout, stderr } = await dir.specol(...words.split(" "));
    assertEquals([status, stdout], [expected, ""], words);
    assertStringIncludes(stderr, `specol: ${message}`);
  }
  assertEquals(await dir.list(), ["cube.npy", "t.npy"]);
});

Deno.test("what is outside the domain is counted on standard error, refused, or passed over", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", makeNpy([3, 0, NaN, 1, -1, 2], { descr: "<f8", shape: [2, 3] }));
  const words = "multigammaln -p 3".split(" ");
  const counted = await dir.specol(...words, "--grad", "x.npy");
  assertEquals([counted.status, counted.stderr], [
    0,
    "specol: NaN was written where a value is outside the domain: 2 in multigammaln3, " +
    "2 in multigammaln3_grad; --strict makes that an error\n" +
    "specol: infinity was written at poles: 1 in multigammaln3, 1 in multigammaln3_grad; " +
    "--strict makes that an error\n",
  ]);
  const quiet = await dir.specol(...words, "--grad", "-q", "x.npy");
  assertEquals([quiet.status, quiet.stderr], [0, ""]);
  assertEquals(quiet.bytes, counted.bytes);
  const strict = await dir.specol(
    ...words,
    "--strict",
    "x.npy",
    "-o",
    "y.npy",
    "--chunk-size",
    "8",
  );
  assertEquals([strict.status, strict.stderr], [
    1,
    "specol: Cannot compute multigammaln: element [0, 1] of x.npy is 0, outside the domain, " +
    "x > (p - 1)/2; without --strict multigammaln3 is NaN\n",
  ]);
  const table = await dir.specol(...words, "--strict", "-c", "x0,x1", "--to", "arrow", "x.npy");
  assertEquals(table.status, 1);
  assertStringIncludes(table.stderr, "column x1 in row 1 of x.npy is 0, outside the domain");
  assertEquals(await dir.list(), ["x.npy"]);
});

Deno.test("the type to compute in can be chosen", async () => {
  await using dir = await Workdir.create();
  await dir.write("i.npy", makeNpy([1, 2, 3, 4], { descr: "<i4", shape: [2, 2], fortran: true }));
  const values = [1, 2, 3, 4].map((x) => lgamma(new Float32Array([x]))[0]);
  const { bytes } = await dir.specol("lgamma", "--dtype", "float32", "i.npy");
  assertEquals([...new Float32Array(bytes.buffer, 128)], values);
  const halves = await dir.specol("convert", "--dtype", "float16", "i.npy");
  assertStringIncludes(halves.stdout, "'<f2', 'fortran_order': True, 'shape': (2, 2)");
  assertEquals([...new Float16Array(halves.bytes.buffer, 128)], [1, 2, 3, 4]);
  // As a table, in Fortran order, from a pipe.
  const stdin = await dir.read("i.npy");
  const table = await dir.run(["lgamma", "-c", "x1", "--only", "--dtype=float32"], { stdin });
  assertEquals([...new Float32Array(table.bytes.buffer, 128)], values.slice(2));
});

Deno.test("-v prints the plan and the stages, and no number of workers changes the result", async () => {
  await using dir = await Workdir.create();
  const values = Array.from({ length: 40_000 }, (_, i) => (i + 1) / 7);
  await dir.write("x.npy", makeNpy(values, { descr: "<f8", shape: [40_000] }));
  const args = ["map", "y = polygamma(x, 20)", "z = x", "x.npy", "--to", "arrows"];
  const [one, many] = await Promise.all([
    dir.specol(...args, "-j", "1", "-v"),
    dir.specol(...args, "-j", "3", "--chunk-size", "64K", "--progress", "always"),
  ]);
  const lines = [
    /^specol: read x\.npy: npy, detected from the extension$/m,
    /^specol: write standard output: arrows$/m,
    /^specol: engine cpu, up to 1 worker, chunks of 1\.0 MB$/m,
    /^specol: memory up to 250 MB, .*$/m,
    /^specol: compute y \(float64\) = polygamma\(x \(float64\), 20\)$/m,
    /^specol: write 3 columns, 2 unchanged$/m,
    /^specol: read \d+ ms, 320 kB$/m,
    /^specol: compute \d+ ms, without workers$/m,
    /^specol: write \d+ ms, 96\d kB$/m,
    /^specol: total \d+ ms; the stages overlap$/m,
    /^specol: column x: 0 nulls$/m,
    /^specol: result y: 0 new NaN$/m,
    /^specol: 40000 rows in \d\.\d\d s, 0 new NaN, 0 nulls$/m,
  ];
  for (const line of lines) assertMatch(one.stderr, line);
  assertEquals(one.stderr.trimEnd().split("\n").length, lines.length);
  assertMatch(many.stderr, /^specol: read 320 kB of 320 kB \(100 %\), .*, done in 0:\d\d\n$/);
  const read = async (stdin: Uint8Array) =>
    (await dir.run(["convert", "--to", "npy"], { stdin })).bytes;
  assertEquals(await read(many.bytes), await read(one.bytes));
});

Deno.test("a stream is passed on batch by batch, while its end is not there yet", async () => {
  await using dir = await Workdir.create();
  await dir.write("t.npy", TABLE);
  // Three batches of a row.
  const stream = await dir.specol("convert", "--to", "arrows", "--chunk-size", "16", "t.npy");
  const child = dir.start(["lgamma", "-c", "x1", "--replace"]);
  const writer = child.stdin.getWriter();
  const reader = child.stdout.getReader();
  const end = stream.bytes.length - 8; // without the mark of the end
  await writer.write(stream.bytes.subarray(0, end));
  let found = new Uint8Array();
  while (found.length < end) {
    const { value, done } = await reader.read();
    assertEquals(done, false);
    found = new Uint8Array([...found, ...value!]);
  }
  await writer.close();
  for (let part; !(part = await reader.read()).done;) {
    found = new Uint8Array([...found, ...part.value]);
  }
  assertEquals((await child.status).code, 0);
  await child.stderr.cancel();
  const { bytes } = await dir.run(["convert", "--to", "npy"], { stdin: found });
  assertEquals(await columnsOf(bytes), [COLUMNS[0], COLUMNS[1].map((x) => lgamma(x))]);
});

Deno.test("nulls stay null, other columns what they are, and npy has NaN for a null", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.arrow", sample("numbers.arrow"));
  const args = ["digamma", "-c", "float*,int8", "--grad=only", "--upstream", "full", "-q"];
  const run = await dir.specol(...args, "in.arrow", "-o", "out.arrow");
  assertEquals([run.status, run.stderr], [0, ""]);
  const before = await readIndependently(sample("numbers.arrow"));
  const after = await readIndependently(await dir.read("out.arrow"));
  assertEquals(after.columns.slice(0, 12), before.columns);
  assertEquals(after.batches, before.batches);
  const full = before.columns[11] as number[];
  const types = [Float16Array, Float32Array, Float64Array, Float64Array];
  types.forEach((Floats, i) => {
    const x = before.columns[i] as (number | null)[];
    const upstream = new Floats(full);
    const expected = digammaGrad(new Floats(x.map((x) => x ?? 0)), { upstream });
    assertEquals(after.columns[12 + i], x.map((x, row) => x === null ? null : expected[row]));
  });
  const { bytes } = await dir.specol("convert", "-c", "int8,float16", "in.arrow", "--to", "npy");
  const numbers = [3, 0].map((i) => before.columns[i].map((x) => x === null ? NaN : Number(x)));
  assertEquals(await columnsOf(bytes), numbers);
});

Deno.test("what npy cannot hold is an error in the data, as for other formats", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.arrow", sample("mixed.arrow"));
  const { status, stderr } = await dir.specol("convert", "in.arrow", "-o", "out.npy");
  assertEquals(status, 1);
  assertMatch(
    stderr,
    /^specol: Cannot write as npy, which holds only numbers: .*utf8 \(utf8\).*; leave them out with specol convert -c '.*!utf8.*', or write only the results with --only\n$/,
  );
  const text = await dir.specol("i0", "-c", "utf8", "in.arrow");
  assertEquals([text.status, text.stderr], [
    2,
    "specol: Column utf8 of in.arrow holds utf8, not numbers\n",
  ]);
  assertEquals(await dir.list(), ["in.arrow"]);
});

Deno.test("a table may replace its input, and a closed pipe ends it quietly", async () => {
  await using dir = await Workdir.create();
  const values = Array.from({ length: 300_000 }, (_, i) => i + 0.5);
  await dir.write("x.npy", makeNpy(values, { descr: "<f8", shape: [100_000, 3] }));
  for (const args of [["convert", "x.npy", "-o", "x"], ["i0e", "-c", "x1", "x", "-o", "x"]]) {
    const { status, stderr } = await dir.specol(...args, "--to", "arrow", "--chunk-size", "64K");
    assertEquals([status, stderr], [0, ""]);
  }
  assertEquals(await dir.list(), ["x", "x.npy"]);
  assertEquals(await dir.hangUp("i0e", "-c", "x*", "--only", "x"), { status: 0, stderr: "" });
});
