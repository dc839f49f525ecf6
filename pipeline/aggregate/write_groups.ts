import type { CsvOptions } from "../../formats/csv/dialect.ts";
import { type Format, hasArrowColumns } from "../../formats/registry.ts";
import { openTableWriter } from "../../formats/open_table.ts";
import type {
  Batch,
  ColumnValues,
  Numbers,
  OutputColumn,
  TableReader,
} from "../../formats/table.ts";
import { decodeTexts } from "../../formats/jsonl/decode_texts.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import type { FloatType } from "../../kernels/float_types.ts";
import type { GroupOutput, Reduction } from "../../plan/plan_reduce.ts";
import { listen } from "../../threads/cooperative.ts";
import { GroupCombiner } from "./combine_groups.ts";
import type { GroupTable, ListedGroups } from "./group_table.ts";
import type { KeyColumn } from "./key_column.ts";
import { GroupsReader } from "./listed_groups.ts";

/** How groups are written. */
interface WrittenGroups {
  /** The columns of keys. */
  readonly by: readonly KeyColumn[];
  readonly to: Format;
  readonly dtype?: FloatType;
  readonly csv: CsvOptions;
}

/** What the groups are of, and how they are written. */
export interface GroupsOptions extends WrittenGroups {
  readonly reductions: readonly Reduction[];
  /** What is written of each group. */
  readonly values: readonly GroupOutput[];
  /** Whether a value outside of a domain is an error. */
  readonly strict: boolean;
}

/** Groups whose order is known. */
export interface OrderedGroups {
  readonly table: GroupTable;
  readonly list: ListedGroups;
}

/** Writes groups as a table, a row for each. Returns what the user should know. */
export async function writeGroups(
  groups: OrderedGroups,
  sink: ByteSink,
  { reductions, values, strict, ...options }: GroupsOptions,
): Promise<readonly string[]> {
  const combiner = new GroupCombiner(groups.table, { reductions, values, strict });
  await writeKeys(groups, sink, {
    ...options,
    names: values.map(({ name }) => name),
    numbers: (reader, first, count) => combiner.numbers(reader, first, count),
  });
  return combiner.summaries();
}

/** Writes the keys of groups and numbers behind them, a row for each group. */
export async function writeKeys(
  { table, list }: OrderedGroups,
  sink: ByteSink,
  { by: stored, names, numbers, to, dtype: type, csv }: WrittenGroups & {
    /** The names of the numbers. */
    readonly names: readonly string[];
    /** The numbers of some groups, by name. */
    readonly numbers: (groups: GroupsReader, first: number, count: number) => readonly Numbers[];
  },
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
  const writer = await openTableWriter(to, sink, { reader, outputs, rows, type, csv });
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
  const as = to === "npy" && column.values === "texts" ? "float64" : column.as;
  // Values of JSON lines are written to JSON lines as they are.
  if (as === undefined) {
    return column.isJson && to === "jsonl" ? { ...column, typeName: "JSON" } : column;
  }
  const values = as === "int64" ? "integers" : "floats";
  return { name: column.name, typeName: as, type: as, values, as };
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
      return { values: Float64Array.from(found.values, Number), valid: found.valid };
    },
    values: (column) => keys[column],
  };
}

/** Says how many nulls were left out; nothing if there were none. */
export function describeNulls(
  nulls: readonly number[],
  reductions: readonly Reduction[],
): string | undefined {
  // What a variance is made of has one name.
  const parts = new Set(
    reductions.flatMap(({ name }, i) => nulls[i] === 0 ? [] : [`${nulls[i]} in ${name}`]),
  );
  return parts.size === 0 ? undefined : `nulls were skipped: ${[...parts].join(", ")}`;
}
