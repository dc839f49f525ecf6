import type { CsvOptions } from "../../formats/csv/dialect.ts";
import type { Format } from "../../formats/registry.ts";
import type { ColumnValues } from "../../formats/table.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import type { FloatType } from "../../kernels/float_types.ts";
import type { GroupOutput, Reduction } from "../../plan/plan_reduce.ts";
import { listen } from "../../threads/cooperative.ts";
import type { PieceIdentity } from "../concat/manifest.ts";
import { ownHeader, ownLine } from "../concat/json_lines_header.ts";
import type { GroupTable, WrittenState } from "./group_table.ts";
import { isFloat, type KeyColumn, NUMBER_ARRAYS, numberTypeOf } from "./key_column.ts";
import { GroupsReader } from "./listed_groups.ts";
import { sumText, writeSum } from "./sum_text.ts";
import type { OrderedGroups } from "./write_rows.ts";

// The sums of a piece, as lines of JSON with checksums: a header, a line for each group and a last
// one, without which the file is incomplete. docs/scale.md explains what is in them.

/** The version of the format of reductions. Other versions are refused. */
export const REDUCTION_VERSION = 4;

/** The first line: what is added up, and how the joined result is written. */
export interface ReductionHeader extends PieceIdentity {
  /** The columns of keys. */
  readonly by: readonly KeyColumn[];
  readonly reductions: readonly Reduction[];
  readonly values: readonly GroupOutput[];
  readonly strict: boolean;
  readonly to: Format;
  readonly dtype?: FloatType;
  readonly csv: CsvOptions;
}

/** The last line: how much comes before it. */
export interface ReductionEnd {
  readonly groups: number;
  readonly rows: number;
  /** How many rows have no value, for each reduction. */
  readonly nulls: readonly number[];
}

/** Writes what is known of the groups of a piece. */
export async function writeReduction(
  sink: ByteSink,
  header: ReductionHeader,
  { groups: { table, list }, rows }: { groups: OrderedGroups; rows: number },
): Promise<void> {
  const { types: _, ...csv } = header.csv;
  const { by, reductions } = header;
  const write = (lines: readonly string[]): Promise<void> =>
    sink.write(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
  const first = { version: REDUCTION_VERSION, ...header, csv };
  await write([ownHeader("reduction", first)]);
  const groups = new GroupsReader(table, list);
  for (let row = 0, count; row < groups.count; row += count) {
    count = Math.min(LINES, groups.countFitting(row, by));
    const keys = by.map((column, i) => groups.keys(i, column, row, count!));
    const records = groups.records(row, count);
    await write(Array.from(records, (record, i) =>
      ownLine({
        keys: keys.map((column) => writeKey(column, i)),
        values: reductions.map(({ aggregate }, j) =>
          writeState(aggregate, table.stateOf(record, j))
        ),
      })));
    await listen();
  }
  const end: ReductionEnd = { groups: groups.count, rows, nulls: table.nulls };
  await write([ownLine(end)]);
}

/** Groups that are written at a time; a multiple of the bits of a byte. */
const LINES = 512;

/** Adds the line of a group to a table. Throws if the line is something else. */
export function addLine(
  table: GroupTable,
  line: unknown,
  { by, reductions }: Pick<ReductionHeader, "by" | "reductions">,
): void {
  const { keys, values } = Object(line) as { keys?: unknown; values?: unknown };
  if (
    !Array.isArray(keys) || keys.length !== by.length ||
    !Array.isArray(values) || values.length !== reductions.length
  ) {
    throw new SyntaxError(
      "this group does not match the keys and values declared in the first line",
    );
  }
  const record = table.findGroup(packKeys(keys.map((key, i) => readKey(key, by[i]))));
  const states = reductions.map(({ aggregate }, i) => readState(aggregate, values[i]));
  table.merge(record, (views) => states.forEach((write, i) => write(views[i])));
}

/**
 * Bytes of the head of a long part of a key, and the beginning of such a head, as in
 * kernels/assembly/groups/keys.ts.
 */
const LONG_HEAD = 5;
const LONG = 254;
const NULL = 255;

/** Packs the parts of a key; null where there is none. */
function packKeys(parts: readonly (Uint8Array | null)[]): Uint8Array {
  if (parts.length === 0) return Uint8Array.of(0);
  const packed = parts.map((part) => {
    if (part === null) return Uint8Array.of(NULL);
    const isLong = part.length >= LONG;
    const all = new Uint8Array((isLong ? LONG_HEAD : 1) + part.length);
    all[0] = isLong ? LONG : part.length;
    if (isLong) new DataView(all.buffer).setUint32(1, part.length, true);
    all.set(part, all.length - part.length);
    return all;
  });
  const key = new Uint8Array(packed.reduce((sum, { length }) => sum + length, 0));
  packed.reduce((at, part) => (key.set(part, at), at + part.length), 0);
  return key;
}

// JSON has neither bytes, integers of 64 bits, nor NaN, infinities and -0. So keys that are not
// UTF-8 are written as bytes in hexadecimal, and numbers as texts.

function writeKey(column: ColumnValues, row: number): unknown {
  const { valid } = column;
  if (valid !== undefined && (valid[row >> 3] >> (row & 7) & 1) === 0) return null;
  if (column.kind === "integers") return String(column.values[row]);
  if (column.kind === "floats") return writeFloat(column.values[row]);
  const text = column.bytes.subarray(column.offsets[row], column.offsets[row + 1]);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    return { hex: text.toHex() };
  }
}

