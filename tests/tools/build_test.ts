import { assertEquals, assertRejects } from "@std/assert";
import { WASM_BASE64 } from "../../kernels/module.js";
import { findSources } from "../../tools/build/generated.ts";
import { findStale } from "../../tools/build.ts";

const ROOT = new URL("../../", import.meta.url);
const BUNDLE = await Deno.readTextFile(new URL("dist/specol.js", ROOT));

Deno.test("what is generated was made from the sources that are there: deno task build", async () => {
  assertEquals(await findStale(), []);
});

Deno.test("functions of the bundle are in parentheses, so that Deno keeps their code", () => {
  const count = BUNDLE.matchAll(/[,\s](\w+)=\((?:async )?function\*? \1\(/g).toArray().length;
  assertEquals(count > 300, true, `${count} functions`);
});

Deno.test("the bundle imports no package, and the kernels and the worker when they are needed", () => {
  const imports = BUNDLE.matchAll(/\bimport(?:\{[^}]*\}from"[^"]*"|(?:\.source)?\([^)]*\))/g);
  assertEquals([...new Set(Array.from(imports, ([text]) => text))].sort(), [
    'import("./worker.js")',
    'import("node:zlib")',
    'import.source("./kernels.wasm")',
  ]);
});

Deno.test("the built command line has the kernels of the sources", async () => {
  const built = await Deno.readFile(new URL("dist/kernels.wasm", ROOT));
  assertEquals(built.toBase64(), WASM_BASE64);
});

Deno.test("the bundle does not contain the path where it was made", () => {
  assertEquals(BUNDLE.includes(ROOT.pathname), false);
});

Deno.test("sources are found through every kind of import, and once", async () => {
  const folder = await Deno.makeTempDir({ prefix: "specol-build-" });
  try {
    const texts: Record<string, string> = {
      "a.ts":
        'import { b } from "./x/b.ts";\nimport type { C } from "./c.ts";\nawait import("./d.ts");',
      "x/b.ts":
        'export { a } from "../a.ts";\nimport data from "./data.json" with { type: "json" };',
      "c.ts": 'import { assert } from "@std/assert";',
      "d.ts": 'export * from "./c.ts";',
      "other.ts": "",
    };
    await Deno.mkdir(`${folder}/x`);
    for (const [path, text] of Object.entries(texts)) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    const root = new URL(`file://${folder}/`);
    const sources = await findSources(root, "a.ts");
    assertEquals([...sources.keys()], ["a.ts", "c.ts", "d.ts", "x/b.ts"]);
    assertEquals(sources.get("x/b.ts"), texts["x/b.ts"]);
    await Deno.remove(`${folder}/c.ts`);
    await assertRejects(() => findSources(root, "a.ts"), Deno.errors.NotFound);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a mistyped option does not build", async () => {
  const args = ["run", "--no-prompt", "tools/build.ts", "--verfy"];
  const { code, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).output();
  assertEquals([code, new TextDecoder().decode(stderr).includes("--verfy")], [2, true]);
});
