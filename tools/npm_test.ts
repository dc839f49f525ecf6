import { assertEquals, assertRejects } from "@std/assert";
import { FIRST_PAGE_CALL_MS, PAGE_KILOBYTES } from "../bench/targets.ts";
import * as specol from "../mod.ts";
import { runTask, type TaskArgs } from "../support/task_args.ts";
import { LEAST_TYPESCRIPT, makePackage } from "./npm.ts";
import { measureSizes, sizesTable, statedSizes } from "./npm/sizes.ts";
import { probe } from "./npm/test/probe.js";
import { runCommand } from "./npm/test/run_command.ts";
import { visitPage } from "./npm/test/visit_page.ts";

/** Runtimes and the packages that they come in; the one that is installed comes in none. */
const RUNTIMES: Readonly<Record<string, string | undefined>> = {
  "Node.js": undefined,
  "Node.js 20": "node@20",
  "Node.js 22": "node@22",
  "Node.js 24": "node@24",
  Bun: "bun@1",
};
// The types of Node.js that apache-arrow would bring contradict those of the DOM before TypeScript 5.9.
const ARROW = ["apache-arrow@21.2.0", "@types/node@22"];
const BUNDLER = "vite@7.2.2";
/** Versions of TypeScript that the types are checked with, from the least that they need. */
const TYPESCRIPTS = [LEAST_TYPESCRIPT, "5.9", "6.0"];
/** A version that is too old. */
const OLD_TYPESCRIPT = "5.7";
/** The page that gives the sizes of downloads. */
const SIZES_PAGE = new URL("../docs/module.md", import.meta.url);
/** How much a size on the page may differ from the measured one. */
const SIZE_TOLERANCE = 0.05;
/** The parts of the test: one for each runtime, the types, the sizes, and the pages in Chromium. */
const PARTS = [...Object.keys(RUNTIMES), "types", "sizes", "pages"];

const HELP = `Makes the npm package, installs its tarball into an empty project, and uses it there:
under Node.js, the one that is installed and versions 20, 22 and 24, under Bun, checked by tsc, built
by Vite, and in Chromium. Every runtime must give the bits that Deno gives from the sources.

Usage: deno task verify npm [PART ...]

PART is one of ${PARTS.map((part) => `"${part}"`).join(", ")}; all of them if none is named.

It needs the network and npm, and for the pages Debian's Chromium. CI runs the parts "Node.js", "types" and "sizes".
`;

/**
 * How often the first call is timed, each time in a browser that has never seen the page: the best
 * counts.
 */
const FIRST_VISITS = 5;
/** What WebGPU computes in a page: with the CPU's bits. */
const ON_GPU = ["i0", "i0e", "i1", "i1e", "lgamma", "digamma", "i0eGrad", "digammaGrad"];

const USED = `import { lgamma } from "@specol/specol";
console.log(lgamma(3), [1, 2, 3].map(lgamma).length);
`;
const RUN = `import * as specol from "@specol/specol";
import { withResults } from "@specol/specol/arrow";
import { tableFromArrays } from "apache-arrow";
import { probe } from "./probe.js";
const table = tableFromArrays({ n: [3, null, 1] });
const { y } = withResults(table, { y: { column: "n", compute: specol.lgamma } }).get(0);
if (y !== Math.log(2)) throw new Error("apache-arrow: " + y);
console.log(JSON.stringify(await probe(specol)));
`;
const PAGES: Readonly<Record<string, string>> = {
  lgamma: `import { lgamma } from "@specol/specol/functions";
globalThis.result = lgamma(2.5);
`,
  whole: `import * as specol from "@specol/specol";
import { probe } from "./probe.js";
globalThis.specol = { ...specol };
const results = await probe(specol).catch((error) => ({ error: String(error) }));
await fetch("/done", { method: "POST", body: JSON.stringify(results) });
`,
  first: `const start = performance.now();
const { lgamma } = await import("@specol/specol/functions");
lgamma(2.5);
const took = performance.now() - start;
await fetch("/done", { method: "POST", body: String(took) });
`,
  gpu: `import * as specol from "@specol/specol";
const x = Float32Array.from({ length: 4096 }, (_, i) => (i + 0.5) / 64);
async function compare() {
  const gpu = await specol.requestGpu();
  if (gpu === undefined) return { error: "the browser has no WebGPU adapter" };
  const differ = {};
  for (const name of ${JSON.stringify(ON_GPU)}) {
    const [there, here] = [await gpu[name](x), specol[name](x)];
    differ[name] = here.filter((y, i) => !Object.is(y, there[i])).length;
  }
  return { adapter: gpu.adapter, differ };
}
const answer = await compare().catch((error) => ({ error: String(error) }));
await fetch("/done", { method: "POST", body: JSON.stringify(answer) });
`,
};

