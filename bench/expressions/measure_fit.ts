import { versionOf } from "../csv/peers.ts";
import { type Program, PYTHON, runProgram, specol } from "../program.ts";
import { race, type Runner, type Timing } from "../race.ts";
import type { Section } from "../section.ts";
import { makeCounts } from "./negative_binomial.ts";

// The columns r and p of the table have the usual names of the parameters.
const TEXT = "lgamma(n + s) - lgamma(s) - lgamma(n + 1) + s * log(q) + n * log1p(-q)";
const R_SCRIPT = new URL("./fitdistr.R", import.meta.url).pathname;
const PYTHON_SCRIPT = new URL("./scipy_fit.py", import.meta.url).pathname;

/** What others may differ by from our estimates, as a part of them. */
const TOLERANCE = 1e-3;

/** Times the fit of a negative binomial distribution, a pass of it, and reading the file once. */
export async function measureFit(
  folder: string,
  { rows, rounds }: { rows: number; rounds: number },
): Promise<Section> {
  const [csv, arrow, output] = ["fit.csv", "fit.arrow", "fitted.csv"].map((name) =>
    `${folder}/${name}`
  );
  await makeCounts(csv, rows);
  await runProgram(specol("convert", "-q", csv, "-o", arrow));
  const options = ["--start", "s=1,q=0.5", "--to", "csv", "-o", output];
  let estimates: number[] = [];
  let passes = 0;
  async function learn(): Promise<void> {
    const [, row] = (await Deno.readTextFile(output)).split("\n");
    const numbers = row.split(",").map(Number);
    if (numbers.at(-1) !== 1) throw new Error(`The fit has not converged: ${row}`);
    estimates = numbers.slice(0, 2);
    // The first pass is at the start, and each step is one more.
    passes = numbers[6] + 1;
  }
  async function compare(name: string): Promise<void> {
    const others = (await Deno.readTextFile(output)).trim().split(/\s+/).map(Number);
    const isNear = others.every((other, i) => Math.abs(other / estimates[i] - 1) < TOLERANCE);
    if (!isNear) throw new Error(`${name} found ${others}, we found ${estimates}`);
  }
  const runners: Runner[] = [];
  for (const [name, from] of [["CSV", csv], ["Arrow", arrow]]) {
    runners.push({
      name: `read ${name}`,
      program: specol("reduce", "-q", "s = sum(n)", from, "--to", "csv", "-o", output),
    });
    for (const jobs of [1, 2]) {
      const program = specol("fit", "-q", `-j${jobs}`, TEXT, ...options, from);
      runners.push({ name: `fit ${name}, -j ${jobs}`, program, verify: learn });
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
      { title: "s a pass", digits: 3 },
      { title: "MB memory", digits: 0 },
    ],
    rows: timings.map(({ name, seconds, peak }) => ({
      name,
      figures: [
        seconds,
        name.startsWith("fit") ? seconds / passes : undefined,
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
