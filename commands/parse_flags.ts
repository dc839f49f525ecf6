import { parseArgs } from "@std/cli/parse-args";
import type { Arguments, Flag } from "./flags.ts";
import { suggest } from "./suggest.ts";
import { UsageError } from "./usage_error.ts";

/** Parses what follows a command's name by its table of flags. */
export function parseFlags(
  args: readonly string[],
  flags: readonly Flag[],
): Arguments {
  const valued = flags.filter((flag) => flag.value !== undefined);
  const { _: operands, ...parsed } = parseArgs(joinValues(args, flags), {
    string: ["_", ...valued.map((flag) => flag.name)],
    boolean: flags.filter((flag) => flag.value === undefined)
      .map((flag) => flag.name),
    alias: Object.fromEntries(
      flags.flatMap(({ name, short }) => short === undefined ? [] : [[name, short]]),
    ),
    unknown(arg: string, key?: string): boolean {
      if (key === undefined) return true;
      throw new UsageError(unknownOption({ arg, key }, flags));
    },
  });
  const options = new Map<string, string>();
  for (const { name, value, rule } of flags) {
    const given = parsed[name];
    if (value === undefined) {
      if (given === true) options.set(name, "");
    } else if (given !== undefined) {
      if (given === "") {
        throw new UsageError(
          `Option --${name} needs a value: ${value}${rule === undefined ? "" : `, ${rule}`}`,
        );
      }
      options.set(name, String(given));
    }
  }
  return { options, operands: operands.map(String) };
}

// parseArgs takes the argument after an option as its value only if it does
// not begin with a dash, which "-" for standard output and negative numbers do,
// reads -oFILE as six letters, and knows no values that may be left out. In the
// form --name=value there is no doubt.
function joinValues(args: readonly string[], flags: readonly Flag[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === "--") return [...joined, ...args.slice(i)];
    const flag = flags.find(({ name, short, value }) =>
      value !== undefined &&
      (arg === `--${name}` || short !== undefined && isShort(arg, short))
    );
    const attached = arg.startsWith("--") ? "" : arg.slice(2).replace(/^=/, "");
    const next = args[i + 1];
    if (flag === undefined) {
      joined.push(arg);
    } else if (flag.implied !== undefined || attached !== "") {
      joined.push(`--${flag.name}=${attached || flag.implied}`);
    } else if (next !== undefined && !looksLikeOption(next)) {
      joined.push(`--${flag.name}=${next}`);
      i++;
    } else {
      joined.push(`--${flag.name}=`);
    }
  }
  return joined;
}

/** No option begins with a digit: what does is a negative number, and told so if that is wrong. */
function looksLikeOption(arg: string): boolean {
  return /^-[^\d.]/.test(arg);
}

function isShort(arg: string, short: string): boolean {
  return arg.startsWith(`-${short}`);
}

function unknownOption(
  { arg, key }: { arg: string; key: string },
  flags: readonly Flag[],
): string {
  if (!arg.startsWith("--")) return `Unknown option -${key}, see --help`;
  const nearest = suggest(key, flags.map((flag) => flag.name));
  return `Unknown option --${key}, did you mean --${nearest}?`;
}
