import { headerHint } from "../../formats/csv/header.ts";
import type { CsvOptions } from "../../formats/csv/dialect.ts";
import { isText } from "../../formats/registry.ts";
import { openTableReader, type ReadTableOptions } from "../../formats/open_table.ts";
import type { ColumnSpec, FileTableReader, TableReader } from "../../formats/table.ts";
import { selectColumns } from "../../plan/columns/select_columns.ts";
import { withHint } from "../../plan/usage_error.ts";
import type { WherePlan } from "../../plan/plan_where.ts";
import type { Run } from "../run.ts";
import { keepsMembers } from "./keeps_members.ts";
import type { KeptReader } from "./kept_reader.ts";
import type { MultiReader, MultiReaderOptions } from "./multi_reader.ts";

/** The first input of a run, whose columns are known. */
export interface FirstInput extends Disposable {
  readonly reader: FileTableReader;
  /** What may be wrong with the header of a text, if it looks like something else. */
  readonly hint?: string;
  /** How the other inputs are read, too. */
  readonly options: ReadTableOptions & { readonly count: (bytes: number) => void };
}

/** Opens the first input of a run as a table. */
export async function openFirstInput(
  { request: { chunkSize, work }, input: { source, directInput }, from, countRead }: Run,
  csv: CsvOptions,
): Promise<FirstInput> {
  const hintOf = (columns: readonly ColumnSpec[]): string | undefined =>
    isText(from) ? headerHint(columns, csv) : undefined;
  const select: typeof selectColumns = (columns, selection) =>
    withHint(hintOf(columns), () => selectColumns(columns, selection));
  const options = {
    chunkSize,
    csv,
    selectColumns: select,
    count: countRead,
    skipsUnknown: !keepsMembers(work),
  };
  const reader = await openTableReader(from, source, { ...options, ...directInput });
  return {
    reader,
    options,
    hint: hintOf(reader.columns),
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}

/** How the inputs of a run become one table. */
export interface InputTableOptions extends
  Pick<
    MultiReaderOptions,
    "hasFileColumn" | "passed" | "passedAs" | "keepsBatches" | "rows"
  > {
  /** What decides which rows are kept; all are if omitted. */
  readonly where?: WherePlan;
}

/** The inputs of a run as one table, or the piece of them that the run reads. */
export interface InputTable extends AsyncDisposable {
  readonly reader: TableReader;
  /** Reads several inputs, or one whose name is a column; missing if one input is read as it is. */
  readonly several?: MultiReader;
  /** Leaves out rows; missing if all are kept. */
  readonly kept?: KeptReader;
  /** Rows of a batch, at most, if its length can be chosen. */
  readonly rows?: number;
  /** What messages call a row, counted from the first one that is read and kept. */
  locate(row: number): string;
}

/**
 * Joins the inputs of a run to one table, and leaves only the piece that the run reads, and the rows
 * that are kept.
 */
export async function openInputTable(
  run: Run,
  first: FirstInput,
  { where, ...options }: InputTableOptions,
): Promise<InputTable> {
  const table = await joinInputs(run, first, options);
  if (where === undefined) return table;
  const { KeptReader } = await import("./kept_reader.ts");
  const kept = new KeptReader(table.reader, where);
  return { ...table, reader: kept, kept, locate: (row) => table.locate(kept.placeOf(row)) };
}

async function joinInputs(
  { input, from, more = [], part }: Run,
  { reader: first, options: readOptions }: FirstInput,
  options: Omit<InputTableOptions, "where">,
): Promise<InputTable> {
  await using opened = new AsyncDisposableStack();
  const { source } = input;
  const { hasFileColumn, keepsBatches, rows } = options;
  // Several inputs limit the rows of each by its name (multi_reader.ts).
  const limited = hasFileColumn && rows !== undefined
    ? (await import("./multi_reader.ts")).limitRows(rows, source.name)
    : rows;
  const piece = await part?.narrow({
    index: 0,
    input,
    keepsBatches,
    narrow: (piece) => first.narrow(piece, limited),
  });
  if (piece !== undefined) opened.use(piece);
  const rowsBefore = piece?.rowsBefore ?? 0;
  if (more.length === 0 && !hasFileColumn) {
    const kept = opened.move();
    return {
      reader: first,
      rows,
      locate: (row) => `row ${rowsBefore + row + 1} of ${source.name}`,
      [Symbol.asyncDispose]: () => kept.disposeAsync(),
    };
  }
  const { MultiReader } = await import("./multi_reader.ts");
  const several = opened.use(
    new MultiReader({
      ...readOptions,
      ...options,
      first: { reader: first, name: source.name, format: from },
      more,
      part,
      rows: limited,
      rowsBefore,
    }),
  );
  const kept = opened.move();
  return {
    reader: several,
    several,
    rows: limited,
    locate: (row) => several.locate(row),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
