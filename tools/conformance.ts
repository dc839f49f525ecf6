/**
 * Runs the readers and writers over a folder of other projects' files, and prints what passes.
 *
 *     deno task conformance PATH
 *
 * A file passes if what was read and written again is what it was; an error must be a clear one. The
 * exit status is 1 if any file fails, or if there is none.
 *
 * @module
 */

import { checkArrow } from "./conformance/check_arrow.ts";
import { checkCsv } from "./conformance/check_csv.ts";
import { checkNpy } from "./conformance/check_npy.ts";
import { judge, type Verdict } from "./conformance/verdict.ts";

const CHECKS: readonly (readonly [RegExp, (path: string) => Promise<string>])[] = [
  [/\.(arrow|arrows|arrow_file|stream|feather)$/, checkArrow],
  [/\.csv$/, checkCsv],
  [/\.npy$/, checkNpy],
];

async function* filesIn(path: string): AsyncGenerator<string> {
  const entries = await Array.fromAsync(Deno.readDir(path));
  for (const { name, isDirectory } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (isDirectory) yield* filesIn(`${path}/${name}`);
    else yield `${path}/${name}`;
  }
}

async function run(root: string): Promise<boolean> {
  const counts: Record<Verdict["outcome"], number> = { passes: 0, error: 0, FAIL: 0 };
  console.log("| file | outcome | |\n|---|---|---|");
  for await (const path of filesIn(root)) {
    const check = CHECKS.find(([ending]) => ending.test(path))?.[1];
    if (check === undefined) continue;
    const { outcome, words } = await judge(() => check(path));
    counts[outcome]++;
    const [first] = words.split("\n");
    console.log(`| ${path.slice(root.length + 1)} | ${outcome} | ${first} |`);
  }
  console.log(
    `\n${counts.passes} pass, ${counts.error} are refused with a clear error, ${counts.FAIL} fail`,
  );
  return counts.FAIL === 0 && counts.passes + counts.error > 0;
}

if (import.meta.main) {
  const [path] = Deno.args;
  if (path === undefined) {
    console.error("Usage: deno task conformance PATH");
    Deno.exit(2);
  }
  if (!await run(path.replace(/\/+$/, ""))) Deno.exit(1);
}
