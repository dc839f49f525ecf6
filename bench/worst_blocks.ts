import { gradientKernel, registry, valueKernel } from "../functions/registry.ts";
import type { Kernel } from "../kernels/engine.ts";
import { Random } from "../support/random.ts";
import { runTask } from "../support/task_args.ts";
import { DRAWN } from "./worst/hard_points.ts";
import { type Measured, measureRanges } from "./worst/measure_range.ts";

/** Targets: how many times the usual time a block may take, and one in how many is computed again. */
const MAX_RATIO = 20;
const MIN_SHARE = 300;
const TITLE_WIDTH = 58;
const WIDTH = 9;

const HELP = `Searches for the blocks of numbers that take longest, in float64.

Usage: deno task bench worst [--all] [--seed N] [NAME...]

NAME    lgamma, i0eGrad, polygamma(20), multigammaln(5000), ...; if none is given, every function
        and gradient, of several orders and dimensions
--all   prints every range, not only those that miss a target
--seed  draws other numbers

A line for each range of numbers has
  ns      the time of an element of a column
  one in  how many elements of a column there are for one that takes the second way
  column  that time, in times of an element of the function's usual column
  hard    the same if all elements are hard: those of ${DRAWN.toLocaleString("en")} numbers that
          take the second way, the ones nearest to half-way between two float64 first
  first   the same of the first block of hard elements, in which rows are made; it has no target
Blocks beyond ${MAX_RATIO} times are marked SLOW, ranges beyond one in ${MIN_SHARE} OFTEN: a target
that is missed changes nothing else. Before each run the module forgets the results that it
remembers.
`;

const PARAMETERS: Readonly<Record<string, readonly number[]>> = {
  polygamma: [1, 2, 3, 4, 5, 7, 10, 20, 50, 100, 150, 300, 1000],
  multigammaln: [2, 3, 4, 10, 100, 1000, 5000],
};

/** The titles of all kernels of the registry, each once. */
function allTitles(): string[] {
  const kernels = registry.flatMap((spec) =>
    (PARAMETERS[spec.name] ?? [undefined]).flatMap((parameter) => [
      valueKernel(spec, parameter),
      ...spec.name === "polygamma" ? [] : [gradientKernel(spec, parameter)],
    ])
  );
  return [...new Set(kernels.map(titleOf))];
}

function titleOf({ name, parameter }: Kernel): string {
  return parameter === undefined ? name : `${name}(${parameter})`;
}

function parseTitle(title: string): Kernel {
  const [, name, parameter] = /^(\w+)(?:\((\d+)\))?$/.exec(title) ?? [];
  return { name: name as Kernel["name"], ...(parameter && { parameter: Number(parameter) }) };
}

/** Times of a range in those of the usual column, by the titles of their columns. */
function ratiosOf({ time, hard, first }: Measured, usual: number): (number | undefined)[] {
  return [time, hard, first].map((ns) => ns === undefined ? undefined : ns / usual);
}

function marksOf({ time, hard = 0, share }: Measured, usual: number): string {
  const isSlow = Math.max(time, hard) > MAX_RATIO * usual;
  return (isSlow ? "  SLOW" : "") + (share > 1 / MIN_SHARE ? "  OFTEN" : "");
}

function line(title: string, cells: readonly (string | undefined)[]): string {
  return title.padEnd(TITLE_WIDTH) + cells.map((cell = "-") => cell.padStart(WIDTH)).join("");
}

const oneIn = (share: number): string | undefined => share > 0 ? (1 / share).toFixed(0) : undefined;

/** Searches the ranges of a function, and prints a line that sums them up. */
function search(title: string, seed: number, printsAll: boolean): void {
  let usual = NaN;
  const worst = { ratio: 0, range: "", share: 0, first: 0 };
  for (const measured of measureRanges(parseTitle(title), new Random(seed))) {
    const { name, time, hard = 0, share, first = 0 } = measured;
    if (Number.isNaN(usual)) usual = time;
    const ratio = Math.max(time, hard) / usual;
    if (ratio > worst.ratio) Object.assign(worst, { ratio, range: name });
    worst.share = Math.max(worst.share, share);
    worst.first = Math.max(worst.first, first / usual);
    const marks = marksOf(measured, usual);
    if (!printsAll && marks === "") continue;
    const ratios = ratiosOf(measured, usual).map((value) => value?.toFixed(1));
    console.log(line(`${title} ${name}`, [time.toFixed(1), oneIn(share), ...ratios]) + marks);
  }
  const { ratio, range, share, first } = worst;
  const cells = [usual.toFixed(1), oneIn(share), undefined, ratio.toFixed(1), first.toFixed(0)];
  console.log(line(`${title}: worst of all ranges`, cells) + `  ${range}`);
}

if (import.meta.main) {
  const status = await runTask(Deno.args, {
    help: HELP,
    flags: ["all"],
    numbers: ["seed"],
    operands: true,
    run({ flags, numbers: { seed = 1 }, operands }): Promise<void> {
      console.log(line("", ["ns", "one in", "column", "hard", "first"]));
      for (const title of operands.length > 0 ? operands : allTitles()) {
        search(title, seed, flags.has("all"));
      }
      return Promise.resolve();
    },
  });
  Deno.exit(status);
}
