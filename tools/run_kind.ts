/**
 * Runs one of the tools that share a task: `deno task bench csv`, `deno task verify npm`.
 *
 * @module
 */

/** What a kind runs: the flags of `deno run`, the program, and what it does. */
interface Kind {
  readonly flags: readonly string[];
  readonly program: string;
  readonly summary: string;
}

const LOCK = "--lock=tools/deno.lock";

function kind(program: string, summary: string, ...flags: readonly string[]): Kind {
  return { program, summary, flags: flags.length === 0 ? [LOCK, "--allow-all"] : flags };
}

/** The kinds of each task. The first is meant if the first argument is not a kind. */
export const KINDS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  bench: {
    functions: kind("bench/run.ts", "every function on every range beside SciPy, PyTorch and JAX"),
    worst: kind("bench/worst_blocks.ts", "the blocks of numbers that take longest", "--allow-read"),
    files: kind("bench/files.ts", "the command line on files beside cp and numpy"),
    csv: kind(
      "bench/csv.ts",
      "CSV beside DuckDB, data.table, polars, xan, qsv, Miller, mawk and pandas",
    ),
    groups: kind(
      "bench/groups.ts",
      "sums by key over CSV, Parquet and Arrow beside DuckDB, data.table and polars",
    ),
    expressions: kind("bench/expressions.ts", "likelihoods beside DuckDB and data.table"),
    gpu: kind("bench/gpu.ts", "every function on the GPU beside the CPU"),
  },
  report: {
    pages: kind(
      "tools/report.ts",
      "accuracy.md, performance.md, pictures and tables; see --help",
      ...["--allow-read", "--allow-write", "--allow-run", "--allow-env", "--allow-sys"],
    ),
    reports: kind(
      "tools/public_reports.ts",
      "public_reports.md: what libraries answer at inputs of public reports",
    ),
    hard: kind(
      "tools/worst_cases.ts",
      "docs/worst-cases; --check proves them with Arb",
      ...["--allow-read", "--allow-write", "--allow-run=cc", "--allow-ffi"],
    ),
  },
  verify: {
    npm: kind(
      "tools/npm_test.ts",
      "installs and uses the npm package in Node.js, Bun and Chromium",
    ),
    web: kind("tools/web_test.ts", "clicks through the web page in Chromium"),
    chromium: kind("tools/chromium/run.ts", "every function in Chromium, on CPU and WebGPU"),
    gpu: kind(
      "tools/gpu_accuracy.ts",
      "the GPU's results beside the CPU's, for millions of float32",
      ...["--allow-read", "--allow-env"],
    ),
    arm64: kind(
      "tools/arm64.ts",
      "the tests of bits on arm64, under qemu-user",
      ...["--allow-read", "--allow-write", "--allow-run"],
    ),
    balls: kind(
      "tools/balls.ts",
      "the last phase's operations on hard operands beside Arb; needs libflint-arb-dev",
      ...["--allow-read", "--allow-write", "--allow-run=cc", "--allow-ffi"],
    ),
    expressions: kind(
      "tools/fuzz_expressions.ts",
      "random expressions and derivatives beside Arb; needs python-flint",
      ...["--allow-read", "--allow-run", "--allow-env"],
    ),
    files: kind(
      "tools/conformance.ts",
      "a folder of other projects' Arrow, Parquet, CSV and npy files",
      ...["--allow-read", "--allow-write", "--allow-run", "--allow-env"],
    ),
    soak: kind("tools/soak.ts", "10 GB through pipes in each format, with bounded memory"),
    coverage: kind(
      "tools/coverage.ts",
      "lines that no test reaches, in the programs that tests start too",
      ...["--allow-read", "--allow-write", "--allow-run", "--allow-env"],
    ),
  },
};

function formatHelp(task: string): string {
  const lines = Object.entries(KINDS[task]).map(([name, { summary }]) =>
    `  ${name.padEnd(12)} ${summary}`
  );
  return `Usage: deno task ${task} KIND [options]\n\n${lines.join("\n")}\n\n` +
    `deno task ${task} KIND --help shows the options of most kinds.`;
}

/** Runs a kind of a task, and returns its exit status. */
export async function main([task, ...args]: readonly string[]): Promise<number> {
  const kinds = KINDS[task];
  if (args[0] === "--help" || args[0] === "-h") {
    console.log(formatHelp(task));
    return 0;
  }
  const [first] = Object.keys(kinds);
  const isNamed = Object.hasOwn(kinds, args[0] ?? "");
  const { flags, program } = kinds[isNamed ? args[0] : first];
  const rest = isNamed ? args.slice(1) : args;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, program, ...rest],
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  return (await child.status).code;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
