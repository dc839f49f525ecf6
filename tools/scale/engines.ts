import { SlurmCluster } from "./slurm_cluster.ts";

/** What places pieces on machines, and starts them again when they fail. */
export interface Engine extends AsyncDisposable {
  /** Runs all pieces of a job until every one has succeeded. */
  run(job: EngineJob): Promise<{ readonly workersKilled?: number }>;
}

/** A job in a folder of its own, which holds job.sh. */
export interface EngineJob {
  readonly folder: string;
  readonly parts: number;
  readonly seed: number;
  /** Prints the numbers of the pieces that are still missing. */
  missing(): Promise<number[]>;
}

/** An engine that the tool knows, the programs that it needs, and how they are installed. */
export interface EngineKind {
  readonly programs: readonly (readonly [program: string, ...args: string[]])[];
  readonly install: string;
  start(folder: string): Promise<Engine>;
}

/** How many pieces run at the same time. */
const JOBS = 3;
/** The Python of Dask, Spark and Ray. */
const PYTHON = Deno.env.get("SPECOL_SCALE_PYTHON") ?? "/usr/bin/python3";
const SCRIPT = new URL("piece.sh", import.meta.url).pathname;
/** How often the pieces that are missing are submitted, at most. */
const MAX_WAVES = 20;

/** The engines by name. */
export const ENGINES: Readonly<Record<string, EngineKind>> = {
  bash: {
    programs: [["bash", "--version"]],
    install: "apt-get install -y --no-install-recommends bash",
    start: () => Promise.resolve(new Bash()),
  },
  parallel: {
    programs: [["parallel", "--version"]],
    install: "apt-get install -y --no-install-recommends parallel",
    start: () => Promise.resolve(new Parallel()),
  },
  dask: pythonEngine("dask", "distributed"),
  spark: pythonEngine("spark", "pyspark"),
  ray: pythonEngine("ray", "ray"),
  slurm: {
    programs: [["slurmctld", "-V"], ["slurmd", "-V"], ["munged", "--version"]],
    install: "apt-get install -y --no-install-recommends slurm-wlm munge   # and run as root",
    start: async (folder) =>
      new Slurm(await SlurmCluster.start(folder, navigator.hardwareConcurrency)),
  },
};

/** A loop that needs nothing to be installed: the pieces that are missing run one after another. */
class Bash implements Engine {
  async run({ folder, missing }: EngineJob): Promise<Record<never, never>> {
    for (let wave = 0; wave < MAX_WAVES; wave++) {
      const pieces = await missing();
      if (pieces.length === 0) return {};
      for (const piece of pieces) {
        const args = [SCRIPT, folder, String(piece)];
        await new Deno.Command("bash", { args, stdout: "null", stderr: "null" }).output();
      }
    }
    throw new Error(`bash: pieces are missing after ${MAX_WAVES} waves`);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** GNU parallel starts a failed piece again by itself. */
class Parallel implements Engine {
  async run({ folder, parts }: EngineJob): Promise<Record<never, never>> {
    const pieces = Array.from({ length: parts }, (_, i) => String(i + 1));
    const args = ["--retries", "20", "-j", String(JOBS), "bash", SCRIPT, folder, "{}", ":::"];
    const { code, stderr } = await new Deno.Command("parallel", { args: [...args, ...pieces] })
      .output();
    if (code === 0) return {};
    throw new Error(`parallel: ${code} pieces failed: ${new TextDecoder().decode(stderr)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** An engine of Python, which also runs specol on batches of Arrow. */
export interface BatchesEngine extends Engine {
  /** Adds columns to a folder of Parquet files, and leaves the table in out.arrows of the job's folder. */
  runBatches(
    job: BatchesJob,
  ): Promise<{ readonly batches: number; readonly workersKilled: number }>;
}

/** A table that specol adds columns to. */
export interface BatchesJob {
  readonly folder: string;
  readonly seed: number;
  /** The folder of Parquet files. */
  readonly table: string;
  readonly command: readonly string[];
  /** The names and types of the columns that it adds, in Spark's words. */
  readonly added: readonly (readonly [name: string, type: string])[];
}

function pythonEngine(name: string, library: string): EngineKind & {
  start(folder: string): Promise<BatchesEngine>;
} {
  return {
    programs: [[PYTHON, "-c", `import ${library}, pyarrow`]],
    install: "deno task peers FOLDER scale, then SPECOL_SCALE_PYTHON=FOLDER/bin/python",
    start: (folder) => Promise.resolve(new PythonEngine(name, folder)),
  };
}

/** Dask, Spark and Ray start what failed again, each by itself. */
class PythonEngine implements BatchesEngine {
  readonly #name: string;
  readonly #messages: string;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: ReadableStreamDefaultReader<string>;

  /** Starts the cluster. Its messages, of which a killed worker makes many, go to a file. */
  constructor(name: string, folder: string) {
    this.#name = name;
    this.#messages = `${folder}/messages`;
    const script = new URL(`${name}_driver.py`, import.meta.url).pathname;
    this.#child = new Deno.Command("bash", {
      args: ["-c", 'exec "$0" -B "$1" 2> "$2"', PYTHON, script, this.#messages],
      cwd: folder,
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  async run({ folder, parts, seed }: EngineJob): Promise<{ workersKilled: number }> {
    const { workers } = await this.#ask({ folder, parts, seed, script: SCRIPT });
    return { workersKilled: workers };
  }

  async runBatches(job: BatchesJob): Promise<{ batches: number; workersKilled: number }> {
    const { pieces, workers } = await this.#ask({ ...job });
    return { batches: pieces, workersKilled: workers };
  }

  /** Gives a job to the driver and waits for its answer. */
  async #ask(job: Readonly<Record<string, unknown>>): Promise<{ pieces: number; workers: number }> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(job)}\n`));
    for (let text = "";;) {
      const { value, done } = await this.#lines.read();
      if (done) {
        const messages = await Deno.readTextFile(this.#messages);
        throw new Error(`${this.#name}: its driver has ended: ${text}${messages.slice(-2000)}`);
      }
      text += value;
      if (text.endsWith("\n")) return JSON.parse(text);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close();
    await this.#child.status;
    await this.#lines.cancel();
  }
}

/** Slurm runs an array of tasks; the pieces that are missing then are submitted once more. */
class Slurm implements Engine {
  readonly #cluster: SlurmCluster;

  constructor(cluster: SlurmCluster) {
    this.#cluster = cluster;
  }

  async run({ folder, missing }: EngineJob): Promise<Record<never, never>> {
    for (let wave = 0; wave < MAX_WAVES; wave++) {
      const pieces = await missing();
      if (pieces.length === 0) return {};
      const wrap = `bash ${SCRIPT} ${folder} $SLURM_ARRAY_TASK_ID`;
      const args = ["--parsable", `--array=${pieces}`, "-o", "/dev/null", "--wrap", wrap];
      const id = await this.#cluster.run("sbatch", ...args);
      // sbatch --wait asks every few seconds; this asks more often.
      while (await this.#isRunning(id)) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`slurm: pieces are missing after ${MAX_WAVES} waves`);
  }

  async #isRunning(id: string): Promise<boolean> {
    return await this.#cluster.run("squeue", "-h", "-j", id) !== "";
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cluster[Symbol.asyncDispose]();
  }
}
