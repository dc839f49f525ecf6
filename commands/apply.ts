import type { FunctionSpec } from "../functions/registry.ts";
import { cleanUpOnInterrupt } from "../pipeline/interrupt.ts";
import type { Plan } from "../pipeline/plan.ts";
import type { Command } from "./command.ts";
import { type Arguments, type Flag, formatFlags, HELP } from "./flags.ts";
import { exampleRun, parameterFlags, parseParameter } from "./parameter_flag.ts";
import { parseSize } from "./parse_size.ts";
import { UsageError } from "./usage_error.ts";

const DEFAULT_CHUNK_SIZE = "1M";

/** The options that every function has. */
export const APPLY_FLAGS: readonly Flag[] = [
  {
    name: "output",
    short: "o",
    value: "FILE",
    summary: "write FILE, complete or not at all, not standard output",
  },
  {
    name: "grad",
    value: "only",
    implied: "also",
    summary: "the gradient too, in a last axis of length 2; or alone",
  },
  {
    name: "chunk-size",
    value: "SIZE",
    summary: `bytes per buffer, default ${DEFAULT_CHUNK_SIZE}; changes no result`,
  },
  HELP,
];

/** What help says of the data that every function reads and writes. */
export const APPLY_NOTES: string =
  `INPUT is an npy file; - or nothing is standard input. float16, float32 and
float64 keep their type, integers give float64; shape and order stay.
Memory: Deno and 4 buffers, about 80 MB, however large the file is.`;

/** Makes the command that applies a function: `specol i0e x.npy -o y.npy`. */
export function applyCommand(spec: FunctionSpec): Command {
  const { name, summary } = spec;
  return {
    name,
    summary,
    flags: [...parameterFlags(spec), ...APPLY_FLAGS],
    operands: 1,
    help: () => formatHelp(spec),
    async run(args: Arguments): Promise<void> {
      const plan = makePlan(args, spec);
      const { applyFunction } = await import("../pipeline/apply_function.ts");
      using _ = cleanUpOnInterrupt();
      await applyFunction(plan);
    },
  };
}

function makePlan(args: Arguments, spec: FunctionSpec): Plan {
  const { options, operands } = args;
  const input = operands[0] ?? "-";
  const output = options.get("output") ?? "-";
  const chunkSize = options.get("chunk-size") ?? DEFAULT_CHUNK_SIZE;
  const plan = {
    spec,
    parameter: parseParameter(args, spec),
    results: parseGrad(options.get("grad")),
    input,
    output,
    chunkSize: parseSize(chunkSize, "chunk-size"),
  };
  if (input === "-" && Deno.stdin.isTerminal()) {
    throw new UsageError("Missing input: name an npy file, or pipe one in");
  }
  if (output === "-" && Deno.stdout.isTerminal()) {
    throw new UsageError(
      "Cannot write npy data to a terminal: use -o FILE, or a pipe",
    );
  }
  return plan;
}

function parseGrad(grad: string | undefined): Plan["results"] {
  if (grad === undefined) return "value";
  if (grad === "also") return "value and gradient";
  if (grad === "only") return "gradient";
  throw new UsageError(`Option --grad takes no value but only, got ${grad}`);
}

function formatHelp(spec: FunctionSpec): string {
  const { name, summary, domain, gradient } = spec;
  const flags = parameterFlags(spec);
  const needed = flags.map(({ short, value }) => ` -${short} ${value}`).join("");
  return `specol ${name}: ${summary}

Usage: specol ${name}${needed} [options] [INPUT]

Domain:   ${domain}
Gradient: ${gradient}

Options:
${formatFlags([...flags, ...APPLY_FLAGS])}

${APPLY_NOTES}

Examples:
  ${exampleRun(spec)} x.npy -o y.npy
  ${exampleRun(spec)} --grad=only < x.npy | ...`;
}
