import { assertEquals } from "@std/assert";
import config from "../deno.json" with { type: "json" };

const ROOT = new URL("../", import.meta.url);

interface Info {
  readonly modules: readonly { readonly specifier: string; readonly size?: number }[];
}

/**
 * What importing an entry loads, now or later: paths of this repository, and what else there is.
 */
async function loadedBy(entry: keyof typeof config.exports): Promise<string[]> {
  const path = new URL(config.exports[entry], ROOT).pathname;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", path] })
    .output();
  const { modules }: Info = JSON.parse(new TextDecoder().decode(stdout));
  return modules.map(({ specifier }) => specifier.replace(ROOT.href, ""));
}

function roomsOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.split("/")[0]))].sort();
}

// What runs is wanted here; types alone leave nothing, and their files are listed only because Deno
// checks them.
Deno.test("each entry loads the rooms that it needs, and no package", async () => {
  const rooms = {
    "./arrow": ["arrow", "formats", "functions", "io", "kernels", "plan", "streams"],
    "./functions": ["functions", "kernels"],
    "./streams": ["formats", "functions", "io", "kernels", "plan", "streams"],
    "./testing": ["functions", "kernels", "testing"],
    ".": ["fit", "formats", "functions", "io", "kernels", "mod.ts", "plan", "streams", "webgpu"],
  } as const;
  for (const [entry, expected] of Object.entries(rooms)) {
    const loaded = await loadedBy(entry as keyof typeof rooms);
    const ours = loaded.filter((path) => !path.startsWith("node:"));
    assertEquals(roomsOf(ours), [...expected], entry);
  }
});

Deno.test("an assertion loads neither reference points nor kernels", async () => {
  const loaded = await loadedBy("./testing");
  assertEquals(loaded.filter((path) => /reference|module\.js|engine/.test(path)), []);
});

Deno.test("what a browser loads imports nothing of Node.js, and does without Deno", async () => {
  for (const entry of [".", "./arrow", "./functions", "./streams", "./testing"] as const) {
    for (const path of await loadedBy(entry)) {
      if (path.startsWith("node:") || !path.endsWith(".ts")) continue;
      const text = await Deno.readTextFile(new URL(path, ROOT));
      const imports = text.match(/^import (?!type ).*"node:.*$|(?<!typeof )\bimport\("node:.*$/gm);
      assertEquals(imports ?? [], [], path);
    }
  }
});

/** Runs a program in which globals that a runtime may lack have been deleted first. */
async function runWithout(missing: readonly string[], program: string): Promise<string> {
  const source = `${missing.map((name) => `delete globalThis.${name};`).join("")}${program}`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-lock", "--ext=js", source],
    cwd: ROOT,
  }).output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

Deno.test("without Float16Array all else works, and float16 is an error that says so", async () => {
  const text = await runWithout(
    ["Float16Array"],
    `const { functionStream, lgamma, readTable, writeTable } = await import("./mod.ts");
    const { assertUlpEquals } = await import("./testing/mod.ts");
    assertUlpEquals(lgamma(new Float32Array([3])), new Float32Array([Math.log(2)]), { ulp: 0 });
    const table = await readTable(new Blob(["x\\n3\\n"]).stream());
    const results = { y: { column: "x", compute: lgamma } };
    console.log(await new Response(writeTable(table, { format: "csv", results })).text());
    const npy = { columns: [{ name: "x", typeName: "float32", type: "float32" }], batches:
      ReadableStream.from([{ rows: 1, numbers: () => ({ values: new Float32Array([2]) }) }]) };
    const again = await readTable(writeTable(npy, { format: "npy" }));
    const [batch] = await Array.fromAsync(again.batches);
    console.log(batch.numbers("x").values);
    try {
      const half = { y: { column: "x", type: "float16", compute: lgamma } };
      const table = await readTable(new Blob(["x\\n3\\n"]).stream());
      await new Response(writeTable(table, { format: "csv", results: half })).text();
    } catch (error) { console.log(String(error)); }`,
  );
  assertEquals(
    text,
    "x,y\n3,0.6931471805599453\n\nFloat32Array(1) [ 2 ]\n" +
      "TypeError: Cannot compute in float16: this runtime has no Float16Array; use float32, or Node.js " +
      "24, Bun or a current browser\n",
  );
});

Deno.test("without node:zlib gzip is read all the same, and zstd is an error that says so", async () => {
  const text = await runWithout(
    ["process"],
    `const { readTable } = await import("./mod.ts");
    const gzip = (text) => new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(gzip("x\\n3\\n")).arrayBuffer());
    const read = async (bytes) => {
      const { batches } = await readTable(new Blob([bytes]).stream(), { format: "csv" });
      return (await Array.fromAsync(batches)).map((batch) => batch.numbers("x").values);
    };
    console.log(await read(bytes));
    for (const wrong of [bytes.subarray(0, 20), new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, 0])]) {
      try { console.log(await read(wrong)); } catch (error) { console.log(String(error)); }
    }`,
  );
  assertEquals(text.split("\n"), [
    "[ Float64Array(1) [ 3 ] ]",
    "SyntaxError: Cannot read the stream: damaged or truncated gzip data, or several gzip members, " +
    "of which this runtime reads only one",
    "TypeError: Cannot read the stream: it holds zstd data, which this runtime cannot decompress; " +
    "Deno, Bun and Node.js 22.15 or later can",
    "",
  ]);
});

Deno.test("the package holds every file that its README links to", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", ROOT));
  const links = Array.from(readme.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g), ([, path]) => path);
  const held: readonly string[] = config.publish.include;
  const missing = links.filter((path) =>
    !held.includes(path) && !held.includes(path.split("/")[0])
  );
  assertEquals(missing, []);
});
