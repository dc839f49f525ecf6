/**
 * Makes what is generated from sources and committed with them: the kernels, and the command line as
 * one file.
 *
 *     deno task build            make what is stale
 *     deno task build --check    fail if something is
 *
 * @module
 */

import { commandLine } from "./build/command_line.ts";
import type { Generated } from "./build/generated.ts";
import { kernels } from "./build/kernels.ts";

const GENERATED: readonly Generated[] = [kernels, commandLine];

async function build(): Promise<void> {
  for (const file of GENERATED) {
    const made = await file.isFresh() ? "up to date" : await file.make();
    console.log(`${file.path}: ${made}`);
  }
}

/** The files that were not made from the sources that are there. */
export async function findStale(): Promise<string[]> {
  const fresh = await Promise.all(GENERATED.map((file) => file.isFresh()));
  return GENERATED.filter((_, i) => !fresh[i]).map(({ path }) => path);
}

async function check(): Promise<void> {
  const stale = await findStale();
  for (const path of stale) {
    console.error(`${path} is stale: run \`deno task build\` and commit it`);
  }
  if (stale.length > 0) Deno.exit(1);
}

if (import.meta.main) {
  await (Deno.args.includes("--check") ? check() : build());
}
