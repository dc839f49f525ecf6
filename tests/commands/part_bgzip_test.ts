import { assertEquals, assertRejects } from "@std/assert";
import { makeBgzip } from "../../support/make_bgzip.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { makeRandom, randomCsv } from "../formats/csv/random_csv.ts";
import { cat, runHere, runParts } from "../run_parts.ts";
import { Workdir } from "../workdir.ts";

Deno.test("files in blocks of bgzip are cut by their contents, in every format", async () => {
  await using dir = await Workdir.create();
  const random = makeRandom(3);
  const text = randomCsv(random, 200);
  await dir.write("x.csv", text);
  for (const blockSize of [7, 100, 60_000]) {
    await dir.write("x.csv.gz", await makeBgzip(await dir.read("x.csv"), blockSize));
    const args = ["lgamma", "-c", "x", dir.path("x.csv.gz")];
    const whole = await runHere(dir, args, "whole.csv");
    for (const count of [1, 3, 17]) {
      assertEquals(cat(await runParts(dir, args, { count, output: "part.csv" })), whole);
    }
  }
  const values = Array.from({ length: 500 }, (_, i) => i);
  await dir.write("x.npy.gz", await makeBgzip(makeNpy(values, { descr: "<f8", shape: [500] }), 99));
  await runHere(dir, ["convert", dir.path("x.npy.gz"), "--chunk-size", "160"], "x.arrow");
  await dir.write("x.arrow.gz", await makeBgzip(await dir.read("x.arrow"), 99));
  const csv = await runHere(dir, ["convert", dir.path("x.npy.gz"), "--to", "csv"], "whole.csv");
  for (const name of ["x.npy.gz", "x.arrow.gz"]) {
    const args = ["convert", dir.path(name), "--to", "csv"];
    assertEquals(cat(await runParts(dir, args, { count: 5, output: "part.csv" })), csv, name);
  }
});

Deno.test("a damaged block is an error, and lines after it are counted in the contents", async () => {
  await using dir = await Workdir.create();
  const text = "x\n" + Array.from({ length: 300 }, (_, i) => i === 280 ? "oops\n" : "1\n").join("");
  const packed = await makeBgzip(new TextEncoder().encode(text), 50);
  await dir.write("x.csv.gz", packed);
  const args = ["lgamma", "-c", "x", dir.path("x.csv.gz"), "--part", "2/2"];
  await assertRejects(() => runHere(dir, args, "y.csv"), SyntaxError, "x.csv.gz:282:1");
  const place = packed.lastIndexOf(0x1f, -60) + 25;
  packed[place] ^= 0xff;
  await dir.write("x.csv.gz", packed);
  await assertRejects(() => runHere(dir, args, "y.csv"), SyntaxError, "damaged gzip data");
});
