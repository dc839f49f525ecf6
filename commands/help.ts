import config from "../deno.json" with { type: "json" };
import { listFormats } from "../formats/registry.ts";
import { registry } from "../functions/registry.ts";
import { findFunction, FUNCTIONS } from "../plan/expression/functions.ts";
import {
  type Arguments,
  type Command,
  type Flag,
  formatOptions,
  HELP,
  VERSION,
} from "./command.ts";
import { MEMORY_NOTE } from "./data_flags.ts";
import { formatExpressionFunction } from "./expressions_help.ts";
import { formatManPage, MAN } from "./man_page.ts";
import { TOPICS } from "./topics.ts";
import { print } from "../io/say.ts";

const FLAGS: readonly Flag[] = [HELP];

/** What the command needs to know of the others. */
export interface OtherCommands {
  /** The names of all commands. */
  readonly names: readonly string[];
  /** Finds a command. If there is none, throws an error that may suggest one of the topics. */
  find(name: string, topics: readonly string[]): Promise<Command>;
  /** Returns all commands. */
  all(): Promise<readonly Command[]>;
}

/** Makes the command that shows help: `specol help lgamma`. */
export function helpCommand({ names, find, all }: OtherCommands): Command {
  const summary = "show help for a command, a function or a topic";
  const topics = [...TOPICS.map(({ name }) => name), MAN];
  const onlyInExpressions = FUNCTIONS.map(({ name }) => name).filter((name) =>
    !names.includes(name)
  );
  return {
    name: "help",
    summary,
    flags: FLAGS,
    operands: 1,
    operand: "one command, function or topic",
    operandChoices: [...names, ...topics, ...onlyInExpressions],
    help: () =>
      `specol help: ${summary}

Usage: specol help [COMMAND | FUNCTION | TOPIC]

Topics:
${TOPICS.map(({ name, summary }) => `  ${name.padEnd(25)}${summary}`).join("\n")}
  MAN                      a manual page of everything, for man specol

Options:
${formatOptions(FLAGS)}

Examples:
  specol help
  specol help lgamma        # the same as specol lgamma --help
  specol help EXPRESSIONS
  specol help MAN > ~/.local/share/man/man1/specol.1`,
    async run({ operands: [name] }: Arguments): Promise<void> {
      if (name === undefined) return await print(formatMainHelp());
      const topic = TOPICS.find((topic) => topic.name === name.toUpperCase());
      if (topic !== undefined) return await print(topic.text());
      if (name.toUpperCase() === MAN) return await print(formatManPage(await all()));
      const known = onlyInExpressions.includes(name) ? findFunction(name) : undefined;
      await print(
        known === undefined ? (await find(name, topics)).help() : formatExpressionFunction(known),
      );
    },
  };
}

/** Returns the name and the version of the program. */
export function formatVersion(): string {
  return `specol ${config.version}`;
}

/** Returns the help text of the program. It fits a terminal of 24 lines. */
export function formatMainHelp(): string {
  return `${formatVersion()}: special functions and their gradients for columns of numbers

Usage: specol FUNCTION [options] [INPUT]      one function over chosen columns
       specol map 'NAME = EXPR' ... [INPUT]   several expressions in one pass
       specol reduce 'NAME = sum(EXPR)' ...   sums, means and counts, by group
       specol fit 'EXPR' --start r=1,p=0.5    maximum likelihood estimates
       specol convert [options] [INPUT]       change the format of a table
       specol concat [options] PIECE ...      join the outputs of --part
       specol list | devices                  list functions; show CPU and GPUs
       specol completions bash|zsh|fish       tab completion for a shell
       specol help COMMAND | TOPIC            options, examples, topics

Functions: ${registry.map((spec) => spec.name).join(", ")}

INPUT: ${listFormats("or")}; gzip, zstd; default: stdin.
${MEMORY_NOTE}

${formatOptions([HELP, VERSION])}

Examples:
  specol lgamma -c x in.csv > out.csv
  specol polygamma -n 2 -c 'x,y_*' in.parquet -o out.parquet
  cat x.npy | specol i1 --grad=only > slope.npy`;
}
