import { oneLine, print, say, sayLine } from "../io/say.ts";
import { UsageError } from "../plan/usage_error.ts";
import { type Flag, HELP, VERSION } from "./command.ts";
import { allCommands, findCommand } from "./commands.ts";
import { parseFlags } from "./parse_flags.ts";

/** Runs a command and returns its exit status. This is `main` of cli.ts, which documents it. */
export async function main(args: readonly string[]): Promise<number> {
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string")) {
    throw new TypeError("Cannot run specol: its arguments must be an array of strings");
  }
  try {
    if (args.length === 0) return await showUsage();
    await runCommand(args);
    return 0;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return 0;
    report(error, useColor(args));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Shows the help where nothing was typed. It goes to standard error, because no data were asked for. */
async function showUsage(): Promise<number> {
  sayLine((await import("./help.ts")).formatMainHelp());
  return 2;
}

/** Finds the command that the first argument names and runs it. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name.startsWith("-")) return await runAlone(args);
  const command = await findCommand(name);
  const parsed = parseFlags(rest, [...command.flags, VERSION], command);
  const help = parsed.options.get(HELP.name);
  if (help !== undefined) return await print(command.help({ all: help === "all" }));
  if (parsed.options.has(VERSION.name)) {
    return await print((await import("./help.ts")).formatVersion());
  }
  if (parsed.operands.length > command.operands) {
    throw new UsageError(
      `Unexpected argument ${parsed.operands[command.operands]}: specol ` +
        `${name} takes ${command.operands === 0 ? "no arguments" : command.operand ?? "one input"}`,
    );
  }
  await command.run(parsed);
}

async function runAlone(args: readonly string[]): Promise<void> {
  const commands = await allCommands();
  const all = [VERSION, ...commands.flatMap((command) => command.flags)];
  const flags = new Map(all.map((flag): [string, Flag] => [flag.name, flag]));
  const { options } = parseFlags(args, [...flags.values()]);
  const { formatMainHelp, formatVersion } = await import("./help.ts");
  if (options.has(HELP.name)) return await print(formatMainHelp());
  if (options.has(VERSION.name)) return await print(formatVersion());
  const named = commands.find(({ name }) => args.includes(name));
  const owner = named ?? commands.find(({ flags }) => flags.some(({ name }) => options.has(name)));
  throw new UsageError(
    `Option ${args[0]} comes before the command: write the command first, as in ` +
      `specol ${(owner ?? commands[0]).name} ${args[0]}`,
  );
}

function report(error: unknown, color: boolean): void {
  const message = error instanceof Error ? error.message : String(error);
  const paint = color ? red : (text: string) => text;
  say(message, paint("specol:"));
  if (!(error instanceof UsageError)) return;
  // These lines show what was typed and, below it, a mark at the wrong place.
  error.details.forEach((line, i) => {
    sayLine(i === 0 ? oneLine(line) : paint(oneLine(line)));
  });
}

function red(text: string): string {
  return `\x1b[31m${text}\x1b[0m`;
}

/**
 * Returns whether messages are coloured: `--color` decides, otherwise if they go to a terminal and
 * NO_COLOR is not set. It is called after an error, which may be in the options themselves, so it
 * looks only for its own option.
 */
function useColor(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  const when = options.flatMap((arg, i) => {
    if (arg.startsWith("--color=")) return [arg.slice("--color=".length)];
    return arg === "--color" ? [options[i + 1]] : [];
  }).at(-1);
  if (when === "always" || when === "never") return when === "always";
  return !Deno.noColor && Deno.stderr.isTerminal();
}
