import type { Program } from "../files/program.ts";
import { runProgram } from "../files/run_program.ts";
import type { Shape } from "./shapes.ts";

/** What a peer is asked for: a file with a column more. */
export interface Task {
  readonly from: string;
  readonly to: string;
  readonly shape: Shape;
  /** The name of the column. */
  readonly result: string;
}

/** A program that others use for this. */
export interface CsvPeer {
  readonly name: string;
  /** How to install it. */
  readonly install: string;
  /** What it computes: exp, which costs less, where it has no lgamma. */
  readonly computes: "lgamma" | "exp";
  /** Whether it prints its seconds, without its start; else they are those from its start to its end. */
  readonly printsSeconds: boolean;
  /** Whether it takes so long that it gets fewer turns. */
  readonly isSlow: boolean;
  /** Whether it reads quoted text with line ends. */
  readonly readsQuotes: boolean;
  /** Its version, or nothing if it is not installed. */
  version(): Promise<string | undefined>;
  program(task: Task): Program;
}

/** What a program prints, on one line, or nothing if it cannot be run. */
export async function versionOf(
  command: string,
  ...args: readonly string[]
): Promise<string | undefined> {
  try {
    return (await runProgram({ command, args })).trim().split("\n")[0];
  } catch {
    return undefined;
  }
}
