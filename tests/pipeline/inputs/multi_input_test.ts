import { assert, assertEquals, assertThrows } from "@std/assert";
import { matchColumns } from "../../../pipeline/inputs/multi_input.ts";
import { limitRows, sameTexts } from "../../../pipeline/inputs/multi_reader.ts";

Deno.test("columns in another order are matched with a few looks at each name", () => {
  let looks = 0;
  const column = (i: number) => ({
    typeName: "text",
    get name(): string {
      looks++;
      return `column ${i}`;
    },
  });
  const numbers = Array.from({ length: 60_000 }, (_, i) => i);
  const first = { name: "a.csv", columns: numbers.map(column) };
  const next = { name: "b.csv", columns: numbers.toReversed().map(column) };
  assertEquals(matchColumns(first, next), numbers.toReversed());
  assert(looks < 20 * numbers.length, `${looks} looks`);
});

Deno.test("the texts of a file column fit into their offsets, or are refused", () => {
  const text = "x".repeat(1000);
  const { offsets, bytes } = sameTexts("añ", 5);
  assertEquals([...offsets], [0, 3, 6, 9, 12, 15]);
  assertEquals(new TextDecoder().decode(bytes), "añañañañañ");
  assertEquals(sameTexts("", 3).bytes.length, 0);
  assertThrows(() => sameTexts(text, 2_147_484), RangeError, "a batch of xxx");
  assertEquals(limitRows(100, text), 100);
  assert(limitRows(Infinity, text) * text.length <= 2 ** 24);
  assertEquals(limitRows(1e9, "x".repeat(1e8)), 8);
});
