import { assert, assertEquals, assertRejects } from "@std/assert";
import { CSV_DEFAULTS } from "../../../formats/csv/dialect.ts";
import { keepRows } from "../../../formats/keep_rows.ts";
import { openTableWriter } from "../../../formats/open_table.ts";
import { ParquetReader } from "../../../formats/parquet/decode/reader.ts";
import { MAGIC } from "../../../formats/parquet/footer.ts";
import { FILE } from "../../../formats/parquet/metadata.ts";
import { joinBytes } from "../../../formats/parquet/thrift/compact.ts";
import { i32, struct, ThriftStruct } from "../../../formats/parquet/thrift/struct.ts";
import type { Batch } from "../../../formats/table.ts";
import { MemorySink, memorySource } from "../../../support/memory.ts";
import { parquetSample, parquetSampleNames } from "../../../support/parquet_samples.ts";

/** The whole file as CSV, in batches of so many rows. */
async function toCsv(bytes: Uint8Array, rows?: number): Promise<string> {
  using reader = await ParquetReader.open(memorySource(bytes));
  const sink = new MemorySink();
  const outputs = reader.columns.map(({ name }, input) => ({ name, input }));
  const writer = await openTableWriter("csv", sink, { reader, outputs, csv: CSV_DEFAULTS });
  for (let batch; (batch = await reader.read(rows)) !== undefined;) await writer.write(batch, []);
  await writer.close();
  return new TextDecoder().decode(sink.bytes);
}

async function batches(reader: ParquetReader, rows?: number): Promise<Batch[]> {
  const found: Batch[] = [];
  for (let batch; (batch = await reader.read(rows)) !== undefined;) found.push(batch);
  return found;
}

const EXPECTED = new TextDecoder().decode(parquetSample("values.csv"));

for (const name of parquetSampleNames().filter((name) => name.startsWith("values_"))) {
  Deno.test(`${name} holds the values that pyarrow wrote`, async () => {
    assertEquals(await toCsv(parquetSample(name)), EXPECTED);
    assertEquals(await toCsv(parquetSample(name), 4), EXPECTED);
  });
}

Deno.test("rows that are kept have the same values, as entries of a dictionary or one after another", async () => {
  const chosen = (row: number): boolean => row % 3 === 1 || row % 7 === 0;
  let entries = 0;
  async function keptRows(name: string): Promise<string> {
    using reader = await ParquetReader.open(memorySource(parquetSample(name)));
    const sink = new MemorySink();
    const outputs = reader.columns.map(({ name }, input) => ({ name, input }));
    const writer = await openTableWriter("csv", sink, { reader, outputs, csv: CSV_DEFAULTS });
    let before = 0;
    for (const batch of await batches(reader, 5)) {
      const rows = Uint32Array.from({ length: batch.rows }, (_, i) => i)
        .filter((row) => chosen(before + row));
      const kept = keepRows(batch, rows);
      assertEquals(kept.rows, rows.length);
      for (const i of outputs.keys()) {
        const found = kept.entries?.(i);
        entries += Number(found !== undefined);
        const nulls = found?.places.filter((place) => place < 0).length ?? 0;
        const valid = kept.valid?.(i);
        if (found !== undefined) {
          assertEquals(valid === undefined ? 0 : rows.length - countOnes(valid), nulls);
        }
      }
      await writer.write(kept, []);
      before += batch.rows;
    }
    await writer.close();
    return new TextDecoder().decode(sink.bytes);
  }
  const expected = await keptRows("values_plain.parquet");
  assertEquals(entries, 0);
  assert(expected.length < EXPECTED.length);
  for (
    const name of ["values_none_v1.parquet", "values_snappy_v2.parquet", "values_groups.parquet"]
  ) {
    assertEquals(await keptRows(name), expected, name);
  }
  assert(entries > 0, "some columns are entries");
});

function countOnes(bits: Uint8Array): number {
  return Array.from(bits, (byte) => byte.toString(2).replaceAll("0", "").length)
    .reduce((sum, count) => sum + count, 0);
}

Deno.test("batches end where row groups do, and have no more rows than asked for", async () => {
  using reader = await ParquetReader.open(memorySource(parquetSample("many.parquet")));
  const found = await batches(reader, 500);
  assertEquals(found.map(({ rows }) => rows), [500, 500, 100, 500, 500, 100, 500, 300]);
  const numbers = found.flatMap((batch) => Array.from(batch.numbers(0).values));
  assertEquals(numbers, Array.from({ length: 3000 }, (_, i) => i * 37 % 1000));
  assertEquals(found[7].numbers(1).values.at(-1), Math.floor(2999 / 7));
});

Deno.test("only the columns that are wanted are read", async () => {
  const bytes = parquetSample("many_snappy.parquet");
  let read = 0;
  const file = await Deno.makeTempFile({ suffix: ".parquet" });
  try {
    await Deno.writeFile(file, bytes);
    using reader = await ParquetReader.open(memorySource(bytes), {
      path: file,
      count: (bytes) => read += bytes,
    });
    reader.want([]);
    const footer = read;
    const found = await batches(reader);
    assertEquals(found.map(({ rows }) => rows), [1100, 1100, 800]);
    assertEquals(read, footer);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("a file without rows has columns and no batches", async () => {
  using reader = await ParquetReader.open(memorySource(parquetSample("empty.parquet")));
  assertEquals(reader.columns.length, 22);
  assertEquals(await batches(reader), []);
});

Deno.test("lists and maps are columns whose values cannot be asked for, and structs are their leaves", async () => {
  using reader = await ParquetReader.open(memorySource(parquetSample("lists.parquet")));
  assertEquals(
    reader.columns.map(({ name, typeName, type }) => [name, typeName, type]),
    [
      ["id", "int64", "int64"],
      ["l", "list<…>", undefined],
      ["m", "map<…>", undefined],
      ["s.l", "list<…>", undefined],
      ["s.x", "float64", "float64"],
    ],
  );
  await assertRejects(
    () => Promise.try(() => reader.want([1])),
    TypeError,
    'column "l" holds list<…>',
  );
  const [batch] = await batches(reader);
  assertEquals(Array.from(batch.numbers(4).valid!), [1]);
  assertEquals(batch.numbers(4).values[0], 0.5);
});

Deno.test("timestamps of 96 bits reach the year 9999", async () => {
  const csv = await toCsv(parquetSample("int96.parquet"));
  assert(csv.includes("2024-02-29T12:34:56.789000\n"), csv);
  assert(csv.includes("9999-12-31T00:00:00.000000\n"), csv);
});

Deno.test("files of DuckDB and polars are read", async () => {
  for (const name of ["duckdb.parquet", "polars.parquet"]) {
    const lines = (await toCsv(parquetSample(name))).split("\n");
    assertEquals(lines.slice(0, 3), ["i,x,t", "0,0,text 0", "1,0.25,text 1"]);
    assertEquals(lines.length, 22);
  }
});

Deno.test("a file with encrypted columns is refused by name, also if its footer is signed", async () => {
  // It says which algorithm the columns are encrypted with, and 28 bytes of signature follow.
  const footer = new ThriftStruct([i32(FILE.version, 2), struct(FILE.encryption, struct(1))]);
  const signed = joinBytes([footer.encode(), new Uint8Array(28)]);
  for (const bytes of [footer.encode(), signed]) {
    const length = new Uint8Array(Uint32Array.of(bytes.length).buffer);
    await assertRejects(
      () => ParquetReader.open(memorySource(joinBytes([MAGIC, bytes, length, MAGIC]))),
      SyntaxError,
      "it has encrypted columns, and specol has no keys",
    );
  }
});
