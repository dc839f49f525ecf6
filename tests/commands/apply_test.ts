import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeNpy } from "../../support/make_npy.ts";
import { Workdir } from "../workdir.ts";
import { expectedNpy, inputNpy, runArguments, type RunParts } from "./expected_npy.ts";

Deno.test("dtypes, orders, shapes and functions pass through files and pipes", async () => {
  const cases: RunParts[] = [
    { name: "i0", descr: "<f8", shape: [24] },
    { name: "i1e", descr: ">f4", shape: [2, 3, 4], version: 2 },
    { name: "i1", descr: "<f2", shape: [4, 6], fortran: true, version: 3 },
    { name: "i0e", descr: ">i8", shape: [3, 0, 2] },
    { name: "i0e", descr: "|u1", shape: [] },
    { name: "i0e", descr: "<i4", shape: [4], grad: "--grad=only" },
    { name: "i1e", descr: "<f8", shape: [2, 12], grad: "--grad" },
    { name: "i1", descr: "<f4", shape: [2, 12], fortran: true, grad: "--grad" },
    { name: "i1", descr: ">f2", shape: [5], fortran: true, grad: "--grad" },
    { name: "i0", descr: "<u2", shape: [], grad: "--grad" },
    { name: "i0", descr: "<f8", shape: [0, 2], fortran: true, grad: "--grad" },
    { name: "lgamma", descr: "<f8", shape: [24], grad: "--grad" },
    { name: "digamma", descr: "<f4", shape: [24], grad: "--grad" },
    { name: "polygamma", parameter: 0, descr: "<f8", shape: [24] },
    { name: "polygamma", parameter: 2, descr: "<f2", shape: [24], grad: "--grad=only" },
    { name: "polygamma", parameter: 171, descr: ">f8", shape: [4, 6], grad: "--grad" },
    { name: "multigammaln", parameter: 3, descr: "<i4", shape: [24], grad: "--grad" },
    { name: "multigammaln", parameter: 10, descr: "<f4", shape: [2, 3], grad: "--grad=only" },
  ];
  await using dir = await Workdir.create();
  for (const parts of cases) {
    // Quiet: some are outside the domain, which other tests cover.
    const args = [...runArguments(parts), "-q"];
    const stdin = inputNpy(parts);
    await dir.write("x.npy", stdin);
    const expected = expectedNpy(parts);
    const [file, pipe] = await Promise.all([
      dir.specol(...args, "x.npy", "-o", "y.npy"),
      dir.run([...args, "--chunk-size", "40"], { stdin }),
    ]);
    const text = JSON.stringify(parts);
    assertEquals([file.status, file.stdout, file.stderr], [0, "", ""], text);
    assertEquals([pipe.status, pipe.stderr], [0, ""], text);
    assertEquals(await dir.read("y.npy"), expected, text);
    assertEquals(pipe.bytes, expected, text);
    assertEquals(await dir.list(), ["x.npy", "y.npy"], text);
  }
});

Deno.test("the result does not depend on the size of chunks", async () => {
  const cases: RunParts[] = [
    { name: "i1e", descr: "<f8", shape: [24], grad: "--grad" },
    { name: "polygamma", parameter: 3, descr: "<f4", shape: [24], grad: "--grad" },
  ];
  await using dir = await Workdir.create();
  for (const parts of cases) {
    await dir.write("x.npy", inputNpy(parts));
    for (const size of ["1", "16", "100", "1K", "1m"]) {
      const { bytes } = await dir.specol(...runArguments(parts), "--chunk-size", size, "x.npy");
      assertEquals(bytes, expectedNpy(parts), `${parts.name} ${size}`);
    }
  }
});

Deno.test("input may come byte by byte", async () => {
  const parts = { name: "i0e", descr: "<f8", shape: [2] };
  await using dir = await Workdir.create();
  const child = dir.start(["i0e", "-"]);
  const output = child.output();
  const writer = child.stdin.getWriter();
  for (const byte of inputNpy(parts)) {
    await writer.write(new Uint8Array([byte]));
  }
  await writer.close();
  assertEquals((await output).stdout, expectedNpy(parts));
});

