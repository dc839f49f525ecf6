import { assertEquals, assertThrows } from "@std/assert";
import { DictionaryLog } from "../../../formats/arrow/encode/dictionary_log.ts";

// A dictionary is written here as a letter, an addition to one as + and a letter.

/** Which dictionaries of pieces are written: `A+B|A+B+C` are two pieces. */
function written(container: "file" | "stream", pieces: string): string {
  const log = new DictionaryLog<string>({
    container,
    isSame: (a, b) => a === b,
    differs: (id) => new TypeError(`dictionary ${id} differs`),
  });
  return pieces.split("|").map((piece, i) => {
    if (i > 0) log.beginPiece();
    return (piece.match(/\+?\w/g) ?? []).filter((values) =>
      log.isNew({ id: 7, isDelta: values.startsWith("+"), values })
    ).join("");
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
  assertThrows(() => written("file", "A|B"), TypeError, "dictionary 7 differs");
});

Deno.test("additions to a dictionary that others have added to are refused", () => {
  for (const container of ["file", "stream"] as const) {
    assertThrows(() => written(container, "A+B|A+C"), TypeError, "dictionary 7 differs");
  }
});
