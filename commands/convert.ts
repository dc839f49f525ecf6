import { parseSelection } from "../plan/columns/parse_selection.ts";
import { type Arguments, type Command, type Flag, formatFlags } from "./command.ts";
import { COLUMNS, DATA_NOTES, FILE_FLAGS, MEMORY_NOTE, RUN_FLAGS } from "./data_flags.ts";
import { makeRequest, runLate } from "./make_request.ts";

const FLAGS: readonly Flag[] = [
  { ...COLUMNS, summary: 'the columns to write, as x,"a b",3,5-7,y_*,!y_2' },
  ...FILE_FLAGS.map((flag) =>
    flag.name === "dtype" ? { ...flag, summary: "type of floats; in npy of all numbers" } : flag
  ),
  ...RUN_FLAGS,
];

/**
 * Converts a table to another format without computing anything: `specol convert in.arrow -o
 * out.npy`.
 */
export const convertCommand: Command = {
  name: "convert",
  summary: "another format, no function",
  flags: FLAGS,
  operands: 1,
  help: () =>
    `specol convert: ${convertCommand.summary}

Usage: specol convert [options] [INPUT]

Options:
${formatFlags(FLAGS)}

${DATA_NOTES}
A table becomes npy of shape (rows) or (rows, columns), nulls NaN. CSV to Arrow:
int64, float64 or utf8 by the first MiB, an error where a cell does not fit.
${MEMORY_NOTE}

Examples:
  specol convert in.arrow -c 'x,y' -o xy.npy
  specol convert in.csv --types 'zip=utf8' --to arrows | ...`,
  async run(args: Arguments): Promise<void> {
    const columns = args.options.get("columns");
    if (columns !== undefined) parseSelection(columns, "--columns");
    await runLate(
      makeRequest(args, { work: { kind: "convert", columns }, input: args.operands[0] }),
    );
  },
};
