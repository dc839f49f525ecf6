import { UsageError } from "../plan/usage_error.ts";
import { allCommands, findCommand } from "./commands.ts";
import { type Flag, HELP, VERSION } from "./command.ts";
import { parseFlags } from "./parse_flags.ts";
import { print } from "./print.ts";

/** Finds the command that the first argument names and runs it. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined) {
    throw new UsageError("Missing function or command: try specol --help");
  }
  if (name.startsWith("-")) return await runAlone(args);
  const command = await findCommand(name);
  const parsed = parseFlags(rest, [...command.flags, VERSION]);
  const help = parsed.options.get(HELP.name);
  if (help !== undefined) return await print(command.help({ all: help === "all" }));
  if (parsed.options.has(VERSION.name)) {
    return await print((await import("./main_help.ts")).formatVersion());
  }
  if (parsed.operands.length > command.operands) {
    throw new UsageError(
      `Unexpected argument ${parsed.operands[command.operands]}: specol ` +
        `${name} takes ${command.operands === 0 ? "none" : command.operand ?? "one input"}`,
    );
  }
  await command.run(parsed);
}

async function runAlone(args: readonly string[]): Promise<void> {
  const commands = await allCommands();
  const all = [VERSION, ...commands.flatMap((command) => command.flags)];
  const flags = new Map(all.map((flag): [string, Flag] => [flag.name, flag]));
  const { options } = parseFlags(args, [...flags.values()]);
  const { formatMainHelp, formatVersion } = await import("./main_help.ts");
  if (options.has(HELP.name)) return await print(formatMainHelp());
  if (options.has(VERSION.name)) return await print(formatVersion());
  const owner = commands.find(({ flags }) => flags.some((flag) => options.has(flag.name)));
  throw new UsageError(
    `Option ${args[0]} without a function: the function comes first, as in ` +
      `specol ${(owner ?? commands[0]).name} ${args[0]}`,
  );
}
