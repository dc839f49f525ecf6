import config from "../../deno.json" with { type: "json" };
import { compileEarly } from "./compile_early.ts";
import { findSources, type Generated, hashParts } from "./generated.ts";

const ROOT = new URL("../../", import.meta.url);
// Like the compiler of the kernels: only those who build need it, and its hashes are in
// tools/deno.lock.
const BUNDLER = "npm:rolldown@1.2.0";
const INPUT_OPTIONS = {
  cwd: decodeURIComponent(ROOT.pathname),
  platform: "neutral",
  external: /^node:/, // Deno has these; any other package fails here: users download none
  tsconfig: false, // none that may lie in a folder above
  preserveEntrySignatures: "allow-extension", // files import from the first one
  checks: { pluginTimings: false }, // a warning on busy machines, and warnings are errors here
} as const;
const OUTPUT_OPTIONS = {
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
  comments: false,
  minifyInternalExports: false,
  // A quarter less to load. Names stay, so that traces can be read.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
} as const;

/** Files that are made of an entry and all that it imports. */
interface Bundle {
  /** The module that they begin with. */
  readonly entry: string;
  /**
   * The names of the files in dist/, and which modules each of them has: those whose paths match,
   * with all that they import, unless an earlier file has them. The first file has the entry.
   * Without a pattern there is one file, with all texts that the bundler makes.
   */
  readonly files: readonly (readonly [name: string, modules?: RegExp])[];
  /** The kind of modules that files have. */
  readonly format: "esm" | "cjs";
  /** What replaces modules, by their file names. */
  readonly replaced: Readonly<Record<string, string>>;
  /** Makes the text of a file from those of the bundler, by their names. */
  wrap(texts: ReadonlyMap<string, string>, name: string): string | Promise<string>;
}

/** What is used of the bundler's interface. */
interface Bundler {
  rolldown(options: Record<string, unknown>): Promise<{
    generate(options: Record<string, unknown>): Promise<{ output: readonly Chunk[] }>;
    close(): Promise<void>;
  }>;
}

/** A file that the bundler makes, from modules with absolute paths. */
interface Chunk {
  readonly fileName: string;
  readonly code: string;
  readonly moduleIds: readonly string[];
}

/** The files that say how a bundle is made. */
const MAKERS = ["bundles.ts", "compile_early.ts"];

const SEAL = /^\/\/ SHA-256 of the sources and of what follows: ([0-9a-f]{64})\n/;

/** The folders of formats that have a file of their own: csv.js has those of CSV and JSON lines, npy.js that of npy. */
const OTHER_FORMATS: readonly string[] = [...Deno.readDirSync(new URL("formats/", ROOT))]
  .filter(({ name, isDirectory }) => isDirectory && !["csv", "jsonl", "npy"].includes(name))
  .map(({ name }) => name)
  .sort();

/**
 * The command line. Deno loads modules one after another, and took half of the time of a small file
 * for our 200. Loading a file of 40 to 190 KB takes 0.3 to 1.3 ms, so a run loads few files with
 * little that it does not need: to apply a function to CSV, the first one and csv.js.
 *
 * V8 has room for 0.7 MB of objects before it first collects garbage, which takes 0.7 ms or, on a
 * busy machine, 3. Most runs over small files end before that. This is why the first file has what most
 * runs need: a text of more than 128 KB lies elsewhere, and several shorter ones take that room.
 */
