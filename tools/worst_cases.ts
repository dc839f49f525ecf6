// deno task report hard: writes docs/worst-cases/*.wc from the hard points of tests/data/hard_points.
// deno task report hard --check: fails if they are not up to date, or if Arb, if it is installed, rounds a result otherwise.
//
// The format is that of CORE-MATH: one argument a line, as a hexadecimal float64, after lines that
// begin with #. docs/worst-cases/check.py checks any library at these points;
// tests/tools/worst_cases_test.ts checks specol.

import { readHardPoints } from "../support/hard_points.ts";
import type { KernelName } from "../kernels/engine.ts";
import { ArbLibrary, openArb } from "./accuracy/arb.ts";
import { hexFloat } from "./accuracy/hex_float.ts";

const FOLDER = new URL("../docs/worst-cases/", import.meta.url);
/** How far from half-way a case may be, in ulp: few points of polygamma(1500) were tried. */
const FARTHEST = 2 ** -5;
const POINTS = new URL("../tests/data/hard_points/", import.meta.url);

/** How many points were tried in each region, by the first line of a file. */
async function triedPoints(name: string): Promise<string> {
  const text = await Deno.readTextFile(new URL(`${name}.tsv`, POINTS));
  const counts = [...text.matchAll(/^# \.\/hard_points (\d+)/gm)].map(([, count]) => Number(count));
  return Math.max(...counts).toLocaleString("en");
}

/** What the files of a kernel are named: polygamma.2.wc. */
function fileOf(name: string, parameter: number | undefined): string {
  return parameter === undefined ? `${name}.wc` : `${name}.${parameter}.wc`;
}

async function makeFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { name, points } of hardPoints) {
    const tried = await triedPoints(name);
    for (const { parameter, x, y } of points) {
      const call = parameter === undefined ? `${name}(x)` : `${name}(x, ${parameter})`;
      const lines = [
        `# ${call}, float64: arguments x whose true results are almost half-way between two float64 numbers.`,
        `# Ranges searched: those of tools/arb/hard_points.c, up to ${tried} points in each. No complete search.`,
        "# Each line: x. The comment after it is the correctly rounded result, proved by Arb.",
      ];
      const order = [...x.keys()].sort((i, j) => x[i] - x[j]);
      for (const i of order) lines.push(`${hexFloat(x[i])} # ${hexFloat(y[i])}`);
      files.set(fileOf(name, parameter), lines.join("\n") + "\n");
    }
  }
  return files;
}

/** How many cases Arb proves, and that each is almost half-way. */
function proveCases(path: string): number {
  let count = 0;
  for (const { name, points } of hardPoints) {
    for (const { parameter, x, y } of points) {
      const { rounded, distance } = openArb(path, { name: name as KernelName, parameter })(
        x.slice(),
      );
      for (const i of x.keys()) {
        if (Object.is(rounded[i], y[i]) && distance[i] < FARTHEST) count++;
        else throw new Error(`Arb does not prove ${name}(${x[i]}, ${parameter})`);
      }
    }
  }
  return count;
}

const hardPoints = await readHardPoints();
const files = await makeFiles();
const isCheck = Deno.args.includes("--check");
for (const [file, text] of files) {
  const path = new URL(file, FOLDER);
  if (!isCheck) await Deno.writeTextFile(path, text);
  else if (await Deno.readTextFile(path).catch(() => "") !== text) {
    console.error(
      `docs/worst-cases/${file} is not what tests/data/hard_points gives: run deno task report hard`,
    );
    Deno.exit(1);
  }
}
if (isCheck) {
  const library = await ArbLibrary.build();
  if (typeof library === "string") console.error(`Arb is not there: ${library}`);
  else {
    using built = library;
    console.error(`Arb proves ${proveCases(built.path).toLocaleString("en")} cases`);
  }
}
console.error(`${files.size} files`);
