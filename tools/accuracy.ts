import { parseArgs } from "@std/cli/parse-args";
import type { Kernel } from "../kernels/engine.ts";
import { SOURCE_HASH } from "../kernels/module.js";
import type { FloatType } from "../testing/mod.ts";
import { MARGIN_ULP } from "./accuracy/float32_range.ts";
import { type Effort, float32Ranges } from "./accuracy/float32_ranges.ts";
import { Pool } from "./accuracy/pool.ts";
import { heading, isOver, type Row, rowText, toJson } from "./accuracy/report.ts";
import type { Finding, Job } from "./accuracy/survey_worker.ts";
import { addTally, emptyTally } from "./accuracy/tally.ts";
import { allTasks, type Task, taskNames, tasksNamed } from "./accuracy/tasks.ts";

const HELP = `Measures how far results are from the true values, and looks for the worst inputs.

Usage: deno task accuracy [--quick | --every] [--type TYPE]... [--json FILE] [FUNCTION...]

FUNCTION   a name of the registry (i0e: the function and its gradient), or of a gradient (i0eGrad);
           with a parameter, polygamma(20), or without, for several of them; all if none is given
--quick    fewer random points in float64, fewer of the float32 and float16 numbers
--every    all 2^32 float32 numbers, whatever the function: a minute or two for each
--type     only this type: float64, float32, float16
--json     also write the table and the worst inputs to FILE

The thorough survey tries all float16 numbers; of the float32 numbers all for the Bessel functions,
one in 63 for the others.

worst error    distance from the true value in ulp; below 0.5 the result must be correctly rounded
from rounded   distance from the correctly rounded value in ulp, at the x that is shown

Exit status 1 if a result is farther from the correctly rounded one than the registry allows.
`;

const TYPES: readonly FloatType[] = ["float64", "float32", "float16"];

/** Runs the survey and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  const unknown: string[] = [];
  const flags = parseArgs([...args], {
    boolean: ["quick", "every", "help"],
    string: ["json", "type", "_"],
    collect: ["type"],
    alias: { h: "help" },
    unknown: (arg: string) => !arg.startsWith("-") || void unknown.push(arg),
  });
  if (flags.help) {
    console.log(HELP);
    return 0;
  }
  const names: string[] = flags._.map(String);
  const types = TYPES.filter((type) => flags.type.length === 0 || flags.type.includes(type));
  unknown.push(...flags.type.filter((type: string) => !TYPES.some((known) => known === type)));
  if (flags.quick && flags.every) unknown.push("--quick with --every");
  const chosen = names.map(tasksNamed);
  unknown.push(...names.filter((_, i) => chosen[i] === undefined));
  if (unknown.length > 0) {
    console.error(
      `Cannot survey ${unknown.join(", ")}: names are ${taskNames().join(", ")}; types ${
        TYPES.join(", ")
      }; options --quick or --every, --type TYPE, --json FILE`,
    );
    return 2;
  }
  const tasks = names.length === 0 ? allTasks() : chosen.flatMap((tasks) => tasks ?? []);
  const effort = flags.quick ? "quick" : flags.every ? "every" : "thorough";
  const rows = await survey(tasks, { effort, types });
  if (flags.json) await Deno.writeTextFile(flags.json, toJson(rows));
  return rows.some(isOver) ? 1 : 0;
}

async function survey(
  tasks: readonly Task[],
  { effort, types }: { effort: Effort; types: readonly FloatType[] },
): Promise<Row[]> {
  using pool = new Pool();
  // The gradient of i0 is the kernel i1: what has been measured is not measured again.
  const started = new Map<string, Promise<Finding>>();
  const unique = new Map(tasks.map((task) => [task.name, task]));
  const pending = [...unique.values()].flatMap((task) =>
    types.map((type) => {
      const { name, parameter } = task.kernel;
      const key = `${name} ${parameter} ${type}`;
      const finding = started.get(key) ?? surveyType(pool, task.kernel, { type, effort });
      started.set(key, finding);
      return { task, type, finding };
    })
  );
  console.log(heading());
  const rows: Row[] = [];
  for (const { task, type, finding } of pending) {
    const { name, kernel, budget } = task;
    const row = { name, kernel, type, budget: budget[type], ...await finding };
    rows.push(row);
    console.log(rowText(row));
    if (type === "float64" && row.tally.error.error >= MARGIN_ULP) {
      console.error(`${name}: float32 is not proven, float64 is not within ${MARGIN_ULP} ulp`);
    }
  }
  return rows;
}

async function surveyType(
  pool: Pool,
  kernel: Kernel,
  { type, effort }: { type: FloatType; effort: Effort },
): Promise<Finding> {
  const parts: Job["part"][] = type === "float32"
    ? float32Ranges(kernel, { effort }).map((range) => ({ range }))
    : [{ type, quick: effort === "quick" }];
  const findings = await Promise.all(
    parts.map((part) => pool.run({ kernel, part, build: SOURCE_HASH })),
  );
  const tally = emptyTally(findings[0].tally.layout);
  for (const finding of findings) addTally(tally, finding.tally);
  return { tally, seconds: findings.reduce((sum, { seconds }) => sum + seconds, 0) };
}

if (import.meta.main) Deno.exit(await main(Deno.args));