export const commandLine: readonly Generated[] = generated({
  entry: "commands/main.ts",
  files: [
    // What most runs need: options, messages, inputs and outputs, plans, and tables of any format.
    [
      "specol",
      /^(commands\/(main|map|reduce|convert)|pipeline\/(run|run_table|report\/.*)\.ts|plan\/|formats\/(detect|open_table)|io\/(open_|file_sink|random_access|signals|spooled|compression\/zlib))/,
    ],
    ["commands", /^commands\//],
    ["npy", /^pipeline\/run_array/],
    ["csv", /^(pipeline\/run_records|formats\/(csv|jsonl)\/)/],
    ...OTHER_FORMATS.map((name) => [name, new RegExp(`^formats/${name}/`)] as const),
    ["compression", /^io\/compression\//],
    ["groups", /^pipeline\/aggregate\/run_reduce/],
    ["concat", /^pipeline\/(concat|aggregate)\//],
    ["fit", /^pipeline\/fit\//],
    ["gpu", /^webgpu\//],
    ["more", /^/],
  ],
  replaced: {
    "compile.ts": `import kernels from "./kernels.wasm";
export function compile() { return kernels; }`,
  },
  format: "esm",
  wrap: (texts, name) => compileEarly(importAsSource(texts.get(name)!)),
});

/** The program of a worker, as texts: a worker that is started from these needs no permission. */
export const [worker]: readonly Generated[] = generated({
  entry: "pipeline/parallel/worker.ts",
  files: [["worker"]],
  // It is given the compiled module. It reads what the command line has opened and opens nothing
  // itself: what the formats load to read and write would be half of its text.
  replaced: {
    "compile.ts": `let module;
export function setModule(given) { module = given; }
export function compile() { return module; }`,
    "access.ts": "",
  },
  format: "cjs",
  wrap(texts): string {
    const modules = Array.from(texts, ([name, text]) => [`./${name}`, asStrictAscii(text)]);
    return `export const WORKER_TEXTS = ${JSON.stringify(Object.fromEntries(modules))};\n`;
  },
});

/**
 * Imports the kernels without an instance of them: the bundler does not know `import.source()`. Deno
 * does not find what `import source` names if a folder of its path is a symbolic link. The file that
 * awaits it is the first one: two runs that import a file which still waits would not wait both.
 */
function importAsSource(text: string): string {
  return text.replace(
    /\bimport (\w+) ?from ?"\.\/kernels\.wasm";/,
    'const $1=await import.source("./kernels.wasm");',
  );
}

function generated(bundle: Bundle): Generated[] {
  const { entry, files } = bundle;
  let made: Promise<Map<string, string>> | undefined;
  return files.map(([name], i) => {
    const path = `dist/${name}.js`;
    const types = i === 0 ? `// @ts-self-types="./${name}.d.ts"\n` : "";
    const head =
      `${types}// GENERATED by \`deno task build\` from ${entry} and all that it imports; \
do not edit.
`;
    return {
      path,
      async isFresh(): Promise<boolean> {
        const text = await readFile(path);
        const [line, seal] = SEAL.exec(text.slice(head.length)) ?? [];
        if (line === undefined || !text.startsWith(head)) return false;
        const body = text.slice(head.length + line.length);
        return seal === await sealOf(await findSources(ROOT, entry), body);
      },
      async make(): Promise<string> {
        const sources = await findSources(ROOT, entry);
        const texts = await (made ??= bundleTexts(bundle, sources));
        const body = await bundle.wrap(texts, `${name}.js`);
        const seal = await sealOf(sources, body);
        return `${head}// SHA-256 of the sources and of what follows: ${seal}\n${body}`;
      },
    };
  });
}

async function readFile(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(new URL(path, ROOT));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/**
 * A hash over the sources, over the files that say how a bundle is made, and over the bundle
 * itself: nobody should edit it, nor let git merge two of them line by line.
 */
async function sealOf(sources: ReadonlyMap<string, string>, body: string): Promise<string> {
  const makers = await Promise.all(
    MAKERS.map((name) => Deno.readTextFile(new URL(name, import.meta.url))),
  );
  return await hashParts([...makers, config.version, ...[...sources].flat(), body]);
}

/** Returns the texts of a bundle's files by their names. */
async function bundleTexts(
  { entry, files, format, replaced }: Bundle,
  sources: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const { rolldown }: Bundler = await import(BUNDLER);
  const build = await rolldown({
    ...INPUT_OPTIONS,
    input: { [files[0][0]]: entry },
    plugins: [{ name: "replace", resolveId: findGenerated, load: loaderOf(replaced) }],
    onLog(_level: string, { code, message }: { code: string; message: string }) {
      // A module may be imported both lazily and with others of its file.
      if (code !== "INEFFECTIVE_DYNAMIC_IMPORT") throw new Error(message);
    },
  });
  const { output } = await build.generate({
    ...OUTPUT_OPTIONS,
    format,
    codeSplitting: {
      groups: files.flatMap(([name, modules], i) =>
        modules === undefined ? [] : {
          name,
          test: (path: string) => modules.test(path.slice(INPUT_OPTIONS.cwd.length)),
          priority: files.length - i,
        }
      ),
    },
  });
  await build.close();
  const missed = output.flatMap(({ moduleIds }) => moduleIds)
    .map((path) => path.slice(INPUT_OPTIONS.cwd.length))
    .filter((path) => path.endsWith(".ts") && !sources.has(path));
  if (missed.length > 0) {
    throw new Error(`Not seen by findSources in tools/build/generated.ts: ${missed}`);
  }
  const names = output.map(({ fileName }) => fileName);
  const others = names.filter((name) => !files.some(([file]) => `${file}.js` === name));
  const isChosen = files.every(([, modules]) => modules !== undefined);
  if (isChosen && others.length > 0 || names.length < files.length) {
    throw new Error(`The files of ${entry} should be ${files.map(([name]) => name)}, not ${names}`);
  }
  return new Map(output.map(({ fileName, code }) => [fileName, code]));
}

/**
 * Modules are strict, and a text that is evaluated is so only if it says it. A letter outside ASCII
 * would make it take twice the memory, and 1 ms more to load. There are some in texts and patterns,
 * where an escape means the same.
 */
function asStrictAscii(text: string): string {
  const ascii = text.replace(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `"use strict";${ascii}`;
}

/** Generated files are imported from their place next to the bundle. */
function findGenerated(path: string): { id: string; external: true } | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /^(worker\.js|kernels\.wasm)$/.test(name)
    ? { id: `./${name}`, external: true }
    : undefined;
}

function loaderOf(replaced: Bundle["replaced"]): (path: string) => string | undefined {
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    // The rest of deno.json is no business of the command line.
    if (name === "deno.json") return JSON.stringify({ version: config.version });
    return Object.hasOwn(replaced, name) ? replaced[name] : undefined;
  };
}
