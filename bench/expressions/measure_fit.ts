import { versionOf } from "../csv/peers.ts";
import { type Program, PYTHON, runProgram, specol } from "../program.ts";
import { race, type Runner, type Timing } from "../race.ts";
import type { Section } from "../section.ts";
import { makeCounts } from "./negative_binomial.ts";

// The columns r and p of the table have the usual names of the parameters.
const TEXT = "lgamma(n + s) - lgamma(s) - lgamma(n + 1) + s * log(q) + n * log1p(-q)";
/** The same with a mean in proportion to column r: hardly any two rows are equal. */
const RATES = "let m = b * r; lgamma(n + s) - lgamma(s) - lgamma(n + 1) - s * log1p(m / s) - " +
  "n * log1p(s / m)";
/** More rounds of fits and their peers would take many minutes. */
const MAX_ROUNDS = 1;
const R_SCRIPT = new URL("./fitdistr.R", import.meta.url).pathname;
const PYTHON_SCRIPT = new URL("./scipy_fit.py", import.meta.url).pathname;

/** What others may differ by from our estimates, as a part of them. */
const TOLERANCE = 1e-3;

/**
 * Times the fit of a negative binomial distribution, a Newton step of it, and reading the file once. Counts
 * repeat, and equal rows are computed once; so a fit in which rows differ is timed as well.
 */
export async function measureFit(
  folder: string,
  { rows, rounds: given }: { rows: number; rounds: number },
): Promise<Section> {
  const rounds = Math.min(given, MAX_ROUNDS);
  const [csv, arrow, output] = ["fit.csv", "fit.arrow", "fitted.csv"].map((name) =>
    `${folder}/${name}`
  );
  await makeCounts(csv, rows);
  await runProgram(specol("convert", "-q", csv, "-o", arrow));
  const estimates = new Map<string, number[]>();
  const passes = new Map<string, number>();
  async function learn(name: string, text: string): Promise<void> {
    const [, row] = (await Deno.readTextFile(output)).split("\n");
    const numbers = row.split(",").map(Number);
    if (numbers.at(-1) !== 1) throw new Error(`The fit has not converged: ${row}`);
    estimates.set(text, numbers.slice(0, 2));
    passes.set(name, numbers[6] + 1);
  }
  async function compare(name: string): Promise<void> {
    const others = (await Deno.readTextFile(output)).trim().split(/\s+/).map(Number);
    const ours = estimates.get(TEXT)!;
    const isNear = others.every((other, i) => Math.abs(other / ours[i] - 1) < TOLERANCE);
    if (!isNear) throw new Error(`${name} found ${others}, we found ${ours}`);
  }
  const runners: Runner[] = [];
  for (const [name, from] of [["CSV", csv], ["Arrow", arrow]]) {
    runners.push({
      name: `read ${name}`,
      program: specol("reduce", "-q", "s = sum(n)", from, "--to", "csv", "-o", output),
    });
    const models = [["counts", TEXT, "s=1,q=0.5"], ["rates", RATES, "s=1,b=1"]];
    for (const [model, text, start] of name === "CSV" ? models : models.slice(0, 1)) {
      for (const jobs of [1, 2]) {
        const options = ["--start", start, "--to", "csv", "-o", output];
        const program = specol("fit", "-q", `-j${jobs}`, text, ...options, from);
        const title = `fit ${model}, ${name}, -j ${jobs}`;
        runners.push({ name: title, program, verify: () => learn(title, text) });
      }
    }
  }
  const timings: Timing[] = await race(runners, { output, rounds });
  for (const { name, program } of await peersOf(csv, output)) {
    console.error(`  ${name}`);
    // They take minutes where we take seconds: once is enough.
    const seconds = Number(await runProgram(program));
    await compare(name);
    timings.push({ name, seconds });
  }
  return {
    name: "fit",
    title: `fit of a negative binomial distribution, ${rows} rows, best of ${
      2 * rounds
    }; others once`,
    columns: [
      { title: "s", digits: 3 },
      { title: "s a step", digits: 3 },
      { title: "MB memory", digits: 0 },
    ],
    rows: timings.map(({ name, seconds, peak }) => ({
      name,
      figures: [
        seconds,
        passes.has(name) ? seconds / passes.get(name)! : undefined,
        peak && peak / 1e6,
      ],
      verdicts: [],
    })),
  };
}

/** The optimisers of others, if they are installed. They read the file and print their seconds. */
async function peersOf(
  csv: string,
  output: string,
): Promise<{ readonly name: string; readonly program: Program }[]> {
  const peers = [];
  if (await versionOf("Rscript", "-e", 'cat(format(packageVersion("MASS")))') !== undefined) {
    const program = { command: "Rscript", args: ["--vanilla", R_SCRIPT, csv, output] };
    peers.push({ name: "MASS::fitdistr", program });
  }
  if (
    await versionOf(PYTHON, "-c", "import pandas, scipy; print(scipy.__version__)") !== undefined
  ) {
    peers.push({
      name: "SciPy, Nelder-Mead",
      program: { command: PYTHON, args: [PYTHON_SCRIPT, csv, output] },
    });
  }
  return peers;
}
