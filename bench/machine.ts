/** Where and when a benchmark was run. */
export interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  /** Processes that wanted to run in the last minute, on average: above 1, others disturb us. */
  readonly load: number;
  readonly system: string;
  readonly deno: string;
  readonly v8: string;
}

/** Describes this machine, now. */
export function describeMachine(): Machine {
  return {
    date: new Date().toISOString().slice(0, 16).replace("T", " ") + " UTC",
    cpu: cpuModel(),
    cores: navigator.hardwareConcurrency,
    load: Deno.loadavg()[0],
    system: `${Deno.build.target}, ${Deno.osRelease()}`,
    deno: Deno.version.deno,
    v8: Deno.version.v8,
  };
}

/** Linux tells it in a file; of another system the architecture is known. */
function cpuModel(): string {
  try {
    const [, model] = /^model name\s*:\s*(.+)$/m.exec(Deno.readTextFileSync("/proc/cpuinfo")) ?? [];
    return model ?? Deno.build.arch;
  } catch {
    return Deno.build.arch;
  }
}
