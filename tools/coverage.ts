import { runTask } from "../support/task_args.ts";

const HELP = `Runs the tests and lists the lines of the published code that none of them reached.

Usage: deno task verify coverage [TEST FILE...]

Programs that the tests start count too: Deno passes the folder on to them, and they run the sources,
not what is built of them. Code that runs in workers is not seen by Deno.
`;

/** Matches files that need no coverage: generated ones, tests and tools. */
const EXCLUDED = "/tests/|/tools/|/bench/|/support/|module\\.js|/dist/|reference_data|/specol-";

const TEST = [
  ...["test", "--quiet"],
  ...["--allow-read", "--allow-write", "--allow-run", "--allow-env"],
];

/** The number of lines of a file, and the lines that no test reached. */
interface FileCoverage {
  readonly path: string;
  readonly lines: number;
  readonly missed: readonly number[];
}

/** Returns what the test runner reports about failures, without the tests that passed. */
function failuresOf(text: string): string {
  return text.slice(Math.max(0, text.indexOf(" ERRORS ")));
}

/** Runs the tests and returns their exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    operands: true,
    run: async ({ operands }) => await testAll(operands),
  });
}

async function testAll(files: readonly string[]): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "specol-coverage-" });
  try {
    const env = { DENO_COVERAGE_DIR: folder };
    const test = deno([...TEST, `--coverage=${folder}`, "--coverage-raw-data-only", ...files], {
      env,
    });
    const { code, stdout: tested } = await test.output();
    if (code !== 0) console.log(failuresOf(new TextDecoder().decode(tested)));
    await removeBroken(folder);
    const report = deno(["coverage", folder, "--lcov", `--exclude=${EXCLUDED}`], {});
    const { stdout } = await report.output();
    printCoverage(parseLcov(new TextDecoder().decode(stdout)));
    return code;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function deno(args: readonly string[], options: Deno.CommandOptions): Deno.Command {
  return new Deno.Command(Deno.execPath(), { args: [...args], stderr: "inherit", ...options });
}

/** Removes incomplete files, which programs that were killed on purpose leave behind. */
async function removeBroken(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (!(await Deno.readTextFile(path)).endsWith("}")) await Deno.remove(path);
  }
}

/**
 * Reads what `deno coverage --lcov` writes: SF is a file, DA a line and how often it was reached.
 */
export function parseLcov(text: string): FileCoverage[] {
  const root = new URL("../", import.meta.url).pathname;
  return text.split("end_of_record").flatMap((record) => {
    const [, path] = /^SF:(.+)$/m.exec(record) ?? [];
    if (path === undefined) return [];
    const lines = Array.from(record.matchAll(/^DA:(\d+),(\d+)$/gm), ([, n, hits]) => [+n, +hits]);
    const missed = lines.filter(([, hits]) => hits === 0).map(([line]) => line);
    return [{ path: path.replace(root, ""), lines: lines.length, missed }];
  });
}

function printCoverage(files: readonly FileCoverage[]): void {
  const total = files.reduce((sum, { lines }) => sum + lines, 0);
  const missed = files.reduce((sum, file) => sum + file.missed.length, 0);
  console.log(`${(100 * (1 - missed / total)).toFixed(1)} % of ${total} lines; not reached:`);
  for (const file of files) {
    if (file.missed.length > 0) console.log(`  ${file.path}: ${ranges(file.missed)}`);
  }
}

/** Formats numbers of lines as ranges: `3, 7-9`. */
export function ranges(lines: readonly number[]): string {
  const starts = lines.filter((line) => !lines.includes(line - 1));
  const ends = lines.filter((line) => !lines.includes(line + 1));
  return starts.map((start, i) => start === ends[i] ? `${start}` : `${start}-${ends[i]}`).join(
    ", ",
  );
}

if (import.meta.main) Deno.exit(await main(Deno.args));
