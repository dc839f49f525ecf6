/** A program as a shell would start it. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The Python that peers run in. Debian installs its packages for this one, whatever comes first in
 * PATH.
 */
export const PYTHON: string = Deno.env.get("SPECOL_PYTHON") ?? "/usr/bin/python3";

const CLI = new URL("../cli.ts", import.meta.url).pathname;

/** Returns the program that runs the command line as users do. */
export function specol(...args: readonly string[]): Program {
  return {
    command: Deno.execPath(),
    args: ["run", "--allow-read", "--allow-write", CLI, ...args],
  };
}

/** Returns the program that copies a file. */
export function copy(from: string, to: string): Program {
  return { command: "cp", args: [from, to] };
}

/**
 * Returns the program that copies a file and waits until it is on the disk, as `specol -o` does.
 */
export function copyAndSync(from: string, to: string): Program {
  return { command: "sh", args: ["-c", 'cp "$0" "$1" && sync "$1"', from, to] };
}

/** Returns a program that writes its standard output to a file. */
export function redirect({ command, args }: Program, to: string): Program {
  return { command: "sh", args: ["-c", 'exec "$@" > "$0"', to, command, ...args] };
}

const TIME = "/usr/bin/time";

/** The number of milliseconds between two looks at a process, if there is no {@linkcode TIME}. */
const LOOK_MS = 5;

/** Runs a program and returns what it prints. Throws with its message if it fails. */
export async function runProgram(program: Program): Promise<string> {
  const { stdout } = await finish(start(program), program);
  return new TextDecoder().decode(stdout);
}

/** Returns the seconds from the start of a program to its end. */
export async function secondsOf(program: Program): Promise<number> {
  const start = performance.now();
  await runProgram(program);
  return (performance.now() - start) / 1000;
}

/**
 * Returns the peak of memory of a program's run, in bytes, or `undefined` if the system does not
 * report it.
 */
export async function peakOf(program: Program): Promise<number | undefined> {
  if (Deno.build.os !== "linux") return void await runProgram(program);
  return hasTime() ? await peakByTime(program) : await peakByLooking(program);
}

/**
 * Returns the highest peak of memory of several runs, in bytes: memory is not timed, and the worst
 * run counts. It is NaN, which meets no target, if the system does not report it. The output of the
 * program is removed.
 */
export async function worstPeak(
  program: Program,
  { output, runs }: { output: string; runs: number },
): Promise<number> {
  const peaks: number[] = [];
  for (let run = 0; run < runs; run++) {
    peaks.push(await peakOf(program) ?? NaN);
    await Deno.remove(output);
  }
  return Math.max(...peaks);
}

async function peakByTime(program: Program): Promise<number> {
  const { command, args } = program;
  const timed = { command: TIME, args: ["-q", "-f", "%M", command, ...args] };
  const { stderr } = await finish(start(timed), program);
  const last = new TextDecoder().decode(stderr).trimEnd().split("\n").at(-1);
  return 1024 * Number(last);
}

// The kernel keeps the peak itself. Only what happens after the last look is missed.
async function peakByLooking(program: Program): Promise<number | undefined> {
  const child = start(program);
  let peak: number | undefined;
  const look = (): void => {
    try {
      const status = Deno.readTextFileSync(`/proc/${child.pid}/status`);
      peak = 1024 * Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? NaN) || peak;
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    await finish(child, program);
    return peak;
  } finally {
    clearInterval(timer);
  }
}

function hasTime(): boolean {
  try {
    return Deno.statSync(TIME).isFile;
  } catch {
    return false;
  }
}

function start({ command, args }: Program): Deno.ChildProcess {
  return new Deno.Command(command, {
    args: [...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function finish(
  child: Deno.ChildProcess,
  { command, args }: Program,
): Promise<Deno.CommandOutput> {
  const output = await child.output();
  if (output.success) return output;
  const message = new TextDecoder().decode(output.stderr).trim();
  throw new Error(`Cannot time ${command} ${args.join(" ")}: ${message}`);
}
