import { assertEquals, assertRejects } from "@std/assert";
import { WORKER_TEXTS } from "../../dist/worker.js";
import { WASM_BASE64 } from "../../kernels/module.js";
import { findSources } from "../../tools/build/generated.ts";
import { findStale } from "../../tools/build.ts";
import { commandLine } from "../../tools/build/bundles.ts";

const ROOT = new URL("../../", import.meta.url);
const FILES = commandLine.map(({ path }) => path);
const TEXTS = FILES.map((path) => Deno.readTextFileSync(new URL(path, ROOT)));

Deno.test("what is generated was made from the sources that are there: deno task build", async () => {
  assertEquals(await findStale(), []);
});

Deno.test("dist/ has what is generated, and nothing else", () => {
  const expected = [
    ...[...FILES, "dist/worker.js", "dist/kernels.wasm"],
    ...["dist/specol.d.ts", "dist/worker.d.ts"],
  ];
  const found = Array.from(Deno.readDirSync(new URL("dist", ROOT)), ({ name }) => `dist/${name}`);
  assertEquals(found.sort(), expected.sort());
});

Deno.test("functions of the command line are in parentheses, so that Deno keeps their code", () => {
  const counts = TEXTS.map((text) =>
    text.matchAll(/[,\s]([\w$]+)=\((?:async )?function\*? \1\(/g).toArray().length
  );
  assertEquals(counts.every((count) => count > 0), true, `${counts}`);
  assertEquals(counts.reduce((sum, count) => sum + count) > 900, true, `${counts}`);
});

Deno.test("the command line imports no package, and the kernels where it computes", () => {
  const outside = TEXTS.map((text) =>
    Array.from(
      text.matchAll(/\bimport(?:\{[^}]*\}from|\.source\(|\()["`]([^"`]+)["`]/g),
      ([, specifier]) => specifier.replace("./", "dist/"),
    ).filter((specifier) => !FILES.includes(specifier)).sort()
  );
  const importing = FILES.flatMap((path, i) => outside[i].length > 0 ? [[path, outside[i]]] : []);
  assertEquals(importing, [
    ["dist/specol.js", ["dist/kernels.wasm"]],
    ["dist/compression.js", ["node:zlib"]],
    ["dist/more.js", ["dist/worker.js"]],
  ]);
});

Deno.test("a run loads only the files that it needs", () => {
  const needs = (name: string): string[] => {
    const text = TEXTS[FILES.indexOf(`dist/${name}.js`)];
    return Array.from(text.matchAll(/\}from ?"\.\/(\w+)\.js"/g), ([, other]) => other).sort();
  };
  assertEquals(needs("specol"), []);
  assertEquals(needs("commands"), ["specol"]);
  assertEquals(needs("npy"), ["specol"]);
  assertEquals(needs("arrow"), ["specol"]);
  assertEquals(needs("parquet"), ["arrow", "specol"]);
  assertEquals(needs("csv"), ["specol"]);
  assertEquals(needs("groups"), ["csv", "specol"]);
  assertEquals(needs("fit"), ["groups", "specol"]);
  assertEquals(needs("compression"), ["specol"]);
});

Deno.test("a worker that shares CSV or an array parses nothing of tables, groups and fits", () => {
  const needed = new Set(["./worker.js"]);
  for (const name of needed) {
    const imports = WORKER_TEXTS[name].matchAll(/[ ,][\w$]+=require\("([^"]+)"\)/g);
    for (const [, other] of imports) needed.add(other);
  }
  function has(word: string): boolean[] {
    const having = Object.keys(WORKER_TEXTS).filter((name) => WORKER_TEXTS[name].includes(word));
    assertEquals(having.length > 0, true, word);
    return having.map((name) => needed.has(name));
  }
  assertEquals(has("function openCsvTask("), [true]);
  assertEquals(has("function openNpyTask("), [true]);
  for (const name of ["ParquetReader=class", "GroupTable=class", "GroupSums=class"]) {
    assertEquals(has(name), [false], name);
  }
});

Deno.test("the built command line has the kernels of the sources", async () => {
  const built = await Deno.readFile(new URL("dist/kernels.wasm", ROOT));
  assertEquals(built.toBase64(), WASM_BASE64);
});

Deno.test("the command line does not contain the path where it was made", () => {
  assertEquals(TEXTS.some((text) => text.includes(ROOT.pathname)), false);
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
  const args = ["run", "--no-prompt", "--allow-read", "tools/build.ts", "--verfy"];
  const { code, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).output();
  assertEquals([code, new TextDecoder().decode(stderr).includes("--verfy")], [2, true]);
});
