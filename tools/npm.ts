/**
 * Makes the npm package from the sources, in the folder `npm`: ES modules, types, and nothing of
 * Deno. The command line is not in it, because it needs Deno.
 *
 *     deno task npm          make it
 *     deno task verify npm     make it, install it and use it under Node.js, Bun and in Chromium
 *
 * @module
 */

import { absoluteLinks } from "./prepare_publish.ts";
import { REPOSITORY } from "./repository.ts";
import { assertEquals } from "@std/assert";
import config from "../deno.json" with { type: "json" };
import * as specol from "../mod.ts";
import { bundle } from "./npm/bundle.ts";
import { probe } from "./npm/test/probe.js";
import { makeTypes } from "./npm/types.ts";

const ROOT = new URL("../", import.meta.url);
const FOLDER = decodeURIComponent(new URL("npm", ROOT).pathname);
/** What is copied; links of pages become links into the repository, so that they work anywhere. */
const PAGES = ["README.md", "CHANGELOG.md"];

/** The kernels as one module, for those that compile it themselves. */
const KERNELS = "kernels.wasm";

/** Public entries, as `./functions`, with their source. */
const entries = Object.entries(config.exports).filter(([name]) => name !== "./cli");

/** The name of the file of an entry, without its ending. */
function fileOf(entry: string): string {
  return entry === "." ? "mod" : entry.slice(2);
}

/** The least version of TypeScript that knows Float16Array. */
export const LEAST_TYPESCRIPT = "5.8";

/**
 * What older versions of TypeScript find: a file that is not a module, whose name is in their error.
 * They would take Float16Array for `any`, and choose wrong overloads without a word.
 */
const TOO_OLD = `types/needs_typescript_${LEAST_TYPESCRIPT.replace(".", "_")}_or_later.d.ts`;

function describePackage(): Record<string, unknown> {
  return {
    name: config.name,
    version: config.version,
    description: "Special functions and their gradients for columns of numbers, correctly rounded",
    keywords: ["special functions", "lgamma", "digamma", "polygamma", "bessel", "csv", "arrow"],
    license: config.license,
    repository: { type: "git", url: `git+${REPOSITORY}.git` },
    homepage: `${REPOSITORY}#readme`,
    bugs: `${REPOSITORY}/issues`,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.16" },
    exports: {
      ...Object.fromEntries(
        entries.map(([name, source]) => [name, {
          [`types@<${LEAST_TYPESCRIPT}`]: `./${TOO_OLD}`,
          types: `./types/${source.slice(2).replace(/\.ts$/, ".d.ts")}`,
          default: `./${fileOf(name)}.js`,
        }]),
      ),
      "./package.json": "./package.json",
      [`./${KERNELS}`]: { types: `./${KERNELS}.d.ts`, default: `./${KERNELS}` },
    },
    peerDependencies: { "apache-arrow": ">=15" },
    peerDependenciesMeta: { "apache-arrow": { optional: true } },
    publishConfig: { access: "public", provenance: true },
  };
}

/** Makes the package anew, and returns its folder. */
export async function makePackage(): Promise<string> {
  await Deno.remove(FOLDER, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await Deno.mkdir(FOLDER);
  await bundle(
    Object.fromEntries(entries.map(([name, source]) => [fileOf(name), source])),
    FOLDER,
  );
  // What was split and packed must still give the bits that the sources give.
  assertEquals(await probe(await import(`file://${FOLDER}/mod.js`)), await probe(specol));
  await makeTypes(entries.map(([, source]) => source.slice(2)), `${FOLDER}/types`);
  await Deno.writeTextFile(
    `${FOLDER}/${TOO_OLD}`,
    `// specol needs TypeScript ${LEAST_TYPESCRIPT} or later.\n`,
  );
  const description = JSON.stringify(describePackage(), undefined, 2);
  await Deno.writeTextFile(`${FOLDER}/package.json`, `${description}\n`);
  await Deno.copyFile(new URL(`dist/${KERNELS}`, ROOT), `${FOLDER}/${KERNELS}`);
  await Deno.writeTextFile(
    `${FOLDER}/${KERNELS}.d.ts`,
    "declare const kernels: WebAssembly.Module;\nexport default kernels;\n",
  );
  for (const name of PAGES) {
    const page = await Deno.readTextFile(new URL(name, ROOT));
    await Deno.writeTextFile(`${FOLDER}/${name}`, absoluteLinks(page, config.version));
  }
  await Deno.copyFile(new URL("LICENSE", ROOT), `${FOLDER}/LICENSE`);
  return FOLDER;
}

if (import.meta.main) console.log(`made ${await makePackage()}`);
