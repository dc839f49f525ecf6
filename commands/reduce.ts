import type { ReduceWork } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";
import { type Arguments, type Command, type Flag, formatGroups } from "./command.ts";
import {
  DEVICE,
  EXPRESSION_LACKS,
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
  { ...FILE_COLUMN, summary: "make each row's input file a column, for --by" },
  ...FILE_FLAGS,
  STRICT,
  MEMORY,
  DEVICE,
  ...RUN_FLAGS,
];

/** Adds up expressions over all rows: `specol reduce 'total = sum(lgamma(x))' in.csv`. */
export const reduceCommand: Command = {
  name: "reduce",
  summary: "compute sums, means, variances and counts, by group if needed",
  flags: FLAGS,
  lacks: EXPRESSION_LACKS,
  operands: Infinity,
  help: ({ all } = { all: false }) =>
    `specol reduce: ${reduceCommand.summary}

Usage: specol reduce [options] 'NAME = sum(EXPR)' ... [INPUT ...]

The aggregates are sum, mean, var, sd, min, max and count; count() counts rows.
They can be combined: 'r = sum(x * w) / sum(w)'. See specol help EXPRESSIONS for
EXPR. Sums are exact and only the result is rounded: it does not depend on the
order of rows or on the number of threads. Nulls are skipped and counted.

${formatGroups({ name: "reduce", flags: FLAGS }, { all })}
${MEMORY_NOTE}
Groups take up to twice --memory in addition. If they need more, reduce fails.

Examples:
  specol reduce 'll = sum(lgamma(n + r) - lgamma(r))' 'rows = count()' in.csv
  specol reduce --by site,year 'mean_x = mean(log(x))' *.arrow --to csv`,
  async run(args: Arguments): Promise<void> {
    const { expressions, inputs } = sortOperands(args, {
      usage: "specol reduce 'NAME = sum(EXPR)' [INPUT], such as 'total = sum(x)'",
    });
    const { parseAggregate } = await import("../plan/expression/parse_aggregate.ts");
    const by = args.options.get("by");
    if (by !== undefined) {
      (await import("../plan/columns/parse_selection.ts")).parseSelection(by, "--by");
    }
    if (by === undefined && args.options.has("types")) {
      throw new UsageError("Option --types sets the types of keys, so it needs --by");
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
