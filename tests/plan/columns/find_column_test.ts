import { assertEquals } from "@std/assert";
import { NameMap } from "../../../plan/columns/find_column.ts";

Deno.test("a map of names has the last value of each, however long they are", () => {
  const map = new NameMap<number>();
  const names = [
    "",
    "x",
    "y".repeat(16_383),
    "y".repeat(16_384),
    "y".repeat(20_000),
    "z".repeat(20_000),
  ];
  names.forEach((name, i) => map.set(name, i));
  names.forEach((name, i) => assertEquals(map.get(name), i));
  assertEquals([map.get("y"), map.get("y".repeat(20_001))], [undefined, undefined]);
  names.forEach((name, i) => map.set(name, -i));
  names.forEach((name, i) => assertEquals(map.get(name), -i));
});

Deno.test("long names that differ in their last letters alone are found as soon as short ones", () => {
  // A Map compares each with all others: 150 GB of letters, at 10 GB per second.
  const beginning = "x".repeat(2 ** 14);
  const map = new NameMap<number>();
  for (let i = 0; i < 4000; i++) map.set(decoded(`${beginning}${i + 10_000}`), i);
  for (let i = 0; i < 4000; i++) assertEquals(map.get(decoded(`${beginning}${i + 10_000}`)), i);
});

/** A text of its own, as a header gives it: not two parts that are put together later. */
function decoded(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