Deno.test("special values are what they must be, without the engine's word for it", async () => {
  await using dir = await Workdir.create();
  const x = [0, -0, Infinity, -Infinity, NaN];
  const cases: [string, number[]][] = [
    ["i0e", [1, 1, 0, 0, NaN]],
    ["i0", [1, 1, Infinity, Infinity, NaN]],
    ["i1", [0, -0, Infinity, -Infinity, NaN]],
    ["i1e", [0, -0, 0, -0, NaN]],
    ["lgamma", [Infinity, Infinity, Infinity, Infinity, NaN]],
    ["digamma", [-Infinity, Infinity, Infinity, NaN, NaN]],
    ["polygamma -n 1", [Infinity, Infinity, 0, NaN, NaN]],
    ["polygamma --order 2", [-Infinity, Infinity, -0, NaN, NaN]],
    ["polygamma --grad=only -n=1", [-Infinity, Infinity, -0, NaN, NaN]],
    ["multigammaln -p1", [Infinity, Infinity, Infinity, NaN, NaN]],
    ["multigammaln --dim=3", [NaN, NaN, Infinity, NaN, NaN]],
    ["multigammaln -p 1 --grad=only", [-Infinity, -Infinity, Infinity, NaN, NaN]],
  ];
  await dir.write("x.npy", makeNpy(x, { descr: ">f8", shape: [5] }));
  for (const [words, values] of cases) {
    const { bytes } = await dir.specol(...words.split(" "), "x.npy");
    assertEquals([...new Float64Array(bytes.buffer, 128)], values, words);
  }
});

Deno.test("bad input ends with status 1, one line, and no output file", async () => {
  const good = makeNpy([1, 2], { descr: "<f8", shape: [2] });
  const cases: [string, Uint8Array | string, string][] = [
    ["empty", "", "Cannot read x.npy: it is empty"],
    ["text", "x,y\n1,2\n", "Cannot read x.npy: its name suggests an npy file, but it is text"],
    ["short", good.subarray(0, -1), "x.npy: truncated: expected 16 bytes"],
    ["long", new Uint8Array([...good, 0]), "x.npy: byte 82: after the end of the array"],
    ["complex", makeNpy([], { descr: "<c8", shape: [0] }), "dtype is '<c8'"],
  ];
  await using dir = await Workdir.create();
  for (const [what, content, message] of cases) {
    await dir.write("x.npy", content);
    const { status, stdout, stderr } = await dir.specol(
      "i0e",
      "x.npy",
      "-o",
      "y.npy",
    );
    assertEquals([status, stdout], [1, ""], what);
    assertStringIncludes(stderr, message);
    assertEquals(stderr.trimEnd().split("\n").length, 1, stderr);
    assertEquals(await dir.list(), ["x.npy"], what);
  }
});

Deno.test("a file that cannot be read or written is named with the reason", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", inputNpy({ descr: "<f8", shape: [3] }));
  await Deno.mkdir(dir.path("folder"));
  const cases: [string[], string][] = [
    [["no.npy"], "Cannot read no.npy: no such file or directory"],
    [["folder"], "Cannot read folder: it is a directory"],
    [["x.npy", "-o", "folder"], "Cannot write folder: it is a directory"],
    [["x.npy", "-o", "no/y"], "Cannot write no/y: there is no folder no"],
    [["x.npy", "-o", "x.npy/y"], "Cannot write x.npy/y: not a directory"],
  ];
  for (const [args, message] of cases) {
    const { status, stderr } = await dir.specol("i0e", ...args);
    assertEquals([status, stderr], [1, `specol: ${message}\n`]);
  }
  assertEquals(await dir.list(), ["folder", "x.npy"]);
});

Deno.test("a permission that is missing is named, and none is asked for in vain", async () => {
  await using dir = await Workdir.create();
  const parts = { name: "i0e", descr: "<f8", shape: [3] };
  const stdin = inputNpy(parts);
  await dir.write("x.npy", stdin);
  const cases: [string[], string[], string][] = [
    [["x.npy"], [], "--allow-read=x.npy"],
    [["x.npy"], ["--allow-read=x.npy"], ""],
    [["-"], [], ""],
    [
      ["x.npy", "-o", "y.npy"],
      ["--allow-read=x.npy"],
      "--allow-read=. --allow-write=.",
    ],
    [["x.npy", "-o", "y.npy"], ["--allow-read=.", "--allow-write=."], ""],
  ];
  for (const [args, permissions, flags] of cases) {
    const run = await dir.run(["i0e", ...args], { stdin, permissions });
    if (flags === "") assertEquals([run.status, run.stderr], [0, ""]);
    else {
      assertEquals(run.status, 1);
      assertStringIncludes(run.stderr, `run deno with ${flags}\n`);
    }
  }
  assertEquals(await dir.read("y.npy"), expectedNpy(parts));
});
