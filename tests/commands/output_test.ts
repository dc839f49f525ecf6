import { assertEquals } from "@std/assert";
import { Workdir } from "../workdir.ts";
import { expectedNpy, inputNpy } from "./expected_npy.ts";
import { waitUntil } from "../wait_until.ts";

const PARTS = { name: "i0e", descr: "<f8", shape: [3, 4], fortran: true };
const WINDOWS = Deno.build.os === "windows";

Deno.test("the output may be named by every usual form of the option", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", inputNpy(PARTS));
  const cases = [
    ["-o", "y.npy"],
    ["-oy.npy"],
    ["-o=y.npy"],
    ["--output", "y.npy"],
    ["--output=y.npy"],
  ];
  for (const args of cases) {
    assertEquals((await dir.specol("i0e", ...args, "x.npy")).status, 0);
    assertEquals(await dir.read("y.npy"), expectedNpy(PARTS), args.join(" "));
    await Deno.remove(dir.path("y.npy"));
  }
  for (const name of ["-", "/dev/stdout"]) {
    const { bytes } = await dir.specol("i0e", "x.npy", "--output", name);
    assertEquals(bytes, expectedNpy(PARTS), name);
  }
});

Deno.test("the input may be the output", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", inputNpy(PARTS));
  assertEquals((await dir.specol("i0e", "x.npy", "-o", "x.npy")).status, 0);
  assertEquals(await dir.read("x.npy"), expectedNpy(PARTS));
  assertEquals(await dir.list(), ["x.npy"]);
});

Deno.test("a failure during a run leaves the old file, and nothing else", async () => {
  const parts = { ...PARTS, shape: [100, 100], grad: "--grad" } as const;
  await using dir = await Workdir.create();
  await dir.write("y.npy", "old");
  // From a pipe the truncation is found only after output has begun.
  const { status } = await dir.run(["i0e", "--grad", "-o", "y.npy"], {
    stdin: inputNpy(parts).subarray(0, -1),
  });
  assertEquals(status, 1);
  assertEquals(await dir.read("y.npy"), new TextEncoder().encode("old"));
  assertEquals(await dir.list(), ["y.npy"]);
});

Deno.test({
  name: "a replaced file keeps its mode, and a link stays a link",
  ignore: WINDOWS, // it has neither modes nor links without rights to make them
  async fn() {
    await using dir = await Workdir.create();
    await dir.write("x.npy", inputNpy(PARTS));
    await dir.write("target.npy", "old");
    await Deno.chmod(dir.path("target.npy"), 0o626);
    await Deno.symlink("target.npy", dir.path("link1"));
    await Deno.symlink(dir.path("link1"), dir.path("link2"));
    await Deno.symlink("new.npy", dir.path("dangling"));
    for (const name of ["link2", "dangling"]) {
      assertEquals((await dir.specol("i0e", "x.npy", "-o", name)).status, 0);
      assertEquals(await dir.read(name), expectedNpy(PARTS));
    }
    const { mode } = await Deno.lstat(dir.path("target.npy"));
    assertEquals(mode! & 0o777, 0o626);
    assertEquals(
      await dir.list(),
      ["dangling", "link1", "link2", "new.npy", "target.npy", "x.npy"],
    );
  },
});

Deno.test({
  name: "of a file with several names the others keep what was there",
  ignore: WINDOWS,
  async fn() {
    await using dir = await Workdir.create();
    await dir.write("x.npy", inputNpy(PARTS));
    await dir.write("y.npy", "old");
    await Deno.link(dir.path("y.npy"), dir.path("other.npy"));
    assertEquals((await dir.specol("i0e", "x.npy", "-o", "y.npy")).status, 0);
    assertEquals(await dir.read("y.npy"), expectedNpy(PARTS));
    assertEquals(new TextDecoder().decode(await dir.read("other.npy")), "old");
  },
});

