import { assert, assertEquals, assertObjectMatch, assertRejects, assertThrows } from "@std/assert";
import type { ArrowBatch, MessageColumns } from "../../../formats/arrow/decode/batch.ts";
import { ArrowReader } from "../../../formats/arrow/decode/reader.ts";
import type { Batch, Numbers } from "../../../formats/table.ts";
import { writeTable } from "../../../streams/write_table.ts";
import { memorySource } from "../../../support/memory.ts";
import { sample } from "../../../support/arrow_samples.ts";

type Value = number | bigint | null;

// As in tools/arrow_samples.py.
const NUMBERS: Readonly<Record<string, readonly Value[]>> = {
  float16: [0, null, 1.5, NaN, -65504],
  float32: [null, -0, Math.fround(0.1), Infinity, Math.fround(1e-45)],
  float64: [0, 5e-324, null, null, -Number.MAX_VALUE],
  int8: [null, 127, -128, 0, 1],
  int16: [-(2 ** 15), null, 2 ** 15 - 1, 0, 1],
  int32: [-(2 ** 31), 2 ** 31 - 1, null, 0, 1],
  int64: [-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n, null, -(2n ** 53n) - 3n],
  uint8: [0, 255, 1, 2, null],
  uint16: [0, null, 2 ** 16 - 1, 2, 1],
  uint32: [0, 2 ** 32 - 1, null, 2, 1],
  uint64: [2n ** 64n - 1n, 2n ** 63n + 1025n, 2n ** 53n + 1n, null, 0],
};
const RANGES = [[0, 15], [3, 12], [0, 0], [14, 15]];

function valuesOf({ values, valid }: Numbers): (number | null)[] {
  return Array.from(
    values,
    (value, i) => valid === undefined || (valid[i >> 3] >> (i & 7) & 1) === 1 ? value : null,
  );
}

async function readAll(reader: ArrowReader, column: number): Promise<(number | null)[][]> {
  const batches = [];
  for (let batch = await reader.read(); batch !== undefined; batch = await reader.read()) {
    batches.push(valuesOf(batch.numbers(column)));
  }
  return batches;
}

Deno.test("every type of number is read, with its nulls, however the bytes come", async (t) => {
  const names = ["numbers", "numbers_old", "numbers_lz4", "numbers_zstd"];
  for (const name of names.flatMap((name) => [`${name}.arrow`, `${name}.arrows`])) {
    await t.step(name, async () => {
      const count = /lz4|zstd/.test(name) ? 2 : 4;
      for (const atATime of [undefined, 1, 7, 4096]) {
        for (const [column, [type, values]] of Object.entries(NUMBERS).entries()) {
          using reader = await ArrowReader.open(memorySource(sample(name), atATime));
          assertObjectMatch(reader.columns[column], { name: type, typeName: type, type });
          const all = [...values, ...values, ...values]
            .map((value) => value === null ? null : Number(value)); // correctly rounded
          const expected = RANGES.slice(0, count).map(([start, end]) => all.slice(start, end));
          assertEquals(await readAll(reader, column), expected, `${type} by ${atATime}`);
        }
      }
    });
  }
});

Deno.test("a column without nulls has no bits for them", async () => {
  using reader = await ArrowReader.open(memorySource(sample("numbers.arrow")));
  const batch = await reader.read();
  assertEquals(batch?.numbers(11).valid, undefined);
});

Deno.test("numbers are the caller's: computing in place changes nothing", async () => {
  for (const name of ["numbers.arrow", "numbers_lz4.arrow", "numbers_zstd.arrow"]) {
    using reader = await ArrowReader.open(memorySource(sample(name)));
    const batch = await reader.read();
    for (let column = 0; column < 12; column++) {
      const numbers = batch!.numbers(column);
      const before = valuesOf(numbers);
      numbers.values.fill(7);
      numbers.valid?.fill(0);
      assertEquals(valuesOf(batch!.numbers(column)), before);
    }
  }
});

