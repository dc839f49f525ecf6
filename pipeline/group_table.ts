import type { CsvOptions } from "../formats/csv/dialect.ts";
import { type Format, openTableWriter } from "../formats/format.ts";
import type {
  Batch,
  ColumnSpec,
  ColumnValues,
  Numbers,
  OutputColumn,
  TableReader,
} from "../formats/table.ts";
import type { ByteSink } from "../io/byte_sink.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { Reduction } from "../plan/plan_reduce.ts";
import type { Groups, Key } from "./groups.ts";

/** The groups as a table: their keys as columns that are read, their values as results. */
export interface GroupTable {
  readonly reader: TableReader;
  readonly batch: Batch;
  readonly outputs: readonly OutputColumn[];
  readonly results: readonly Numbers[];
}

/** What the groups are of, and how they are written. */
export interface GroupsOptions {
  /** The columns of keys. */
  readonly by: readonly ColumnSpec[];
  readonly reductions: readonly Reduction[];
  readonly to: Format;
  readonly dtype?: FloatType;
  readonly csv: CsvOptions;
}

/** Writes groups as a table: a row for each. */
export async function writeGroups(
  groups: Groups,
  sink: ByteSink,
  { by, reductions, to, dtype: type, csv }: GroupsOptions,
): Promise<void> {
  const { reader, batch, outputs, results } = makeGroupTable(groups, { by, reductions });
  const writer = await openTableWriter(to, sink, {
    ...{ reader, outputs, rows: batch.rows, type, csv },
  });
  await writer.write(batch, results);
  await writer.close();
}

/** Says how many nulls were left out; nothing if there were none. */
export function describeNulls(
  groups: Groups,
  reductions: readonly Reduction[],
): string | undefined {
  const nulls = reductions.flatMap(({ name }, i) =>
    groups.nulls(i) === 0 ? [] : [`${groups.nulls(i)} in ${name}`]
  );
  return nulls.length === 0 ? undefined : `nulls were left out: ${nulls.join(", ")}`;
}

/** Makes a table of groups: a row for each. */
export function makeGroupTable(
  groups: Groups,
  { by, reductions }: { by: readonly ColumnSpec[]; reductions: readonly Reduction[] },
): GroupTable {
  const values = by.map((column, i) => keyValues(groups.keys(i), column));
  const results = reductions.map((_, i) => numbersOf(groups.values(i)));
  const rows = results[0].values.length;
  const batch: Batch = {
    rows,
    numbers(column): Numbers {
      const found = values[column];
      if (found.kind === "texts") throw new TypeError("Texts have no numbers");
      return { values: Float64Array.from(found.values, Number), valid: found.valid };
    },
    values: (column) => values[column],
  };
  const columns = by.map((column, i) => ({ ...column, values: values[i].kind }));
  const reader: TableReader = {
    columns,
    read: () => Promise.resolve(undefined),
    [Symbol.dispose](): void {},
  };
  const outputs: OutputColumn[] = [
    ...by.map(({ name }, input) => ({ name, input })),
    ...reductions.map(({ name }, result) => ({ name, result, type: "float64" as const })),
  ];
  return { reader, batch, outputs, results };
}

function numbersOf(found: readonly (number | undefined)[]): Numbers {
  const values = Float64Array.from(found, (value) => oneNaN(value ?? NaN));
  return { values, valid: validOf(found.map((value) => value !== undefined)) };
}

/**
 * Returns the one NaN for every NaN. Their bits depend on the processor and on the order of
 * additions: infinity - infinity has the sign bit on x86.
 */
function oneNaN(value: number): number {
  return Number.isNaN(value) ? NaN : value;
}

/** Keys as values of the column that they come from. */
function keyValues(keys: readonly Key[], { type }: ColumnSpec): ColumnValues {
  const valid = validOf(keys.map((key) => key !== null));
  if (keys.some((key) => typeof key === "string")) return textValues(keys, valid);
  if (type === "int64" || type === "uint64") {
    const Integers = type === "int64" ? BigInt64Array : BigUint64Array;
    const values = Integers.from(keys.map((key) => BigInt(key ?? 0)));
    return { kind: "integers", values, valid };
  }
  const arrays = {
    int8: Int8Array,
    int16: Int16Array,
    int32: Int32Array,
    uint8: Uint8Array,
    uint16: Uint16Array,
    uint32: Uint32Array,
  };
  const numbers = keys.map((key) => oneNaN(Number(key ?? 0)));
  if (type !== undefined && Object.hasOwn(arrays, type)) {
    return { kind: "integers", values: arrays[type as keyof typeof arrays].from(numbers), valid };
  }
  if (type === undefined) return textValues(keys, valid);
  const Floats = type === "float32"
    ? Float32Array
    : type === "float16"
    ? Float16Array
    : Float64Array;
  return { kind: "floats", values: Floats.from(numbers), valid };
}

function textValues(keys: readonly Key[], valid: Uint8Array | undefined): ColumnValues {
  const texts = keys.map((key) => new TextEncoder().encode(key === null ? "" : String(key)));
  const offsets = new Int32Array(texts.length + 1);
  texts.forEach((text, i) => offsets[i + 1] = offsets[i] + text.length);
  const bytes = new Uint8Array(offsets.at(-1)!);
  texts.forEach((text, i) => bytes.set(text, offsets[i]));
  return { kind: "texts", offsets, bytes, valid };
}

/** Makes one bit for each row, 0 for null; missing if no row is null. */
function validOf(isThere: readonly boolean[]): Uint8Array | undefined {
  if (isThere.every(Boolean)) return undefined;
  const valid = new Uint8Array(Math.ceil(isThere.length / 8));
  isThere.forEach((is, i) => valid[i >> 3] |= Number(is) << (i & 7));
  return valid;
}
