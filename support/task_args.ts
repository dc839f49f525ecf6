import { parseArgs } from "@std/cli/parse-args";

/** What a task of deno.json accepts. */
export interface TaskOptions {
  /** What it does, and how it is called. */
  readonly help: string;
  /** Options without a value. */
  readonly flags?: readonly string[];
  /** Options whose value is any text. */
  readonly texts?: readonly string[];
  /** Options whose value is any text, and which may be given several times. */
  readonly lists?: readonly string[];
  /** Options whose value is one of a list of words. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
  /** Options whose value is a number, not below 0. */
  readonly numbers?: readonly string[];
  /** Whether other arguments, such as names, may follow. */
  readonly operands?: boolean;
}

/** The arguments that were given to a task; those that were not given are missing. */
export interface TaskArgs {
  readonly flags: ReadonlySet<string>;
  readonly texts: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly words: Readonly<Record<string, string>>;
  readonly numbers: Readonly<Record<string, number>>;
  readonly operands: readonly string[];
}

/**
 * Parses the arguments of a task. It returns a text to show instead if help is asked for or if an
 * argument is wrong: a task of minutes must not run for nothing.
 */
export function parseTaskArgs(
  args: readonly string[],
  options: TaskOptions,
): TaskArgs | { readonly text: string; readonly status: 0 | 2 } {
  const { help, flags = [], texts = [], lists = [], words = {}, numbers = [] } = options;
  const wrong: string[] = [];
  const parsed = parseArgs([...args], {
    boolean: ["help", ...flags],
    alias: { h: "help" },
    string: [...texts, ...lists, ...Object.keys(words), ...numbers, "_"],
    collect: [...lists],
    unknown(arg: string): boolean {
      if (options.operands && !arg.startsWith("-")) return true;
      wrong.push(`Cannot understand ${arg}: see --help`);
      return false;
    },
  }) as Record<string, unknown> & { _: readonly (string | number)[] };
  if (parsed.help) return { text: help, status: 0 };
  const given = <T>(names: readonly string[], read: (name: string, text: string) => T) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = parsed[name] === undefined ? undefined : read(name, String(parsed[name]));
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Record<string, NonNullable<T>>;
  const result: TaskArgs = {
    flags: new Set(flags.filter((name) => parsed[name])),
    texts: given(texts, (name, text) => {
      if (text !== "") return text;
      wrong.push(`Option --${name} needs a value`);
    }),
    lists: Object.fromEntries(lists.map((name) => [name, parsed[name] as string[]])),
    words: given(Object.keys(words), (name, text) => {
      if (words[name].includes(text)) return text;
      wrong.push(`Option --${name} must be one of ${words[name].join(", ")}, got ${text}`);
    }),
    numbers: given(numbers, (name, text) => {
      const number = text === "" ? NaN : Number(text);
      if (number >= 0) return number;
      wrong.push(`Option --${name} must be a number, got ${text}`);
    }),
    operands: parsed._.map(String),
  };
  return wrong.length === 0 ? result : { text: wrong.join("\n"), status: 2 };
}

/**
 * Runs a task by its arguments and returns the exit status, 0 if the task returns none. A
 * RangeError says that something was asked for that does not exist, and has status 2. The message
 * of an Error is enough for the user; any other error is a mistake in the program and is thrown
 * with its stack.
 */
export async function runTask(
  args: readonly string[],
  { run, ...options }: TaskOptions & { run(args: TaskArgs): Promise<number | void> },
): Promise<number> {
  const parsed = parseTaskArgs(args, options);
  if ("text" in parsed) {
    (parsed.status === 0 ? console.log : console.error)(parsed.text);
    return parsed.status;
  }
  try {
    return await run(parsed) ?? 0;
  } catch (error) {
    const isRange = error instanceof RangeError;
    if (!isRange && (error as Error)?.constructor !== Error) throw error;
    console.error((error as Error).message);
    return isRange ? 2 : 1;
  }
}
