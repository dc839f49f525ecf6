/** One command: what help says of it, what it accepts, and what it does. */
export interface Command {
  /** What the user types. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The options that it accepts. */
  readonly flags: readonly Flag[];
  /** Most arguments that it accepts beside options. */
  readonly operands: number;
  /** What the argument is where it is no input: `bash, zsh or fish`. */
  readonly operand?: string;
  /** The arguments that it accepts, where they can be listed. */
  readonly operandChoices?: readonly string[];
  /** Its help text, with the options that few need if all are asked for. */
  help(options?: { readonly all: boolean }): string;
  /** Does the work; throws when it cannot. */
  run(args: Arguments): Promise<void>;
}

/** One option. Parsing, help and suggestions are made from tables of these. */
export interface Flag {
  /** Its name, without the dashes. */
  readonly name: string;
  /** Its one-letter form, without the dash. */
  readonly short?: string;
  /** What help calls its value; an option without one is on or off. */
  readonly value?: string;
  /**
   * The value of an option that is given alone. Another value can then only
   * be given after `=`: what follows is the next argument.
   */
  readonly implied?: string;
  /** The values that it can have, where they can be listed. */
  readonly choices?: readonly string[];
  /** What its value must be, for the message when it is missing. */
  readonly rule?: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** The heading that help lists it under. */
  readonly group?: FlagGroup;
  /** Whether few need it: help then shows it only if all options are asked for. */
  readonly rare?: boolean;
  /** Whether it can be given several times: its values are then joined with commas. */
  readonly repeats?: boolean;
}

/** The headings of options in help, in their order. */
export const FLAG_GROUPS = ["Columns", "Input", "Output", "Running"] as const;

/** A heading of options in help. */
export type FlagGroup = typeof FLAG_GROUPS[number];

/** What a user typed, by the table of flags. */
export interface Arguments {
  /** The value of each option that was given; empty for those without one. */
  readonly options: ReadonlyMap<string, string>;
  /** The other arguments, in order. */
  readonly operands: readonly string[];
  /** How many of them, the last, came after `--`. */
  readonly literal: number;
}

/** Shows help. */
export const HELP: Flag = {
  name: "help",
  short: "h",
  value: "all",
  implied: "short",
  choices: ["all"],
  summary: "show this help, or that of all options",
  group: "Running",
};

/** Shows the version. */
export const VERSION: Flag = {
  name: "version",
  short: "V",
  summary: "show the version",
};

const MARGIN = 25;

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

/** Makes the lines of help for options, each at most 80 characters long. */
export function formatFlags(flags: readonly Flag[]): string {
  return flags.map(({ name, short, value, implied, summary }) => {
    const letter = short === undefined ? "    " : `-${short}, `;
    const suffix = value === undefined ? "" : implied === undefined ? ` ${value}` : `[=${value}]`;
    return `  ${letter}--${name}${suffix}`.padEnd(MARGIN) + summary;
  }).join("\n");
}
