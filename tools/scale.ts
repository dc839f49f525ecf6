import { Random } from "../support/random.ts";
import { runTask, type TaskArgs } from "../support/task_args.ts";
import { type BatchesEngine, type Engine, type EngineKind, ENGINES } from "./scale/engines.ts";
import { JOBS, makeInputs, type ScaleJob, SPECOL, specol, TABLE_JOB } from "./scale/jobs.ts";

const HELP =
  `Runs jobs in pieces on Slurm, Dask, Spark, Ray, GNU parallel and a loop of bash, kills pieces at random (SIGKILL), lets
the engine start them again, joins them with specol concat and compares every byte with a run in one piece. Dask, Spark
and Ray also read a table of Parquet files, give its batches to specol as Arrow, and lose workers at random.

Usage: deno task scale [options]

  --engine NAME  ${Object.keys(ENGINES).join(", ")}; all of them by default
  --runs N       for each engine, 8 by default: each job twice
  --pieces N     of each job, 6 by default
  --rows N       of the input, 20000 by default
  --seed N       of what is random; printed if it is not given

It installs nothing, but says what to install. Slurm needs root: it is started on this machine, with a
configuration of its own in a temporary folder, and stopped at the end. Spark needs Java 17 or newer. All
of them listen on 127.0.0.1 only.
The exit status is 1 if anything is wrong or missing.
`;

/** How jobs are run: the folder holds the inputs, and the output of each job in one piece. */
interface Settings {
  readonly folder: string;
  readonly runs: number;
  readonly pieces: number;
  readonly seed: number;
}

interface Tally {
  runs: number;
  pieces: number;
  kills: number;
  twice: number;
  workers: number;
}

/** Milliseconds in which kills fall: about what a piece takes, start and all. */
const SPAN = 300;

async function isThere([program, ...args]: readonly string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

async function runJob(
  engine: Engine,
  { job, number, settings }: { job: ScaleJob; number: number; settings: Settings },
): Promise<Omit<Tally, "runs">> {
  const { pieces: parts } = settings;
  const seed = settings.seed + 1000 * number;
  const folder = `${settings.folder}/run`;
  await Deno.mkdir(folder);
  const output = `out.${job.ending}`;
  const args = job.args.map((arg) => arg.startsWith("in.") ? `../${arg}` : arg);
  const command = [...SPECOL, ...args, "--to", job.ending].map((arg) => `'${arg}'`).join(" ");
  await Deno.writeTextFile(
    `${folder}/job.sh`,
    `command=(${command}) parts=${parts} output=${output} seed=${seed} span=${SPAN} ` +
      `kill_percent=60 twice_percent=10\n`,
  );
  const manifests = (): string[] =>
    Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) =>
      name.endsWith(".json")
    );
  const missing = async (): Promise<number[]> => {
    const done = manifests();
    if (done.length === 0) return Array.from({ length: parts }, (_, i) => i + 1);
    const text = await specol(folder, "concat", "--missing", ...done);
    return text.split("\n").filter((line) => line !== "").map(Number);
  };
  const { workersKilled = 0 } = await engine.run({ folder, parts, seed, missing });
  const left = await missing();
  if (left.length > 0) throw new Error(`${job.name}: pieces ${left} are missing`);
  await specol(folder, "concat", ...manifests(), "-o", `joined.${job.ending}`);
  const joined = await Deno.readFile(`${folder}/joined.${job.ending}`);
  const whole = await Deno.readFile(`${settings.folder}/whole.${job.name}`);
  if (!sameBytes(joined, whole)) throw new Error(`${job.name}: bytes differ, seed ${seed}`);
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
  const count = (prefix: string): number => names.filter((name) => name.startsWith(prefix)).length;
  const counts = { pieces: parts, kills: count("killed."), twice: count("twice.") };
  await Deno.remove(folder, { recursive: true });
  return { ...counts, workers: workersKilled };
}

/**
 * Runs jobs on an engine, in pieces, and as batches where it has them. It throws where a piece is
 * missing or a byte differs.
 */
export async function runEngine(
  kind: EngineKind,
  settings: Settings,
): Promise<{ readonly pieces: Tally; readonly batches?: Tally }> {
  const own = await Deno.makeTempDir();
  try {
    await using engine = await kind.start(own);
    const pieces = await runPieces(engine, settings);
    return "runBatches" in engine
      ? { pieces, batches: await runBatches(engine as BatchesEngine, settings) }
      : { pieces };
  } finally {
    await Deno.remove(own, { recursive: true });
  }
}

