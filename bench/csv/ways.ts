import { type Program, redirect, specol } from "../program.ts";
import { CSV_MAIN_TIMES, CSV_ONE_WORKER_TIMES, CSV_OTHERS_TIMES } from "../targets.ts";

/** A way to run our command line. */
export interface Way {
  readonly jobs: 1 | 2;
  /** To a file by the shell, by us, or from a pipe to a pipe. */
  readonly to: ">" | "-o" | "pipes";
  /** How many times as fast as peers, by their names, it must be; a number is for all. */
  readonly times: Readonly<Record<string, number>> | number;
}

/** Of the file of the targets; the first is what all others are compared with. */
export const MAIN_WAYS: readonly Way[] = [
  { jobs: 2, to: ">", times: CSV_MAIN_TIMES },
  { jobs: 2, to: "-o", times: CSV_MAIN_TIMES },
  { jobs: 1, to: ">", times: CSV_ONE_WORKER_TIMES },
  { jobs: 1, to: "-o", times: CSV_ONE_WORKER_TIMES },
  { jobs: 2, to: "pipes", times: {} },
];

/** Of the other files. */
export const OTHER_WAYS: readonly Way[] = [
  { jobs: 2, to: ">", times: CSV_OTHERS_TIMES },
  { jobs: 1, to: ">", times: {} },
];

/** The name of a way. */
export function wayName({ jobs, to }: Way): string {
  return `specol -j ${jobs} ${to}`;
}

/** The program that adds lgamma of a column. */
export function wayProgram(
  { jobs, to: way }: Pick<Way, "jobs" | "to">,
  { column, from, to }: { column: string; from: string; to: string },
): Program {
  const args = ["lgamma", `-j${jobs}`, "-c", column];
  switch (way) {
    case ">":
      return redirect(specol(...args, from), to);
    case "-o":
      return specol(...args, from, "-o", to);
    case "pipes":
      return between(specol(...args), from, to);
  }
}

/** The program between two `cat`. */
export function between({ command, args }: Program, from: string, to: string): Program {
  const script = 'set -o pipefail; cat "$0" | "${@:2}" | cat > "$1"';
  return { command: "bash", args: ["-c", script, from, to, command, ...args] };
}
