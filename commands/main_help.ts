import config from "../deno.json" with { type: "json" };
import { registry } from "../functions/registry.ts";
import { MEMORY_NOTE } from "./data_flags.ts";
import { formatFlags, HELP, VERSION } from "./command.ts";

/** Returns the name and the version of the program. */
export function formatVersion(): string {
  return `specol ${config.version}`;
}

/** Returns the help text of the whole program. It fits a terminal of 24 lines. */
export function formatMainHelp(): string {
  return `${formatVersion()}: special functions and their gradients for columns of numbers

Usage: specol FUNCTION [options] [INPUT]      one function over chosen columns
       specol map 'NAME = EXPR' ... [INPUT]   several results in one pass
       specol reduce 'NAME = sum(EXPR)' ...   sums, means of rows or groups
       specol convert [options] [INPUT]       change the format of a table
       specol concat [options] PIECE ...      join outputs of pieces (--part)
       specol list | devices                  list functions; show CPU and GPUs
       specol completions bash|zsh|fish       completions for a shell
       specol help COMMAND                    its options, with examples

Functions: ${registry.map((spec) => spec.name).join(", ")}

INPUT is CSV, Arrow or npy, also in gzip or zstd; - or none is standard input.
${MEMORY_NOTE}

${formatFlags([HELP, VERSION])}

Examples:
  specol lgamma -c x in.csv > out.csv
  specol polygamma -n 2 -c 'x,y_*' in.arrow -o out.arrow
  cat x.npy | specol i1 --grad=only > slope.npy`;
}
