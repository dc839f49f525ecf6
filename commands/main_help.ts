import config from "../deno.json" with { type: "json" };
import { registry } from "../functions/registry.ts";
import { APPLY_FLAGS, APPLY_NOTES } from "./apply.ts";
import { formatFlags, VERSION } from "./flags.ts";

/** Makes the help text of the whole program; it fits a terminal of 24 lines. */
export function formatMainHelp(): string {
  return `specol ${config.version}: special functions and their gradients for columns of numbers

Usage: specol FUNCTION [options] [INPUT]   apply a function to an npy file
       specol FUNCTION --help              domain and gradient of a function
       specol list [--json]                all functions, with error bounds

Functions: ${registry.map((spec) => spec.name).join(", ")}

Options:
${formatFlags([...APPLY_FLAGS, VERSION])}

${APPLY_NOTES}

Examples:
  specol i0e x.npy -o y.npy
  cat x.npy | specol i1 --grad=only > slope.npy`;
}
