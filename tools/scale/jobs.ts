import { Random } from "../../support/random.ts";

/** A job that is run in pieces: the command without its output. */
export interface ScaleJob {
  readonly name: string;
  readonly args: readonly string[];
  /** The extension of the output. */
  readonly ending: string;
}

/** The command line of the program that is tested, which the built file runs. */
export const SPECOL: readonly string[] = [
  Deno.execPath(),
  "run",
  "--no-check",
  "--allow-read",
  "--allow-write",
  new URL("../../cli.ts", import.meta.url).pathname,
];

/** Runs specol in a folder and returns what it prints. */
export async function specol(folder: string, ...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(SPECOL[0], {
    args: [...SPECOL.slice(1), ...args],
    cwd: folder,
    stdin: "null",
  }).output();
  if (success) return new TextDecoder().decode(stdout);
  throw new Error(`specol ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}

/** The jobs, which read files that `makeInputs` makes. */
export const JOBS: readonly ScaleJob[] = [
  { name: "CSV", args: ["lgamma", "-c", "n", "--grad", "in.csv"], ending: "csv" },
  { name: "npy", args: ["digamma", "in.npy"], ending: "npy" },
  { name: "Arrow", args: ["map", "y = lgamma(n + 0.5) - log(x)", "in.arrow"], ending: "arrow" },
  {
    name: "sums",
    args: [
      "reduce",
      "--by",
      "site",
      "total = sum(lgamma(n))",
      "m = mean(x)",
      "most = max(n)",
      "in.csv",
    ],
    ending: "csv",
  },
];

/** What is added to the table of Parquet files: the command, and the columns. */
export const TABLE_JOB = {
  args: ["lgamma", "-c", "n", "--grad"],
  added: [["n_lgamma", "double"], ["n_lgamma_grad", "double"]],
} as const;

/** Files of the table. */
const FILES = 4;

/**
 * Makes the inputs: CSV with quotes and line ends in its cells, the same as Arrow, npy and a folder
 * of Parquet files.
 */
export async function makeInputs(
  folder: string,
  { rows, seed }: { rows: number; seed: number },
): Promise<void> {
  const random = new Random(seed);
  const sites = ["north", '"south, lower"', '"two\nlines"', '"a ""quoted"" name"'];
  const lines = ["i,site,n,x,note"];
  for (let i = 0; i < rows; i++) {
    const site = sites[random.bits() % sites.length];
    const note = random.bits() % 3 === 0 ? `"line ${i}\nand ""another"", ${i}"` : `row ${i}`;
    const x = random.bits() % 50 === 0 ? "" : String(random.between(1e-3, 1e3));
    lines.push(`${i},${site},${random.bits() % 1000},${x},${note}`);
  }
  await Deno.writeTextFile(`${folder}/in.csv`, `${lines.join("\n")}\n`);
  await specol(folder, "convert", "in.csv", "--chunk-size", "64K", "-o", "in.arrow");
  await specol(folder, "convert", "in.csv", "-c", "n,x", "-o", "in.npy");
  await Deno.mkdir(`${folder}/table`);
  for (let file = 1; file <= FILES; file++) {
    const output = `table/${file}.parquet`;
    await specol(folder, "convert", "in.csv", "--part", `${file}/${FILES}`, "-o", output);
  }
}
