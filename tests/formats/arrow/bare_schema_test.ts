import { assert, assertEquals, assertRejects } from "@std/assert";
import { ArrowReader } from "../../../formats/arrow/decode/reader.ts";
import { sample, sampleNames } from "../../../support/arrow_samples.ts";
import { memorySource } from "../../../support/memory.ts";
import { cat } from "../../run_parts.ts";
import { Workdir } from "../../workdir.ts";
import { withBareSchema, withLateDictionaries } from "./polars_files.ts";

const FILES = sampleNames().filter((name) => name.endsWith(".arrow") && !name.includes("old"));

Deno.test("a file whose first schema has no length is read by its footer, as polars writes it", async () => {
  assert(FILES.length >= 6);
  await using dir = await Workdir.create();
  for (const name of FILES) {
    const bytes = sample(name);
    const bare = withBareSchema(bytes);
    await dir.write("bare.arrow", bare);
    await dir.write("in.arrow", bytes);
    const expected = await dir.specol("convert", "in.arrow", "--to", "arrows");
    const fromFile = await dir.specol("convert", "bare.arrow", "--to", "arrows");
    const fromPipe = await dir.run(["convert", "--to", "arrows"], { stdin: bare });
    assertEquals([fromFile.stderr, fromPipe.stderr], [expected.stderr, expected.stderr], name);
    assertEquals(fromFile.bytes, expected.bytes, name);
    assertEquals(fromPipe.bytes, expected.bytes, name);
  }
});

Deno.test("pieces and several inputs work for such files", async () => {
  await using dir = await Workdir.create();
  const bytes = sample("numbers.arrow");
  await dir.write("bare.arrow", withBareSchema(bytes));
  for (const name of ["in.arrow", "more.arrow"]) await dir.write(name, bytes);
  for (const others of [["--part", "2/2"], ["more.arrow"]]) {
    const expected = await dir.specol("convert", "in.arrow", ...others, "--to", "arrows");
    const run = await dir.specol("convert", "bare.arrow", ...others, "--to", "arrows");
    assertEquals([run.stderr, run.bytes], [expected.stderr, expected.bytes]);
  }
});

Deno.test("dictionaries after the batches are read before them", async () => {
  await using dir = await Workdir.create();
  const bytes = sample("mixed.arrow");
  const late = withLateDictionaries(bytes);
  await dir.write("late.arrow", late);
  for (const name of ["in.arrow", "more.arrow"]) await dir.write(name, bytes);
  const whole = ["--to", "arrows"];
  const runs = [whole, ["--part", "2/2", ...whole], ["more.arrow", ...whole], ["--to", "arrow"]];
  for (const more of runs) {
    const expected = await dir.specol("convert", "in.arrow", ...more);
    const fromFile = await dir.specol("convert", "late.arrow", ...more);
    assertEquals([fromFile.stderr, fromFile.bytes], [expected.stderr, expected.bytes]);
  }
  const fromPipe = await dir.run(["convert", ...whole], { stdin: late });
  assertEquals(fromPipe.bytes, (await dir.specol("convert", "in.arrow", ...whole)).bytes);
});

Deno.test("such a file that is truncated, damaged or followed by another is an error", async () => {
  const bare = withBareSchema(sample("numbers.arrow"));
  const footer = "nor a footer at the end: it is truncated, or followed by other data";
  const wrong: [Uint8Array, string][] = [
    [bare.subarray(0, 40), footer],
    [bare.subarray(0, -3), footer],
    [cat([bare, bare]), "several Arrow files one after the other"],
  ];
  for (const [bytes, message] of wrong) {
    await assertRejects(() => ArrowReader.open(memorySource(bytes)), SyntaxError, message);
  }
});
