/** A Slurm cluster of one node, with all that it needs in a folder of its own. */
export class SlurmCluster implements AsyncDisposable {
  /** What its commands need in their environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly #children: readonly Deno.ChildProcess[];

  private constructor(env: Record<string, string>, children: readonly Deno.ChildProcess[]) {
    this.env = env;
    this.#children = children;
  }

  /** Starts munged, slurmctld and slurmd, and waits until the node takes jobs. */
  static async start(folder: string, cpus: number): Promise<SlurmCluster> {
    const key = crypto.getRandomValues(new Uint8Array(1024));
    await Deno.mkdir(`${folder}/state`);
    await Deno.mkdir(`${folder}/spool`);
    await Deno.writeFile(`${folder}/munge.key`, key, { mode: 0o400 });
    await Deno.writeTextFile(`${folder}/slurm.conf`, config(folder, cpus));
    const env = { SLURM_CONF: `${folder}/slurm.conf` };
    const socket = `${folder}/munge.socket`;
    const start = (program: string, ...args: string[]): Deno.ChildProcess =>
      new Deno.Command(program, { args, env, stdin: "null", stdout: "null", stderr: "null" })
        .spawn();
    const children = [
      start(
        "munged",
        "--foreground",
        "--force",
        `--key-file=${folder}/munge.key`,
        `--socket=${socket}`,
        `--log-file=${folder}/munged.log`,
        `--pid-file=${folder}/munged.pid`,
        `--seed-file=${folder}/munged.seed`,
      ),
    ];
    const cluster = new SlurmCluster(env, children);
    try {
      await until(() => Deno.lstatSync(socket).isSocket === true, "munged");
      children.push(start("slurmctld", "-D", "-c"), start("slurmd", "-D"));
      await until(
        async () => /\bidle\b/.test(await cluster.run("sinfo", "-h", "-o", "%T")),
        "slurmd",
      );
      return cluster;
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Runs a command of Slurm and returns what it prints. */
  async run(program: string, ...args: readonly string[]): Promise<string> {
    const { success, stdout, stderr } = await new Deno.Command(program, {
      args: [...args],
      env: this.env,
    }).output();
    if (success) return new TextDecoder().decode(stdout).trim();
    throw new Error(`${program} failed: ${new TextDecoder().decode(stderr).trim()}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children.toReversed()) {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has ended by itself.
      }
      await child.status;
    }
  }
}

/** Tries until something holds, for at most half a minute. */
async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    if (await tryTo(holds)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} did not start within 30 s`);
}

async function tryTo(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await holds();
  } catch {
    return false;
  }
}

function config(folder: string, cpus: number): string {
  const host = Deno.hostname();
  return `ClusterName=one
SlurmctldHost=${host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${folder}/munge.socket
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
NodeName=${host} NodeAddr=127.0.0.1 CPUs=${cpus} State=UNKNOWN
PartitionName=main Nodes=${host} Default=YES MaxTime=INFINITE State=UP
`;
}
