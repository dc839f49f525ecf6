import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

async function done(dir: Workdir, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await dir.specol(...args);
  assertEquals([status, stderr], [0, ""], args.join(" "));
  return stdout;
}

const INPUT = "id,x\n1,1\n2,2\n3,3\n4,4\n";

/** Runs some pieces of four, with their manifests. */
async function runSome(dir: Workdir, pieces: readonly number[], ...args: string[]): Promise<void> {
  for (const i of pieces) {
    await done(
      dir,
      ...["lgamma", "-c", "x", "in.csv", "--part", `${i}/4`],
      ...["-o", `out.${i}.csv`, "--manifest", `out.${i}.json`, ...args],
    );
  }
}

const names = (...pieces: number[]): string[] => pieces.map((i) => `out.${i}.json`);

Deno.test("a manifest records what ran, and is the same when the piece runs again", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", INPUT);
  await runSome(dir, [2], "-j", "1");
  const [manifest, output] = [await dir.read("out.2.json"), await dir.read("out.2.csv")];
  const { run, check, ...rest } = JSON.parse(new TextDecoder().decode(manifest));
  assertEquals(rest, {
    specol: "manifest",
    version: 1,
    part: { index: 2, count: 4 },
    rows: 1,
    output: "out.2.csv",
    bytes: output.length,
  });
  const { inputs: [{ modified, ...input }], version, ...settings } = run;
  assertEquals(settings, {
    command: "lgamma",
    options: { columns: "x" },
    expressions: [],
    format: "csv",
  });
  assertEquals(input, { path: "in.csv", bytes: INPUT.length });
  assertEquals(modified, (await Deno.stat(dir.path("in.csv"))).mtime!.toISOString());
  assertEquals([typeof version, typeof check], ["string", "string"]);
  await runSome(dir, [2], "-j", "2", "-q");
  assertEquals([await dir.read("out.2.json"), await dir.read("out.2.csv")], [manifest, output]);
});

Deno.test("a piece that runs twice at the same time is there once", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", INPUT);
  await Promise.all([1, 1, 2, 2, 3, 4, 4, 4].map((i) => runSome(dir, [i])));
  const whole = await done(dir, "lgamma", "-c", "x", "in.csv");
  assertEquals(await done(dir, "concat", ...names(1, 2, 3, 4)), whole);
  assertEquals((await dir.list()).length, 9);
});

Deno.test("concat by manifests knows the order, and names missing pieces", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", INPUT);
  const whole = await done(dir, "lgamma", "-c", "x", "in.csv");
  await runSome(dir, [4, 1]);
  assertEquals(await done(dir, "concat", "--missing", ...names(1, 4)), "2\n3\n");
  const { status, stdout, stderr } = await dir.specol("concat", ...names(4, 1));
  assertEquals([status, stdout], [1, ""]);
  assertStringIncludes(stderr, "Cannot join 2 of 4 pieces: 2-3 are missing; run them");
  await runSome(dir, [2, 3]);
  assertEquals(await done(dir, "concat", "--missing", ...names(3, 2, 4, 1)), "");
  assertEquals(await done(dir, "concat", ...names(3, 2, 4, 1)), whole);
});

Deno.test("a manifest leads to its output from any folder", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", INPUT);
  const whole = await done(dir, "lgamma", "-c", "x", "in.csv");
  for (const folder of ["a", "a/data", "a/told"]) await Deno.mkdir(dir.path(folder));
  const paths: [string, string][] = [
    ["a/data/1.csv", "a/told/1.json"],
    [dir.path("a/2.csv"), "a/told/2.json"],
  ];
  for (const [i, [output, manifest]] of paths.entries()) {
    const part = `${i + 1}/2`;
    await done(
      dir,
      "lgamma",
      "-c",
      "x",
      "in.csv",
      "--part",
      part,
      "-o",
      output,
      "--manifest",
      manifest,
    );
  }
  const concat = ["concat", "--allow-outside"];
  assertEquals(await done(dir, ...concat, "a/told/1.json", "a/told/2.json"), whole);
  const inner = await dir.shell('cd a/told && "$@"', [...concat, "1.json", "2.json"]);
  assertEquals([inner.stdout, inner.stderr], [whole, ""]);
  const first = JSON.parse(await Deno.readTextFile(dir.path("a/told/1.json")));
  assertEquals(first.output, "../data/1.csv");
});

Deno.test("pieces of another run, twice, or whose output is gone or cut off are refused", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", INPUT);
  await runSome(dir, [1, 2, 3, 4]);
  await Deno.copyFile(dir.path("out.2.json"), dir.path("copy.json"));
  const part = ["in.csv", "--part", "3/4", "-o", "other.csv", "--manifest"];
  await done(dir, "digamma", "-c", "x", ...part, "command.json");
  await done(dir, "lgamma", "-c", "x", "--grad", ...part, "option.json");
  const refused = async (args: string[], words: string): Promise<void> => {
    const { status, stdout, stderr } = await dir.specol("concat", ...args);
    assertStringIncludes(stderr, words);
    assertEquals([status, stdout], [1, ""]);
  };
  await refused(
    [...names(1, 2, 3, 4), "copy.json"],
    "piece 2 of 4 was already given as out.2.json",
  );
  await refused([...names(1, 2, 4), "command.json"], "the command is digamma, expected lgamma");
  await refused([...names(1, 2, 4), "option.json"], "option --grad is");
  await refused([...names(1, 2, 4), "out.3.csv"], "it is CSV, and out.1.json is a manifest");
  // The input has changed between two pieces.
  await dir.write("in.csv", `${INPUT}5,5\n`);
  await runSome(dir, [3]);
  await refused(
    names(1, 2, 3, 4),
    "it is a piece of another run: the size of input 1, in.csv, is 25",
  );
  await dir.write("in.csv", INPUT);
  await runSome(dir, [1, 2, 3, 4]);
  await dir.write("out.3.csv", "3,");
  await refused(names(1, 2, 3, 4), "out.3.csv: it has 2 bytes, but out.3.json records");
  assertEquals(await done(dir, "concat", "--missing", ...names(1, 2, 3, 4)), "3\n");
  await Deno.remove(dir.path("out.3.csv"));
  await refused(names(1, 2, 3, 4), "out.3.csv: there is no such file");
  await dir.write("bad.json", '{"specol":"manifest","version":1,"part":{"index":9,"count":4}}\n');
  await refused(["bad.json"], "Cannot read bad.json: line 1: the checksum is wrong");
  await dir.write("half.json", '{"specol":"manifest","vers');
  await refused(["half.json"], "Cannot read half.json: line 1");
});

Deno.test("a failed piece leaves no manifest, and an older one stays", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n1\nno number\n");
  const args = ["lgamma", "in.csv", "-o", "out.csv", "--manifest", "out.json"];
  const { status } = await dir.specol(...args);
  assertEquals([status, await dir.list()], [1, ["in.csv"]]);
});

Deno.test("a manifest needs an output and inputs that are files, and a name of its own", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", INPUT);
  const cases: [string[], string][] = [
    [["in.csv", "--manifest", "m.json"], "with -o"],
    [["in.csv", "-o", "m.json", "--manifest", "m.json"], "m.json is the output"],
    [["in.csv", "-o", "o.csv", "--manifest", "in.csv"], "in.csv is the input"],
    [["-o", "o.csv", "--manifest", "m.json"], "name a file"],
  ];
  for (const [args, words] of cases) {
    const { status, stderr } = await dir.specol("lgamma", "-c", "x", ...args);
    assertStringIncludes(stderr, words);
    assertEquals(status, 2);
  }
});
