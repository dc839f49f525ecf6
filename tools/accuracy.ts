import { runTask } from "../support/task_args.ts";
import type { Kernel } from "../kernels/engine.ts";
import { SOURCE_HASH } from "../kernels/module.js";
import type { FloatType } from "../testing/mod.ts";
import { type Effort, float32Ranges, MARGIN_ULP } from "./accuracy/survey_float32.ts";
import { ArbLibrary } from "./accuracy/arb.ts";
import { Pool } from "./accuracy/pool.ts";
import { heading, isOver, type Row, rowText, toJson } from "./accuracy/report.ts";
import type { Finding, Job } from "./accuracy/survey_worker.ts";
import { addTally, emptyTally } from "./accuracy/tally.ts";
import { selectTasks, type Task } from "./accuracy/tasks.ts";

const HELP = `Measures how far results are from the true values, and looks for the worst inputs.

Usage: deno task accuracy [--quick | --every] [--type TYPE]... [--seed N] [--json FILE]
                          [FUNCTION...]

FUNCTION   a name of the registry (i0e: the function and its gradient), or of a gradient (i0eGrad);
           with a parameter, polygamma(20), or without, for several of them; all if none is given
--quick    fewer random points in float64, fewer of the float32 and float16 numbers
--every    all 2^32 float32 numbers, whatever the function: a minute or two for each
--type     only this type: float64, float32, float16
--seed     draw other random points in float64 (by default those of seed 2)
--json     also write the table and the worst inputs to FILE; what it has of other functions and
           types stays

The thorough survey tries a million float64 numbers and more of each function (50,000 of multigammaln
with 1000 terms) beside Arb, if a C compiler and libflint-arb-dev are installed, else beside BigInt;
all float16 numbers; of the float32 numbers all for the Bessel functions, one in 63 for the others.

worst error    distance from the true value in ulp; below 0.5 the result must be correctly rounded
from rounded   distance from the correctly rounded value in ulp, at the x that is shown

Exit status 1 if a result is farther from the correctly rounded one than the registry allows.
`;

const TYPES: readonly FloatType[] = ["float64", "float32", "float16"];

/** Runs the survey and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    flags: ["quick", "every"],
    texts: ["json", "seed"],
    lists: ["type"],
    operands: true,
    async run(
      { flags, texts: { json, seed = "2" }, lists: { type: wanted }, operands },
    ): Promise<number> {
      const unknown = wanted.find((type) => !TYPES.some((known) => known === type));
      if (unknown !== undefined) {
        throw new RangeError(`Option --type must be one of ${TYPES.join(", ")}, got ${unknown}`);
      }
      if (flags.has("quick") && flags.has("every")) {
        throw new RangeError("Options --quick and --every exclude each other");
      }
      if (!/^\d{1,9}$/.test(seed)) {
        throw new RangeError(`Option --seed must be a number of up to 9 digits, got ${seed}`);
      }
      const types = TYPES.filter((type) => wanted.length === 0 || wanted.includes(type));
      const effort = flags.has("quick") ? "quick" : flags.has("every") ? "every" : "thorough";
      const tasks = selectTasks(operands);
      using arb = effort !== "quick" && types.includes("float64") ? await buildArb() : undefined;
      const rows = await survey(tasks, {
        effort,
        types,
        seed: Number(seed),
        arb: arb?.path,
        onRow: (row) => json === undefined ? undefined : writeJson(json, row),
      });
      return rows.some(isOver) ? 1 : 0;
    },
  });
}

/** Writes a row into a file of a survey, which keeps those of other functions and types. */
async function writeJson(path: string, row: Row): Promise<void> {
  const isThere = await Deno.stat(path).then(() => true, () => false);
  const earlier = isThere ? await Deno.readTextFile(path) : undefined;
  await Deno.writeTextFile(path, toJson([row], { earlier }));
}

/** Builds the library of Arb's results, or says why the survey does without. */
async function buildArb(): Promise<ArbLibrary | undefined> {
  const library = await ArbLibrary.build();
  if (library instanceof ArbLibrary) return library;
  console.error(`The survey takes the slower references in BigInt, without Arb: ${library}`);
}

/** What is common to all parts of a survey. */
interface SurveyEffort {
  readonly effort: Effort;
  readonly types: readonly FloatType[];
  readonly seed: number;
  /** The path of the library of Arb's results. */
  readonly arb?: string;
  /** Is called with each row when it is there: a survey takes long, and may be interrupted. */
  readonly onRow?: (row: Row) => Promise<void> | undefined;
}

async function survey(tasks: readonly Task[], options: SurveyEffort): Promise<Row[]> {
  using pool = new Pool();
  // The gradient of i0 is the kernel i1: what has been measured is not measured again.
  const started = new Map<string, Promise<Finding>>();
  const unique = new Map(tasks.map((task) => [task.name, task]));
  const pending = [...unique.values()].flatMap((task) =>
    options.types.map((type) => {
      const { name, parameter } = task.kernel;
      const key = `${name} ${parameter} ${type}`;
      const finding = started.get(key) ?? surveyType(pool, task.kernel, { ...options, type });
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
    await options.onRow?.(row);
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
  { type, effort, seed, arb }: SurveyEffort & { type: FloatType },
): Promise<Finding> {
  const quick = effort === "quick";
  const parts: Job["part"][] = type === "float32"
    ? float32Ranges(kernel, { effort }).map((range) => ({ range }))
    : [type === "float64" ? { type, quick, seed, arb } : { type, quick }];
  const findings = await Promise.all(
    parts.map((part) => pool.run({ kernel, part, build: SOURCE_HASH })),
  );
  const tally = emptyTally(findings[0].tally.layout);
  for (const finding of findings) addTally(tally, finding.tally);
  return { tally, seconds: findings.reduce((sum, { seconds }) => sum + seconds, 0) };
}

if (import.meta.main) Deno.exit(await main(Deno.args));
