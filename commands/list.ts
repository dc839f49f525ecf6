import { measured, type MeasuredErrors } from "../functions/measured.ts";
import { type Errors, type FunctionSpec, registry, signature } from "../functions/registry.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { FUNCTIONS } from "../plan/expression/functions.ts";
import { type Arguments, type Command, type Flag, formatOptions, HELP } from "./command.ts";
import { formatExpressionFunction } from "./expressions_help.ts";
import { print } from "../io/say.ts";

const FLAGS: readonly Flag[] = [
  { name: "json", summary: "write the list as JSON" },
  HELP,
];

const NOTES = `promised: holds for every value and gradient; correctly rounded means that the
          result is the number of that type nearest to the true value
measured: the largest error found by searching, value / gradient`;

const HEADING = `Expressions also have these functions, within 1 ulp of the true value. See
specol help EXPRESSIONS.`;

const ONLY_IN_EXPRESSIONS = FUNCTIONS.filter(({ spec }) => spec === undefined);

/** What is promised of every expression, in ulp. */
const EXPRESSION_BUDGET: Errors = { float64: 1, float32: 1, float16: 1 };

/** Lists the functions: `specol list`. */
export const listCommand: Command = {
  name: "list",
  summary: "list every function with domain, gradient and accuracy",
  flags: FLAGS,
  operands: 0,
  help: () =>
    `specol list: ${listCommand.summary}

Usage: specol list [options]

Options:
${formatOptions(FLAGS)}`,
  async run({ options }: Arguments): Promise<void> {
    await print(options.has("json") ? formatJson() : formatText());
  },
};

function formatText(): string {
  const others = ONLY_IN_EXPRESSIONS.map(formatExpressionFunction);
  return [...registry.map(formatFunction), NOTES, HEADING, ...others].join("\n\n");
}

function formatFunction(spec: FunctionSpec): string {
  const { parameter, summary, domain, gradient, budget } = spec;
  const found = measured[spec.name];
  // An empty text means that the entry does not apply to the function or has not been measured.
  const lines: [string | undefined, string | undefined][] = [
    [parameter?.letter, parameter && `integer >= ${parameter.least}`],
    ["domain", domain],
    ["gradient", gradient],
    ["promised", formatErrors(budget)],
    ["measured", found && formatErrors(found.value, found.gradient)],
  ];
  const details = lines.filter(([, text]) => text !== undefined)
    .map(([label, text]) => `\n  ${`${label}:`.padEnd(10)}${text}`);
  return `${signature(spec)}: ${summary}${details.join("")}`;
}

function formatJson(): string {
  const functions = registry.map(
    ({ name, parameter, summary, domain, gradient, budget }) => ({
      name,
      arguments: parameter ? ["x", parameter.letter] : ["x"],
      parameter: parameter
        ? { letter: parameter.letter, name: parameter.name, least: parameter.least }
        : null,
      summary,
      domain,
      gradient,
      budget,
      measured: measured[name] ?? null,
    }),
  );
  const others = ONLY_IN_EXPRESSIONS.map(({ name, args, summary, domain, derivative }) => ({
    name,
    arguments: args,
    parameter: null,
    summary,
    domain,
    gradient: derivative,
    budget: EXPRESSION_BUDGET,
    measured: null,
  }));
  return JSON.stringify([...functions, ...others], null, 2);
}

/**
 * Formats the errors of a function, and those of its gradient if they differ: `0.508 / 0.509 ulp in
 * float64; correctly rounded in float32 and float16`.
 */
export function formatErrors(value: MeasuredErrors, gradient: MeasuredErrors = value): string {
  const groups = new Map<string, FloatType[]>();
  for (const type of ["float64", "float32", "float16"] as const) {
    if (value[type] === undefined || gradient[type] === undefined) continue;
    const both = new Set([value[type], gradient[type]].map(formatError));
    const text = [...both].join(" / ").replace(" ulp / ", " / ");
    groups.set(text, [...groups.get(text) ?? [], type]);
  }
  return Array.from(groups, ([text, types]) => `${text} in ${listAll(types)}`).join("; ");
}

function listAll(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), words.at(-1)!].filter((part) => part !== "").join(" and ");
}

function formatError(error: number | string): string {
  if (error === 0 || typeof error === "string") return "correctly rounded";
  return `${Number.isInteger(error) ? error : error.toFixed(3)} ulp`;
}
