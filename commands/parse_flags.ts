import { parseArgs } from "@std/cli/parse-args";
import { didYouMean } from "../pipeline/suggest.ts";
import { UsageError } from "../pipeline/usage_error.ts";
import type { Arguments, Flag } from "./flags.ts";

/** Parses what follows a command's name by its table of flags. */
export function parseFlags(
  args: readonly string[],
  flags: readonly Flag[],
): Arguments {
  const valued = flags.filter((flag) => flag.value !== undefined);
  const joined = joinValues(args, flags);
  checkValues(joined, flags);
  const { _: operands, "--": literal = [], ...parsed } = parseArgs(joined, {
    "--": true,
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
  for (const flag of flags) {
    const { name, value, rule } = flag;
    const given = parsed[name];
    if (value === undefined) {
      if (given === true) options.set(name, "");
    } else if (given !== undefined) {
      if (given === "") {
        throw new UsageError(
          `Option --${name} needs a value: ${value}${rule === undefined ? "" : `, ${rule}`}`,
        );
      }
      checkChoice(flag, String(given));
      options.set(name, String(given));
    }
  }
  return {
    options,
    operands: [...operands, ...literal].map(String),
    literal: literal.length,
  };
}

/** Throws where parseArgs would drop something without a word: the first of two values, or a value. */
function checkValues(joined: readonly string[], flags: readonly Flag[]): void {
  const seen = new Map<string, string>();
  for (const arg of joined) {
    if (arg === "--") return;
    const [, name, given] = /^--([^=]+)=(.*)$/s.exec(arg) ?? [];
    const flag = flags.find((flag) => flag.name === name);
    if (flag === undefined) continue;
    if (flag.value === undefined) {
      throw new UsageError(`Option --${name} takes no value, got ${given}`);
    }
    const before = seen.get(name);
    seen.set(name, given);
    if (before === undefined) continue;
    const both = flag.implied === undefined ? `, as ${before} and ${given}` : "";
    const list = flag.value === "LIST" ? `, as ${before},${given}` : "";
    throw new UsageError(`Option --${name} is given twice${both}: give it once${list}`);
  }
}

function checkChoice({ name, choices, implied }: Flag, given: string): void {
  if (choices === undefined || given === implied || choices.includes(given)) return;
  const words = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
  throw new UsageError(
    `Option --${name} ${
      implied === undefined ? `must be ${words}` : `takes no value but ${choices}`
    }` +
      `, got ${given}${didYouMean(given, choices)}`,
  );
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
  const near = didYouMean(key, flags.map((flag) => flag.name), "--");
  return `Unknown option --${key}${near || ", see --help"}`;
}
