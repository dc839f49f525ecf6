import { assert, assertEquals, assertMatch } from "@std/assert";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { makeOutputs, OUTPUTS } from "./faults/outputs.ts";
import { Workdir } from "./workdir.ts";

/** What the README recommends, and all else refused: a program that asks for more fails. */
const REFUSED = [
  "--deny-net",
  "--deny-run",
  "--deny-ffi",
  "--deny-env",
  "--deny-sys",
  "--no-remote",
];

Deno.test("from pipe to pipe the program needs no permission, with workers and in every format", async () => {
  await using dir = await Workdir.create();
  const runs: [string[], Uint8Array][] = OUTPUTS.map(({ args, input }) => [[...args], input]);
  // So many, and so dear, that workers start on fast machines, too.
  const large = await makeOutputs(2_000_000);
  for (const { args, input } of large.filter(({ name }) => /^y\.(csv|arrows|npy)$/.test(name))) {
    // Threads share a pipe of CSV only where chunks are larger than those of the other runs.
    const larger = args.slice(1).map((arg) => arg === "64K" ? "256K" : arg);
    runs.push([["polygamma", "-n", "50", ...larger, "-j", "2", "-v"], input]);
  }
  for (const [args, stdin] of runs) {
    const permissions = [...REFUSED, "--deny-read", "--deny-write"];
    const { status, stderr, bytes } = await dir.run(args, { stdin, permissions });
    assertEquals(status, 0, stderr);
    assert(bytes.length > 1000, args.join(" "));
    if (args.includes("-v")) assertMatch(stderr, /compute \d+ ms, [12] workers?/, args.join(" "));
  }
  assertEquals(await dir.list(), []);
});

Deno.test("from file to file it needs to read and write what is named, and nothing else", async () => {
  for (const { name, args, input, ending } of OUTPUTS) {
    await using dir = await Workdir.create();
    await dir.write(`x${ending}`, input);
    await Deno.mkdir(dir.path("out"));
    const permissions = [...REFUSED, `--allow-read=x${ending},out`, "--allow-write=out"];
    const run = await dir.run([...args, "-j", "2", `x${ending}`, "-o", `out/${name}`], {
      permissions,
    });
    assertEquals([run.status, run.stderr], [0, ""], name);
    // The same as without any restriction.
    await dir.specol(...args, `x${ending}`, "-o", name);
    const expand = (bytes: Uint8Array) => {
      if (name.endsWith(".gz")) return gunzipSync(bytes);
      return name.endsWith(".zst") ? zstdDecompressSync(bytes) : bytes;
    };
    assertEquals(expand(await dir.read(`out/${name}`)), expand(await dir.read(name)));
    assertEquals(Array.from(Deno.readDirSync(dir.path("out")), ({ name }) => name), [name]);
  }
});

Deno.test("a permission that is missing is named as the flag to add, and that is enough", async () => {
  await using dir = await Workdir.create();
  const { args, input } = OUTPUTS[0];
  await dir.write("x.csv", input);
  await Deno.mkdir(dir.path("out"));
  const cases: [string[], string[], string][] = [
    [
      ["x.csv"],
      [],
      "Cannot read x.csv: permission not granted, run deno with --allow-read=x.csv",
    ],
    [
      ["x.csv", "-o", "out/y.csv"],
      ["--allow-read=x.csv"],
      "Cannot write out/y.csv: permission not granted, run deno with --allow-read=out --allow-write=out",
    ],
    [
      ["x.csv", "-o", "out/y.csv"],
      ["--allow-read=x.csv,out"],
      "Cannot write out/y.csv: permission not granted, run deno with --allow-read=out --allow-write=out",
    ],
    [
      ["x.csv", "-o", "y.csv"],
      ["--allow-read=x.csv"],
      "Cannot write y.csv: permission not granted, run deno with --allow-read=. --allow-write=.",
    ],
  ];
  for (const [files, granted, message] of cases) {
    const permissions = [...REFUSED, ...granted];
    const { status, stderr } = await dir.run([...args, ...files], { permissions });
    assertEquals([status, stderr], [1, `specol: ${message}\n`]);
    const [, flags] = message.split("run deno with ");
    const added = flags.split(" ").map((flag) =>
      flag.startsWith("--allow-read") ? `${flag},x.csv` : flag
    );
    const again = await dir.run([...args, ...files], { permissions: [...REFUSED, ...added] });
    assertEquals([again.status, again.stderr], [0, ""], flags);
  }
});

Deno.test("data that must be kept in a temporary file need permission to read and write, and the error says so", async () => {
  await using dir = await Workdir.create();
  const { input } = OUTPUTS.find(({ ending }) => ending === ".arrows")!;
  const args = ["convert", "--to", "npy"];
  const refused = await dir.run(args, { stdin: input, permissions: REFUSED });
  assertEquals(
    [refused.status, refused.stderr],
    [
      1,
      "specol: Cannot write a temporary file in the system's folder for it: permission not granted, " +
      "run deno with --allow-read --allow-write\n",
    ],
  );
  const permissions = [...REFUSED, "--allow-read", "--allow-write"];
  const { status, stderr } = await dir.run(args, { stdin: input, permissions });
  assertEquals([status, stderr], [0, ""]);
  assertEquals(await dir.list(), []);
});

Deno.test("NO_COLOR is honoured without the permission to read the environment", async () => {
  await using dir = await Workdir.create();
  const args = ["lgamma", "missing.csv"];
  const permissions = [...REFUSED, "--allow-read"];
  assertMatch((await dir.run(args, { permissions })).stderr, /^specol: Cannot read missing\.csv: /);
  const always = await dir.run([...args, "--color", "always"], { permissions });
  assert(always.stderr.startsWith("\x1b[31mspecol:\x1b[0m Cannot read"), always.stderr);
});