Deno.test("columns that are not plain numbers say what they are, and are not read as such", async () => {
  using reader = await ArrowReader.open(memorySource(sample("mixed.arrow")));
  assertEquals(Object.fromEntries(reader.columns.map(({ name, typeName }) => [name, typeName])), {
    utf8: "utf8",
    large_utf8: "large_utf8",
    utf8_view: "utf8_view",
    binary_view: "binary_view",
    bool: "bool",
    null: "null",
    date: "date32",
    timestamp: "timestamp[ns, Europe/Berlin]",
    duration: "duration[us]",
    interval: "interval[month_day_nano]",
    decimal: "decimal128(5, 2)",
    fixed: "fixed_size_binary[3]",
    list: "list<int32>",
    list_view: "list_view<utf8_view>",
    fixed_list: "fixed_size_list<float64>[2]",
    struct: "struct<int64, utf8>",
    map: "map<struct<utf8, int32>>",
    sparse_union: "sparse_union<int64, utf8>",
    dense_union: "dense_union<int64, utf8>",
    runs: "run_end_encoded<int32, utf8>",
    dictionary: "dictionary<utf8>",
    nested: "list<dictionary<utf8>>",
    uuid: "extension<arrow.uuid, fixed_size_binary[16]>",
    x: "float64",
  });
  const numbers = reader.columns.filter(({ type }) => type !== undefined);
  assertEquals(numbers.map(({ name, type }) => [name, type]), [
    ["duration", "int64"],
    ["decimal", "decimal"],
    ["x", "float64"],
  ]);
  assertEquals(reader.columns.filter(({ asked }) => asked).map(({ name }) => name), ["bool"]);
  const batch = await reader.read();
  assertThrows(
    () => batch!.numbers(0),
    TypeError,
    'Cannot read x.arrow: batch 1, byte 3920: column "utf8" holds utf8, expected numbers',
  );
});

Deno.test("a table without batches and one without columns are read", async () => {
  for (const ending of ["arrow", "arrows"]) {
    using empty = await ArrowReader.open(memorySource(sample(`no_batches.${ending}`)));
    assertEquals(empty.columns.length, 2);
    assertEquals(await empty.read(), undefined);
    assertEquals(await empty.read(), undefined);
    using none = await ArrowReader.open(memorySource(sample(`no_columns.${ending}`)));
    assertEquals(none.columns, []);
    assertEquals((await none.read())?.rows, 3);
    assertEquals(await none.read(), undefined);
  }
});

Deno.test("what is not Arrow is refused with what it is", async () => {
  const text = new TextEncoder();
  const cases: [Uint8Array, string][] = [
    [new Uint8Array(0), "Cannot read x.arrow: it is empty, expected an Arrow file or stream"],
    [
      text.encode("x,y\n1,2\n3,4\n"),
      "Cannot read x.arrow: not an Arrow file or stream: it is text",
    ],
    [
      text.encode("PAR1\0\0\0\0"),
      "Cannot read x.arrow: not an Arrow file or stream: it is a Parquet",
    ],
    [text.encode("ARR"), "Cannot read x.arrow: it ends at byte 3"],
  ];
  for (const [bytes, message] of cases) {
    await assertRejects(() => ArrowReader.open(memorySource(bytes)), SyntaxError, message);
  }
});

Deno.test("the memory of batches that are released is read into again, of others it stays", async () => {
  const lengths = [1000, 1000, 900, 1000, 0, 3, 1000, 1100];
  const table = {
    columns: [{ name: "x", typeName: "float64", type: "float64" }] as const,
    batches: ReadableStream.from(lengths.map((rows, i) => ({
      rows,
      numbers: () => ({ values: new Float64Array(rows).fill(i) }),
    }))),
  };
  const bytes = await new Response(writeTable(table, { format: "arrow" })).bytes();
  for (const releases of [true, false]) {
    using reader = await ArrowReader.open(memorySource(bytes));
    const buffers = new Set<ArrayBufferLike>();
    const kept: Batch[] = [];
    for (let batch; (batch = await reader.read()) !== undefined;) {
      const i = kept.push(batch) - 1;
      assertEquals(batch.numbers(0).values, new Float64Array(lengths[i]).fill(i));
      buffers.add(((batch as ArrowBatch).raw as MessageColumns).message.body.buffer);
      if (!releases) continue;
      batch.release?.();
      batch.release?.();
    }
    assertEquals(kept.length, lengths.length);
    if (releases) {
      assert(buffers.size < lengths.length, `${buffers.size} buffers`);
      continue;
    }
    kept.forEach((batch, i) => {
      assertEquals(batch.numbers(0).values, new Float64Array(lengths[i]).fill(i));
    });
  }
});