function readKey(key: unknown, column: KeyColumn): Uint8Array | null {
  if (key === null) return null;
  const type = numberTypeOf(column);
  if (type === undefined) {
    if (typeof key === "string") return new TextEncoder().encode(key);
    const { hex } = Object(key) as { hex?: unknown };
    if (typeof hex !== "string") throw new SyntaxError("a key of this group is not one");
    return Uint8Array.fromHex(hex);
  }
  if (typeof key !== "string") throw new SyntaxError("a key of this group is not one");
  if (isFloat(type)) {
    const Floats = NUMBER_ARRAYS[type] as typeof Float64Array;
    return new Uint8Array(Floats.of(readFloat(key)).buffer);
  }
  if (!/^-?\d+$/.test(key)) throw new SyntaxError(`${JSON.stringify(key)} is not an integer`);
  const isLong = type === "int64" || type === "uint64";
  const array = isLong
    ? NUMBER_ARRAYS[type].of(BigInt(key))
    : (NUMBER_ARRAYS[type] as typeof Int32Array).of(Number(key));
  if (String(array[0]) !== key) throw new SyntaxError(`${key} does not fit ${type}`);
  return new Uint8Array(array.buffer);
}

/** Where the count is in the state of a mean, and in that of an extreme value. */
const MEAN_COUNT = 16;
const EXTREME_COUNT = 8;

function writeState(aggregate: Reduction["aggregate"], state: DataView): unknown {
  switch (aggregate) {
    case "sum":
      return { sum: sumText(state) };
    case "mean":
      return { sum: sumText(state), count: String(state.getBigUint64(MEAN_COUNT, true)) };
    case "count":
      return { count: String(state.getBigUint64(0, true)) };
    default: {
      const count = String(state.getBigUint64(EXTREME_COUNT, true));
      return count === "0" ? { count } : { count, value: writeFloat(state.getFloat64(0, true)) };
    }
  }
}

/** Reads the state of a value. Returns what writes it into memory. */
function readState(
  aggregate: Reduction["aggregate"],
  value: unknown,
): (written: WrittenState) => void {
  const { sum, count, value: extreme } = Object(value) as Record<string, unknown>;
  const rows = aggregate === "sum" ? 0n : readCount(count);
  if (aggregate === "count") return ({ state }) => state.setBigUint64(0, rows, true);
  if (aggregate === "min" || aggregate === "max") {
    const number = rows === 0n ? 0 : readFloat(extreme);
    return ({ state }) => {
      state.setFloat64(0, number, true);
      state.setBigUint64(EXTREME_COUNT, rows, true);
    };
  }
  if (typeof sum !== "string") throw new SyntaxError("a value of this group has no sum");
  // The text is checked before memory is touched.
  const tried = new DataView(new ArrayBuffer(512));
  writeSum(sum, { state: tried, long: tried, whole: tried });
  return (written) => {
    writeSum(sum, written);
    if (aggregate === "mean") written.state.setBigUint64(MEAN_COUNT, rows, true);
  };
}

function readCount(text: unknown): bigint {
  if (typeof text === "string" && /^\d{1,18}$/.test(text)) return BigInt(text);
  throw new SyntaxError("a value of this group has no count");
}

/** The shortest text that reads back as the same float64. */
function writeFloat(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function readFloat(text: unknown): number {
  const value = Number(text);
  if (typeof text !== "string" || text === "" || Number.isNaN(value) && text !== "NaN") {
    throw new SyntaxError(`${JSON.stringify(text)} is not a number`);
  }
  return value;
}
