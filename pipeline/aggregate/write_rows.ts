import type { CsvOptions } from "../../formats/csv/dialect.ts";
import { type Format, hasArrowColumns } from "../../formats/registry.ts";
import type { WriteTableOptions } from "../../formats/open_table.ts";
import type {
  Batch,
  ColumnValues,
  Numbers,
  OutputColumn,
  TableReader,
  TableWriter,
} from "../../formats/table.ts";
import { decodeTexts } from "../../formats/jsonl/decode_texts.ts";
import { listen } from "../../threads/cooperative.ts";
import type { GroupTable, ListedGroups } from "./group_table.ts";
import type { KeyColumn } from "./key_column.ts";
import { GroupsReader } from "./listed_groups.ts";

/** How groups are written. */
export interface GroupRows {
  /** The columns of keys. */
  readonly by: readonly KeyColumn[];
  readonly to: Format;
  readonly csv: CsvOptions;
  /** The names of the numbers. */
  readonly names: readonly string[];
  /** The numbers of some groups, by name. */
  readonly numbers: (groups: GroupsReader, first: number, count: number) => readonly Numbers[];
}

/** Groups whose order is known. */
export interface OrderedGroups {
  readonly table: GroupTable;
  readonly list: ListedGroups;
}

/** Opens the writer of a table with such columns. */
export type OpenWriter = (
  table: Pick<WriteTableOptions, "reader" | "outputs" | "rows" | "csv">,
) => Promise<TableWriter>;

/** Writes the keys of groups and numbers after them, a row for each group. */
export async function writeRows(
  { table, list }: OrderedGroups,
  openWriter: OpenWriter,
  { by: stored, names, numbers, to, csv }: GroupRows,
): Promise<void> {
  const by = stored.map((column) => writtenColumn(column, to));
  const outputs: OutputColumn[] = [
    ...by.map(({ name }, input) => ({ name, input })),
    ...names.map((name, result) => ({ name, result, type: "float64" as const })),
  ];
  const reader: TableReader = {
    columns: by,
    read: () => Promise.resolve(undefined),
    [Symbol.dispose](): void {},
  };
  const groups = new GroupsReader(table, list);
  const rows = groups.count;
  const writer = await openWriter({ reader, outputs, rows, csv });
  for (let first = 0, count; first < rows; first += count) {
    count = groups.countFitting(first, by);
    const keys = by.map((column, i) =>
      readKeys(groups, { column, i, first, count: count!, csv, to })
    );
    await writer.write(makeBatch(keys, count), numbers(groups, first, count));
    await listen();
  }
  await writer.close();
}

/** What a column of keys is written as. An array holds only numbers. */
function writtenColumn(column: KeyColumn, to: Format): KeyColumn {
  const { name, stored, values } = column;
  if (stored !== undefined) return { name, typeName: stored, type: stored, values };
  const as = to === "npy" && column.values === "texts" ? "float64" : column.as;
  // Values of JSON lines are written to JSON lines as they are.
  if (as === undefined) {
    return column.isJson && to === "jsonl" ? { ...column, typeName: "JSON" } : column;
  }
  return { name, typeName: as, type: as, values: as === "int64" ? "integers" : "floats", as };
}

function readKeys(
  groups: GroupsReader,
  { column, i, first, count, csv, to }: {
    readonly column: KeyColumn;
    readonly i: number;
    readonly first: number;
    readonly count: number;
    readonly csv: CsvOptions;
    readonly to: Format;
  },
): ColumnValues {
  if (column.as === undefined) {
    const keys = groups.keys(i, column, first, count);
    const isDecoded = column.isJson && to !== "jsonl" && keys.kind === "texts";
    const values = isDecoded ? decodeTexts(keys) : keys;
    if (hasArrowColumns(to) && column.isBytes && values.kind === "texts") {
      checkUtf8(values.bytes, column.name);
    }
    return values;
  }
  const found = groups.keysAs(column.as, { column: i, first, rows: count, csv });
  if (found.kind !== "text") return found;
  const text = JSON.stringify(new TextDecoder().decode(found.bytes));
  const why = to === "npy" ? "npy holds only numbers: use --to csv" : "see option --types";
  throw new SyntaxError(
    `Cannot write groups by ${column.name}: the key ${text} is not ${
      column.as === "int64" ? "a whole number that int64 holds" : "a number"
    }, and ${why}`,
  );
}

/** Throws if texts are not UTF-8, which those of Arrow are. */
function checkUtf8(bytes: Uint8Array, name: string): void {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new SyntaxError(
      `Cannot write groups by ${name} as Arrow: a key is not UTF-8; write CSV, or convert the text ` +
        `first: iconv -f WINDOWS-1252 -t UTF-8 FILE`,
      { cause },
    );
  }
}

function makeBatch(keys: readonly ColumnValues[], rows: number): Batch {
  return {
    rows,
    numbers(column): Numbers {
      const found = keys[column];
      if (found.kind === "texts") throw new TypeError("Texts have no numbers");
      const { kind, values, valid } = found;
      return { values: kind === "floats" ? values : Float64Array.from(values, Number), valid };
    },
    values: (column) => keys[column],
  };
}