Deno.test({
  name: "an interrupt removes temporary files, keeps the old output and gives the signal's status",
  ignore: WINDOWS, // it has no signals to send
  async fn() {
    const bytes = inputNpy({ ...PARTS, shape: [100, 100] });
    const cases: ["SIGINT" | "SIGTERM", string[], number, number][] = [
      ["SIGINT", ["-o", "y.npy", "--grad"], 130, 2],
      ["SIGTERM", ["-o", "y.npy"], 143, 1],
      ["SIGINT", ["--grad"], 130, 1],
    ];
    for (const [signal, args, status, temporary] of cases) {
      await using dir = await Workdir.create();
      await dir.write("y.npy", "old");
      const child = dir.start(["i0e", ...args]);
      const output = child.output();
      const writer = child.stdin.getWriter();
      await writer.write(bytes.subarray(0, -1));
      // The program now waits for the last byte, with its files open.
      await waitUntil(child, async () => (await dir.list()).length === 1 + temporary);
      child.kill(signal);
      assertEquals((await output).code, status);
      assertEquals(await dir.list(), ["y.npy"]);
      assertEquals(await dir.read("y.npy"), new TextEncoder().encode("old"));
      await writer.abort().catch(() => {});
    }
  },
});

Deno.test("a closed pipe ends the program quietly", async () => {
  const parts = { ...PARTS, shape: [1000, 1000] };
  await using dir = await Workdir.create();
  await dir.write("x.npy", inputNpy(parts));
  assertEquals(await dir.hangUp("i0e", "x.npy"), { status: 0, stderr: "" });
});

Deno.test("a device is written to, not replaced", {
  ignore: WINDOWS, // its null device has another name
}, async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", inputNpy(PARTS));
  const { status, stderr } = await dir.specol(
    "i0e",
    "x.npy",
    "-o",
    "/dev/null",
  );
  assertEquals([status, stderr], [0, ""]);
  assertEquals((await Deno.stat("/dev/null")).isFile, false);
});

Deno.test("a pipe is written to, by whatever name, and so are the standard streams", {
  ignore: WINDOWS, // its pipes have other names
}, async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", inputNpy(PARTS));
  const scripts = [
    '"$@" -o >(cat)',
    '"$@" -o /dev/fd/3 3>&1 >/dev/null',
    'mkfifo pipe; cat pipe & "$@" -o pipe; wait; rm pipe',
    // What a link leads to counts.
    'mkfifo pipe; ln -s pipe link; cat link & "$@" -o link; wait; rm pipe link',
    '"$@" -o /dev/fd/1',
    '"$@" -o /proc/self/fd/1',
    '"$@" -o /dev/stderr 2>&1',
    '"$@" -o /dev/fd/2 2>&1',
  ];
  for (const script of scripts) {
    const { status, stderr, bytes } = await dir.shell(script, ["i0e", "x.npy"]);
    assertEquals([status, stderr], [0, ""], script);
    assertEquals(bytes, expectedNpy(PARTS), script);
  }
  assertEquals(await dir.list(), ["x.npy"]);
});

Deno.test("a pipe is also read from, by whatever name", { ignore: WINDOWS }, async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", inputNpy(PARTS));
  for (const script of ['"$@" <(cat x.npy)', 'cat x.npy | "$@" /dev/fd/0']) {
    const { status, stderr, bytes } = await dir.shell(script, ["i0e"]);
    assertEquals([status, stderr], [0, ""], script);
    assertEquals(bytes, expectedNpy(PARTS), script);
  }
});

Deno.test("a file may have as long a name as the system allows", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", inputNpy(PARTS));
  for (
    const name of [`${"y".repeat(251)}.npy`, `${"é".repeat(125)}.npy`, `${"😀".repeat(60)}.npy`]
  ) {
    const { status, stderr } = await dir.specol("i0e", "x.npy", "-o", name);
    assertEquals([status, stderr], [0, ""]);
    assertEquals(await dir.read(name), expectedNpy(PARTS));
    await Deno.remove(dir.path(name));
  }
  assertEquals(await dir.list(), ["x.npy"]);
});
