import { assert, assertEquals, assertRejects } from "@std/assert";
import { readHeader } from "../../../formats/npy/read_header.ts";
import { NpyTableReader } from "../../../formats/npy/table_reader.ts";
import { makeNpy, wrapHeader } from "../../../support/make_npy.ts";
import { memorySource } from "./memory_source.ts";

Deno.test("an array of more columns than a table may have is refused, and takes no memory", async () => {
  for (const columns of [2 ** 18 + 1, 1e9, 2 ** 53 - 1]) {
    for (const rows of [0, 1]) {
      const bytes = makeNpy([], { descr: "|i1", shape: [rows, columns] });
      await assertRejects(
        () => NpyTableReader.open(memorySource(bytes), { chunkSize: 2 ** 20 }),
        RangeError,
        `Cannot read x.npy as a table: its shape is (${rows}, ${columns}), and a table has at most ` +
          `262144 columns`,
      );
    }
  }
});

Deno.test("rows without columns are one batch, however many they are", async () => {
  for (const rows of [1, 1000, 2 ** 53 - 1]) {
    const bytes = makeNpy([], { descr: "<f8", shape: [rows, 0] });
    using reader = await NpyTableReader.open(memorySource(bytes), { chunkSize: 16 });
    assertEquals((await reader.read())?.rows, rows);
    assertEquals(await reader.read(), undefined);
  }
});

Deno.test("of a long header a message shows the beginning", async () => {
  const long = "V".repeat(60_000);
  const headers = [
    `{'descr': '${long}', 'fortran_order': False, 'shape': (3,)}`,
    `{'descr': '<f8', 'fortran_order': '${long}', 'shape': (3,)}`,
    `{'${long}': 1}`,
  ];
  for (const header of headers) {
    const error = await assertRejects(() => readHeader(memorySource(wrapHeader(header))), Error);
    assert(error.message.startsWith("Cannot read x.npy: npy header, byte "), error.message);
    assert(error.message.length < 250, error.message);
  }
});
