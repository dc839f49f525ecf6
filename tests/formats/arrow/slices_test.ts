import { concat } from "@std/bytes/concat";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { ArrowReader } from "../../../formats/arrow/decode/reader.ts";
import { sliceBatch, sliceBits } from "../../../formats/slice_batches.ts";
import type { Batch, ColumnValues } from "../../../formats/table.ts";
import { batch, field, schema } from "../../../tools/fuzz/arrow_parts.ts";
import { everyType, loadApacheArrow } from "./apache_arrow.ts";
import { memorySource } from "../../../support/memory.ts";
import { sample } from "../../../support/arrow_samples.ts";

/** The values of a column, as anything can be compared with. */
function plain(column: ColumnValues): unknown[] {
  const { valid } = column;
  const isThere = (i: number): boolean => !valid || (valid[i >> 3] >> (i & 7) & 1) === 1;
  if (column.kind !== "texts") return [...column.values].map((x, i) => isThere(i) ? x : null);
  const { offsets, bytes } = column;
  return Array.from(
    offsets.subarray(1),
    (end, i) => isThere(i) ? new TextDecoder().decode(bytes.subarray(offsets[i], end)) : null,
  );
}

/** Asserts that every slice has the values that the batch has there. */
function assertSlices(batch: Batch, columns: readonly number[]): void {
  const { rows } = batch;
  const all = columns.map((column) => plain(batch.values!(column)));
  for (let first = 0; first < rows; first++) {
    for (const most of [1, 3, 8, 9, rows]) {
      const slice = batch.slice!(first, { rows: most });
      assertEquals(slice.rows, Math.min(most, rows - first));
      // A slice of a slice is one of the batch.
      const inner = slice.slice!(slice.rows >> 1, { rows: 2 });
      columns.forEach((column, i) => {
        assertEquals(plain(slice.values!(column)), all[i].slice(first, first + slice.rows));
        const start = first + (slice.rows >> 1);
        assertEquals(plain(inner.values!(column)), all[i].slice(start, start + inner.rows));
      });
    }
  }
}

async function readFirst(bytes: Uint8Array): Promise<{ batch: Batch; columns: number[] }> {
  using reader = await ArrowReader.open(memorySource(bytes));
  const batch = (await reader.read())!;
  const columns = reader.columns.flatMap(({ values }, i) => values === undefined ? [] : [i]);
  return { batch, columns };
}

Deno.test("a slice of a batch has its values, of every type and from any row on", async () => {
  const a = await loadApacheArrow();
  // More rows than a byte has bits.
  const values = everyType(a).map((
    [name, type, values],
  ) => [name, type, [...values, ...values, ...values]]);
  const table = new a.Table(Object.fromEntries(
    values.map(([name, type, values]) => [name, a.vectorFromArray(values, type)]),
  ));
  const { batch, columns } = await readFirst(a.tableToIPC(table, "stream"));
  assert(columns.length > 25, `${columns.length} types have values`);
  assertSlices(batch, columns);
  for (const name of ["numbers.arrow", "numbers_zstd.arrow", "mixed.arrow"]) {
    const { batch, columns } = await readFirst(sample(name));
    assertSlices(batch, columns);
  }
});

Deno.test("the numbers of a slice are the caller's, and those of the batch", async () => {
  const { batch } = await readFirst(sample("numbers.arrow"));
  for (let column = 0; column < 12; column++) {
    const all = batch.numbers(column);
    const slice = batch.slice!(3, { rows: 9 });
    const part = slice.numbers(column);
    assertEquals(part.values, all.values.slice(3, 12));
    assertEquals(part.valid, all.valid && sliceBits(all.valid, { first: 3, rows: 9 }));
    part.values.fill(7);
    part.valid?.fill(0);
    assertEquals(batch.numbers(column), all);
  }
});

Deno.test("bits are cut at any place", () => {
  const bits = crypto.getRandomValues(new Uint8Array(9));
  const at = (bytes: Uint8Array, i: number): number => bytes[i >> 3] >> (i & 7) & 1;
  for (let first = 0; first < 72; first++) {
    for (let rows = 0; first + rows <= 72; rows++) {
      const slice = sliceBits(bits, { first, rows });
      assert(slice.length >= Math.ceil(rows / 8));
      for (let i = 0; i < rows; i++) assertEquals(at(slice, i), at(bits, first + i));
    }
  }
});

