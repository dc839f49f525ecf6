import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { makeNpy } from "../../support/make_npy.ts";
import { cat, runHere, runParts } from "../run_parts.ts";
import { Workdir } from "../workdir.ts";

/** The shape, the order and the elements of an npy file. */
function open(
  bytes: Uint8Array,
): { shape: number[]; fortran: boolean; descr: string; data: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const end = 10 + view.getUint16(8, true);
  const header = new TextDecoder().decode(bytes.subarray(10, end));
  const shape = /'shape': \(([^)]*)\)/.exec(header)![1].split(",").filter((text) => text.trim());
  return {
    shape: shape.map(Number),
    fortran: header.includes("'fortran_order': True"),
    descr: /'descr': '([^']*)'/.exec(header)![1],
    data: bytes.subarray(end),
  };
}

/** Compares pieces that are npy files, one after the other, with the output of a single run. */
async function checkPieces(dir: Workdir, args: readonly string[], count: number): Promise<void> {
  const where = `${count} pieces of ${args.join(" ")}`;
  const whole = open(await runHere(dir, args, "whole.npy"));
  const parts = (await runParts(dir, args, { count, output: "part.npy" })).map(open);
  assertEquals(cat(parts.map(({ data }) => data)), whole.data, where);
  const axis = whole.fortran ? whole.shape.length - 1 : 0;
  const sum = parts.reduce((sum, { shape }) => sum + shape[axis], 0);
  assertEquals(sum, whole.shape[axis], where);
  for (const { shape, fortran, descr } of parts) {
    assertEquals(shape.with(axis, sum), whole.shape, where);
    assertEquals([fortran, descr], [whole.fortran, whole.descr], where);
  }
}

Deno.test("pieces of npy arrays are npy arrays that are joined to the output of a single run, whatever shape and type", async () => {
  await using dir = await Workdir.create();
  const file = dir.path("x.npy");
  const shapes = [[60], [0], [20, 3], [3, 4, 5], [0, 3], [2, 0], [1, 60]];
  for (const [i, descr] of ["<f8", ">f4", "<f2", "<i8", "|u1", ">u2", "<i4"].entries()) {
    for (const fortran of [false, true]) {
      const shape = shapes[(2 * i + (fortran ? 1 : 0)) % shapes.length];
      const values = Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => i + 1);
      await dir.write("x.npy", makeNpy(values, { descr, shape, fortran }));
      for (const count of [1, 2, 7, 25]) {
        await checkPieces(dir, ["lgamma", file], count);
        await checkPieces(dir, ["convert", file], count);
        await checkPieces(dir, ["lgamma", file, "--dtype", "float32", "--chunk-size", "16"], count);
        if (!fortran || shape.length === 1) {
          await checkPieces(dir, ["digamma", file, "--grad"], count);
        }
      }
    }
  }
});

Deno.test("pieces of npy tables are cut at rows, in C and in Fortran order", async () => {
  await using dir = await Workdir.create();
  const file = dir.path("x.npy");
  for (const shape of [[50], [25, 2], [1, 50], [50, 1], []]) {
    for (const fortran of [false, true]) {
      const length = shape.reduce((a, b) => a * b, 1);
      const values = Array.from({ length }, (_, i) => i / 8);
      await dir.write("x.npy", makeNpy(values, { descr: "<f8", shape, fortran }));
      for (const count of [1, 3, 30]) {
        await checkPieces(dir, ["lgamma", "-c", "*", file], count);
        const args = ["convert", file, "--to", "csv"];
        const whole = await runHere(dir, args, "whole.csv");
        assertEquals(cat(await runParts(dir, args, { count, output: "part.csv" })), whole);
      }
    }
  }
});

Deno.test("a large piece of npy that workers share is that part of the complete output", async () => {
  await using dir = await Workdir.create();
  const values = new Float64Array(9_000_000).map((_, i) => (i % 1009) / 16);
  const head = makeNpy([], { descr: "<f8", shape: [values.length] });
  await dir.write("x.npy", cat([head, new Uint8Array(values.buffer)]));
  await checkPieces(dir, ["lgamma", dir.path("x.npy")], 2);
});

Deno.test("errors of a piece of npy name the element and the row in the complete file", async () => {
  await using dir = await Workdir.create();
  const values = Array.from({ length: 40 }, (_, i) => i === 33 ? -1 : i + 1);
  await dir.write("x.npy", makeNpy(values, { descr: "<f8", shape: [20, 2] }));
  const file = dir.path("x.npy");
  const run = (...args: string[]) =>
    runHere(dir, ["lgamma", file, "--strict", "--part=4/4", ...args], "y.npy");
  await assertRejects(() => run(), RangeError, "element [16, 1] of");
  await assertRejects(() => run("-c", "x1"), RangeError, "row 17 of");
});

Deno.test("arrays that cannot be cut are refused, with advice", async () => {
  await using dir = await Workdir.create();
  await dir.write("one.npy", makeNpy([1], { descr: "<f8", shape: [] }));
  const fortran = makeNpy([1, 2, 3, 4], { descr: "<f8", shape: [2, 2], fortran: true });
  await dir.write("fortran.npy", fortran);
  const one = await dir.specol("lgamma", "one.npy", "--part=1/2", "-o", "y.npy");
  assertStringIncludes(one.stderr, "it holds a single number");
  const both = await dir.specol("lgamma", "fortran.npy", "--grad", "--part=1/2", "-o", "y.npy");
  assertStringIncludes(both.stderr, "save it in C order");
  assertEquals([one.status, both.status, await dir.list()], [2, 2, ["fortran.npy", "one.npy"]]);
});
