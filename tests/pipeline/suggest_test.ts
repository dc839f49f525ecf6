import { assertEquals } from "@std/assert";
import { didYouMean } from "../../pipeline/suggest.ts";

Deno.test("the nearest name is suggested, but only one that is near", () => {
  const names = ["lgamma", "digamma", "i0e", "i1", "map", "columns", "color"];
  const cases: [string, string][] = [
    ["lgama", "lgamma"],
    ["gamma", "lgamma"],
    ["LGAMMA", "lgamma"],
    ["digama", "digamma"],
    ["i0ee", "i0e"],
    ["mpa", "map"],
    ["colour", "color"],
    ["colums", "columns"],
    ["i2", "i1"],
    ["sin", ""],
    ["x", ""],
    ["frobnicate", ""],
    ["", ""],
  ];
  for (const [typed, near] of cases) {
    const expected = near === "" ? "" : `, did you mean ${near}?`;
    assertEquals(didYouMean(typed, names), expected, typed);
  }
  assertEquals(didYouMean("gard", ["grad"], "--"), ", did you mean --grad?");
  assertEquals(didYouMean("x", []), "");
  // Whoever compares these letter by letter is not done today.
  assertEquals(didYouMean("a".repeat(10_000), ["b".repeat(1e7), "c"]), "");
});
