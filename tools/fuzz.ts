/**
 * Runs the readers and the pipeline over inputs that are damaged at random, over every beginning of small
 * samples, and over inputs that were made to do harm: each must end in success or in an error for users,
 * soon, and without much memory.
 *
 *     deno task fuzz [--format npy|arrow|csv] [--count N] [--seed S] [--suite NAME] [--case N] [--jobs N]
 *
 * The same seed gives the same cases. What fails is written to a temporary file; `--case` runs it again.
 * The exit status is 1 if any case fails.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { casesOf, type Suite } from "./fuzz/cases.ts";
import { type Group, GROUPS } from "./fuzz/group.ts";
import { type FuzzOptions, runWorkers } from "./fuzz/run_workers.ts";

const SUITES: readonly Suite[] = ["hostile", "prefixes", "mutations"];
const MOST_SHOWN = 5;

async function fuzz(options: FuzzOptions): Promise<boolean> {
  const { suite, group, seed, count } = options;
  const start = performance.now();
  const { failures, memory } = await runWorkers(options);
  const seconds = (performance.now() - start) / 1000;
  const from = suite === "mutations" ? ` from seed ${seed}` : "";
  console.log(
    `${group}, ${suite}${from}: ${count} inputs, ${failures.length} failures, ` +
      `${seconds.toFixed(0)} s, ${(memory / 1e6).toFixed(0)} MB at the end`,
  );
  const cases = casesOf(suite, { group, seed });
  for (const { number, wrong } of failures.slice(0, MOST_SHOWN)) {
    const { bytes, route: { work, to }, atATime } = cases.make(number);
    const path = await Deno.makeTempFile({ prefix: `specol-fuzz-${group}-${seed}-${number}-` });
    await Deno.writeFile(path, bytes);
    const how = atATime === undefined ? "a file" : `a pipe, ${atATime} bytes at a time`;
    console.log(
      `\n--format ${group} --suite ${suite} --seed ${seed} --case ${number}: ${path}, as ${how}\n` +
        `  ${work.kind} to ${to}: ${wrong}`,
    );
  }
  return failures.length === 0;
}

if (import.meta.main) {
  const args = parseArgs(Deno.args, {
    string: ["format", "suite", "count", "seed", "case", "jobs"],
  });
  const groups = args.format === undefined ? GROUPS : [args.format as Group];
  const suites = args.suite === undefined ? SUITES : [args.suite as Suite];
  const seed = Number(args.seed ?? Math.floor(Math.random() * 1e6));
  let fine = true;
  for (const group of groups) {
    for (const suite of suites) {
      const { count } = casesOf(suite, { group, seed });
      const passed = await fuzz({
        suite,
        group,
        seed,
        first: Number(args.case ?? 0),
        count: args.case === undefined ? Math.min(count, Number(args.count ?? 200_000)) : 1,
        jobs: Number(args.jobs ?? navigator.hardwareConcurrency),
      });
      fine &&= passed;
    }
  }
  if (!fine) Deno.exit(1);
}
