import { didYouMean } from "../plan/suggest.ts";
import { UsageError } from "../plan/usage_error.ts";
import { allCommands, COMMAND_NAMES, findCommand } from "./commands.ts";
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
  if (command === undefined) throw new UsageError(unknownCommand(name));
  const parsed = parseFlags(rest, command.flags);
  if (parsed.options.has(HELP.name)) return await print(command.help());
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

/** What to write for functions of other libraries that are no commands. */
const INSTEAD: Readonly<Record<string, string>> = {
  trigamma: "specol polygamma -n 1",
  betaln: "specol map 'y = betaln(a, b)'",
  lbeta: "specol map 'y = lbeta(a, b)'",
  lchoose: "specol map 'y = lchoose(n, k)'",
  gamma: "specol map 'y = exp(lgamma(x))'",
  log: "specol map 'y = log(x)'",
  exp: "specol map 'y = exp(x)'",
};

function unknownCommand(name: string): string {
  if (/[./\\]/.test(name)) {
    return `Missing function before ${name}: specol list shows them`;
  }
  const instead = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
  if (instead !== undefined) return `Unknown function or command ${name}: write ${instead}`;
  const near = didYouMean(name, COMMAND_NAMES);
  return `Unknown function or command ${name}${near || ": specol --help shows them"}`;
}
