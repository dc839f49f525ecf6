/** A program as a shell would start it. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

const CLI = new URL("../../cli.ts", import.meta.url).pathname;

/** The command line, as users run it. */
export function specol(...args: readonly string[]): Program {
  return {
    command: Deno.execPath(),
    args: ["run", "--allow-read", "--allow-write", CLI, ...args],
  };
}

/** Copies a file. */
export function copy(from: string, to: string): Program {
  return { command: "cp", args: [from, to] };
}

/** Copies a file and waits until it is on the disk, as `specol -o` does. */
export function copyAndSync(from: string, to: string): Program {
  return { command: "sh", args: ["-c", 'cp "$0" "$1" && sync "$1"', from, to] };
}

/** The program with its standard output in a file. */
export function redirect({ command, args }: Program, to: string): Program {
  return { command: "sh", args: ["-c", 'exec "$@" > "$0"', to, command, ...args] };
}
