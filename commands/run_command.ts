import config from "../deno.json" with { type: "json" };
import { registry } from "../functions/registry.ts";
import { applyCommand } from "./apply.ts";
import type { Command } from "./command.ts";
import { HELP, VERSION } from "./flags.ts";
import { listCommand } from "./list.ts";
import { formatMainHelp, MAIN_FLAGS } from "./main_help.ts";
import { parseFlags } from "./parse_flags.ts";
import { print } from "./print.ts";
import { suggest } from "./suggest.ts";
import { UsageError } from "./usage_error.ts";

const COMMANDS: readonly Command[] = [
  ...registry.map(applyCommand),
  listCommand,
];

/** Finds the command that the first argument names and runs it. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined) {
    throw new UsageError("Missing function or command: try specol --help");
  }
  if (name.startsWith("-")) return await runAlone(args);
  const command = COMMANDS.find((command) => command.name === name);
  if (command === undefined) throw new UsageError(unknownCommand(name));
  const parsed = parseFlags(rest, command.flags);
  if (parsed.options.has(HELP.name)) return await print(command.help());
  if (parsed.operands.length > command.operands) {
    throw new UsageError(
      `Unexpected argument ${parsed.operands[command.operands]}: specol ` +
        `${name} takes ${command.operands === 0 ? "none" : "one input"}`,
    );
  }
  await command.run(parsed);
}

async function runAlone(args: readonly string[]): Promise<void> {
  const { options } = parseFlags(args, MAIN_FLAGS);
  if (options.has(HELP.name)) return await print(formatMainHelp());
  if (options.has(VERSION.name)) return await print(`specol ${config.version}`);
  const owner = COMMANDS.find(({ flags }) => flags.some((flag) => options.has(flag.name)));
  throw new UsageError(
    `Option ${args[0]} without a function: the function comes first, as in ` +
      `specol ${(owner ?? COMMANDS[0]).name} ${args[0]}`,
  );
}

function unknownCommand(name: string): string {
  if (/[./\\]/.test(name)) {
    return `Missing function before ${name}: specol list shows them`;
  }
  const nearest = suggest(name, COMMANDS.map((command) => command.name));
  return `Unknown function or command ${name}, did you mean ${nearest}?`;
}
