import { assert, assertEquals, assertThrows } from "@std/assert";
import { ArrowChunkReader, type BatchInFile } from "../../../formats/arrow/decode/chunk_reader.ts";
import { type BatchAhead, sourceAt } from "../../../formats/arrow/decode/peek_batches.ts";
import { ArrowReader } from "../../../formats/arrow/decode/reader.ts";
import { openRandomAccess } from "../../../io/random_access_file.ts";
import { openSource } from "../../../io/open_source.ts";
import type { Batch } from "../../../formats/table.ts";
import { Random } from "../../../support/random.ts";

const FOLDERS = ["../../data/arrow/", "../../data/keys/"].map((path) =>
  new URL(path, import.meta.url)
);
const LIMITS = { most: 3, rows: 0, isUnpacked: true };

const samples = FOLDERS.flatMap((folder) =>
  Array.from(Deno.readDirSync(folder), ({ name }) => new URL(name, folder).pathname)
    .filter((path) => /\.arrows?$/.test(path)).map(decodeURIComponent)
);

/** What a batch gives of a column in every way, or why not. Bits after the last row do not count. */
function columnOf(batch: Batch, column: number): unknown {
  const bits = (valid?: Uint8Array) =>
    valid && Array.from({ length: batch.rows }, (_, i) => valid[i >> 3] >> (i & 7) & 1);
  const attempt = (read: () => unknown): unknown => {
    try {
      return read();
    } catch (error) {
      return (error as Error).constructor.name;
    }
  };
  return {
    numbers: attempt(() => {
      const { values, valid, isWide = false } = batch.numbers(column);
      return [[...values], bits(valid), isWide];
    }),
    values: attempt(() => {
      const values = batch.values!(column);
      if (values.kind !== "texts") return [[...values.values], bits(values.valid)];
      const { offsets, bytes, valid } = values;
      const text = (i: number) => bytes.slice(offsets[i], offsets[i + 1]).toHex();
      return [Array.from({ length: batch.rows }, (_, i) => text(i)), bits(valid)];
    }),
    valid: attempt(() => bits(batch.valid!(column))),
    entries: attempt(() => {
      const entries = batch.entries!(column);
      return entries && [[...entries.places], [...entries.texts.offsets], entries.longest];
    }),
  };
}

Deno.test("any rows of a batch are read as those of the whole batch, in every sample", async () => {
  const random = new Random(20261119);
  let count = 0;
  for (const path of samples) {
    await using opened = new AsyncDisposableStack();
    const file = opened.use(openRandomAccess({ path }));
    const open = async () => {
      const source = opened.use(await openSource(path));
      return opened.use(await ArrowReader.open(source, { path }));
    };
    const [whole, reader] = [await open(), await open()];
    const { fields } = reader.schema;
    const columns = fields.map((_, i) => i);
    for (let ahead: BatchAhead[]; (ahead = await reader.lookAhead(file, LIMITS)).length > 0;) {
      const chunks = new ArrowChunkReader({
        name: path,
        fields,
        dictionaries: reader.dictionariesOf(columns),
        read: (into, position) => file.readSync(into, position),
      });
      for (const batch of ahead) {
        const expected = (await whole.read())!;
        const isCut = batch.parts.codec === undefined;
        for (let first = 0; first < batch.parts.rows;) {
          const most = isCut ? 8 * (1 + random.bits() % 60) : batch.parts.rows;
          const rows = Math.min(most, batch.parts.rows - first);
          const found = chunks.read({ batch, first, rows });
          const slice = expected.slice!(first, { rows });
          for (const column of columns) {
            const what = `${path}: column ${fields[column].name}, ${rows} rows from ${first}`;
            assertEquals(columnOf(found, column), columnOf(slice, column), what);
          }
          first += rows;
          count++;
        }
      }
      reader.skip(ahead, (at) => sourceAt(file, at));
    }
    assertEquals(await whole.read(), undefined);
  }
  assert(count > 50, `${count}`);
});

Deno.test("buffers that are too short, offsets that lead back and packed bytes that end early are refused", async () => {
  const path = samples.find((path) => path.endsWith("keys/utf8.arrow"))!;
  const packed = samples.find((path) => path.endsWith("keys/zstd.arrow"))!;
  for (
    const [name, damage] of [
      [path, ({ buffers: [, , texts] }) => texts.length = 1],
      [path, ({ buffers: [, offsets] }) => offsets.length = 4],
      [path, ({ buffers: [, offsets] }) => offsets.offset += 4],
      [packed, ({ buffers: [, offsets] }) => offsets.length = 9],
    ] satisfies [string, (column: { buffers: { offset: number; length: number }[] }) => void][]
  ) {
    await using opened = new AsyncDisposableStack();
    const file = opened.use(openRandomAccess({ path: name }));
    const source = opened.use(await openSource(name));
    const reader = opened.use(await ArrowReader.open(source, { path: name }));
    const column = reader.columns.findIndex(({ values }) => values === "texts");
    const batch = structuredClone((await reader.lookAhead(file, LIMITS))[0]) as BatchInFile;
    const { fields } = reader.schema;
    const chunks = new ArrowChunkReader({
      name,
      fields,
      dictionaries: [],
      read: (into, position) => file.readSync(into, position),
    });
    const { rows } = batch.parts;
    const read = () => chunks.read({ batch, first: 0, rows }).values(column);
    read();
    damage(batch.parts.columns[column] as never);
    assertThrows(read, SyntaxError);
  }
});
