import config from "../deno.json" with { type: "json" };
import { registry } from "../functions/registry.ts";
import { MEMORY_NOTE } from "./data_flags.ts";
import { formatFlags, HELP, VERSION } from "./flags.ts";

/** Makes the help text of the whole program; it fits a terminal of 24 lines. */
export function formatMainHelp(): string {
  return `specol ${config.version}: special functions and their gradients for columns of numbers

Usage: specol FUNCTION [options] [INPUT]      one function over chosen columns
       specol map 'NAME = EXPR' ... [INPUT]   several results in one pass
       specol convert [options] [INPUT]       another format, no function
       specol list | devices                  functions; what can compute them
       specol completions bash|zsh|fish       completions for a shell
       specol COMMAND --help                  its options, with examples

Functions: ${registry.map((spec) => spec.name).join(", ")}

INPUT: npy or Arrow, may be gzip or zstd; - or nothing is standard input.
${MEMORY_NOTE}

${formatFlags([HELP, VERSION])}

Examples:
  specol lgamma -c 'x,y_*' in.arrow -o out.arrow
  specol polygamma -n 2 x.npy -o y.npy
  cat x.npy | specol i1 --grad=only > slope.npy`;
}
