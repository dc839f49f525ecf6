import { assert, assertEquals, assertRejects } from "@std/assert";
import type { ArrowBatch } from "../../../formats/arrow/decode/batch.ts";
import { ArrowReader } from "../../../formats/arrow/decode/reader.ts";
import { ArrowWriter } from "../../../formats/arrow/encode/writer.ts";
import type { Numbers, TableReader } from "../../../formats/table.ts";
import { readIndependently } from "../../../support/independent_reader.ts";
import { MemorySink, memorySource } from "../../../support/memory.ts";
import { passOn } from "../../../support/pass_on_arrow.ts";
import { sample, sampleNames } from "../../../support/arrow_samples.ts";

const CONTAINERS = ["file", "stream"] as const;

Deno.test("another library reads the same from what is passed on", async (t) => {
  for (const name of sampleNames()) {
    for (const container of CONTAINERS) {
      if (name.includes("replaced") && container === "file") continue; // has its own test
      await t.step(`${name} as ${container}`, async () => {
        const expected = await readIndependently(sample(name));
        for (const atATime of [undefined, 1]) {
          const bytes = await passOn(sample(name), { container, atATime });
          assertEquals(
            new TextDecoder().decode(bytes.subarray(0, 6)) === "ARROW1",
            container === "file",
          );
          assertEquals(await readIndependently(bytes), expected);
        }
      });
    }
  }
});

Deno.test("file and stream of the same table give the same output", async () => {
  for (const name of sampleNames().filter((name) => name.endsWith(".arrow"))) {
    const [file, stream] = [sample(name), sample(`${name}s`)];
    for (const container of CONTAINERS) {
      assertEquals(await passOn(file, { container }), await passOn(stream, { container }), name);
    }
  }
});

Deno.test("what was passed on once is passed on again byte for byte", async () => {
  for (const name of sampleNames()) {
    const once = await passOn(sample(name), { container: "stream" });
    assertEquals(await passOn(once, { container: "stream" }), once, name);
  }
});

Deno.test("metadata of a batch are kept", async () => {
  const bytes = await passOn(sample("mixed.arrows"), { container: "file" });
  using reader = await ArrowReader.open(memorySource(bytes));
  const found = [];
  for (let batch = await reader.read(); batch !== undefined; batch = await reader.read()) {
    const pairs = (batch as ArrowBatch).raw.message.customMetadata;
    found.push(pairs.map((pair) => pair.map((bytes) => new TextDecoder().decode(bytes))));
  }
  assertEquals(found, [[["number", "1"]], [], [["number", "3"]]]);
});

Deno.test("results are where the outputs say, under their names, with their nulls", async () => {
  const rows = [15, 9, 0, 1];
  const results = rows.map((length): Numbers[] => [
    { values: Float64Array.from({ length }, (_, i) => i / 2) },
    { values: new Float32Array(length).fill(-0), valid: new Uint8Array([0b01010101, 0b01]) },
    { values: Float16Array.from({ length }, (_, i) => i), valid: new Uint8Array(2).fill(255) },
  ]);
  for (const container of CONTAINERS) {
    const bytes = await passOn(sample("numbers.arrow"), {
      container,
      results,
      outputs: [
        { name: "second", result: 1, type: "float32" },
        { name: "int8", input: 3 },
        { name: "full again", input: 11 },
        { name: "third", result: 2, type: "float16" },
        { name: "first ü", result: 0, type: "float64" },
      ],
    });
    const { schema, batches, columns } = await readIndependently(bytes);
    const { fields } = schema as { fields: { name: string; nullable: boolean; type: unknown }[] };
    assertEquals(fields.map(({ name }) => name), [
      "second",
      "int8",
      "full again",
      "third",
      "first ü",
    ]);
    assertEquals(fields.map(({ nullable }) => nullable), [true, true, false, true, true]);
    assertEquals(batches, rows);
    const input = await readIndependently(sample("numbers.arrow"));
    assertEquals(columns[1], input.columns[3]);
    assertEquals(columns[2], input.columns[11]);
    const counts = rows.flatMap((length) => Array.from({ length }, (_, i) => i));
    assertEquals(columns[0], counts.map((i) => i % 2 === 0 && i < 9 ? -0 : null));
    assertEquals(columns[3], counts);
    assertEquals(columns[4], counts.map((i) => i / 2));
  }
});

Deno.test("a column can be renamed, and keeps its type and metadata", async () => {
  const before = await readIndependently(sample("mixed.arrow"));
  using reader = await ArrowReader.open(memorySource(sample("mixed.arrow")));
  const outputs = reader.columns.map(({ name }, input) => ({ name: `${name}!`, input })).reverse();
  const after = await readIndependently(
    await passOn(sample("mixed.arrow"), { container: "file", outputs }),
  );
  assertEquals(after.columns, before.columns.toReversed());
  const { fields, metadata } = before.schema as { fields: { name: string }[]; metadata: unknown };
  assertEquals(after.schema, {
    metadata,
    fields: fields.map((field) => ({ ...field, name: `${field.name}!` })).reverse(),
  });
});