/** Kilobytes of files, each compressed as a server would. */
async function compressedSize(paths: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const path of paths) {
    const { readable } = await Deno.open(path);
    const compressed = readable.pipeThrough(new CompressionStream("gzip"));
    bytes += (await new Response(compressed).arrayBuffer()).byteLength;
  }
  return bytes / 1000;
}

/** The scripts that a built page downloads before it runs: not those that it imports later. */
async function findScripts(dist: string): Promise<Set<string>> {
  const html = await Deno.readTextFile(`${dist}/index.html`);
  const found = new Set<string>();
  const follow = async (path: string): Promise<void> => {
    if (found.has(path)) return;
    found.add(path);
    const text = await Deno.readTextFile(path);
    const folder = path.slice(0, path.lastIndexOf("/"));
    for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) {
      await follow(`${folder}/${name}`);
    }
  };
  for (const [, path] of html.matchAll(/(?:src|href)="([^"]+\.js)"/g)) await follow(dist + path);
  return found;
}

/**
 * Fails where a runtime has other bits. Those of float16 are missing where it has no Float16Array.
 */
function compare(name: string, text: string, expected: Readonly<Record<string, string>>): void {
  const results: Record<string, string> = JSON.parse(text);
  const has16 = Object.keys(results).some((key) => key.endsWith("float16"));
  const wanted = Object.entries(expected).filter(([key]) => has16 || !key.endsWith("float16"));
  assertEquals(results, Object.fromEntries(wanted), name);
  const without = has16 ? "" : ", without float16";
  console.log(`${name}: ${wanted.length} results have the bits of Deno${without}`);
}

async function testRuntimes(
  project: string,
  { parts, expected }: {
    parts: readonly string[];
    expected: Readonly<Record<string, string>>;
  },
): Promise<void> {
  await Deno.writeTextFile(`${project}/first.js`, USED);
  await Deno.writeTextFile(`${project}/run.js`, RUN);
  for (const [name, spec] of Object.entries(RUNTIMES)) {
    if (!parts.includes(name)) continue;
    const binary = spec === undefined ? "node" : await installRuntime(project, spec);
    assertEquals(await runCommand([binary, "first.js"], project), "0.6931471805599453 3\n", name);
    compare(name, await runCommand([binary, "run.js"], project), expected);
  }
}

/** Installs a runtime into a folder of its own, and returns its path. */
async function installRuntime(project: string, spec: string): Promise<string> {
  const folder = `${project}/${spec.replace("@", "_")}`;
  await Deno.mkdir(folder);
  await runCommand(["npm", "init", "--yes"], folder);
  await runCommand(["npm", "install", spec], folder);
  return `${folder}/node_modules/.bin/${spec.split("@")[0]}`;
}

/** What strict projects ask for, one with Node.js and one with a bundler. */
const STRICT = [
  ...["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"],
  ...["--noImplicitOverride", "--verbatimModuleSyntax", "--skipLibCheck", "false"],
];
const MODULES = [
  {
    name: "Node.js",
    args: ["--module", "nodenext", "--moduleResolution", "nodenext", "--target", "esnext"],
  },
  {
    name: "bundlers",
    args: ["--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022"],
  },
];

async function testTypes(project: string): Promise<void> {
  // Not checked by Deno: it imports packages by the names that they have in a project.
  const consumer = new URL("./npm/test/consumer.ts.txt", import.meta.url);
  await Deno.copyFile(consumer, `${project}/consumer.ts`);
  const versions = [OLD_TYPESCRIPT, ...TYPESCRIPTS];
  const specs = versions.map((version) => `typescript-${version}@npm:typescript@~${version}.0`);
  await runCommand(["npm", "install", "--save-dev", ...specs], project);
  const check = (version: string, args: readonly string[]) => {
    const tsc = `node_modules/typescript-${version}/bin/tsc`;
    return runCommand(["node", tsc, ...STRICT, ...args, "consumer.ts"], project);
  };
  for (const [i, version] of TYPESCRIPTS.entries()) {
    const { name, args } = MODULES[i % MODULES.length];
    await check(version, args);
    console.log(`TypeScript ${version}: the types are right, in modules of ${name}`);
  }
  await assertRejects(
    () => check(OLD_TYPESCRIPT, MODULES[0].args),
    Error,
    `needs_typescript_${LEAST_TYPESCRIPT.replace(".", "_")}_or_later`,
  );
  console.log(`TypeScript ${OLD_TYPESCRIPT}: the error names the version that it needs`);
}

