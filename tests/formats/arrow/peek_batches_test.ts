import { assertEquals, assertRejects } from "@std/assert";
import { type BatchAhead, sourceAt } from "../../../formats/arrow/decode/peek_batches.ts";
import { ArrowReader } from "../../../formats/arrow/decode/reader.ts";
import { openRandomAccess } from "../../../io/random_access_file.ts";
import { openSource } from "../../../io/open_source.ts";

const DATA = new URL("../../data/arrow/", import.meta.url);
const ALL = { most: 100, rows: 0 };

/** The rows of all batches that are left. */
async function restRows(reader: ArrowReader): Promise<number[]> {
  const rows: number[] = [];
  for (let batch; (batch = await reader.read()) !== undefined;) rows.push(batch.rows);
  return rows;
}

/** Opens a sample twice: to read it, and to look ahead. */
async function openSample(name: string) {
  const path = decodeURIComponent(new URL(name, DATA).pathname);
  const opened = new AsyncDisposableStack();
  const source = opened.use(await openSource(path));
  const file = opened.use(openRandomAccess({ path }));
  const reader = opened.use(await ArrowReader.open(source, { path }));
  return { reader, file, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const rowsOf = (batches: readonly BatchAhead[]) => batches.map(({ parts }) => parts.rows);

Deno.test("batches that were looked at are read as if nobody had, or passed over", async () => {
  for (
    const name of ["numbers.arrow", "numbers.arrows", "numbers_old.arrow", "numbers_old.arrows"]
  ) {
    await using whole = await openSample(name);
    const expected = await restRows(whole.reader);
    for (let skipped = 0; skipped <= expected.length; skipped++) {
      await using sample = await openSample(name);
      const { reader, file } = sample;
      const ahead = await reader.lookAhead(file, ALL);
      assertEquals(rowsOf(ahead), expected, name);
      reader.skip(ahead.slice(0, skipped), (at) => sourceAt(file, at));
      assertEquals(rowsOf(await reader.lookAhead(file, ALL)), expected.slice(skipped), name);
      // A file compares all its batches with its footer.
      assertEquals(await restRows(reader), expected.slice(skipped), `${name} ${skipped}`);
      assertEquals(reader.footer === undefined, name.endsWith("s"));
    }
  }
});

Deno.test("peeking stops at compressed batches, dictionaries, limits and damaged data", async () => {
  for (const name of ["numbers_lz4.arrow", "numbers_zstd.arrows", "no_batches.arrow"]) {
    await using sample = await openSample(name);
    assertEquals(await sample.reader.lookAhead(sample.file, ALL), [], name);
  }
  await using sample = await openSample("numbers.arrow");
  const { reader, file } = sample;
  assertEquals((await reader.lookAhead(file, { most: 2, rows: 0 })).length, 2);

  await using delta = await openSample("dictionary_delta.arrows");
  const before = await delta.reader.lookAhead(delta.file, ALL);
  assertEquals(delta.reader.waiting.length > 0, true);
  await using other = await openSample("dictionary_delta.arrows");
  const all = await restRows(other.reader);
  assertEquals(rowsOf(before), all.slice(0, before.length));
  assertEquals(before.length < all.length, true);
  assertEquals(await restRows(delta.reader), all);

  const bytes = await Deno.readFile(new URL("numbers.arrow", DATA));
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/cut.arrow`;
    const [, second] = await reader.lookAhead(file, ALL);
    await Deno.writeFile(path, bytes.subarray(0, second.end - 1));
    using cutFile = openRandomAccess({ path });
    await using source = await openSource(path);
    using cut = await ArrowReader.open(source, { path });
    assertEquals((await cut.lookAhead(cutFile, ALL)).length, 1);
    await cut.read();
    await assertRejects(() => cut.read(), SyntaxError, "it ends at byte");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
