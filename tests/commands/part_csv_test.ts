import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { NASTY_FILES } from "../formats/csv/nasty_files.ts";
import { makeRandom, randomCsv } from "../formats/csv/random_csv.ts";
import { cat, runHere, runParts } from "../run_parts.ts";
import { assertSameBytes } from "../assert_same_bytes.ts";
import { Workdir } from "../workdir.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Compares the pieces of a command that writes CSV, one after the other, with the output of a single run. */
async function checkCat(dir: Workdir, args: readonly string[], count: number): Promise<void> {
  const whole = decoder.decode(await runHere(dir, args, "whole.csv"));
  const parts = decoder.decode(cat(await runParts(dir, args, { count, output: "part.csv" })));
  assertEquals(parts, whole, `${count} pieces of ${args.join(" ")}`);
}

Deno.test("pieces of nasty CSV, cut at every byte, are joined to the output of a single run", async () => {
  await using dir = await Workdir.create();
  const file = dir.path("x.csv");
  for (const text of Object.values(NASTY_FILES)) {
    await dir.write("x.csv", text);
    const { length } = new TextEncoder().encode(text);
    await checkCat(dir, ["lgamma", "-c", "x", file], Math.min(length, 60));
    await checkCat(dir, ["lgamma", "-c", "x", file], 3);
  }
});

Deno.test("pieces of random CSV are joined to the output of a single run, for every number of pieces and size of chunks", async () => {
  await using dir = await Workdir.create();
  const random = makeRandom(117);
  const file = dir.path("x.csv");
  for (let i = 0; i < 16; i++) {
    await dir.write("x.csv", (i % 3 === 0 ? "\ufeff" : "") + randomCsv(random, 30));
    const count = 1 + Math.floor(random() * 100);
    const chunkSize = String(1 + Math.floor(random() * 300));
    await checkCat(dir, ["lgamma", "-c", "x", file, "--chunk-size", chunkSize], count);
    await checkCat(dir, ["convert", file, "--to-decimal", ";", "--to-null", "NA"], 1 + i % 5);
  }
});

Deno.test("what the beginning of a file decides holds for each piece", async () => {
  await using dir = await Workdir.create();
  const file = dir.path("x.csv");
  const rows = Array.from({ length: 50 }, (_, i) => `${i},${i / 4};"a\n;${i}"\n`);
  await dir.write(
    "x.csv",
    'A title with a "\nx;t\n#c\n' + rows.join('# a "quoted" comment\n').replaceAll(",", ";"),
  );
  const dialect = ["--skip", "2", "--comment", "#", "-d", ";", "--no-header"];
  for (const count of [1, 2, 7, 60]) {
    await checkCat(dir, ["lgamma", "-c", "2", file, ...dialect], count);
    await checkCat(dir, ["lgamma", "-c", "*", file, ...dialect], count);
    await checkCat(dir, ["map", "y = log(column1)", "--only", file, ...dialect], count);
    await checkCat(dir, ["digamma", "-c", "2", "--grad", file, ...dialect], count);
  }
});

Deno.test("files without quotes, and those of R, are cut as they are read", async () => {
  await using dir = await Workdir.create();
  const file = dir.path("x.csv");
  const lines = Array.from({ length: 40 }, (_, i) => `5" ${i},"${i}.25`);
  await dir.write("x.csv", "t,x\n" + lines.join("\n").replaceAll(',"', ","));
  for (const count of [1, 3, 30]) {
    await checkCat(dir, ["lgamma", "-c", "x", file, "--quote", "none"], count);
  }
  await dir.write("x.csv", '"x","t"\n' + lines.map((_, i) => `"${i}",${i},"a\n${i}"\n`).join(""));
  for (const count of [1, 3, 30]) await checkCat(dir, ["lgamma", "-c", "x", file], count);
});

