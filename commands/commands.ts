import { findOtherName, type FunctionSpec, registry } from "../functions/registry.ts";
import { didYouMean, UsageError } from "../plan/usage_error.ts";
import { applyCommand } from "./apply.ts";
import type { Command } from "./command.ts";

/**
 * The commands that are not functions. Each is imported only when it is run, to make starting
 * faster.
 */
const OTHERS: Readonly<Record<string, () => Promise<Command>>> = {
  map: async () => (await import("./map.ts")).mapCommand,
  reduce: async () => (await import("./reduce.ts")).reduceCommand,
  fit: async () => (await import("./fit.ts")).fitCommand,
  convert: async () => (await import("./convert.ts")).convertCommand,
  concat: async () => (await import("./concat.ts")).concatCommand,
  list: async () => (await import("./list.ts")).listCommand,
  devices: async () => (await import("./devices.ts")).devicesCommand,
  completions: async () => (await import("./completions.ts")).completionsCommand(allCommands),
  help: async () =>
    (await import("./help.ts")).helpCommand({
      names: COMMAND_NAMES,
      find: findCommand,
      all: allCommands,
    }),
};

/** The names of all commands, in the order in which they are listed. */
export const COMMAND_NAMES: readonly string[] = [
  ...registry.map(({ name }) => name),
  ...Object.keys(OTHERS),
];

/**
 * Finds a command by its name or by another library's name for it. If there is none, throws an error
 * that may suggest a command or one of the topics.
 */
export async function findCommand(
  name: string,
  topics: readonly string[] = [],
): Promise<Command> {
  const spec = registry.find((spec) => spec.name === name) ?? findAlias(name);
  if (spec !== undefined) return applyCommand(spec);
  if (Object.hasOwn(OTHERS, name)) return await OTHERS[name]();
  throw new UsageError(await describeUnknown(name, topics));
}

/** Returns every command, in the order in which they are listed. */
export async function allCommands(): Promise<Command[]> {
  return await Promise.all(COMMAND_NAMES.map((name) => findCommand(name)));
}

/** Finds a function by another library's name for it, unless that name implies a parameter. */
function findAlias(name: string): FunctionSpec | undefined {
  const other = findOtherName(name);
  return other?.parameter === undefined ? other?.spec : undefined;
}

/** Reports that there is no such command, and what to write instead. */
async function describeUnknown(name: string, topics: readonly string[]): Promise<string> {
  if (/[./\\]/.test(name)) {
    return `Missing function before ${name}: specol help lists the functions`;
  }
  const unknown = `Unknown function or command ${name}`;
  if (name === "version") return `${unknown}, did you mean --version?`;
  const other = findOtherName(name);
  if (other !== undefined) {
    const { spec, parameter } = other;
    const option = parameter === undefined ? "" : ` -${spec.parameter?.letter} ${parameter}`;
    return `${unknown}: use specol ${spec.name}${option}`;
  }
  // Few mistype a command, and the others need not wait for what expressions know.
  const [{ findInstead, whyLacking }, { findFunction, usageOf }] = await Promise.all([
    import("../plan/expression/unknown_function.ts"),
    import("../plan/expression/functions.ts"),
  ]);
  const known = findFunction(name);
  const usage = known === undefined ? undefined : usageOf(known);
  const { expression, note } = findInstead(name) ?? { expression: usage };
  if (expression !== undefined) {
    return `${unknown}: use specol map 'y = ${expression}'${note === undefined ? "" : `, ${note}`}`;
  }
  const lacking = whyLacking(name);
  if (lacking !== undefined) return `${unknown}: ${lacking}`;
  return unknown + (didYouMean(name, [...COMMAND_NAMES, ...topics]) || "; specol help lists all");
}
