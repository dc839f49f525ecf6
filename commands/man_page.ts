import config from "../deno.json" with { type: "json" };
import { registry } from "../functions/registry.ts";
import { type Command, type Flag, FLAG_GROUPS } from "./command.ts";
import { TOPICS } from "./topics.ts";

/** What the user types after `specol help`. */
export const MAN = "MAN";

/** Functions whose examples would repeat those of lgamma and polygamma. */
const LIKE_OTHERS = new Set(["i0", "i0e", "i1", "i1e", "digamma", "multigammaln"]);

/** An option, and the commands that take it: the page explains it once. */
interface SharedFlag {
  readonly flag: Flag;
  readonly commands: readonly string[];
}

/** Returns the manual page in roff, from the tables that help and completions use. */
export function formatManPage(commands: readonly Command[]): string {
  const others = commands.filter(({ name }) => !isFunction(name));
  return [
    `.TH SPECOL 1 "" "specol ${config.version}"`,
    ".SH NAME",
    "specol \\- special functions and their gradients for columns of numbers",
    ".SH SYNOPSIS",
    ...["FUNCTION [options] [INPUT]", ...others.map(usageOf)].flatMap((usage) => [
      `.B specol ${roff(usage)}`,
      ".br",
    ]),
    ".SH FUNCTIONS",
    ...registry.flatMap(({ name, summary }) => item(`.B ${name}`, summary)),
    ".SH COMMANDS",
    ...others.flatMap(({ name, summary }) => item(`.B ${name}`, summary)),
    ".SH OPTIONS",
    ...FLAG_GROUPS.flatMap((group) => [`.SS ${group}`, ...optionsOf(group, commands)]),
    ...TOPICS.flatMap(({ name, text }) => [`.SH ${name}`, ...verbatim(text())]),
    ".SH EXAMPLES",
    ...verbatim(
      commands.filter(({ name }) => !LIKE_OTHERS.has(name)).flatMap(examplesOf).join("\n"),
    ),
    ".SH ENVIRONMENT",
    ...item(".B NO_COLOR", "if set, messages have no colours; --color overrides this"),
  ].join("\n");
}

function optionsOf(group: string, commands: readonly Command[]): string[] {
  const shared = new Map<string, SharedFlag>();
  for (const { name, flags } of commands) {
    for (const flag of flags.filter((flag) => flag.group === group)) {
      const key = `${flag.name}\n${flag.summary}`;
      shared.set(key, { flag, commands: [...shared.get(key)?.commands ?? [], name] });
    }
  }
  return [...shared.values()].flatMap(({ flag, commands }) => {
    const { name, short, value, implied, summary } = flag;
    const letter = short === undefined ? "" : `\\-${short}, `;
    const suffix = value === undefined ? "" : implied === undefined ? ` ${value}` : `[=${value}]`;
    const owners = new Set(commands.map((name) => isFunction(name) ? "functions" : name));
    return item(
      `.B ${letter}\\-\\-${roff(name + suffix)}`,
      `${summary} (${[...owners].join(", ")})`,
    );
  });
}

function isFunction(command: string): boolean {
  return registry.some(({ name }) => name === command);
}

/** The usage of a command, from its help. */
function usageOf(command: Command): string {
  return command.help().match(/^Usage: specol (.+)$/m)?.[1] ?? command.name;
}

function examplesOf(command: Command): string[] {
  const [, text = ""] = command.help().split("\nExamples:\n");
  return text.split("\n").filter((line) => line.startsWith("  specol") || line.startsWith("  cat"));
}

function item(term: string, text: string): string[] {
  return [".TP", term, roff(text)];
}

function verbatim(text: string): string[] {
  return [".nf", ...text.split("\n").map(roff), ".fi"];
}

/** Escapes what roff would take for its own. */
function roff(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("`", "\\(ga")
    .replaceAll("^", "\\(ha").replaceAll("~", "\\(ti").replace(/^([.'])/, "\\&$1")
    .replaceAll("'", "\\(aq");
}
