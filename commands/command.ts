import type { Arguments, Flag } from "./flags.ts";

/** One command: what help says of it, what it accepts, and what it does. */
export interface Command {
  /** What the user types. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The options that it accepts. */
  readonly flags: readonly Flag[];
  /** Most arguments that it accepts beside options. */
  readonly operands: number;
  /** What the argument is where it is no input: `bash, zsh or fish`. */
  readonly operand?: string;
  /** The arguments that it accepts, where they can be listed. */
  readonly operandChoices?: readonly string[];
  /** Its help text. */
  help(): string;
  /** Does the work; throws when it cannot. */
  run(args: Arguments): Promise<void>;
}
