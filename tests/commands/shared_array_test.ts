// Arrays that are large enough for workers to share them: each reads, computes and writes its chunks.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { formatHeader } from "../../formats/npy/header.ts";
import { swapBytes } from "../../formats/npy/decode.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import { CLI } from "../tested_cli.ts";
import { waitUntil } from "../wait_until.ts";
import { Workdir } from "../workdir.ts";
import { assertSameBytes } from "../assert_same_bytes.ts";

const WINDOWS = Deno.build.os === "windows";
const ARRAYS = { 2: Float16Array, 4: Float32Array, 8: Float64Array };

/** Enough for two workers, and some bytes: a last chunk that is not full. */
const BYTES = 2 * 2 ** 24 + 40_024;

interface Parts {
  readonly size?: 2 | 4 | 8;
  readonly fortran?: boolean;
  readonly bigEndian?: boolean;
}

/** A large array, of two axes, each element a little different from those before. */
function largeNpy(
  value: (i: number) => number,
  { size = 8, fortran = false, bigEndian = false }: Parts = {},
): Uint8Array<ArrayBuffer> {
  const count = BYTES / size;
  const header = formatHeader({ size, fortran, shape: [count / 3, 3] });
  const npy = new Uint8Array(header.length + BYTES);
  npy.set(header);
  const floats: FloatArray = new ARRAYS[size](npy.buffer, header.length, count);
  for (let i = 0; i < count; i++) floats[i] = value(i);
  if (bigEndian) {
    npy[npy.indexOf("<".charCodeAt(0))] = ">".charCodeAt(0);
    swapBytes(npy.subarray(header.length), size);
  }
  return npy;
}

/** Of multigammaln(2): numbers in and outside of its domain, and some NaN. */
function mixed(i: number): number {
  if (i % 1000 === 7) return NaN;
  return i % 3000 === 11 ? -1 : 0.6 + (i % 977) / 50;
}

const MIXED_COMMAND = ["multigammaln", "-p", "2"];

/** In the domain, until far from the beginning: from there on every chunk has some outside. */
function someOutside(i: number): number {
  return i >= 3_000_000 && i % 50_000 === 0 ? -1 : 3.25;
}

Deno.test("workers that share an array write what one thread does, wherever it goes", async () => {
  const cases: { parts: Parts; how: string[] }[] = [
    { parts: {}, how: [] },
    { parts: { size: 4 }, how: ["--chunk-size", "100K"] },
    { parts: { size: 2, fortran: true }, how: ["--chunk-size", "5M"] },
    { parts: { fortran: true, bigEndian: true }, how: [] },
  ];
  for (const { parts, how } of cases) {
    await using dir = await Workdir.create();
    await dir.write("x.npy", largeNpy(mixed, parts));
    const text = JSON.stringify([parts, how]);
    const command = [...MIXED_COMMAND, ...how, "x.npy"];
    const alone = await dir.specol(...command, "-j1");
    const file = await dir.specol(...command, "-j2", "-o", "y.npy");
    const pipe = await dir.specol(...command, "-j2");
    assertStringIncludes(alone.stderr, "outside the domain");
    assertEquals([file.status, file.stderr], [0, alone.stderr], text);
    assertEquals([pipe.status, pipe.stderr], [0, alone.stderr], text);
    assertSameBytes(await dir.read("y.npy"), alone.bytes, text);
    assertSameBytes(pipe.bytes, alone.bytes, text);
    assertEquals(await dir.list(), ["x.npy", "y.npy"]);
  }
});

Deno.test("workers share what is large and plain, and -v and progress show it", async () => {
  await using dir = await Workdir.create();
  const npy = largeNpy(() => 3.25);
  await dir.write("x.npy", npy);
  const args = ["lgamma", "-v", "--progress", "always", "x.npy", "-o", "y.npy"];
  for (const [how, workers] of [["-j2", "2 workers"], ["-j100", "2 workers"], ["-j1", "without"]]) {
    const { stderr } = await dir.specol(...args, how);
    assertStringIncludes(stderr, workers);
    assertStringIncludes(stderr, "read 34 MB");
    assertEquals(stderr.match(/ms, 34 MB/g)?.length, 2, stderr);
  }
});

Deno.test("an array and its gradient, and one of another type, are the same with workers", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", largeNpy((i) => 0.6 + (i % 977) / 50));
  for (const args of [["i0e", "--grad"], ["i0e", "--grad=only"], ["i0e", "--dtype", "float32"]]) {
    const [one, two] = [
      await dir.specol(...args, "-j1", "x.npy"),
      await dir.specol(...args, "-j2", "x.npy"),
    ];
    assertEquals([one.status, two.status], [0, 0]);
    assertSameBytes(two.bytes, one.bytes, args.join(" "));
  }
});

