import { assertEquals, assertThrows } from "@std/assert";
import type { FlatTable } from "../../../formats/arrow/decode/flatbuffer_reader.ts";
import type { MessageHead } from "../../../formats/arrow/decode/message_reader.ts";
import { DictionaryLog } from "../../../pipeline/concat/dictionary_log.ts";

// A dictionary is written here as a letter, an addition to one as + and a letter.

/** Which dictionaries of pieces are written: `A+B|A+B+C` are two pieces. */
function written(container: "file" | "stream", pieces: string): string {
  const log = new DictionaryLog(container);
  return pieces.split("|").map((piece, i) => {
    log.begin(`piece ${i + 1}`);
    return (piece.match(/\+?\w/g) ?? []).filter((text) => {
      const header = { int64: () => 7, bool: () => text.startsWith("+") } as Partial<FlatTable>;
      const metadata = new TextEncoder().encode(text);
      return log.isNew({ header, metadata, origin: "" } as MessageHead, metadata);
    }).join("");
  }).join("|");
}

Deno.test("dictionaries that earlier pieces have brought are not written again", () => {
  const cases: [string, string][] = [
    ["A|A|A", "A||"],
    ["A+B|A+B|A+B+C|A+B+C", "A+B||+C|"],
    ["A+B|A", "A+B|"],
    ["|A|", "|A|"],
  ];
  for (const [pieces, expected] of cases) {
    assertEquals(written("file", pieces), expected);
    assertEquals(written("stream", pieces), expected);
  }
});

Deno.test("a stream repeats and replaces dictionaries, a file does not", () => {
  assertEquals(written("stream", "AA|AA|A"), "AA||");
  assertEquals(written("stream", "AB|B|A|A"), "AB||A|");
  assertEquals(written("file", "AA|A"), "A|");
  assertThrows(() => written("file", "A|B"), TypeError, "piece 2: its dictionary 7 differs");
});

Deno.test("additions to a dictionary that others have added to are refused", () => {
  for (const container of ["file", "stream"] as const) {
    assertThrows(() => written(container, "A+B|A+C"), TypeError, "its dictionary 7 differs");
  }
});
