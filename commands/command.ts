/** A command: its help, what it accepts and what it does. */
export interface Command {
  /** What the user types. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The options that it accepts. */
  readonly flags: readonly Flag[];
  /** Options of other commands that it does not accept, and what to do instead. */
  readonly lacks?: Readonly<Record<string, string>>;
  /** The maximum number of arguments besides options. */
  readonly operands: number;
  /** Whether its first argument is an expression, which may begin with a minus. */
  readonly takesExpression?: boolean;
  /** What the argument is if it is not an input: `bash, zsh or fish`. */
  readonly operand?: string;
  /** The arguments that it accepts, if they can be listed. */
  readonly operandChoices?: readonly string[];
  /** Its help text, with the options that few need if all are asked for. */
  help(options?: { readonly all: boolean }): string;
  /** Runs the command. Throws if it fails. */
  run(args: Arguments): Promise<void>;
}

/** An option. Parsing, help and suggestions use tables of these. */
export interface Flag {
  /** Its name, without the dashes. */
  readonly name: string;
  /** Its one-letter form, without the dash. */
  readonly short?: string;
  /** The name of its value in help. An option without this is either on or off. */
  readonly value?: string;
  /**
   * The value that an option has if it is given without one. Any other value must then follow a
   * `=`, because the next argument is not taken as the value.
   */
  readonly implied?: string;
  /** The values that it can have, if they can be listed. */
  readonly choices?: readonly string[];
  /** What its value must be. The message about a missing value says this. */
  readonly rule?: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** Whether its value is made of names of columns, which completions find in the file. */
  readonly takesColumns?: boolean;
  /** The heading that help lists it under. */
  readonly group?: FlagGroup;
  /** Whether few need it: help then shows it only if all options are asked for. */
  readonly rare?: boolean;
  /** Whether its value may be the empty text. */
  readonly mayBeEmpty?: boolean;
  /** Whether it can be given several times: its values are then joined with commas. */
  readonly repeats?: boolean;
}

/** The headings of options in help, in their order. */
export const FLAG_GROUPS = ["Columns", "Input", "Output", "Running"] as const;

/** A heading of options in help. */
export type FlagGroup = typeof FLAG_GROUPS[number];

/** What a user typed, parsed by a table of options. */
export interface Arguments {
  /** The value of each option that was given. It is empty for options without a value. */
  readonly options: ReadonlyMap<string, string>;
  /** The other arguments, in order. */
  readonly operands: readonly string[];
  /** How many of the operands came after `--`. They are the last ones. */
  readonly literal: number;
}

/** Shows help. */
export const HELP: Flag = {
  name: "help",
  short: "h",
  value: "all",
  implied: "short",
  choices: ["all"],
  summary: "show this help; --help=all lists every option",
  group: "Running",
};

/** Shows the version. */
export const VERSION: Flag = {
  name: "version",
  short: "V",
  summary: "show the version",
};

const MARGIN = 27;

/** Makes the lines of help for options under their headings, and says where the others are. */
export function formatGroups(
  { name, flags }: Pick<Command, "name" | "flags">,
  { all }: { readonly all: boolean },
): string {
  const shown = flags.filter(({ rare }) => all || !rare);
  const parts = FLAG_GROUPS.flatMap((group) => {
    const members = shown.filter((flag) => flag.group === group);
    return members.length === 0 ? [] : [`${group}:\n${formatFlags(members)}`];
  });
  const more = flags.length - shown.length;
  const rest = more === 0 ? "" : `\n${more} more options: specol ${name} --help=all`;
  return parts.join("\n") + rest;
}

/** Makes the lines of help for a command whose options are all common: it has no `--help=all`. */
export function formatOptions(flags: readonly Flag[]): string {
  const plain: Flag = { ...HELP, value: undefined, summary: "show this help" };
  return formatFlags(flags.map((flag) => flag.name === HELP.name ? plain : flag));
}

/** Makes the lines of help for options, each at most 80 characters long. */
function formatFlags(flags: readonly Flag[]): string {
  return flags.map(({ name, short, value, implied, summary }) => {
    const letter = short === undefined ? "    " : `-${short}, `;
    const suffix = value === undefined ? "" : implied === undefined ? ` ${value}` : `[=${value}]`;
    return `  ${letter}--${name}${suffix}`.padEnd(MARGIN) + summary;
  }).join("\n");
}
