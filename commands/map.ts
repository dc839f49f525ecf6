import type { MapWork } from "../plan/request.ts";
import { checkUtf8 } from "./option_values.ts";
import { type Arguments, type Command, type Flag, formatGroups } from "./command.ts";
import {
  DEVICE,
  EXPRESSION_LACKS,
  FILE_COLUMN,
  FILE_FLAGS,
  MEMORY_NOTE,
  ONLY,
  PARAM,
  REPLACE,
  RUN_FLAGS,
  STRICT,
} from "./data_flags.ts";
import {
  makeRequest,
  parseCondition,
  parseParam,
  runLate,
  sortOperands,
  warnOfExpressions,
} from "./make_request.ts";

const FLAGS: readonly Flag[] = [
  { ...REPLACE, summary: "let results replace columns of the same name" },
  ONLY,
  PARAM,
  FILE_COLUMN,
  ...FILE_FLAGS,
  STRICT,
  DEVICE,
  ...RUN_FLAGS,
];

/** Computes several results in one pass: `specol map 'y = lgamma(x)' in.arrow`. */
export const mapCommand: Command = {
  name: "map",
  summary: "add columns computed by expressions",
  flags: FLAGS,
  lacks: EXPRESSION_LACKS,
  operands: Infinity,
  help: ({ all } = { all: false }) =>
    `specol map: ${mapCommand.summary}

Usage: specol map [options] 'NAME = EXPR' ... [INPUT ...]

EXPR combines numbers, columns, earlier NAMEs, functions and operators; specol
help EXPRESSIONS lists them. grad(EXPR, x) is a derivative. 'let NAME = EXPR'
names an intermediate value and writes no column. Names that are not plain words
must be quoted: "a b". Put inputs whose names contain = after --.

${formatGroups({ name: "map", flags: FLAGS }, { all })}
${MEMORY_NOTE}

Examples:
  specol map 'd = lgamma(n + r) - lgamma(r)' 'dr = grad(d, r)' in.csv > out.csv
  specol map --only 'id = id' 'k = polygamma("a b", 2)' in.arrow > out.arrow`,
  async run(args: Arguments): Promise<void> {
    const { expressions, inputs } = sortOperands(args, {
      usage: "specol map 'NAME = EXPR' [INPUT], such as 'y = lgamma(x)'",
    });
    const { parseAssignment } = await import("../plan/expression/parse_assignment.ts");
    const parameters = await parseParam(args);
    const work: MapWork = {
      kind: "map",
      parameters,
      assignments: expressions.map((text) => {
        const assignment = parseAssignment(text);
        checkUtf8("The name of a result", assignment.name);
        return assignment;
      }),
      replace: args.options.has("replace"),
      only: args.options.has("only"),
    };
    const where = await parseCondition(args);
    const request = makeRequest(args, { work, inputs, where });
    await warnOfExpressions(work.assignments, request);
    await runLate(request);
  },
};