Deno.test("each batch is out when it is written", async () => {
  using reader = await ArrowReader.open(memorySource(sample("mixed.arrows")));
  const sink = new MemorySink();
  const writer = await ArrowWriter.open(sink, {
    container: "stream",
    reader,
    outputs: reader.columns.map(({ name }, input) => ({ name, input })),
  });
  // A stream may end after any message.
  assertEquals((await readIndependently(sink.bytes)).batches, []);
  await writer.write((await reader.read())!, []);
  assertEquals((await readIndependently(sink.bytes)).batches, [4]);
  await writer.write((await reader.read())!, []);
  assertEquals((await readIndependently(sink.bytes)).batches, [4, 2]);
});

Deno.test("batches that are not Arrow are written by their numbers", async () => {
  const columns = [
    { name: "x", typeName: "float32", type: "float32" },
    { name: "n", typeName: "int16", type: "int16" },
  ] as const;
  const reader = { columns, read: () => Promise.resolve(undefined), [Symbol.dispose]() {} };
  for (const container of CONTAINERS) {
    const sink = new MemorySink();
    const outputs = [
      ...columns.map(({ name }, input) => ({ name, input })),
      {
        name: "y",
        result: 0,
        type: "float64",
      } as const,
    ];
    const writer = await ArrowWriter.open(sink, { container, reader, outputs });
    for (const rows of [3, 0, 2]) {
      await writer.write({
        rows,
        numbers: (column) => ({
          values: column === 0 ? new Float32Array(rows).fill(1.5) : new Float64Array(rows).fill(-7),
        }),
      }, [{ values: new Float64Array(rows), valid: new Uint8Array([1]) }]);
    }
    await writer.close();
    const { batches, columns: read } = await readIndependently(sink.bytes);
    assertEquals(batches, [3, 0, 2]);
    assertEquals(read, [
      [1.5, 1.5, 1.5, 1.5, 1.5],
      [-7, -7, -7, -7, -7],
      [0, null, null, 0, null],
    ]);
    using again = await ArrowReader.open(memorySource(sink.bytes));
    assertEquals(again.columns.map(({ type }) => type), ["float32", "float64", "float64"]);
  }
});

Deno.test("a column of another format that holds no numbers is an error that names it", async () => {
  const reader: TableReader = {
    columns: [{ name: "who", typeName: "text" }],
    read: () => Promise.resolve(undefined),
    [Symbol.dispose]() {},
  };
  const outputs = [{ name: "who", input: 0 }];
  await assertRejects(
    () => ArrowWriter.open(new MemorySink(), { container: "file", reader, outputs }),
    TypeError,
    'column "who" holds text',
  );
});

Deno.test("a dictionary that is replaced goes into a stream, and not into a file", async () => {
  const replaced = sample("dictionary_replaced.arrows");
  const { columns } = await readIndependently(await passOn(replaced, { container: "stream" }));
  assertEquals(columns[0], ["a", "b", "z", "a", "b"]);
  await assertRejects(
    () => passOn(replaced, { container: "file" }),
    TypeError,
    "Cannot write an Arrow file: dictionary 0 of the input is replaced by another before batch 2, " +
      "which only a stream can hold; write a stream (--to arrows)",
  );
});

Deno.test("the dictionaries of omitted columns are omitted", async () => {
  const outputs = [{ name: "x", input: 1 }];
  const bytes = await passOn(sample("dictionary_replaced.arrows"), { container: "file", outputs });
  const { columns } = await readIndependently(bytes);
  assertEquals(columns, [[2, 2, 1, 2, 2]]);
  using reader = await ArrowReader.open(memorySource(bytes));
  assertEquals((await reader.read() as ArrowBatch).dictionaries, []);
});

Deno.test("many small batches and large ones are written alike", async () => {
  const columns = [{ name: "x", typeName: "float64", type: "float64" }] as const;
  const reader = { columns, read: () => Promise.resolve(undefined), [Symbol.dispose]() {} };
  const sink = new MemorySink();
  const outputs = [{ name: "x", input: 0 }];
  const writer = await ArrowWriter.open(sink, { container: "file", reader, outputs });
  const rows = Array.from({ length: 300 }, (_, i) => i % 100 === 99 ? 50_000 : i % 7);
  for (const length of rows) {
    const values = Float64Array.from({ length }, (_, i) => i);
    await writer.write({ rows: length, numbers: () => ({ values }) }, []);
  }
  await writer.close();
  const read = await readIndependently(sink.bytes);
  assertEquals(read.batches, rows);
  const expected = rows.flatMap((length) => Array.from({ length }, (_, i) => i));
  assert(read.columns[0].every((value, i) => value === expected[i]));
});
