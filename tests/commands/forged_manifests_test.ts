import { assertEquals, assertStringIncludes } from "@std/assert";
import { MANIFEST_VERSION } from "../../pipeline/concat/manifest.ts";
import { ownHeader } from "../../pipeline/concat/json_lines_header.ts";
import { runPieces } from "../pieces.ts";
import { Workdir } from "../workdir.ts";

/** The fields of a manifest that leads to an output of three bytes. */
function fieldsOf(): Record<string, unknown> {
  return {
    run: {
      version: "0.1.0",
      command: "lgamma",
      options: {},
      expressions: [],
      format: "csv",
      inputs: [{ path: "in.csv", bytes: 1, modified: "2026-01-01T00:00:00.000Z" }],
    },
    part: { index: 1, count: 1 },
    output: "out.csv",
    bytes: 3,
  };
}

/** Sets a field that a path leads to, or deletes it. */
function set(fields: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop()!;
  const inner = names.reduce((at, name) => at[name] as Record<string, unknown>, fields);
  if (value === undefined) delete inner[last];
  else inner[last] = value;
}

async function concat(dir: Workdir, fields: object, ...args: string[]) {
  const header = ownHeader("manifest", { version: MANIFEST_VERSION, ...fields });
  await dir.write("run/m.json", `${header}\n`);
  return await dir.specol("concat", "run/m.json", ...args);
}

async function prepare(): Promise<Workdir> {
  const dir = await Workdir.create();
  for (const folder of ["run", "run/inner", "other", "runner"]) await Deno.mkdir(dir.path(folder));
  for (const path of ["run/out.csv", "run/inner/out.csv", "other/out.csv", "runner/out.csv"]) {
    await dir.write(path, "a\n1");
  }
  await Deno.symlink("../other/out.csv", dir.path("run/link.csv"));
  await Deno.symlink("../other", dir.path("run/linked"));
  await Deno.symlink("out.csv", dir.path("run/near.csv"));
  return dir;
}

Deno.test("a manifest leads only to outputs in its folder, unless --allow-outside trusts it", async () => {
  await using dir = await prepare();
  for (const output of ["out.csv", "./out.csv", "inner/out.csv", "near.csv"]) {
    const { status, stdout } = await concat(dir, { ...fieldsOf(), output });
    assertEquals([status, stdout], [0, "a\n1"], output);
  }
  const elsewhere = ["../other/out.csv", "../runner/out.csv", "inner/../out.csv", "link.csv"];
  for (const output of [...elsewhere, "linked/out.csv", dir.path("run/out.csv")]) {
    for (const args of [[], ["--missing"]]) {
      const { status, stdout, stderr } = await concat(dir, { ...fieldsOf(), output }, ...args);
      assertEquals([status, stdout], [2, ""], output);
      assertStringIncludes(stderr, `names an output outside its folder, ${output}`);
      assertStringIncludes(stderr, "use --allow-outside");
    }
    const trusted = await concat(dir, { ...fieldsOf(), output }, "--allow-outside");
    assertEquals([trusted.status, trusted.stdout], [0, "a\n1"], output);
  }
  const proc = await concat(dir, { ...fieldsOf(), output: "/proc/self/environ", bytes: 0 });
  assertEquals([proc.status, proc.stdout], [2, ""]);
  const folder = await concat(dir, { ...fieldsOf(), output: "inner" });
  assertEquals(folder.status, 1);
  assertStringIncludes(folder.stderr, "Cannot read run/inner: it is not a regular file");
});

Deno.test("each field of a manifest that is missing or wrong is named", async () => {
  await using dir = await prepare();
  const cases: [path: string, value: unknown, message: string][] = [
    ["part", undefined, "part is missing"],
    ["part.count", 1e8, "part.count must be an integer from 1 to 1000000, got 100000000"],
    ["part.count", undefined, "part.count is missing"],
    ["part.index", 2, "part.index must be an integer from 1 to 1, got 2"],
    ["part.index", "1", 'part.index must be an integer from 1 to 1, got "1"'],
    ["run", [], "run must be an object, got []"],
    ["run.version", 1, "run.version must be a text"],
    ["run.command", undefined, "run.command is missing"],
    ["run.options", { a: 1 }, "run.options must be an object of texts"],
    ["run.expressions", "x", "run.expressions must be a list of texts"],
    ["run.format", "exe", "run.format must be one of csv, tsv, arrow, arrows, npy"],
    ["run.inputs", [], "run.inputs must be a list of 1 to 1000000 inputs"],
    ["run.inputs", [null], "run.inputs[0] must be an object, got null"],
    ["run.inputs", [{ path: "x", bytes: -1 }], "run.inputs[0].bytes must be an integer >= 0"],
    ["run.inputs", [{ path: "x", bytes: 1 }], "run.inputs[0].modified is missing"],
    ["output", undefined, "output is missing"],
    ["output", "", "output must be the path of a file"],
    ["output", 3, "output must be the path of a file"],
    ["bytes", undefined, "bytes is missing"],
    ["bytes", 1.5, "bytes must be an integer >= 0, got 1.5"],
    ["rows", "many", "rows must be an integer >= 0"],
  ];
  for (const [path, value, message] of cases) {
    const fields = fieldsOf();
    set(fields, path, value);
    const { status, stderr } = await concat(dir, fields);
    assertEquals(status, 1, path);
    assertStringIncludes(stderr, `Cannot read run/m.json: line 1: ${message}`);
  }
});

Deno.test("what is not a line of JSON in UTF-8 is an error in specol's words", async () => {
  await using dir = await Workdir.create();
  const begin = '{"specol":"manifest","version":1';
  for (
    const [bytes, message] of [
      [new TextEncoder().encode(`${begin},`), "line 1: it is not JSON"],
      [Uint8Array.of(...new TextEncoder().encode(begin), 0xff, 0x0a), "line 1: it is not UTF-8"],
      [new TextEncoder().encode('{"specol":"manifest"}'), "the version is missing"],
      [new TextEncoder().encode('{"specol":"manifest","version":[7]}'), "version [7] of this file"],
    ] as const
  ) {
    await dir.write("m.json", bytes);
    const { status, stderr } = await dir.specol("concat", "m.json");
    assertEquals(status, 1);
    assertStringIncludes(stderr, message);
  }
});

Deno.test("every line of the sums of a piece has a checksum", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "k,x\na,1\nb,2\n");
  const command = ["reduce", "--by", "k", "s = sum(x)", "in.csv"];
  await runPieces(dir, { parts: 1, output: "part", command });
  const text = new TextDecoder().decode(await dir.read("part.1"));
  assertEquals((await dir.specol("concat", "part.1")).stdout, "k,s\na,1\nb,2\n");
  const lines = text.trimEnd().split("\n");
  assertEquals(lines.length, 4);
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i].replace(/"([ab])"|"groups":2/, (found) => found.replace(/[ab2]/, "3"));
    await dir.write("part.1", `${lines.with(i, line).join("\n")}\n`);
    const { status, stderr } = await dir.specol("concat", "part.1");
    assertEquals(status, 1);
    assertStringIncludes(stderr, `Cannot read part.1: line ${i + 1}: the checksum is wrong`);
  }
});