Deno.test("the input that workers share may be the output", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", largeNpy((i) => 0.6 + (i % 977) / 50));
  const { bytes } = await dir.specol("lgamma", "-j1", "x.npy");
  assertEquals((await dir.specol("lgamma", "-j2", "x.npy", "-o", "x.npy")).status, 0);
  assertSameBytes(await dir.read("x.npy"), bytes, "in place");
  assertEquals(await dir.list(), ["x.npy"]);
});

Deno.test("--strict names the same element with workers, and as much is written before", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", largeNpy(someOutside));
  const runs = [];
  for (const jobs of ["-j1", "-j2"]) {
    const { status, stderr, bytes } = await dir.specol(
      ...MIXED_COMMAND,
      "--strict",
      jobs,
      "x.npy",
    );
    assertEquals(status, 1);
    assertStringIncludes(stderr, "element [1000000, 0] of x.npy is -1, outside the domain");
    runs.push({ stderr, length: bytes.length });
    const args = [...MIXED_COMMAND, "--strict", jobs, "x.npy", "-o", "y.npy"];
    assertEquals((await dir.specol(...args)).stderr, stderr);
    assertEquals(await dir.list(), ["x.npy"]);
  }
  assertEquals(runs[1], runs[0]);
});

Deno.test("workers need no permission that one thread does not need", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", largeNpy(() => 3.25));
  for (
    const [args, permissions] of [
      [[], ["--allow-read=x.npy"]],
      [["-o", "y.npy"], ["--allow-read=.", "--allow-write=."]],
    ]
  ) {
    const run = await dir.run(["lgamma", "-j2", "x.npy", ...args], { permissions });
    assertEquals([run.status, run.stderr], [0, ""]);
  }
});

Deno.test("a pipe that is closed while workers write to it ends the program quietly", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", largeNpy(() => 3.25));
  assertEquals(await dir.hangUp("lgamma", "-j2", "x.npy"), { status: 0, stderr: "" });
});

Deno.test({
  name: "a full disk and an interrupt leave what was there, with workers too",
  ignore: WINDOWS, // it has no such limit, and no signals to send
  async fn() {
    await using dir = await Workdir.create();
    // Behind the first chunk all are next to a zero, where an element takes microseconds: a minute's work,
    // and the interrupt comes when that chunk is written.
    await dir.write("x.npy", largeNpy((i) => i < 150_000 ? 3.25 : -2.4570247382208006));
    await dir.write("y.npy", "old");

    const child = dir.start(["lgamma", "-j2", "x.npy", "-o", "y.npy"]);
    const output = child.output();
    await waitUntil(child, async () => await dir.temporarySize() > 2 ** 20);
    child.kill("SIGINT");
    assertEquals((await output).code, 130);
    assertEquals(await dir.list(), ["x.npy", "y.npy"]);

    const run = `ulimit -f 20000; exec "$0" run --no-check --allow-read --allow-write ${CLI} "$@"`;
    const { code, stderr } = await new Deno.Command("bash", {
      args: ["-c", run, Deno.execPath(), "i0e", "-j2", "x.npy", "-o", "y.npy"],
      cwd: dir.path(""),
      env: { NO_COLOR: "1" },
    }).output();
    const message = "specol: Cannot write y.npy: file too large\n";
    assertEquals([code, new TextDecoder().decode(stderr)], [1, message]);
    assertEquals(await dir.list(), ["x.npy", "y.npy"]);
    assertEquals(await dir.read("y.npy"), new TextEncoder().encode("old"));
  },
});

Deno.test({
  name: "an array that is cut while workers share it became shorter, as with one thread",
  ignore: WINDOWS, // an open file cannot be cut there
  async fn() {
    await using dir = await Workdir.create();
    const npy = largeNpy((i) => 1 + i % 7);
    for (const jobs of ["1", "2"]) {
      await dir.write("x.npy", npy);
      const child = dir.start(["i0e", "-j", jobs, "x.npy"]);
      await child.stdin.close();
      const reader = child.stdout.getReader();
      // The program waits for whoever takes its output.
      await reader.read();
      await Deno.truncate(dir.path("x.npy"), 1000);
      while (!(await reader.read()).done);
      const stderr = await new Response(child.stderr).text();
      assertEquals((await child.status).code, 1, stderr);
      assertStringIncludes(
        stderr,
        `Cannot read x.npy: it became shorter while it was read: it had ${npy.length} bytes, and now ends after`,
      );
    }
  },
});
