import { casesOf, type Suite } from "./fuzz/cases.ts";
import { type Group, GROUPS } from "./fuzz/samples.ts";
import { type FuzzOptions, MAX_KEPT, runWorkers } from "./fuzz/run_workers.ts";
import { runTask, type TaskArgs } from "../support/task_args.ts";

const HELP =
  `Gives the readers and the pipeline inputs that are damaged at random, every beginning of small samples,
inputs that were made to do harm, sound ones that nobody expects (one behind another, thousands of columns,
long names, a few bytes that become many), and streams that are cancelled half-way: each must end in success
or in an error for users, soon, and without much memory.

Usage: deno task fuzz [options]

  --format NAME  npy, arrow, csv or parquet; all of them by default
  --suite NAME   mutations, prefixes, hostile, unusual or cancelled; all of them by default
  --count N      most inputs of a suite, 200000 by default
  --seed S       of what is made at random; random by default: the same seed gives the same inputs
  --case N       only the input of this number
  --jobs N       workers, the number of cores by default

What fails is written to a temporary file, and the options are shown that run it again. The exit status
is 1 if any input fails.
`;

const SUITES: readonly Suite[] = ["hostile", "prefixes", "mutations", "unusual", "cancelled"];
const MAX_SHOWN = 5;

async function fuzz(options: FuzzOptions): Promise<boolean> {
  const { suite, group, seed, count } = options;
  const start = performance.now();
  const { failures, kept } = await runWorkers(options);
  const seconds = (performance.now() - start) / 1000;
  const isSeeded = suite !== "hostile" && suite !== "prefixes";
  const from = isSeeded ? ` from seed ${seed}` : "";
  console.log(
    `${group}, ${suite}${from}: ${count} inputs, ${failures.length} failures, ` +
      `${seconds.toFixed(0)} s, ${(kept / 1e6).toFixed(0)} MB kept`,
  );
  const cases = casesOf(suite, { group, seed });
  for (const { number, wrong } of failures.slice(0, MAX_SHOWN)) {
    const { bytes, route: { work, to }, atATime } = cases.make(number);
    const path = await Deno.makeTempFile({ prefix: `specol-fuzz-${group}-${seed}-${number}-` });
    await Deno.writeFile(path, bytes);
    const how = atATime === undefined ? "a file" : `a pipe, ${atATime} bytes at a time`;
    console.log(
      `\n--format ${group} --suite ${suite} --seed ${seed} --case ${number}: ${path}, as ${how}\n` +
        `  ${work.kind} to ${to}: ${wrong}`,
    );
  }
  if (kept > MAX_KEPT) console.log("\nThat is too much memory: something keeps it.");
  return failures.length === 0 && kept <= MAX_KEPT;
}

/** Runs what the arguments say and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    words: { format: GROUPS, suite: SUITES },
    numbers: ["count", "seed", "case", "jobs"],
    run,
  });
}

async function run({ words: { format, suite }, numbers }: TaskArgs): Promise<number> {
  const groups = format === undefined ? GROUPS : [format as Group];
  const suites = suite === undefined ? SUITES : [suite as Suite];
  const seed = numbers.seed ?? Math.floor(Math.random() * 1e6);
  let fine = true;
  for (const group of groups) {
    for (const suite of suites) {
      const { count } = casesOf(suite, { group, seed });
      const passed = await fuzz({
        suite,
        group,
        seed,
        first: numbers.case ?? 0,
        count: numbers.case === undefined ? Math.min(count, numbers.count ?? 200_000) : 1,
        jobs: numbers.jobs ?? navigator.hardwareConcurrency,
      });
      fine &&= passed;
    }
  }
  return fine ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
