import { Random } from "../../support/random.ts";
import { type Program, redirect, runProgram, specol } from "../program.ts";
import { duckdbCommand, INSTALL_PEERS, versionOf } from "../csv/peers.ts";

/** What we compute, with both gradients; the peers compute the value alone. */
export const LIKELIHOOD = "lgamma(n + r) - lgamma(r) - lgamma(n + 1) + r * log(p) + n * log1p(-p)";
export const RESULTS = [`ll = ${LIKELIHOOD}`, "dr = grad(ll, r)", "dp = grad(ll, p)"];

const R_SCRIPT = new URL("./dnbinom.R", import.meta.url).pathname;
const SQL = "lgamma(n + r) - lgamma(r) - lgamma(n + 1) + r * ln(p) + n * ln(1 - p)";

/** A program that computes the value alone, from CSV to CSV. */
export interface LikelihoodPeer {
  readonly name: string;
  /** How to install it. */
  readonly install: string;
  /** Returns its version, or `undefined` if it is not installed. */
  version(): Promise<string | undefined>;
  /** The program, which prints its seconds without those of its start. */
  program(from: string, to: string): Program;
}

export const LIKELIHOOD_PEERS: readonly LikelihoodPeer[] = [
  {
    name: "DuckDB",
    install: INSTALL_PEERS,
    version: () => versionOf(...duckdbCommand("SELECT version()")),
    program(from: string, to: string): Program {
      const [command, ...args] = duckdbCommand(
        `COPY (SELECT *, ${SQL} AS ll FROM read_csv('${from}', auto_detect = false, ` +
          `header = true, delim = ',', columns = {'n': 'BIGINT', 'r': 'DOUBLE', 'p': 'DOUBLE'})) ` +
          `TO '${to}' (FORMAT csv, HEADER, DELIMITER ',')`,
      );
      return { command, args };
    },
  },
  {
    name: "data.table",
    install: "apt-get install -y r-cran-data.table",
    version: () =>
      versionOf("Rscript", "-e", 'cat(format(packageVersion("data.table")), R.version.string)'),
    program: (from, to) => ({ command: "Rscript", args: ["--vanilla", R_SCRIPT, from, to] }),
  },
];

/** Our program, with all results. */
export function likelihoodProgram(
  from: string,
  to: string,
  { jobs, results }: { jobs: number; results: readonly string[] },
): Program {
  return redirect(specol("map", `-j${jobs}`, ...results, from), to);
}

/** Writes a table of counts up to 200, sizes up to 20 and probabilities. */
export async function makeCounts(path: string, rows: number): Promise<void> {
  const random = new Random(1);
  {
    using file = await Deno.create(path);
    const writer = file.writable.getWriter();
    const encoder = new TextEncoder();
    await writer.write(encoder.encode("n,r,p\n"));
    for (let start = 0; start < rows; start += 16_384) {
      const lines = Array.from({ length: Math.min(16_384, rows - start) }, () => {
        const n = Math.floor(random.between(0, 1) * 201);
        const r = (0.5 + random.between(0, 1) * 19.5).toFixed(3);
        const p = (0.01 + random.between(0, 1) * 0.98).toFixed(4);
        return `${n},${r},${p}\n`;
      });
      await writer.write(encoder.encode(lines.join("")));
    }
    await writer.close();
  }
  await runProgram({ command: "sync", args: [path] });
}

/**
 * Throws unless the column `ll` of two files has the same numbers, to a part of 1 and of the sum of
 * the parts, which peers lose digits of.
 */
export async function verifyLikelihoods(path: string, expected: string): Promise<void> {
  const [ours, theirs] = await Promise.all([expected, path].map(readLikelihoods));
  if (ours.length !== theirs.length) {
    throw new Error(`Cannot time ${path}: ${theirs.length} rows instead of ${ours.length}`);
  }
  ours.forEach((value, row) => {
    if (Math.abs(value - theirs[row]) <= 1e-9 * Math.max(1, Math.abs(value))) return;
    throw new Error(`Cannot time ${path}: row ${row}: ${theirs[row]} instead of ${value}`);
  });
}

async function readLikelihoods(path: string): Promise<Float64Array> {
  const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
  const column = lines[0].split(",").indexOf("ll");
  return Float64Array.from(lines.slice(1), (line) => Number(line.split(",")[column]));
}
