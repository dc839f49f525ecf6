import type { MapWork } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";
import { checkUtf8 } from "./option_values.ts";
import { type Arguments, type Command, type Flag, formatGroups } from "./command.ts";
import {
  DEVICE,
  FILE_COLUMN,
  FILE_FLAGS,
  MEMORY_NOTE,
  ONLY,
  REPLACE,
  RUN_FLAGS,
  STRICT,
} from "./data_flags.ts";
import { makeRequest, runLate } from "./make_request.ts";

const FLAGS: readonly Flag[] = [
  { ...REPLACE, summary: "let a NAME that exists take the place of its column" },
  ONLY,
  FILE_COLUMN,
  ...FILE_FLAGS,
  STRICT,
  DEVICE,
  ...RUN_FLAGS,
];

/** Computes several results in one pass: `specol map 'y = lgamma(x)' in.arrow`. */
export const mapCommand: Command = {
  name: "map",
  summary: "several results in one pass, from expressions",
  flags: FLAGS,
  operands: Infinity,
  help: ({ all } = { all: false }) =>
    `specol map: ${mapCommand.summary}

Usage: specol map [options] 'NAME = EXPR' ... [INPUT ...]

EXPR is lgamma(x), polygamma(x, 2), grad(i0e(x)), or a column to copy. Names
that are not plain words stand in double quotes or backticks. An expression sees
the columns of INPUT, not other results. INPUT has no =, or comes after --.

${formatGroups({ name: "map", flags: FLAGS }, { all })}
${MEMORY_NOTE}

Examples:
  specol map 'y = lgamma(x)' 'slope = grad(lgamma(x))' in.arrow -o out.arrow
  specol map --only 'id = id' 'k = polygamma("a b", 2)' in.arrow > out.arrow`,
  async run(args: Arguments): Promise<void> {
    const { expressions, inputs } = sortOperands(args);
    const { parseAssignment } = await import("../plan/expression/parse_assignment.ts");
    const work: MapWork = {
      kind: "map",
      assignments: expressions.map((text) => {
        const assignment = parseAssignment(text);
        checkUtf8("The name of a result", assignment.name);
        return assignment;
      }),
      replace: args.options.has("replace"),
      only: args.options.has("only"),
    };
    await runLate(makeRequest(args, { work, inputs }));
  },
};

/**
 * Separates the input from the expressions. An expression has a `=` and begins with a name. An
 * input that looks like one, such as `a=b.npy`, must be the last argument after `--`, or begin with
 * `./`.
 */
function sortOperands({ operands, literal }: Arguments): {
  expressions: readonly string[];
  inputs: readonly string[];
} {
  const last = literal > 0 ? operands.at(-1) : undefined;
  const others = last === undefined ? operands : operands.slice(0, -1);
  const expressions = others.filter(isExpression);
  const inputs = [...others.filter((operand) => !isExpression(operand)), last]
    .filter((operand) => operand !== undefined);
  if (expressions.length === 0) {
    throw new UsageError(
      "Missing expression: specol map 'NAME = EXPR' [INPUT], as 'y = lgamma(x)'",
    );
  }
  return { expressions, inputs };
}

function isExpression(operand: string): boolean {
  return operand.includes("=") && !/^[./\\]/.test(operand);
}
