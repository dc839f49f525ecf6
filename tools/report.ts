import { runTask } from "../support/task_args.ts";
import { describeMachine } from "../bench/machine.ts";
import { accuracyPage } from "./report/accuracy_page.ts";
import { axisOf } from "./report/axes.ts";
import { CHUNK_PICTURE, chunkPicture } from "./report/pictures/chunk_picture.ts";
import { errorsPicture } from "./report/pictures/errors_picture.ts";
import { functionsTable } from "./report/functions_table.ts";
import { measureAccuracy } from "./report/measure_accuracy.ts";
import { newestResults } from "./report/newest_results.ts";
import { performancePage } from "./report/performance_page.ts";
import { performancePictures } from "./report/performance_pictures.ts";
import { replacePart } from "./report/markdown.ts";
import { accuracyTable, formatsTable, speedTable } from "./report/small_tables.ts";
import { surveySection } from "./report/survey_section.ts";
import { pictureName, subjects } from "./report/subjects.ts";

const HELP =
  `Writes docs/accuracy.md and docs/performance.md, with their pictures, and the tables of
docs/comparison.md and docs/expressions.md.

Usage: deno task report [--points N] [--seed N] [accuracy] [performance] [functions]

accuracy      measures specol, SciPy, PyTorch, JAX and TensorFlow at the same points against the
              true values: two minutes. Peers that are not installed are left out:
              deno task peers FOLDER, then SPECOL_PYTHON=FOLDER/bin/python
performance   shows the newest figures of each kind in bench/results
functions     writes the table of functions in docs/expressions.md
--points N    random points of each function, 6000 by default
--seed N      of the random points
`;

const PARTS = ["accuracy", "performance", "functions"];
const POINTS = 6000;
/** This seed differs from 1, 2 and 3, which the surveys used when the kernels were tuned. */
const SEED = 20261116;

const ROOT = new URL("../", import.meta.url);
const PICTURES = new URL("docs/pictures/", ROOT);
const SURVEY = new URL("tools/mpmath_reference/survey.json", ROOT);
const RESULTS = new URL("bench/results/", ROOT);

/** Writes the reports and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    numbers: ["points", "seed"],
    operands: true,
    run: async ({ numbers: { points: count = POINTS, seed = SEED }, operands: parts }) => {
      const unknown = parts.filter((part) => !PARTS.includes(part));
      if (unknown.length > 0) {
        throw new RangeError(`Cannot report ${unknown.join(", ")}: see --help`);
      }
      if (!(count >= 1)) throw new RangeError(`Option --points must be at least 1, got ${count}`);
      if (!Number.isInteger(seed)) {
        throw new RangeError(`Option --seed must be an integer, got ${seed}`);
      }
      await report(parts, { count, seed });
    },
  });
}

async function report(
  parts: readonly string[],
  { count, seed }: { count: number; seed: number },
): Promise<void> {
  const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part);
  await Deno.mkdir(PICTURES, { recursive: true });
  await writePicture(CHUNK_PICTURE, chunkPicture());
  if (isWanted("accuracy")) await reportAccuracy({ count, seed });
  if (isWanted("performance")) await reportPerformance();
  if (isWanted("functions")) await reportFunctions();
  await format();
}

async function reportAccuracy(options: { count: number; seed: number }): Promise<void> {
  // numpy warns about every division by zero, which is what this report looks for.
  Deno.env.set("PYTHONWARNINGS", "ignore");
  const machine = describeMachine();
  const survey = surveySection(await Deno.readTextFile(SURVEY));
  const accuracy = await measureAccuracy(subjects, options);
  for (const errors of accuracy.subjects) {
    const { subject } = errors;
    await writePicture(pictureName(subject), errorsPicture(errors, axisOf(subject)));
  }
  await writePage("docs/accuracy.md", accuracyPage(accuracy, { ...options, machine, survey }));
  await updateComparison({ accuracy: accuracyTable(accuracy) });
}

async function reportPerformance(): Promise<void> {
  const results = await newestResults(RESULTS);
  for (const { name, svg } of performancePictures(results)) await writePicture(name, svg);
  await writePage("docs/performance.md", performancePage(results));
  const { kernels, files, csv } = results;
  await updateComparison({
    ...(kernels && { speed: speedTable(kernels) }),
    ...((files ?? csv) && { formats: formatsTable(results) }),
  });
}

async function reportFunctions(): Promise<void> {
  const page = await Deno.readTextFile(new URL("docs/expressions.md", ROOT));
  await writePage("docs/expressions.md", replacePart(page, "functions", functionsTable()));
}

async function writePicture(name: string, svg: string): Promise<void> {
  await Deno.writeTextFile(new URL(name, PICTURES), svg);
}

/** Replaces the tables of the page that compares, by their names. */
async function updateComparison(tables: Readonly<Record<string, string>>): Promise<void> {
  const page = "docs/comparison.md";
  let text = await Deno.readTextFile(new URL(page, ROOT));
  for (const [name, table] of Object.entries(tables)) text = replacePart(text, name, table);
  await writePage(page, text);
}

async function writePage(name: string, text: string): Promise<void> {
  await Deno.writeTextFile(new URL(name, ROOT), text);
}

/** Formats pages and pictures, because `deno fmt` checks them like all files. */
async function format(): Promise<void> {
  const paths = ["docs/"].map((name) => new URL(name, ROOT).pathname);
  const command = new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", ...paths] });
  const { success } = await command.output();
  if (!success) throw new Error("Cannot format the report: try deno fmt");
}

if (import.meta.main) Deno.exit(await main(Deno.args));
