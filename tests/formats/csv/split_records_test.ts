import { assertEquals } from "@std/assert";
import { MAX_RECORD_BYTES, splitRecords } from "../../../formats/csv/split_records.ts";
import { type QuoteStyle, syntaxOf } from "../../../formats/csv/dialect.ts";
import { RecordChunks } from "../../../formats/csv/record_chunks.ts";
import { openInstance } from "../../../kernels/engine.ts";
import { chunkSource } from "../../../io/byte_source.ts";

const COMMA = 44;

/** Cuts a text that follows so many bytes of a record. */
function cut(
  text: string,
  { before = 0, quotes = 0, comment = "", quote = "double" as QuoteStyle } = {},
) {
  const { exports, memory, end: from, reserve } = openInstance();
  const bytes = new TextEncoder().encode(text);
  const to = from + bytes.length;
  reserve(to + 256);
  new Uint8Array(memory.buffer).set(bytes, from);
  new Uint8Array(memory.buffer).set(new TextEncoder().encode(comment), to);
  const found = splitRecords(exports, {
    from,
    to,
    before,
    quotes,
    delimiter: COMMA,
    comment: [to, to + comment.length],
    syntax: syntaxOf({ quote, thousands: "" }),
  });
  return { ...found, end: found.end === 0 ? 0 : found.end - from };
}

Deno.test("a text is cut after its last complete record, and the state of quotes is kept", () => {
  assertEquals(cut("a,b\nc,d\ne,"), { end: 8, quotes: 0, isOverlong: false });
  const open = cut('a\n"b\n');
  assertEquals([open.end, open.quotes !== 0, open.isOverlong], [2, true, false]);
  assertEquals(cut('c\n"\nd', { before: 3, quotes: open.quotes }).end, 4);
  assertEquals([cut("no end").end, cut("no end").isOverlong], [0, false]);
});

Deno.test("a record is too long when it has no end in as many bytes as a record may have", () => {
  const before = MAX_RECORD_BYTES - 2;
  const cases: [text: string, before: number, end: number, isOverlong: boolean][] = [
    ["xy", before, 0, false],
    ["x\ny", before, 2, false],
    ["xy\n", before, 0, true],
    ["xy\nz\n", before, 0, true],
    ["\n", MAX_RECORD_BYTES, 0, true],
    ["\n", MAX_RECORD_BYTES + 5, 0, true],
  ];
  for (const [text, before, end, isOverlong] of cases) {
    const found = cut(text, { before });
    assertEquals([found.end, found.isOverlong], [end, isOverlong], `${before} and ${text}`);
  }
});

Deno.test("a record that is too long ends what is cut, even if the text has its end", () => {
  const long = "x".repeat(MAX_RECORD_BYTES) + "\n";
  const before: [text: string, end: number, isOverlong: boolean][] = [["", 0, true], [
    "a\nb\n",
    4,
    false,
  ]];
  for (const [text, end, isOverlong] of before) {
    const found = cut(text + long + "c\n");
    assertEquals([found.end, found.isOverlong], [end, isOverlong]);
  }
  const longest = long.slice(1);
  assertEquals(cut("a\n" + longest + longest + "b\nc").end, 4 + 2 * longest.length);
});

Deno.test("records before one that is too long are given first, and its beginning last", async () => {
  const piece = new Uint8Array(2 ** 22).fill(65);
  let pieces = 0;
  const source = chunkSource("x.csv", () => {
    const value = pieces++ === 0 ? new TextEncoder().encode("a\nb\n") : piece;
    return Promise.resolve({ value });
  });
  const chunks = new RecordChunks(source, {
    delimiter: COMMA,
    comment: new Uint8Array(),
    syntax: syntaxOf({ quote: "double", thousands: "" }),
    chunkSize: 2 ** 20,
  });
  const first = await chunks.read();
  assertEquals(new TextDecoder().decode(first), "a\nb\n");
  assertEquals(chunks.overlong, undefined);
  const last = await chunks.read();
  assertEquals(last!.length, MAX_RECORD_BYTES);
  assertEquals(chunks.overlong, last);
  assertEquals(await chunks.read(), undefined);
});

Deno.test("quotes in comments do not count, wherever a text is cut into pieces", () => {
  const text = 'a,b\n##x,"y\n"c\n##d",1\n##\n#,"e\n"\n##,"\nf,g\n"h\n##,",2\n';
  const ends = [4, 11, 21, 24, 31, 36, 40, 50];
  for (let size = 1; size <= text.length; size++) {
    let [end, quotes] = [0, 0];
    const found = new Set<number>();
    for (let at = 0; at < text.length; at += size) {
      const piece = cut(text.slice(at, at + size), { quotes, comment: "##" });
      quotes = piece.quotes;
      if (piece.end > 0) end = at + piece.end;
      found.add(end);
    }
    // With pieces of one byte every end is found.
    if (size === 1) assertEquals([...found].filter((end) => end > 0), ends);
    assertEquals(end, text.length, `pieces of ${size}`);
  }
});

Deno.test("without quotes every line ends a record, wherever a text is cut into pieces", () => {
  const quote = "none";
  assertEquals(cut('a,"b\nc",d\n"e', { quote }), { end: 10, quotes: 0, isOverlong: false });
  assertEquals(cut('"no end', { quote }), { end: 0, quotes: 0, isOverlong: false });
  const open = cut('a\n"b', { quote });
  assertEquals(cut('c\n"d', { before: 2, quotes: open.quotes, quote }).end, 2);
});
