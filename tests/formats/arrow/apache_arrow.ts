// deno-lint-ignore-file no-explicit-any -- it has many types, and is imported late

// Most JavaScript programs hold their tables in apache-arrow. Only these tests download it. Its
// hash is in tests/deno.lock.
const APACHE_ARROW = "npm:apache-arrow@21.2.0";

/**
 * What is used of apache-arrow: its types by their names, and what makes, writes and reads tables.
 */
export interface ApacheArrow {
  readonly [type: string]: any;
  tableFromIPC(bytes: Uint8Array): ApacheTable;
  tableToIPC(table: ApacheTable, container: "file" | "stream"): Uint8Array<ArrayBuffer>;
}

/** A table of apache-arrow. */
export interface ApacheTable {
  readonly schema: {
    readonly fields: readonly { readonly name: string; readonly type: unknown }[];
  };
  readonly batches: readonly { readonly numRows: number }[];
  readonly numRows: number;
  getChildAt(column: number): Iterable<unknown>;
  slice(first: number, end: number): ApacheTable;
}

/** Loads it. */
export async function loadApacheArrow(): Promise<ApacheArrow> {
  return await import(APACHE_ARROW);
}

/** The columns of a table as it shows them: name, type and values. */
export function showTable(table: ApacheTable): unknown[] {
  return table.schema.fields.map(({ name, type }, i) => [
    name,
    String(type),
    Array.from(table.getChildAt(i), plain),
  ]);
}

/** The rows of each batch. */
export function batchRows(table: ApacheTable): number[] {
  return table.batches.map(({ numRows }) => numRows);
}

// Rows of structures and maps are views of the table, which cannot be compared.
function plain(value: any): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array, String);
  if (typeof value?.toJSON === "function") return plain(value.toJSON());
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
}

/**
 * A column of every type that it has: the type, some values, and their cells where CSV has such.
 */
