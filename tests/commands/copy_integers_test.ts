import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { encode, makeNpy } from "../../support/make_npy.ts";
import { Workdir } from "../workdir.ts";

const BIG = [2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n), 7n, 0n, -1n];
const SMALL = [1, 2, 3, 127, 0, 100];
const TYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"];

/** What follows the header. */
function dataOf(npy: Uint8Array): Uint8Array {
  return npy.subarray(10 + npy[8] + 256 * npy[9]);
}

Deno.test("convert keeps the integers of an npy array, all their digits, shape and order", async () => {
  await using dir = await Workdir.create();
  for (const type of TYPES) {
    const values = type === "i8" ? BIG : SMALL;
    for (const fortran of [false, true]) {
      await dir.write("x.npy", makeNpy(values, { descr: `>${type}`, shape: [2, 3], fortran }));
      const { status, stderr } = await dir.specol("convert", "x.npy", "-o", "y.npy");
      assertEquals([status, stderr], [0, ""]);
      const written = await dir.read("y.npy");
      const descr = `${type.endsWith("1") ? "|" : "<"}${type}`;
      const dict = `{'descr': '${descr}', 'fortran_order': ${fortran ? "True" : "False"}, ` +
        `'shape': (2, 3), }`;
      assertStringIncludes(new TextDecoder("latin1").decode(written), dict);
      assertEquals(dataOf(written), encode(values, descr), descr);
    }
  }
});

Deno.test("copied integers do not depend on chunks, pipes and compression", async () => {
  await using dir = await Workdir.create();
  const x = makeNpy(BIG, { descr: ">i8", shape: [6] });
  await dir.write("x.npy", x);
  for (const size of ["1", "17", "1M"]) {
    const { bytes } = await dir.run(["convert", "--chunk-size", size], { stdin: x });
    assertEquals(dataOf(bytes), encode(BIG, "<i8"), size);
  }
  await dir.specol("convert", "x.npy", "-o", "y.npy.gz");
  assertEquals(dataOf((await dir.specol("convert", "y.npy.gz")).bytes), encode(BIG, "<i8"));
  for (const shape of [[], [0], [0, 3]]) {
    await dir.write("e.npy", makeNpy(shape.length === 0 ? [7] : [], { descr: "<u2", shape }));
    const { bytes, stderr } = await dir.specol("convert", "e.npy");
    assertEquals([stderr, dataOf(bytes).length], ["", shape.length === 0 ? 2 : 0]);
  }
});

Deno.test("integers that end too early or too late are an error, and --dtype makes floats of them", async () => {
  await using dir = await Workdir.create();
  const x = makeNpy(SMALL, { descr: "<i4", shape: [6] });
  const cases: [Uint8Array, string][] = [
    [x.subarray(0, -1), "truncated"],
    [Uint8Array.of(...x, 0), `byte ${x.length}: after the end of the array`],
  ];
  for (const [stdin, problem] of cases) {
    const { status, stderr } = await dir.run(["convert", "-o", "y.npy"], { stdin });
    assertEquals(status, 1);
    assertStringIncludes(stderr, `specol: Cannot read standard input: ${problem}`);
  }
  assertEquals(await dir.list(), []);
  const { bytes } = await dir.run(["convert", "--dtype", "float32"], { stdin: x });
  assert(new TextDecoder("latin1").decode(bytes).includes("'<f4'"));
  assertEquals(dataOf(bytes), encode(SMALL, "<f4"));
});
