import { checkParquet } from "./conformance/check_parquet.ts";
import { runTask } from "../support/task_args.ts";
import { checkArrow, checkCsv, checkNpy, judge, type Verdict } from "./conformance/checks.ts";

const HELP =
  `Runs the readers and writers over a folder of other projects' files, and prints what passes.

Usage: deno task verify files PATH

A file passes if what was read and written again is what it was; an error must be a clear one. The
exit status is 1 if any file fails, or if there is none. For Parquet it needs Python with pyarrow and
duckdb: SPECOL_PYTHON names it, python3 by default.
`;

const CHECKS: readonly (readonly [RegExp, (path: string) => Promise<string>])[] = [
  [/\.(arrow|arrows|arrow_file|stream|feather)$/, checkArrow],
  [/\.csv$/, checkCsv],
  [/\.npy$/, checkNpy],
  [/\.parquet(\.encrypted)?$/, checkParquet],
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

/** Runs what the arguments say and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    operands: true,
    run: async ({ operands: [path, ...more] }) => {
      if (path === undefined || more.length > 0) {
        throw new RangeError("Usage: deno task verify files PATH");
      }
      return await run(path.replace(/\/+$/, "")) ? 0 : 1;
    },
  });
}

if (import.meta.main) Deno.exit(await main(Deno.args));