async function testPages(
  project: string,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const tooMuch: string[] = [];
  for (const [name, script] of Object.entries(PAGES)) {
    const folder = `${project}/page_${name}`;
    await Deno.mkdir(folder);
    const page =
      `<!doctype html><meta charset="utf-8"><script type="module" src="./main.js"></script>`;
    await Deno.writeTextFile(`${folder}/index.html`, page);
    await Deno.writeTextFile(`${folder}/main.js`, script);
    await Deno.copyFile(`${project}/probe.js`, `${folder}/probe.js`);
    await runCommand(["npx", "vite", "build", "--logLevel", "warn"], folder);
    const target = PAGE_KILOBYTES[name];
    if (target === undefined) continue;
    const size = await compressedSize(await findScripts(`${folder}/dist`));
    const assets = Array.from(Deno.readDirSync(`${folder}/dist/assets`), ({ name }) => name);
    const all = await compressedSize(assets.map((name) => `${folder}/dist/assets/${name}`));
    console.log(
      `Vite: a page with ${name} downloads ${size.toFixed(0)} KB, of at most ${target}; ` +
        `${(all - size).toFixed(0)} KB more once it reads tables and asks for a GPU`,
    );
    if (size > target) tooMuch.push(`${name}: ${size} KB`);
  }
  const visit = (name: string, profile: number) =>
    visitPage(`${project}/page_${name}/dist`, `${project}/profile_${name}_${profile}`);
  compare("Chromium", await visit("whole", 0), expected);
  const times: number[] = [];
  for (let i = 0; i < FIRST_VISITS; i++) times.push(Number(await visit("first", i)));
  const first = Math.min(...times);
  console.log(`Chromium: import and first call took ${first.toFixed(1)} ms`);
  if (first > FIRST_PAGE_CALL_MS) tooMuch.push(`first call: ${first} ms`);
  const { adapter, differ, error } = JSON.parse(await visit("gpu", 0));
  assertEquals(differ, Object.fromEntries(ON_GPU.map((name) => [name, 0])), error);
  console.log(`Chromium: ${ON_GPU.length} functions have the CPU's bits on ${adapter}`);
  assertEquals(tooMuch, []);
}

/** Compares the sizes of downloads with those on {@linkcode SIZES_PAGE}. */
async function testSizes(folder: string, tarball: string): Promise<void> {
  const sizes = await measureSizes(folder, tarball);
  console.log(sizesTable(sizes));
  const stated = statedSizes(await Deno.readTextFile(SIZES_PAGE));
  const wrong = Array.from(sizes).filter(([name, size]) =>
    !(Math.abs((stated.get(name) ?? NaN) / size - 1) <= SIZE_TOLERANCE)
  );
  assertEquals(wrong, [], "docs/module.md states other sizes: copy the table above");
}

async function run({ operands }: TaskArgs): Promise<void> {
  const unknown = operands.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) {
    throw new RangeError(`Unknown part ${unknown}: expected one of ${PARTS.join(", ")}`);
  }
  const parts = operands.length === 0 ? PARTS : operands;
  const folder = await makePackage();
  const project = await Deno.makeTempDir({ prefix: "specol-npm-" });
  try {
    const packed = await runCommand(["npm", "pack", "--pack-destination", project], folder);
    const tarball = packed.trim().split("\n").at(-1)!;
    await runCommand(["npm", "init", "--yes"], project);
    await runCommand(["npm", "pkg", "set", "type=module"], project);
    await runCommand(["npm", "install", `./${tarball}`], project);
    const tools = parts.includes("pages") ? [...ARROW, BUNDLER] : ARROW;
    await runCommand(["npm", "install", "--save-dev", ...tools], project);
    await Deno.copyFile(new URL("./npm/test/probe.js", import.meta.url), `${project}/probe.js`);
    const expected = await probe(specol);
    await testRuntimes(project, { parts, expected });
    if (parts.includes("types")) await testTypes(project);
    if (parts.includes("sizes")) await testSizes(folder, `${project}/${tarball}`);
    if (parts.includes("pages")) await testPages(project, expected);
  } finally {
    await Deno.remove(project, { recursive: true });
  }
}

if (import.meta.main) {
  Deno.exit(await runTask(Deno.args, { help: HELP, operands: true, run }));
}
