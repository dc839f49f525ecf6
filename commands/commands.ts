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
  convert: async () => (await import("./convert.ts")).convertCommand,
  concat: async () => (await import("./concat.ts")).concatCommand,
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

/** Finds the command of a name, also of another library's name for it; throws if there is none. */
export async function findCommand(name: string): Promise<Command> {
  const spec = registry.find((spec) => spec.name === name) ?? findAlias(name);
  if (spec !== undefined) return applyCommand(spec);
  if (Object.hasOwn(OTHERS, name)) return await OTHERS[name]();
  throw new UsageError(unknownCommand(name));
}

/** Returns every command, in the order in which they are listed. */
export async function allCommands(): Promise<Command[]> {
  return await Promise.all(COMMAND_NAMES.map(findCommand));
}

/** What to write for functions of other libraries that are expressions here. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  betaln: "betaln(a, b)",
  lbeta: "lbeta(a, b)",
  lchoose: "lchoose(n, k)",
  gamma: "exp(lgamma(x))",
  factorial: "exp(lgamma(x + 1))",
  lfactorial: "lgamma(x + 1)",
  log: "log(x)",
  exp: "exp(x)",
};

/** Finds the function that another library calls so, unless its parameter must be given as well. */
function findAlias(name: string): FunctionSpec | undefined {
  const other = findOtherName(name);
  return other?.parameter === undefined ? other?.spec : undefined;
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
  if (Object.hasOwn(EXPRESSIONS, name)) {
    return `Unknown function or command ${name}: write specol map 'y = ${EXPRESSIONS[name]}'`;
  }
  if (/^(bessel_?i|ive?|besselix?)$/i.test(name)) {
    return `Unknown function ${name}: specol has orders 0 and 1, i0 and i1, scaled i0e and i1e`;
  }
  const near = didYouMean(name, COMMAND_NAMES);
  return `Unknown function or command ${name}${near || ": specol --help shows them"}`;
}