Deno.test("several inputs are cut as one list", async () => {
  await using dir = await Workdir.create();
  const random = makeRandom(5);
  const inputs = ["a.csv", "b.csv", "c.csv", "d.csv"].map((name) => dir.path(name));
  const lines = (length: number, first: number) =>
    Array.from({ length }, (_, i) => `${first + i},${random()},"t,\n${i}"`).join("\n");
  await dir.write("a.csv", "id,x,t\n" + lines(20, 0)); // no line end at its end
  await dir.write("b.csv", "id,x,t");
  await dir.write("c.csv", "id,x,t\r\n" + lines(1, 20) + "\r\n");
  await dir.write("d.csv", "id,x,t\n" + lines(40, 21));
  for (const count of [1, 2, 5, 17, 100]) {
    await checkCat(dir, ["lgamma", "-c", "x", ...inputs], count);
    await checkCat(dir, ["lgamma", "-c", "x", ...inputs, "--file-column", "f"], count);
    await checkCat(dir, ["convert", ...inputs.toReversed(), "--to-decimal", ";"], count);
  }
  await dir.write("b.csv", "");
  const parts = runParts(dir, ["lgamma", "-c", "x", ...inputs], { count: 9, output: "part.csv" });
  await assertRejects(() => parts, SyntaxError, "it is empty");
});

Deno.test("errors and warnings of a piece name the line in the complete file", async () => {
  await using dir = await Workdir.create();
  const lines = Array.from({ length: 100 }, (_, i) => `"a\n${i}",${i === 90 ? "oops" : i}\n`);
  await dir.write("x.csv", "t,x\n" + lines.join(""));
  const file = dir.path("x.csv");
  const at = `x.csv:183:5: "oops" in column x is not a number`;
  for (const more of [[], ["--to", "arrow"], ["--to", "npy", "--only"]]) {
    const args = ["lgamma", "-c", "x", file, "--part", "4/4", ...more];
    await assertRejects(() => runHere(dir, args, "y"), SyntaxError, at);
    await runHere(dir, args.with(-1 - more.length, "1/4"), "y");
  }
  const { stderr } = await dir.specol("lgamma", "-c", "x", file, "--part=4/4", "--on-invalid=null");
  assertStringIncludes(stderr, "x.csv:183:5");
  const strict = ["lgamma", "-c", "x", file, "--part", "1/4", "--strict"];
  await assertRejects(() => runHere(dir, strict, "y"), SyntaxError, "x.csv:3:4");
});

Deno.test("warnings of a piece name lines of an input that was closed before its last batch was computed", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "x\n" + "1\n".repeat(5000));
  await dir.write("b.csv", "x\nabc\n2\n");
  await dir.write("c.csv", "x\n3\n");
  for (const chunkSize of ["100", "1000", "4000"]) {
    const { status, stderr } = await dir.specol(
      ...["convert", "a.csv", "b.csv", "c.csv", "--part", "2/2", "--types", "x=float64"],
      ...["--on-invalid", "null", "--chunk-size", chunkSize, "-o", "out.arrow"],
    );
    assertEquals(status, 0, stderr);
    assertStringIncludes(stderr, 'the first is "abc" at b.csv:2:1');
  }
});

Deno.test("threads that share a large piece write what one thread writes", async () => {
  await using dir = await Workdir.create();
  const row = (i: number) => `${i},${(i % 997) / 7},"a ""quoted"" text\nof ${i}"\n`;
  await dir.write(
    "x.csv",
    "id,x,t\n" + Array.from({ length: 1_500_000 }, (_, i) => row(i)).join(""),
  );
  // The second time it has no line end at its end, where another input follows.
  for (const inputs of [["x.csv"], ["x.csv", "x.csv"]]) {
    const args = ["lgamma", "-c", "x", ...inputs.map((name) => dir.path(name))];
    const whole = await runHere(dir, [...args, "-j", "1"], "whole.csv");
    const count = inputs.length + 1;
    const parts = cat(await runParts(dir, [...args, "-j", "2"], { count, output: "part.csv" }));
    assertSameBytes(parts, whole, inputs.join(" "));
    await Deno.truncate(dir.path("x.csv"), (await dir.read("x.csv")).length - 1);
  }
});

Deno.test("-v prints what a piece contains, and what finding it cost", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.csv", "x\n" + "1\n".repeat(1000));
  const { stderr, stdout } = await dir.specol("lgamma", "-c", "x", "x.csv", "--part=2/4", "-v");
  assertStringIncludes(stderr, "part 2/4 of x.csv: bytes 500 to 1000, found by looking at 1.5 kB");
  assertEquals(stdout, "1,0\n".repeat(250));
});
