import type { FunctionSpec } from "../functions/registry.ts";
import type { ApplyWork } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";
import { checkUtf8 } from "./check_utf8.ts";
import type { Command } from "./command.ts";
import {
  COLUMNS,
  DATA_NOTES,
  DEVICE,
  FILE_FLAGS,
  MEMORY_NOTE,
  ONLY,
  REPLACE,
  RUN_FLAGS,
  STRICT,
} from "./data_flags.ts";
import { type Arguments, type Flag, formatFlags } from "./flags.ts";
import { makeRequest, runLate } from "./make_request.ts";
import { exampleRun, parameterFlags, parseParameter } from "./parameter_flag.ts";

const FLAGS: readonly Flag[] = [
  COLUMNS,
  {
    name: "grad",
    value: "only",
    implied: "also",
    choices: ["only"],
    summary: "the gradient too (npy: last axis of 2), or alone",
  },
  {
    name: "upstream",
    value: "COLUMN",
    summary: "multiply the gradient by this column",
  },
  {
    name: "as",
    value: "TEMPLATE",
    summary: "names of results, default {column}_{function}",
  },
  REPLACE,
  ONLY,
  ...FILE_FLAGS,
  STRICT,
  DEVICE,
  ...RUN_FLAGS,
];

/** Makes the command that applies a function: `specol i0e -c x in.arrow -o out.arrow`. */
export function applyCommand(spec: FunctionSpec): Command {
  const { name, summary } = spec;
  return {
    name,
    summary,
    flags: [...parameterFlags(spec), ...FLAGS],
    operands: 1,
    help: () => formatHelp(spec),
    async run(args: Arguments): Promise<void> {
      const work = await makeWork(args, spec);
      await runLate(makeRequest(args, { work, input: args.operands[0] }));
    },
  };
}

async function makeWork(args: Arguments, spec: FunctionSpec): Promise<ApplyWork> {
  const { options } = args;
  const parameter = parseParameter(args, spec);
  const columns = options.get("columns");
  const upstream = options.get("upstream");
  const template = options.get("as");
  const results = parseGrad(options.get("grad"));
  // Read again when the columns are known; what is wrong already is said before anything is opened.
  if (columns !== undefined) {
    (await import("../plan/columns/parse_selection.ts")).parseSelection(columns, "--columns");
  }
  checkUtf8("The name of a result, option --as,", template);
  if (template !== undefined) {
    (await import("../plan/columns/name_template.ts")).checkTemplate(template, { parameter });
  }
  if (upstream !== undefined && results === "value") {
    throw new UsageError("Option --upstream multiplies the gradient: it needs --grad");
  }
  return {
    kind: "apply",
    spec,
    parameter,
    results,
    columns,
    upstream,
    template,
    replace: options.has("replace"),
    only: options.has("only"),
  };
}

function parseGrad(grad: string | undefined): ApplyWork["results"] {
  if (grad === undefined) return "value";
  return grad === "only" ? "gradient" : "value and gradient";
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
${formatFlags([...flags, ...FLAGS])}

${DATA_NOTES}
${MEMORY_NOTE}

Examples:
  ${exampleRun(spec)} -c x in.csv > out.csv
  ${exampleRun(spec)} -c 'x,y_*' --grad in.arrow -o out.arrow
  ... | ${exampleRun(spec)} -c x --replace | ...`;
}
