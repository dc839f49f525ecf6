import type { ByteSource } from "../../io/byte_source.ts";
import { COMMAND_LINE, type OptionLabels } from "../option_labels.ts";
import { MAX_COLUMNS } from "../table.ts";
import { CellReader } from "../csv/cell_reader.ts";
import { declaredTypes, inferType, type SelectColumns } from "../csv/column_types.ts";
import type { CsvOptions } from "../csv/dialect.ts";
import type { OpenRecords } from "../csv/opened_records.ts";
import { findKinds, readSample } from "../csv/sample_columns.ts";
import type { CsvTable } from "../csv/table_batch.ts";
import { CsvTableReader } from "../csv/table_reader.ts";
import { encodeNulls } from "./encode_nulls.ts";
import { nameOf } from "./find_names.ts";
import { formatMisfit, formatProblem, formatUnknown, showValue } from "./format_problem.ts";
import { JSON_SYNTAX, openJsonlInput } from "./jsonl_input.ts";
import { encodeNames } from "./member_names.ts";

/** How JSON lines are read as a table. */
export interface JsonlReaderOptions {
  readonly csv: CsvOptions;
  /** Approximate number of bytes of a batch. */
  readonly chunkSize: number;
  /** The names of settings in messages; those of the command line by default. */
  readonly names?: OptionLabels;
  readonly selectColumns: SelectColumns;
  /** Whether members that are no columns are passed over, and not refused; false if omitted. */
  readonly skipsUnknown?: boolean;
}

/**
 * Opens JSON lines as a table. Its columns are the members of the objects in the first MiB, and their
 * types are inferred or declared as those of CSV. A member that an object does not have is null
 * where it is not computed.
 */
export async function openJsonlTable(
  source: ByteSource,
  { csv, chunkSize, selectColumns, skipsUnknown = false, names = COMMAND_LINE }: JsonlReaderOptions,
): Promise<CsvTableReader> {
  const records = await openJsonlInput(source, { chunkSize, isSampled: true });
  const { columns } = records;
  if (columns.length === 0) {
    throw new SyntaxError(
      `Cannot read ${source.name} as a table: its first objects have no members`,
    );
  }
  if (columns.length > MAX_COLUMNS) {
    throw new SyntaxError(
      `Cannot read ${source.name} as a table: its objects have ${columns.length} members, at most ` +
        `${MAX_COLUMNS} can go to other formats`,
    );
  }
  const declared = declaredTypes(columns, {
    rules: csv.types ?? [],
    from: source.name,
    option: names.types(),
    selectColumns,
  });
  const cells = openValues(records, csv);
  const ahead = await readSample(records);
  const kinds = findKinds(ahead, cells);
  const table: CsvTable = {
    columns: columns.map(({ name }, i) => ({
      name,
      type: declared[i] ?? inferType(kinds[i]),
      declared: declared[i] !== undefined,
    })),
    cells,
    onInvalid: csv.onInvalid,
    formatProblem,
    formatMisfit,
    showValue,
    formatUnknown: skipsUnknown
      ? undefined
      : (name, line) => formatUnknown(nameOf(name), { line, from: source.name }),
    noted: { invalid: { counts: new Map() }, rounded: { counts: new Map() } },
    linesBefore: () => records.lines,
    place: {
      name: source.name,
      columns: columns.length,
      header: false,
      names,
      quote: "none",
    },
  };
  return new CsvTableReader(records, { table, ahead, options: { csv, format: "jsonl" } });
}

/** Makes what finds the values of members. */
export function openValues({ columns }: OpenRecords, csv: CsvOptions): CellReader {
  return new CellReader({
    columns: columns.length,
    delimiter: 0,
    decimal: ".".charCodeAt(0),
    nulls: encodeNulls(csv),
    comment: new Uint8Array(),
    syntax: JSON_SYNTAX,
    names: encodeNames(columns.map(({ name }) => name)),
  });
}
