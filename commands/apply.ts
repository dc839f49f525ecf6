import { type FunctionSpec, signature } from "../functions/registry.ts";
import type { ApplyWork } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";
import { checkUtf8 } from "./option_values.ts";
import { type Arguments, type Command, type Flag, formatGroups } from "./command.ts";
import {
  COLUMNS,
  DATA_NOTES,
  DEVICE,
  FILE_COLUMN,
  FILE_FLAGS,
  MEMORY_NOTE,
  ONLY,
  REPLACE,
  RUN_FLAGS,
  STRICT,
} from "./data_flags.ts";
import { makeRequest, parseCondition, runLate } from "./make_request.ts";
import { brokenRule } from "../functions/parameter.ts";

const FLAGS: readonly Flag[] = [
  COLUMNS,
  {
    name: "grad",
    value: "only",
    implied: "also",
    choices: ["only"],
    summary: "also write gradients; --grad=only: nothing else",
    group: "Columns",
  },
  {
    name: "upstream",
    value: "COLUMN",
    takesColumns: true,
    summary: "multiply the gradient by this column",
    group: "Columns",
    rare: true,
  },
  {
    name: "as",
    value: "TEMPLATE",
    summary: "names of results; default {column}_{function}",
    group: "Columns",
  },
  REPLACE,
  ONLY,
  FILE_COLUMN,
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
    operands: Infinity,
    help: (options) => formatHelp(spec, options),
    async run(args: Arguments): Promise<void> {
      const work = await makeWork(args, spec);
      const where = await parseCondition(args);
      await runLate(makeRequest(args, { work, inputs: args.operands, where }));
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
  // The template is checked again once the columns are known. This check reports what is already
  // known to be wrong before anything is opened.
  if (columns !== undefined) {
    (await import("../plan/columns/parse_selection.ts")).parseSelection(columns, "--columns");
  }
  checkUtf8("The result name in --as", template);
  if (template !== undefined) {
    (await import("../plan/columns/result_names.ts")).checkTemplate(template, { parameter });
  }
  if (upstream !== undefined && results === "value") {
    throw new UsageError("Option --upstream multiplies the gradient, so it needs --grad");
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

function formatHelp(spec: FunctionSpec, { all } = { all: false }): string {
  const { name, summary, domain, gradient } = spec;
  const parameter = parameterFlags(spec);
  const flags = [...parameter, ...FLAGS];
  const needed = parameter.map(({ short, value }) => ` -${short} ${value}`).join("");
  return `specol ${name}: ${summary}

Usage: specol ${name}${needed} [options] [INPUT ...]

Domain:   ${domain}
Gradient: ${gradient}

${formatGroups({ name, flags }, { all })}
${all ? `\n${DATA_NOTES}\n` : ""}${MEMORY_NOTE}

Examples:
  ${exampleRun(spec)} -c x in.csv > out.csv
  ${exampleRun(spec)} -c 'x,y_*' --grad in.arrow -o out.arrow`;
}

/**
 * Returns the option for a function's parameter, `-n, --order N`, or no option if the function has
 * no parameter.
 */
function parameterFlags(spec: FunctionSpec): Flag[] {
  const { parameter } = spec;
  if (parameter === undefined) return [];
  const { letter, name, least } = parameter;
  const rule = `an integer >= ${least}`;
  return [{
    name,
    short: letter,
    value: letter.toUpperCase(),
    rule,
    group: "Columns",
    summary: `${letter} of ${signature(spec)}, ${rule}`,
  }];
}

/** Returns how a command line that runs a function begins: `specol polygamma -n 2`. */
function exampleRun({ name, parameter }: FunctionSpec): string {
  return `specol ${name}${parameter ? ` -${parameter.letter} ${parameter.example}` : ""}`;
}

/**
 * Returns the value of a function's parameter. Throws if the function has a parameter and none was
 * given.
 */
function parseParameter(
  { options, operands }: Arguments,
  spec: FunctionSpec,
): number | undefined {
  const [flag] = parameterFlags(spec);
  if (flag === undefined || spec.parameter === undefined) return undefined;
  const text = options.get(flag.name);
  if (text === undefined) {
    const number = operands.find((operand) => /^\d+$/.test(operand));
    throw new UsageError(
      number === undefined
        ? `Missing option --${flag.name}: -${flag.short} ${flag.value}, ${flag.rule}, as in ` +
          `${exampleRun(spec)} x.npy`
        : `Missing option --${flag.name}: use specol ${spec.name} -${flag.short} ${number}, or ` +
          `./${number} if ${number} is a file`,
    );
  }
  const value = text.trim() === "" ? NaN : Number(text);
  const broken = brokenRule(value, spec.parameter);
  if (broken !== undefined) throw new UsageError(`Option --${flag.name} ${broken}, got ${text}`);
  return value;
}
