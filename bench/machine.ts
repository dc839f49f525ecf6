/** Where and when a benchmark was run. */
export interface Machine {
  readonly date: string;
  /** The commit, with `-dirty` if files were changed after it; none outside of a repository. */
  readonly commit?: string;
  readonly cpu: string;
  readonly cores: number;
  /** The average number of runnable processes in the last minute. Above 1, others disturb us. */
  readonly load: number;
  readonly system: string;
  readonly deno: string;
  readonly v8: string;
}

/** Describes this machine, now. */
export function describeMachine(): Machine {
  return {
    date: new Date().toISOString().slice(0, 16).replace("T", " ") + " UTC",
    commit: describeCommit(),
    cpu: cpuModel(),
    cores: navigator.hardwareConcurrency,
    load: Deno.loadavg()[0],
    system: `${Deno.build.target}, ${Deno.osRelease()}`,
    deno: Deno.version.deno,
    v8: Deno.version.v8,
  };
}

function describeCommit(): string | undefined {
  try {
    const args = ["-C", import.meta.dirname!, "describe", "--always", "--dirty", "--exclude=*"];
    const { success, stdout } = new Deno.Command("git", { args, stderr: "null" }).outputSync();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined; // there is no git
  }
}

/**
 * Returns the model of the processor, which Linux gives in a file, or the architecture on other
 * systems.
 */
function cpuModel(): string {
  try {
    const [, model] = /^model name\s*:\s*(.+)$/m.exec(Deno.readTextFileSync("/proc/cpuinfo")) ?? [];
    return model ?? Deno.build.arch;
  } catch {
    return Deno.build.arch;
  }
}
