import { assertEquals, assertRejects } from "@std/assert";
import { NpyTableReader } from "../../../formats/npy/table_reader.ts";
import { NpyTableWriter, type NpyTableWriterOptions } from "../../../formats/npy/table_writer.ts";
import type { Batch, Numbers } from "../../../formats/table.ts";
import type { ByteSink } from "../../../io/byte_sink.ts";
import { makeNpy, type NpyParts } from "../../../support/make_npy.ts";
import { memorySource } from "./memory_source.ts";

async function readTable(
  values: readonly number[],
  parts: NpyParts,
  { chunkSize = 1000, path }: { chunkSize?: number; path?: string } = {},
): Promise<Record<string, number[]>> {
  const bytes = makeNpy(values, parts);
  if (path !== undefined) await Deno.writeFile(path, bytes);
  using reader = await NpyTableReader.open(memorySource(bytes), { chunkSize, path });
  const table: Record<string, number[]> = Object.fromEntries(
    reader.columns.map(({ name }) => [name, []]),
  );
  let rows = 0;
  for (let batch; (batch = await reader.read()) !== undefined;) {
    rows += batch.rows;
    reader.columns.forEach(({ name }, i) => {
      // The array is the caller's, each time.
      batch!.numbers(i).values.fill(99);
      table[name].push(...batch!.numbers(i).values);
    });
  }
  assertEquals(reader.rows, rows);
  return table;
}

Deno.test("an array is a table: one axis is column x, two are x0, x1, …", async () => {
  const path = await Deno.makeTempFile();
  const columns = { x0: [1, 4], x1: [2, 5], x2: [3, 6] };
  const cases: [number[], NpyParts, Record<string, number[]>][] = [
    [[7], { descr: "<f8", shape: [] }, { x: [7] }],
    [[1, 2, 3], { descr: ">f4", shape: [3] }, { x: [1, 2, 3] }],
    [[], { descr: "<f8", shape: [0] }, { x: [] }],
    [[], { descr: "<f8", shape: [0, 2] }, { x0: [], x1: [] }],
    [[1, 2, 3, 4, 5, 6], { descr: "<f2", shape: [2, 3] }, columns],
    [[1, 4, 2, 5, 3, 6], { descr: "<f8", shape: [2, 3], fortran: true }, columns],
    [[1, 4, 2, 5, 3, 6], { descr: ">i2", shape: [2, 3], fortran: true }, columns],
    [[1, 2, 3], { descr: "<u1", shape: [3, 1], fortran: true }, { x0: [1, 2, 3] }],
  ];
  try {
    for (const [values, parts, expected] of cases) {
      for (const chunkSize of [1, 9, 1000]) {
        const text = `${JSON.stringify(parts)} ${chunkSize}`;
        assertEquals(await readTable(values, parts, { chunkSize }), expected, text);
        assertEquals(await readTable(values, parts, { chunkSize, path }), expected, text);
      }
    }
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("types are named, and what is no table or damaged is refused", async () => {
  for (const [descr, type] of [["<f2", "float16"], ["<i8", "int64"], ["|u1", "uint8"]]) {
    const source = memorySource(makeNpy([1], { descr, shape: [1] }));
    using reader = await NpyTableReader.open(source, { chunkSize: 8 });
    const values = type === "float16" ? "floats" : "integers";
    assertEquals(reader.columns, [{
      name: "x",
      typeName: type,
      type: type as "float16",
      values,
    }]);
  }
  await assertRejects(
    () => readTable([1, 2], { descr: "<f8", shape: [1, 2, 1] }),
    RangeError,
    "Cannot read x.npy as a table: its shape is (1, 2, 1), and a table has one axis or two",
  );
  const bytes = makeNpy([1, 2, 3, 4], { descr: "<f8", shape: [2, 2], fortran: true });
  await assertRejects(
    () => NpyTableReader.open(memorySource(bytes.subarray(0, -1)), { chunkSize: 8 }),
    RangeError,
    "truncated",
  );
  const longer = new Uint8Array([...makeNpy([1], { descr: "<f8", shape: [1] }), 0]);
  using reader = await NpyTableReader.open(memorySource(longer), { chunkSize: 8 });
  await reader.read();
  await assertRejects(() => reader.read(), SyntaxError, "after the end of the array");
});

function memorySink(): ByteSink & { bytes: number[] } {
  const bytes: number[] = [];
  const sink = {
    bytes,
    write: (part: Uint8Array) => Promise.resolve(void bytes.push(...part)),
    spool() {
      const waiting: number[] = [];
      return {
        write: (part: Uint8Array) => Promise.resolve(void waiting.push(...part)),
        drain: () => sink.write(new Uint8Array(waiting)),
        remove() {},
      };
    },
    finish: () => Promise.resolve(),
    [Symbol.dispose]() {},
  };
  return sink;
}

Deno.test("a table becomes an array, with NaN where there is no number", async () => {
  const int = { values: new Float64Array([1, 2, 3]), valid: new Uint8Array([0b101]) };
  const half = { values: new Float16Array([0.5, 1.5, 2.5]) };
  const single: Numbers = { values: new Float32Array([0.1, 0.2, 0.3]) };
  const reader = {
    columns: [
      { name: "n", typeName: "int32", type: "int32" },
      { name: "h", typeName: "float16", type: "float16" },
    ],
    read: () => Promise.resolve(undefined),
    [Symbol.dispose]() {},
  } as const;
  const batch: Batch = { rows: 3, numbers: (i) => [int, half][i] };
  const f32 = Math.fround;
  const cases: [Partial<NpyTableWriterOptions>, number[], NpyParts][] = [
    [{ outputs: [{ name: "h", input: 1 }] }, [0.5, 1.5, 2.5], { descr: "<f2", shape: [3] }],
    [{ outputs: [{ name: "n", input: 0 }] }, [1, NaN, 3], { descr: "<f8", shape: [3] }],
    [
      { outputs: [{ name: "h", input: 1 }, { name: "y", result: 0, type: "float32" }] },
      [0.5, f32(0.1), 1.5, f32(0.2), 2.5, f32(0.3)],
      { descr: "<f8", shape: [3, 2] },
    ],
    [
      { outputs: [{ name: "n", input: 0 }, { name: "h", input: 1 }], type: "float16" },
      [1, 0.5, NaN, 1.5, 3, 2.5],
      { descr: "<f2", shape: [3, 2] },
    ],
  ];
  for (const [options, values, parts] of cases) {
    for (const rows of [3, undefined]) {
      const sink = memorySink();
      const writer = await NpyTableWriter.open(sink, { outputs: [], reader, rows, ...options });
      await writer.write(batch, [single]);
      await writer.close();
      const expected = await readTable(values, parts);
      using found = await NpyTableReader.open(memorySource(new Uint8Array(sink.bytes)), {
        chunkSize: 1000,
      });
      const table = await found.read();
      assertEquals(
        found.columns.map(({ typeName }) => typeName)[0],
        `float${8 * Number(parts.descr[2])}`,
      );
      assertEquals(
        found.columns.map(({ name }, i) => [name, [...table!.numbers(i).values]]),
        Object.entries(expected),
      );
    }
  }
});

Deno.test("rows without columns are not cut: each cut takes a step, and none takes memory", async () => {
  const rows = Number.MAX_SAFE_INTEGER;
  for (const fortran of [false, true]) {
    const bytes = makeNpy([], { descr: "<f8", shape: [rows, 0], fortran });
    using reader = await NpyTableReader.open(memorySource(bytes), { chunkSize: 1000 });
    assertEquals((await reader.read(32))?.rows, rows);
    assertEquals(await reader.read(32), undefined);
  }
});
