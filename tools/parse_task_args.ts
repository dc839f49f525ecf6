import { parseArgs } from "@std/cli/parse-args";

/** What a task takes. */
export interface TaskOptions {
  /** What it does, and how it is called. */
  readonly help: string;
  /** Options whose values are words of a list. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** Options whose values are numbers, not below 0. */
  readonly numbers: readonly string[];
}

/** The options that were given. */
export interface TaskArgs {
  readonly words: Readonly<Record<string, string>>;
  readonly numbers: Readonly<Record<string, number>>;
}

/**
 * Reads the options of a task. A text instead of them is to be shown: help, which is asked for, or what is
 * wrong; a task of minutes should not run for nothing.
 */
export function parseTaskArgs(
  args: readonly string[],
  { help, words, numbers }: TaskOptions,
): TaskArgs | { readonly text: string; readonly status: 0 | 2 } {
  const wrong: string[] = [];
  const parsed = parseArgs([...args], {
    boolean: ["help"],
    alias: { h: "help" },
    string: [...Object.keys(words), ...numbers],
    unknown(arg: string): boolean {
      wrong.push(`Cannot understand ${arg}: see --help`);
      return false;
    },
  }) as Record<string, unknown>;
  if (parsed.help) return { text: help, status: 0 };
  const result = { words: {} as Record<string, string>, numbers: {} as Record<string, number> };
  for (const [name, choices] of Object.entries(words)) {
    const given = parsed[name];
    if (given === undefined) continue;
    if (choices.includes(String(given))) result.words[name] = String(given);
    else wrong.push(`Option --${name} must be one of ${choices.join(", ")}, got ${given}`);
  }
  for (const name of numbers) {
    const given = parsed[name];
    if (given === undefined) continue;
    const number = given === "" ? NaN : Number(given);
    if (number >= 0) result.numbers[name] = number;
    else wrong.push(`Option --${name} must be a number, got ${given}`);
  }
  return wrong.length === 0 ? result : { text: wrong.join("\n"), status: 2 };
}
