import { parseSelection } from "../plan/columns/parse_selection.ts";
import { type Arguments, type Command, type Flag, formatGroups } from "./command.ts";
import {
  COLUMNS,
  DATA_NOTES,
  FILE_COLUMN,
  FILE_FLAGS,
  MEMORY_NOTE,
  RUN_FLAGS,
} from "./data_flags.ts";
import { makeRequest, parseCondition, runLate } from "./make_request.ts";

/** What options do here that differs from other commands. */
const SUMMARIES: Readonly<Record<string, string>> = {
  dtype: "type of floats; in npy, of all numbers",
  "to-null": "write TEXT for every null in CSV",
};

const FLAGS: readonly Flag[] = [
  { ...COLUMNS, summary: 'columns to write: x,"a b",3,5-7,y_*,!y_2' },
  FILE_COLUMN,
  ...FILE_FLAGS.map((flag) => ({ ...flag, summary: SUMMARIES[flag.name] ?? flag.summary })),
  ...RUN_FLAGS,
];

/**
 * Converts a table to another format without computing anything: `specol convert in.arrow -o
 * out.npy`.
 */
export const convertCommand: Command = {
  name: "convert",
  summary: "change the format of a table",
  flags: FLAGS,
  operands: Infinity,
  help: ({ all } = { all: false }) =>
    `specol convert: ${convertCommand.summary}

Usage: specol convert [options] [INPUT ...]

${formatGroups({ name: "convert", flags: FLAGS }, { all })}
${all ? `\n${DATA_NOTES}\n` : ""}
A table becomes an npy array of shape (rows) or (rows, columns), with nulls as
NaN. The first MiB of CSV decides whether an Arrow column is int64, float64 or
utf8; --types overrides this.
${MEMORY_NOTE}

Examples:
  specol convert in.arrow -c 'x,y' -o xy.npy
  specol convert in.csv --types 'zip=utf8' --to arrows | ...`,
  async run(args: Arguments): Promise<void> {
    const columns = args.options.get("columns");
    if (columns !== undefined) parseSelection(columns, "--columns");
    const where = await parseCondition(args);
    await runLate(
      makeRequest(args, { work: { kind: "convert", columns }, inputs: args.operands, where }),
    );
  },
};
