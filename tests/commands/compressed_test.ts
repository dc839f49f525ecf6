import { assertEquals, assertMatch } from "@std/assert";
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { Workdir } from "../workdir.ts";
import { expectedNpy, inputNpy } from "./expected_npy.ts";

const PARTS = { name: "i0e", descr: "<f8", shape: [300, 40], fortran: true };
const GRADIENT = { ...PARTS, grad: "--grad" } as const;
const INPUT = inputNpy(PARTS);

Deno.test("compressed input is recognised by its bytes, from files and pipes", async () => {
  await using dir = await Workdir.create();
  const half = INPUT.length / 2 | 0;
  const inputs: [string, Uint8Array][] = [
    ["x.npy.gz", gzipSync(INPUT)],
    ["x.npy.zst", zstdCompressSync(INPUT)],
    ["members.npy", inTwo(gzipSync, half)],
    ["frames.csv", inTwo(zstdCompressSync, half)],
  ];
  for (const [name, bytes] of inputs) {
    await dir.write(name, bytes);
    const { status, stderr, bytes: fromFile } = await dir.specol("i0e", name);
    assertEquals([status, stderr], [0, ""], name);
    assertEquals(fromFile, expectedNpy(PARTS), name);
    const { bytes: fromPipe } = await dir.run(["i0e"], { stdin: bytes });
    assertEquals(fromPipe, expectedNpy(PARTS), name);
  }
});

Deno.test("the output's ending compresses it, whatever the chunk size, and what must wait too", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", INPUT);
  for (const [ending, expand] of [["gz", gunzipSync], ["zst", zstdDecompressSync]] as const) {
    const files: Uint8Array[] = [];
    for (const size of ["1M", "1K"]) {
      const args = ["--grad", "--chunk-size", size, "x.npy", "-o", `y.npy.${ending}`];
      assertEquals((await dir.specol("i0e", ...args)).status, 0);
      files.push(await dir.read(`y.npy.${ending}`));
      assertEquals(new Uint8Array(expand(files.at(-1)!)), expectedNpy(GRADIENT), ending);
    }
    assertEquals(files[0], files[1]);
  }
  assertEquals(await dir.list(), ["x.npy", "y.npy.gz", "y.npy.zst"]);
});

Deno.test("where damage makes a bad record of a good one, the damage is the error", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from({ length: 300_000 }, (_, i) => `${i},${i / 7}\n`);
  await dir.write("x.csv", "id,x\n1,2\n");
  // Stored blocks: only the checksum at the end shows that a byte is another one.
  const damaged = gzipSync(`id,x\n${rows.join("")}`, { level: 0 });
  const at = new TextDecoder("latin1").decode(damaged).indexOf("\n100000,");
  damaged[at + 8] = 0x7a;
  await dir.write("y.csv.gz", damaged);
  for (const args of [["y.csv.gz"], ["x.csv", "y.csv.gz"], ["y.csv.gz", "--to", "arrow"]]) {
    const { status, stderr } = await dir.specol("lgamma", "-c", "x", ...args);
    assertEquals(status, 1);
    assertMatch(stderr, /^specol: Cannot read y\.csv\.gz: damaged gzip data: their checksum/);
  }
  // A delimiter that is another byte.
  damaged[at + 8] = 0x30;
  damaged[at + 7] = 0x7a;
  await dir.write("y.csv.gz", damaged);
  for (const work of [["lgamma", "-c", "x", "--only"], ["fit", "-(x - m)^2", "--start", "m=1"]]) {
    const args = [...work, "x.csv", "y.csv.gz", "x.csv", "--to", "npy", "-o", "y.npy"];
    const { status, stderr } = await dir.specol(...args);
    assertEquals(status, 1);
    assertMatch(stderr, /^specol: Cannot read y\.csv\.gz: damaged gzip data: their checksum/);
  }
  // What is whole keeps its own error.
  const whole = gzipSync("id,x\n1,2\n2,z\n");
  await dir.write("z.csv.gz", whole);
  const message = /^specol: z\.csv\.gz:3:3: "z" in column x is not a number/;
  assertMatch((await dir.specol("lgamma", "-c", "x", "z.csv.gz")).stderr, message);
});

Deno.test("damaged compressed input is an error that names it, and leaves no output", async () => {
  await using dir = await Workdir.create();
  const cases: [Uint8Array, RegExp][] = [
    [gzipSync(INPUT).subarray(0, -1), /truncated: it ends inside the gzip data/],
    [zstdCompressSync(INPUT).subarray(0, -1), /truncated: it ends inside the zstd data/],
    [new Uint8Array([...gzipSync(INPUT), 7, 7]), /other bytes after the gzip data/],
    [gzipSync(gzipSync(INPUT)), /it holds gzip data, compressed once more/],
  ];
  for (const [bytes, expected] of cases) {
    await dir.write("x.npy.gz", bytes);
    const { status, stderr } = await dir.specol("i0e", "x.npy.gz", "-o", "y.npy");
    assertEquals(status, 1);
    assertMatch(stderr, /^specol: Cannot read x\.npy\.gz: .*\n$/);
    assertMatch(stderr, expected);
    assertEquals(await dir.list(), ["x.npy.gz"]);
  }
});

function inTwo(compress: (bytes: Uint8Array) => Uint8Array, at: number): Uint8Array {
  return new Uint8Array([...compress(INPUT.subarray(0, at)), ...compress(INPUT.subarray(at))]);
}
