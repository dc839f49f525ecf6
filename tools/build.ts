/**
 * Makes what is generated from sources and committed with them: the kernels, the program of
 * workers, and the command line as one file.
 *
 *     deno task build             make what is stale
 *     deno task build --check     fail if something is stale; this needs no network
 *     deno task build --verify    make everything anew, and fail if a byte differs from what is committed
 *
 * @module
 */

import { commandLine, worker } from "./build/bundles.ts";
import type { Generated } from "./build/generated.ts";
import { kernels } from "./build/kernels.ts";

const ROOT = new URL("../", import.meta.url);
const GENERATED: readonly Generated[] = [kernels, worker, commandLine];

async function build(): Promise<void> {
  for (const file of GENERATED) {
    if (await file.isFresh()) {
      console.log(`${file.path}: up to date`);
      continue;
    }
    const text = await file.make();
    await Deno.writeTextFile(new URL(file.path, ROOT), text);
    console.log(`${file.path}: ${text.length} characters`);
  }
}

/** Returns the generated files that are older than their sources. */
export async function findStale(): Promise<string[]> {
  const fresh = await Promise.all(GENERATED.map((file) => file.isFresh()));
  return GENERATED.filter((_, i) => !fresh[i]).map(({ path }) => path);
}

/** Returns the generated files that differ from what the sources make. */
async function findDifferent(): Promise<string[]> {
  const different: string[] = [];
  for (const file of GENERATED) {
    const committed = await Deno.readTextFile(new URL(file.path, ROOT));
    if (committed !== await file.make()) different.push(file.path);
  }
  return different;
}

function report(paths: readonly string[], what: string): void {
  for (const path of paths) {
    console.error(`${path} ${what}: run \`deno task build\` and commit it`);
  }
  if (paths.length > 0) Deno.exit(1);
}

if (import.meta.main) {
  if (Deno.args.includes("--check")) report(await findStale(), "is stale");
  else if (Deno.args.includes("--verify")) {
    report(await findDifferent(), "is not what the sources make");
  } else await build();
}
