import { registry } from "../functions/registry.ts";
import { applyCommand } from "./apply.ts";
import type { Command } from "./command.ts";

/**
 * The commands that are not functions. Each is imported only when it is run, to make starting
 * faster.
 */
const OTHERS: Readonly<Record<string, () => Promise<Command>>> = {
  map: async () => (await import("./map.ts")).mapCommand,
  reduce: async () => (await import("./reduce.ts")).reduceCommand,
  convert: async () => (await import("./convert.ts")).convertCommand,
  list: async () => (await import("./list.ts")).listCommand,
  devices: async () => (await import("./devices.ts")).devicesCommand,
  completions: async () => (await import("./completions.ts")).completionsCommand(allCommands),
};

/** The names of all commands, in the order in which they are listed. */
export const COMMAND_NAMES: readonly string[] = [
  ...registry.map(({ name }) => name),
  ...Object.keys(OTHERS),
];

/** Names of other libraries for functions that are here. */
const SAME: Readonly<Record<string, string>> = {
  gammaln: "lgamma",
  lnGamma: "lgamma",
  loggamma: "lgamma",
  psi: "digamma",
};

/** Returns the command of a name, or `undefined` if there is none. */
export async function findCommand(name: string): Promise<Command | undefined> {
  const meant = Object.hasOwn(SAME, name) ? SAME[name] : name;
  const spec = registry.find((spec) => spec.name === meant);
  if (spec !== undefined) return applyCommand(spec);
  return Object.hasOwn(OTHERS, name) ? await OTHERS[name]() : undefined;
}

/** Returns every command, in the order in which they are listed. */
export async function allCommands(): Promise<Command[]> {
  return await Promise.all(COMMAND_NAMES.map(async (name) => (await findCommand(name))!));
}