export function everyType(
  a: ApacheArrow,
): [name: string, type: any, values: any[], cells?: string[]][] {
  const field = (name: string, type: any): any => new a.Field(name, type, true);
  const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);
  const words = (...values: number[]): Int32Array => new Int32Array(values);
  const long = "a text of more than twelve bytes, ü";
  const structure = new a.Struct([field("p", new a.Int32()), field("q", new a.Utf8())]);
  const entries = new a.Struct([new a.Field("key", new a.Utf8()), field("value", new a.Int32())]);
  const texts: [any[], string[]] = [["a", null, "", long], ["a", "", '""', `"${long}"`]];
  const binaries = [bytes(1, 2), null, bytes(), new Uint8Array(40).fill(7)];
  const day = 86_400_000;
  return [
    ["null", new a.Null(), [null, null, null, null], ["", "", "", ""]],
    ["bool", new a.Bool(), [true, null, false, true], ["true", "", "false", "true"]],
    ["int8", new a.Int8(), [-128, null, 127, 0], ["-128", "", "127", "0"]],
    ["int16", new a.Int16(), [-32768, null, 32767, 0], ["-32768", "", "32767", "0"]],
    ["int32", new a.Int32(), [-(2 ** 31), null, 5, 0], ["-2147483648", "", "5", "0"]],
    ["int64", new a.Int64(), [-(2n ** 63n), null, 5n, 0n], ["-9223372036854775808", "", "5", "0"]],
    ["uint8", new a.Uint8(), [255, null, 1, 0], ["255", "", "1", "0"]],
    ["uint16", new a.Uint16(), [65535, null, 1, 0], ["65535", "", "1", "0"]],
    ["uint32", new a.Uint32(), [2 ** 32 - 1, null, 1, 0], ["4294967295", "", "1", "0"]],
    ["uint64", new a.Uint64(), [2n ** 64n - 1n, null, 1n, 0n], [
      "18446744073709551615",
      "",
      "1",
      "0",
    ]],
    ["float16", new a.Float16(), [1.5, null, -2, 0.1], ["1.5", "", "-2", "0.1"]],
    ["float32", new a.Float32(), [0.1, null, 3, -0], ["0.1", "", "3", "-0"]],
    ["float64", new a.Float64(), [0.1, null, 5e-324, -0], ["0.1", "", "5e-324", "-0"]],
    ["utf8", new a.Utf8(), ...texts],
    ["large_utf8", new a.LargeUtf8(), ...texts],
    ["utf8_view", new a.Utf8View(), ...texts],
    ["binary", new a.Binary(), binaries],
    ["large_binary", new a.LargeBinary(), binaries],
    ["binary_view", new a.BinaryView(), binaries],
    ["fixed", new a.FixedSizeBinary(2), [bytes(1, 2), null, bytes(3, 4), bytes(0, 0)]],
    [
      "decimal",
      new a.Decimal(2, 10, 128),
      [words(123, 0, 0, 0), null, words(-1, -1, -1, -1), words(0, 0, 0, 0)],
      ["1.23", "", "-0.01", "0.00"],
    ],
    ["date32", new a.DateDay(), dates(0, 59 * day, -day), [
      "1970-01-01",
      "",
      "1970-03-01",
      "1969-12-31",
    ]],
    ["date64", new a.DateMillisecond(), dates(0, 59 * day, -day), [
      "1970-01-01",
      "",
      "1970-03-01",
      "1969-12-31",
    ]],
    ["time_s", new a.TimeSecond(), [1, null, 86399, 0], ["00:00:01", "", "23:59:59", "00:00:00"]],
    ["time_ms", new a.TimeMillisecond(), [1, null, 0, 2], [
      "00:00:00.001",
      "",
      "00:00:00.000",
      "00:00:00.002",
    ]],
    ["time_us", new a.TimeMicrosecond(), [1n, null, 0n, 2n], [
      "00:00:00.000001",
      "",
      "00:00:00.000000",
      "00:00:00.000002",
    ]],
    ["time_ns", new a.TimeNanosecond(), [1n, null, 0n, 2n], [
      "00:00:00.000000001",
      "",
      "00:00:00.000000000",
      "00:00:00.000000002",
    ]],
    ["timestamp_s", new a.TimestampSecond(), [1000, null, 0, 2000], [
      "1970-01-01T00:00:01",
      "",
      "1970-01-01T00:00:00",
      "1970-01-01T00:00:02",
    ]],
    ["timestamp_ms", new a.TimestampMillisecond("Europe/Berlin"), [1, null, 0, 2], [
      "1970-01-01T00:00:00.001Z",
      "",
      "1970-01-01T00:00:00.000Z",
      "1970-01-01T00:00:00.002Z",
    ]],
    ["timestamp_us", new a.TimestampMicrosecond(), [1, null, 0, 2], [
      "1970-01-01T00:00:00.001000",
      "",
      "1970-01-01T00:00:00.000000",
      "1970-01-01T00:00:00.002000",
    ]],
    ["timestamp_ns", new a.TimestampNanosecond(), [1, null, 0, 2], [
      "1970-01-01T00:00:00.001000000",
      "",
      "1970-01-01T00:00:00.000000000",
      "1970-01-01T00:00:00.002000000",
    ]],
    ["year_month", new a.IntervalYearMonth(), [words(1, 2), null, words(3, 4), words(0, 0)]],
    ["day_time", new a.IntervalDayTime(), [words(1, 2), null, words(3, 4), words(0, 0)]],
    ["month_day_nano", new a.IntervalMonthDayNano(), [
      words(1, 2, 3, 4),
      null,
      words(5, 6, 7, 8),
      words(0, 0, 0, 0),
    ]],
    ["duration_s", new a.DurationSecond(), [1n, null, 2n, 3n]],
    ["duration_ms", new a.DurationMillisecond(), [1n, null, 2n, 3n]],
    ["duration_us", new a.DurationMicrosecond(), [1n, null, 2n, 3n]],
    ["duration_ns", new a.DurationNanosecond(), [1n, null, 2n, 3n]],
    ["list", new a.List(field("item", new a.Int32())), [[1, 2], null, [], [3, null]]],
    ["large_list", new a.LargeList(field("item", new a.Utf8())), [["a"], null, [], ["b", "c"]]],
    ["fixed_list", new a.FixedSizeList(2, field("item", new a.Float64())), [[1, 2], null, [3, 4], [
      5,
      6,
    ]]],
    ["struct", structure, [{ p: 1, q: "x" }, null, { p: 2, q: null }, { p: 3, q: "" }]],
    ["map", new a.Map_(new a.Field("entries", entries)), [
      new Map([["k", 1]]),
      null,
      new Map(),
      new Map([["l", 2]]),
    ]],
    ["dictionary", new a.Dictionary(new a.Utf8(), new a.Int8(), 100), ["a", null, "b", "a"], [
      "a",
      "",
      "b",
      "a",
    ]],
    ["dictionary_int", new a.Dictionary(new a.Int64(), new a.Uint16(), 101), [5n, null, 7n, 5n], [
      "5",
      "",
      "7",
      "5",
    ]],
    ["nested", new a.List(field("item", new a.Dictionary(new a.Utf8(), new a.Int32(), 102))), [
      ["a", "b"],
      null,
      [],
      ["a"],
    ]],
  ];
  function dates(...values: number[]): any[] {
    const [first, ...others] = values.map((value) => new Date(value));
    return [first, null, ...others];
  }
}