async function runPieces(engine: Engine, settings: Settings): Promise<Tally> {
  const tally = { runs: 0, pieces: 0, kills: 0, twice: 0, workers: 0 };
  for (let number = 0; number < settings.runs; number++) {
    const job = JOBS[number % JOBS.length];
    console.error(`  run ${number + 1} of ${settings.runs}`);
    const { pieces, kills, twice, workers } = await runJob(engine, { job, number, settings });
    tally.runs++;
    tally.pieces += pieces;
    tally.kills += kills;
    tally.twice += twice;
    tally.workers += workers;
  }
  return tally;
}

/**
 * Lets an engine add columns to a folder of Parquet files, with specol as a filter of Arrow batches
 * inside its workers. It throws where the table differs from that of specol alone.
 */
async function runBatches(engine: BatchesEngine, settings: Settings): Promise<Tally> {
  const { folder, runs, seed } = settings;
  const { args, added } = TABLE_JOB;
  const table = `${folder}/table`;
  const files = Array.from(Deno.readDirSync(table), ({ name }) => `table/${name}`).sort();
  const toCsv = ["--to", "csv", "-o"];
  await specol(folder, ...args, ...files, ...toCsv, "whole.table");
  const whole = await Deno.readFile(`${folder}/whole.table`);
  const tally = { runs: 0, pieces: 0, kills: 0, twice: 0, workers: 0 };
  for (let number = 0; number < runs; number++) {
    console.error(`  batches, run ${number + 1} of ${runs}`);
    const inner = `${folder}/run`;
    await Deno.mkdir(inner);
    const job = { folder: inner, seed: seed + 1000 * number, table, added };
    const command = [...SPECOL, ...args];
    const { batches, workersKilled } = await engine.runBatches({ ...job, command });
    await specol(inner, "convert", "out.arrows", ...toCsv, "joined.csv");
    if (!sameBytes(await Deno.readFile(`${inner}/joined.csv`), whole)) {
      throw new Error(`batches: the tables differ, seed ${job.seed}`);
    }
    tally.runs++;
    tally.pieces += batches;
    tally.kills += Array.from(Deno.readDirSync(inner)).filter(({ name }) =>
      name.startsWith("killed.")
    ).length;
    tally.workers += workersKilled;
    await Deno.remove(inner, { recursive: true });
  }
  return tally;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Runs what the arguments say and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    words: { engine: Object.keys(ENGINES) },
    numbers: ["runs", "pieces", "rows", "seed"],
    run,
  });
}

/** Makes the inputs, and the output of each job in one piece. */
export async function prepare(
  folder: string,
  options: { readonly rows: number; readonly seed: number },
): Promise<void> {
  await makeInputs(folder, options);
  for (const { name, args, ending } of JOBS) {
    await specol(folder, ...args, "--to", ending, "-o", `whole.${name}`);
  }
}

async function run({ words: { engine }, numbers }: TaskArgs): Promise<number> {
  const { runs = 8, pieces = 6, rows = 20000 } = numbers;
  const seed = numbers.seed ?? new Random(Date.now()).bits() % 1e6;
  const folder = await Deno.makeTempDir();
  let isFine = true;
  console.log(
    `seed ${seed}, ${pieces} pieces, ${rows} rows, ${navigator.hardwareConcurrency} cores\n`,
  );
  console.log("| engine | runs | pieces | killed | at once twice | workers killed | time | |");
  console.log("|---|---|---|---|---|---|---|---|");
  try {
    await prepare(folder, { rows, seed });
    for (const name of engine === undefined ? Object.keys(ENGINES) : [engine]) {
      const { programs, install } = ENGINES[name];
      const there = await Promise.all(programs.map(isThere));
      if (there.includes(false)) {
        console.log(`| ${name} | 0 | | | | | | not installed: ${install} |`);
        isFine = false;
        continue;
      }
      const begin = Date.now();
      const { pieces: inPieces, batches } = await runEngine(ENGINES[name], {
        ...{ folder, runs, pieces, seed },
      });
      const time = `${((Date.now() - begin) / 1000).toFixed(0)} s`;
      console.log(lineOf(name, inPieces, time));
      if (batches !== undefined) console.log(lineOf(`${name}, batches`, batches, "in that"));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return isFine ? 0 : 1;
}

function lineOf(
  name: string,
  { runs, pieces, kills, twice, workers }: Tally,
  time: string,
): string {
  return `| ${name} | ${runs} | ${pieces} | ${kills} | ${twice} | ${workers} | ${time} | every byte equal |`;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
