import config from "../deno.json" with { type: "json" };
import { registry } from "../functions/registry.ts";
import { APPLY_FLAGS, APPLY_NOTES } from "./apply.ts";
import { type Flag, formatFlags, VERSION } from "./flags.ts";
import { parameterFlags } from "./parameter_flag.ts";

/** The options that help shows for the whole program: those of all functions. */
export const MAIN_FLAGS: readonly Flag[] = [
  ...registry.flatMap(parameterFlags),
  ...APPLY_FLAGS,
  VERSION,
];

/** Makes the help text of the whole program; it fits a terminal of 24 lines. */
export function formatMainHelp(): string {
  return `specol ${config.version}: special functions and their gradients for columns of numbers

Usage: specol FUNCTION [options] [INPUT]   apply a function to an npy file
       specol FUNCTION --help              domain and gradient of a function
       specol list [--json]                all functions, with their accuracy

Functions: ${registry.map((spec) => spec.name).join(", ")}

Options:
${formatFlags(MAIN_FLAGS)}

${APPLY_NOTES}

Examples:
  specol polygamma -n 2 x.npy -o y.npy
  cat x.npy | specol i1 --grad=only > slope.npy`;
}
