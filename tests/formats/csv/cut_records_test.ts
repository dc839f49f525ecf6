import { assertEquals } from "@std/assert";
import { cutRecords, MAX_RECORD_BYTES } from "../../../formats/csv/cut_records.ts";
import { RecordChunks } from "../../../formats/csv/record_chunks.ts";
import { openInstance } from "../../../kernels/engine.ts";
import { chunkSource } from "../../../io/byte_source.ts";

const COMMA = 44;

/** Cuts a text that follows so many bytes of a record. */
function cut(text: string, { before = 0, quotes = 0 } = {}) {
  const { exports, memory, end: from, reserve } = openInstance();
  const bytes = new TextEncoder().encode(text);
  reserve(from + bytes.length + 128);
  new Uint8Array(memory.buffer).set(bytes, from);
  const found = cutRecords(exports, {
    from,
    to: from + bytes.length,
    before,
    quotes,
    delimiter: COMMA,
  });
  return { ...found, end: found.end === 0 ? 0 : found.end - from };
}

Deno.test("a text is cut behind its last whole record, with the state of quotes kept", () => {
  assertEquals(cut("a,b\nc,d\ne,"), { end: 8, quotes: 0, isOverlong: false });
  const open = cut('a\n"b\n');
  assertEquals([open.end, open.quotes !== 0, open.isOverlong], [2, true, false]);
  assertEquals(cut('c\n"\nd', { before: 3, quotes: open.quotes }).end, 4);
  assertEquals([cut("no end").end, cut("no end").isOverlong], [0, false]);
});

Deno.test("a record is too long when it has no end in as many bytes as a record may have", () => {
  const before = MAX_RECORD_BYTES - 2;
  assertEquals(cut("x", { before }).isOverlong, false);
  assertEquals(cut("xy", { before }).isOverlong, true);
  const { end, isOverlong } = cut("x\ny", { before });
  assertEquals([end, isOverlong], [2, false]);
});

Deno.test("records before one that is too long are given first, and its beginning last", async () => {
  const piece = new Uint8Array(2 ** 22).fill(65);
  let pieces = 0;
  const source = chunkSource("x.csv", () => {
    const value = pieces++ === 0 ? new TextEncoder().encode("a\nb\n") : piece;
    return Promise.resolve({ value });
  });
  const chunks = new RecordChunks(source, { delimiter: COMMA, chunkSize: 2 ** 20 });
  const first = await chunks.read();
  assertEquals(new TextDecoder().decode(first), "a\nb\n");
  assertEquals(chunks.overlong, undefined);
  const last = await chunks.read();
  assertEquals(last!.length >= MAX_RECORD_BYTES, true);
  assertEquals(chunks.overlong, last);
  assertEquals(await chunks.read(), undefined);
});
