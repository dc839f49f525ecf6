import { Random } from "../support/random.ts";
import { runTask, type TaskArgs } from "../support/task_args.ts";
import { Dask, type Engine, type EngineKind, ENGINES } from "./scale/engines.ts";
import { JOBS, makeInputs, type ScaleJob, SPECOL, specol } from "./scale/jobs.ts";

const HELP =
  `Runs jobs in pieces on Slurm, Dask, GNU parallel and a loop of bash, kills pieces at random (SIGKILL), lets the engine
start them again, joins them with specol concat and compares every byte with a run in one piece.

Usage: deno task scale [options]

  --engine NAME  ${Object.keys(ENGINES).join(", ")} or filter; all of them by default
  --runs N       for each engine, 50 by default
  --pieces N     of each job, 6 by default
  --rows N       of the input, 20000 by default
  --seed N       of what is random; printed if it is not given

It installs nothing, but says what to install. Slurm needs root: it is started on this machine, with a
configuration of its own in a temporary folder, and stopped at the end. filter gives batches of Arrow to
specol inside Dask's workers, through standard input and output, and needs pyarrow as well.
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

/** Runs jobs on an engine. It throws where a piece is missing or a byte differs. */
export async function runEngine(kind: EngineKind, settings: Settings): Promise<Tally> {
  const tally = { runs: 0, pieces: 0, kills: 0, twice: 0, workers: 0 };
  const own = await Deno.makeTempDir();
  try {
    await using engine = await kind.start(own);
    for (let number = 0; number < settings.runs; number++) {
      const job = JOBS[number % JOBS.length];
      const { pieces, kills, twice, workers } = await runJob(engine, { job, number, settings });
      tally.runs++;
      tally.pieces += pieces;
      tally.kills += kills;
      tally.twice += twice;
      tally.workers += workers;
    }
  } finally {
    await Deno.remove(own, { recursive: true });
  }
  return tally;
}

/** Arrow batches through standard input and output of specol, inside Dask's workers. */
async function runFilter({ folder, runs }: Settings): Promise<Tally> {
  const args = ["lgamma", "-c", "n"];
  await specol(folder, ...args, "in.arrows", "-o", "whole.arrows");
  const whole = await Deno.readFile(`${folder}/whole.arrows`);
  await using dask = new Dask();
  let pieces = 0;
  for (let number = 0; number < runs; number++) {
    const inner = `${folder}/run`;
    await Deno.mkdir(inner);
    const job = { folder: inner, input: `${folder}/in.arrows`, command: [...SPECOL, ...args] };
    const { pieces: found } = await dask.ask(job);
    const names = Array.from({ length: found }, (_, i) => `out.${i + 1}`);
    await specol(inner, "concat", "-q", ...names, "-o", "joined.arrows");
    if (!sameBytes(await Deno.readFile(`${inner}/joined.arrows`), whole)) {
      throw new Error("filter: bytes differ");
    }
    pieces += found;
    await Deno.remove(inner, { recursive: true });
  }
  return { runs, pieces, kills: 0, twice: 0, workers: 0 };
}

const FILTER = {
  programs: [...ENGINES.dask.programs, ["/usr/bin/python3", "-c", "import pyarrow"]] as const,
  install: `${ENGINES.dask.install}; pip install pyarrow`,
};

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Runs what the arguments say and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  return await runTask(args, {
    help: HELP,
    words: { engine: [...Object.keys(ENGINES), "filter"] },
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
  const { runs = 50, pieces = 6, rows = 20000 } = numbers;
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
    for (const name of engine === undefined ? [...Object.keys(ENGINES), "filter"] : [engine]) {
      const { programs, install } = name === "filter" ? FILTER : ENGINES[name];
      const there = await Promise.all(programs.map(isThere));
      if (there.includes(false)) {
        console.log(`| ${name} | 0 | | | | | | not installed: ${install} |`);
        isFine = false;
        continue;
      }
      const begin = Date.now();
      const settings = { folder, runs, pieces, seed };
      const tally = name === "filter"
        ? await runFilter(settings)
        : await runEngine(ENGINES[name], settings);
      const seconds = ((Date.now() - begin) / 1000).toFixed(0);
      const { runs: done, pieces: all, kills, twice, workers } = tally;
      console.log(
        `| ${name} | ${done} | ${all} | ${kills} | ${twice} | ${workers} | ${seconds} s | every byte equal |`,
      );
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return isFine ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
