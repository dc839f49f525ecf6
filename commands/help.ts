import type { Command } from "./command.ts";
import { type Arguments, type Flag, formatFlags, HELP } from "./command.ts";
import { print } from "./print.ts";

const FLAGS: readonly Flag[] = [HELP];

/** What the command needs to know of the others. */
export interface OtherCommands {
  /** The names of all commands. */
  readonly names: readonly string[];
  /** Finds a command; throws if there is none of that name. */
  find(name: string): Promise<Command>;
}

/** Makes the command that shows help: `specol help lgamma`. */
export function helpCommand({ names, find }: OtherCommands): Command {
  const summary = "show the help of specol, or of a command";
  return {
    name: "help",
    summary,
    flags: FLAGS,
    operands: 1,
    operand: "one command",
    operandChoices: names,
    help: () =>
      `specol help: ${summary}

Usage: specol help [COMMAND]

Options:
${formatFlags(FLAGS)}

Examples:
  specol help
  specol help lgamma     # the same as specol lgamma --help`,
    async run({ operands: [name] }: Arguments): Promise<void> {
      if (name !== undefined) return await print((await find(name)).help());
      await print((await import("./main_help.ts")).formatMainHelp());
    },
  };
}
