import type { ReduceWork } from "../plan/request.ts";
import { type Arguments, type Command, type Flag, formatGroups } from "./command.ts";
import {
  DEVICE,
  FILE_COLUMN,
  FILE_FLAGS,
  MEMORY,
  MEMORY_NOTE,
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
  sortOperands,
  warnOfExpressions,
} from "./make_request.ts";

const FLAGS: readonly Flag[] = [
  {
    name: "by",
    value: "LIST",
    takesColumns: true,
    summary: "group by these columns",
    group: "Columns",
  },
  PARAM,
  FILE_COLUMN,
  ...FILE_FLAGS,
  STRICT,
  MEMORY,
  DEVICE,
  ...RUN_FLAGS,
];

/** Adds up expressions over all rows: `specol reduce 'total = sum(lgamma(x))' in.csv`. */
export const reduceCommand: Command = {
  name: "reduce",
  summary: "sum, mean, var, min, max and count, of all rows or by group",
  flags: FLAGS,
  operands: Infinity,
  help: ({ all } = { all: false }) =>
    `specol reduce: ${reduceCommand.summary}

Usage: specol reduce [options] 'NAME = sum(EXPR)' ... [INPUT ...]

The aggregates are sum, mean, var, sd, min, max and count; count() counts rows.
Arithmetic around them is exact, too: 'r = sum(x * w) / sum(w)'. For EXPR see
specol help EXPRESSIONS. Sums are exact and only results are rounded, whatever
the order of rows and the number of threads. Nulls are left out and counted.

${formatGroups({ name: "reduce", flags: FLAGS }, { all })}
${MEMORY_NOTE}
Groups that need more than --memory are refused: see docs/expressions.md.

Examples:
  specol reduce 'll = sum(lgamma(n + r) - lgamma(r))' 'rows = count()' in.csv
  specol reduce --by site,year 'mean_x = mean(log(x))' *.arrow --to csv`,
  async run(args: Arguments): Promise<void> {
    const { expressions, inputs } = sortOperands(args, {
      usage: "specol reduce 'NAME = sum(EXPR)' [INPUT], as 'total = sum(x)'",
    });
    const { parseAggregate } = await import("../plan/expression/parse_aggregate.ts");
    const by = args.options.get("by");
    if (by !== undefined) {
      (await import("../plan/columns/parse_selection.ts")).parseSelection(by, "--by");
    }
    const parameters = await parseParam(args);
    const work: ReduceWork = {
      kind: "reduce",
      parameters,
      aggregates: expressions.map(parseAggregate),
      by,
      memory: parseMemory(args),
    };
    const where = await parseCondition(args);
    const request = makeRequest(args, { work, inputs, where });
    await warnOfExpressions(work.aggregates, request);
    await runLate(request);
  },
};
