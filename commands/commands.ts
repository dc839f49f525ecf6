import { findOtherName } from "../functions/other_names.ts";
import { registry } from "../functions/registry.ts";
import { didYouMean } from "../plan/suggest.ts";
import { UsageError } from "../plan/usage_error.ts";
import { applyCommand } from "./apply.ts";
import type { Command } from "./command.ts";

/**
 * The commands that are not functions. Each is imported only when it is run, to make starting
 * faster.
 */
const OTHERS: Readonly<Record<string, () => Promise<Command>>> = {
  map: async () => (await import("./map.ts")).mapCommand,
  convert: async () => (await import("./convert.ts")).convertCommand,
  list: async () => (await import("./list.ts")).listCommand,
  devices: async () => (await import("./devices.ts")).devicesCommand,
  completions: async () => (await import("./completions.ts")).completionsCommand(allCommands),
  help: async () =>
    (await import("./help.ts")).helpCommand({ names: COMMAND_NAMES, find: findCommand }),
};

/** The names of all commands, in the order in which they are listed. */
export const COMMAND_NAMES: readonly string[] = [
  ...registry.map(({ name }) => name),
  ...Object.keys(OTHERS),
];

/** Finds the command of a name; throws if there is none. */
export async function findCommand(name: string): Promise<Command> {
  const spec = registry.find((spec) => spec.name === name);
  if (spec !== undefined) return applyCommand(spec);
  if (Object.hasOwn(OTHERS, name)) return await OTHERS[name]();
  throw new UsageError(unknownCommand(name));
}

/** Returns every command, in the order in which they are listed. */
export async function allCommands(): Promise<Command[]> {
  return await Promise.all(COMMAND_NAMES.map(findCommand));
}

function unknownCommand(name: string): string {
  if (/[./\\]/.test(name)) return `Missing function before ${name}: specol list shows them`;
  if (name === "version") return "Unknown function or command version, did you mean --version?";
  const other = findOtherName(name);
  if (other !== undefined) {
    const { spec, parameter } = other;
    const option = parameter === undefined ? "" : ` -${spec.parameter?.letter} ${parameter}`;
    return `Unknown function ${name}: here it is specol ${spec.name}${option}`;
  }
  const near = didYouMean(name, COMMAND_NAMES);
  return `Unknown function or command ${name}${near || ": specol --help shows them"}`;
}
