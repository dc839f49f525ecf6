import { brokenRule } from "../functions/parameter.ts";
import type { FitWork, StartValue } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";
import { type Arguments, type Command, type Flag, formatGroups } from "./command.ts";
import {
  EXPRESSION_LACKS,
  FILE_FLAGS,
  MEMORY,
  PARAM,
  parseMemory,
  RUN_FLAGS,
  STRICT,
} from "./data_flags.ts";
import {
  makeRequest,
  parseCondition,
  parseParam,
  runLate,
  warnOfExpressions,
} from "./make_request.ts";
import { checkUtf8 } from "./option_values.ts";

/** Steps of each search, unless the user chooses another number, and the most that can be chosen. */
const DEFAULT_ITERATIONS = 100;
const MAX_ITERATIONS = 1_000_000;

const FLAGS: readonly Flag[] = [
  {
    name: "start",
    value: "LIST",
    rule: "as r=1,p=0.5",
    repeats: true,
    summary: "parameters and their starting values: r=1,p=0.5",
    group: "Columns",
  },
  {
    name: "by",
    value: "LIST",
    takesColumns: true,
    summary: "group by these columns, and fit each group",
    group: "Columns",
  },
  { ...PARAM, rare: true },
  {
    name: "minimize",
    summary: "minimise the sum instead of maximising it",
    group: "Columns",
  },
  {
    name: "iterations",
    value: "N",
    rule: "an integer >= 1",
    summary: `maximum Newton steps per group; default ${DEFAULT_ITERATIONS}`,
    group: "Running",
    rare: true,
  },
  ...FILE_FLAGS.filter(({ name }) => name !== "part" && name !== "types"),
  { ...STRICT, summary: "fail if a fit does not converge" },
  { ...MEMORY, summary: "for groups, and a quarter of it for rows; default 1G" },
  ...RUN_FLAGS,
];

/** Fits parameters: `specol fit 'n * log(m) - m' --start m=1 in.csv`. */
export const fitCommand: Command = {
  name: "fit",
  summary: "find the parameters that maximise a sum, by group if needed",
  flags: FLAGS,
  lacks: {
    ...EXPRESSION_LACKS,
    part: "a fit cannot run in pieces, because every step needs the sums over all rows; to sum " +
      "pieces at fixed parameters, use specol reduce",
    types: "fit writes keys as text and estimates as float64",
  },
  operands: Infinity,
  takesExpression: true,
  help: ({ all } = { all: false }) =>
    `specol fit: ${fitCommand.summary}

Usage: specol fit [options] 'EXPR' --start LIST [INPUT ...]

EXPR is the log-likelihood of one row (see specol help EXPRESSIONS), and --start
names its parameters. fit writes one row, or one per group: parameters, standard
errors (r_se), the maximum, rows, iterations and converged (1 or 0). It skips
rows with nulls, and reads a file that does not fit in memory once per step.

${formatGroups({ name: "fit", flags: FLAGS }, { all })}
Memory: up to 250 MB (Parquet: 300), plus what --memory allows.

Examples:
  specol fit 'n * log(m) - m - lgamma(n + 1)' --start m=1 --by gene counts.csv
  specol fit 'let m = exp(a + b * x); n * log(m) - m' --start a=0,b=0 in.arrow`,
  async run(args: Arguments): Promise<void> {
    const { options, operands } = args;
    const [text, ...inputs] = operands;
    if (text === undefined) {
      throw new UsageError("Missing expression: specol fit 'EXPR' --start r=1,p=0.5 [INPUT]");
    }
    refuseHabits(text);
    const { ExpressionParser } = await import("../plan/expression/parse_expression.ts");
    const { definitions, value } = new ExpressionParser(text).program();
    const by = options.get("by");
    if (by !== undefined) {
      (await import("../plan/columns/parse_selection.ts")).parseSelection(by, "--by");
    }
    const work: FitWork = {
      kind: "fit",
      text,
      definitions: definitions.map((definition) => ({ ...definition, text })),
      value,
      start: parseStart(options.get("start")),
      parameters: await parseParam(args),
      minimize: options.has("minimize"),
      iterations: parseIterations(options.get("iterations")),
      by,
      memory: parseMemory(args),
    };
    const where = await parseCondition(args);
    const request = makeRequest(args, { work, inputs, where });
    await warnOfExpressions([work], request);
    await runLate(request);
  },
};

/** Refuses what looks like something that other commands take, and says what to write instead. */
function refuseHabits(text: string): void {
  const habits: readonly (readonly [RegExp, string])[] = [
    [
      /^[^\s()]+\.(csv|tsv|txt|npy|arrow|parquet|jsonl|ndjson)(\.gz|\.zst)?$/i,
      "The expression comes before the inputs: specol fit 'EXPR' --start LIST INPUT",
    ],
    [
      /^\s*[\p{L}_][\p{L}\p{N}_.]*\s*=(?!=)/u,
      "A fit has no name for its result: leave out what comes before =, or begin with let",
    ],
    [/^\s*-?\s*sum\s*\(/, "A fit adds up the rows itself: leave out sum(…)"],
  ];
  for (const [habit, advice] of habits) {
    if (habit.test(text)) throw new UsageError(`${advice}; got ${text}`);
  }
}

/** Parses parameters and their values, such as `r=1,p=0.5`. */
function parseStart(text: string | undefined): readonly StartValue[] {
  if (text === undefined) {
    throw new UsageError(
      "Missing option --start: it names the parameters, such as --start r=1,p=0.5",
    );
  }
  const start = text.split(",").map((part): StartValue => {
    const [, name, digits] =
      /^\s*([\p{L}\p{M}_][\p{L}\p{M}\p{N}_.]*)\s*=\s*(.*?)\s*$/u.exec(part) ??
        [];
    const value = digits === undefined || digits === "" ? NaN : Number(digits);
    if (name !== undefined && Number.isFinite(value)) return { name, value };
    throw new UsageError(
      `Option --start takes names and finite numbers, such as r=1,p=0.5, got ${
        part.trim() || text
      }`,
    );
  });
  const names = start.map(({ name }) => name);
  names.forEach((name, i) => {
    checkUtf8("The name of a parameter", name);
    if (names.indexOf(name) < i) {
      throw new UsageError(`Option --start gives ${name} twice: give each parameter once`);
    }
    if (["pi", "inf", "nan"].includes(name)) {
      throw new UsageError(`Option --start: ${name} is a number; give the parameter another name`);
    }
  });
  return start;
}

function parseIterations(text: string | undefined): number {
  if (text === undefined) return DEFAULT_ITERATIONS;
  const iterations = text.trim() === "" ? NaN : Number(text);
  const broken = brokenRule(iterations, { least: 1, most: MAX_ITERATIONS });
  if (broken !== undefined) throw new UsageError(`Option --iterations ${broken}, got ${text}`);
  return iterations;
}
