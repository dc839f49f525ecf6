import { assertEquals, assertRejects } from "@std/assert";
import { gzipSync, zstdCompressSync } from "node:zlib";
import type { Batch } from "../../formats/table.ts";
import { lgamma } from "../../functions/lgamma.ts";
import { readTable } from "../../streams/read_table.ts";
import { writeTable } from "../../streams/write_table.ts";
import { makeNpy } from "../../support/make_npy.ts";

const VALUES = Array.from({ length: 1000 }, (_, i) => i / 8);
const NPY = makeNpy(VALUES, { descr: "<f8", shape: [500, 2] });

function streamOf(bytes: Uint8Array, atATime = 1000): ReadableStream<Uint8Array> {
  return ReadableStream.from((function* (): Generator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += atATime) yield bytes.subarray(at, at + atATime);
  })());
}

async function columnsOf(batches: ReadableStream<Batch>, columns: number): Promise<number[][]> {
  const found: number[][] = Array.from({ length: columns }, () => []);
  for await (const batch of batches) {
    found.forEach((column, i) => column.push(...batch.numbers(i).values));
  }
  return found;
}

const EVEN = VALUES.filter((_, i) => i % 2 === 0);
const ODD = VALUES.filter((_, i) => i % 2 === 1);

Deno.test("a table is read from a stream of bytes, compressed or not, however it is cut", async () => {
  for (const bytes of [NPY, gzipSync(NPY), zstdCompressSync(NPY)]) {
    for (const atATime of [1, 777, 100_000]) {
      const table = await readTable(streamOf(bytes, atATime), { chunkSize: 160 });
      assertEquals(table.columns.map(({ name }) => name), ["x0", "x1"]);
      assertEquals(table.rows, 500);
      assertEquals(await columnsOf(table.batches, 2), [EVEN, ODD]);
    }
  }
});

Deno.test("a table is written in each format, with results, and reads back", async () => {
  for (const format of ["npy", "arrow", "arrows"] as const) {
    const bytes = writeTable(await readTable(streamOf(NPY), { chunkSize: 160 }), {
      format,
      columns: [{ name: "b", input: 1 }, "y"],
      results: { y: { column: "x0", compute: lgamma } },
    });
    const { columns, batches } = await readTable(bytes);
    assertEquals(columns.map(({ name }) => name), format === "npy" ? ["x0", "x1"] : ["b", "y"]);
    assertEquals(await columnsOf(batches, 2), [ODD, EVEN.map((x) => lgamma(x))], format);
  }
});

Deno.test("an npy array of a table that does not know its length has all its rows", async () => {
  const arrows = writeTable(await readTable(streamOf(NPY)), { format: "arrows" });
  const table = await readTable(arrows);
  assertEquals(table.rows, undefined);
  const bytes = await new Response(writeTable(table, { format: "npy" })).bytes();
  assertEquals(bytes.slice(-NPY.length + 128), NPY.slice(128));
});

Deno.test("errors name the stream, and cancel it", async () => {
  let cancelled = 0;
  function source(bytes: Uint8Array): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (controller) => controller.enqueue(bytes),
      cancel: () => void cancelled++,
    });
  }
  await assertRejects(
    () => readTable(source(new TextEncoder().encode("PK\x03\x04----")), { name: "upload" }),
    SyntaxError,
    "Cannot read upload: it is a zip archive",
  );
  assertEquals(cancelled, 1);
  // Stopping early ends the reading.
  const table = await readTable(source(NPY), { chunkSize: 160 });
  for await (const _ of table.batches) break;
  assertEquals(cancelled, 2);
  const unread = writeTable(await readTable(source(NPY)), { format: "npy" });
  await unread.cancel();
  assertEquals(cancelled, 3);
  const failing = writeTable(await readTable(source(NPY)), {
    format: "npy",
    results: {
      y: {
        column: 0,
        compute: () => {
          throw new Error("cannot compute");
        },
      },
    },
  });
  await assertRejects(() => new Response(failing).bytes(), Error, "cannot compute");
  assertEquals(cancelled, 4);
});

Deno.test("rows without columns go to npy and come back, in one batch however many there are", async () => {
  const rows = Number.MAX_SAFE_INTEGER;
  const batch: Batch = { rows, numbers: () => ({ values: new Float64Array() }) };
  for (const known of [rows, undefined]) {
    const table = { columns: [], rows: known, batches: ReadableStream.from([batch]) };
    const read = await readTable(writeTable(table, { format: "npy" }));
    assertEquals([read.columns, read.rows], [[], rows]);
    assertEquals((await Array.fromAsync(read.batches)).map((batch) => batch.rows), [rows]);
  }
});