Deno.test("results are cut with their batch", async () => {
  const { batch } = await readFirst(sample("numbers.arrow"));
  const values = Float64Array.from({ length: batch.rows }, (_, i) => i);
  const results = [{ values, valid: new Uint8Array([0b10110101, 0b01101001]) }, { values }];
  const slices = [...sliceBatch({ batch, results }, { rows: 4 })];
  assertEquals(slices.map(({ batch }) => batch.rows), [4, 4, 4, 3]);
  assertEquals(slices.flatMap(({ results: [, { values }] }) => [...values]), [...values]);
  assertEquals(slices[1].results[0].valid, new Uint8Array([0b1011]));
  // Only the last gives the memory of all of them back.
  assertEquals(slices.map(({ batch }) => batch.release !== undefined), [false, false, false, true]);
});

const [UTF8, UTF8_VIEW] = [5, 24];

/** Texts of so many bytes each. */
function texts(lengths: readonly number[]): Uint8Array {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => offsets[i + 1] = offsets[i] + length);
  const body = concat([new Uint8Array(offsets.buffer), new Uint8Array(offsets.at(-1)!)]);
  const [end, all] = [offsets.byteLength, body.length];
  return concat([
    schema([field("t", UTF8)]),
    batch({ rows: lengths.length, buffers: [[0, 0], [0, end], [end, all - end]], body }),
  ]);
}

/** Views that all lead to the same text. */
function views(rows: number, length: number): Uint8Array {
  const views = new Int32Array(4 * rows);
  for (let i = 0; i < rows; i++) views[4 * i] = length;
  const body = concat([new Uint8Array(views.buffer), new Uint8Array(length)]);
  const end = views.byteLength;
  return concat([
    schema([field("v", UTF8_VIEW)]),
    batch({ rows, buffers: [[0, 0], [0, end], [end, length]], body, variadic: [1] }),
  ]);
}

Deno.test("a slice has as many rows as their texts fit in some bytes, and one at least", async () => {
  const limits = { rows: 8, texts: { bytes: 100, columns: [0] } };
  const rowsOf = async (bytes: Uint8Array): Promise<number[]> => {
    const { batch } = await readFirst(bytes);
    return [...sliceBatch({ batch, results: [] }, limits)].map(({ batch }) => batch.rows);
  };
  assertEquals(await rowsOf(texts([10, 80, 10, 1, 200, 300, 0, 0, 0, 5])), [3, 1, 1, 1, 4]);
  assertEquals(await rowsOf(texts(Array.from({ length: 20 }, () => 0))), [8, 8, 4]);
  assertEquals(await rowsOf(views(7, 30)), [3, 3, 1]);
  assertEquals(await rowsOf(views(3, 5)), [3]);
});

Deno.test("offsets that lead outside are refused in whichever slice they are", async () => {
  const bytes = texts([1, 2, 3]);
  const { batch } = await readFirst(bytes);
  assertEquals(plain(batch.slice!(1, { rows: 2 }).values!(0)), ["\0\0", "\0\0\0"]);
  // The last offset leads far beyond the texts.
  const view = new DataView(bytes.buffer);
  const at = bytes.length - 6 - 4;
  assertEquals(view.getInt32(at, true), 6);
  view.setInt32(at, 2 ** 30, true);
  const { batch: wrong } = await readFirst(bytes);
  assertEquals(plain(wrong.slice!(0, { rows: 2 }).values!(0)).length, 2);
  const limits = { rows: 8, texts: { bytes: 100, columns: [0] } };
  // The rows before come first.
  assertEquals(wrong.slice!(0, limits).rows, 2);
  const last = wrong.slice!(2, limits);
  for (const batch of [wrong, last]) {
    assertThrows(
      () => batch.values!(0),
      SyntaxError,
      'column "t": offsets of texts lead outside of 6 bytes, or back',
    );
  }
});
