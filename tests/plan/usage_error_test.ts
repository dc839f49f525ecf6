import { assertEquals } from "@std/assert";
import { didYouMean } from "../../plan/usage_error.ts";
import { makeRandom } from "../formats/csv/random_csv.ts";

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

Deno.test("what is near is what a few letters more, less, other or swapped make of it", () => {
  const random = makeRandom(14);
  const seen = { near: 0, far: 0 };
  for (let i = 0; i < 5000; i++) {
    const typed = randomWord(random);
    const name = random() < 0.5 ? randomWord(random) : edited(typed, random);
    const allowed = Math.min(8, Math.floor((Math.max(typed.length, name.length) + 1) / 3));
    const isNear = editsOf(typed, name) <= allowed;
    assertEquals(didYouMean(typed, [name]) !== "", isNear, `${typed} ${name}`);
    seen[isNear ? "near" : "far"]++;
  }
  assertEquals(seen.near > 500 && seen.far > 500, true, JSON.stringify(seen));
});

function randomWord(random: () => number): string {
  return Array.from({ length: random() * 40 }, () => "abc"[Math.floor(random() * 3)]).join("");
}

/** A word with some letters changed. */
function edited(word: string, random: () => number): string {
  const letters = [...word];
  for (let i = random() * 12; i >= 0; i--) {
    const at = Math.floor(random() * letters.length);
    letters.splice(at, Math.floor(random() * 3), ...randomWord(random).slice(0, 2));
  }
  return letters.join("");
}

/** The number of edits by its definition, with every pair of beginnings looked at. */
function editsOf(from: string, to: string): number {
  const rows: number[][] = [];
  for (let i = 0; i <= from.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= to.length; j++) {
      rows[i][j] = i === 0 ? j : Math.min(
        rows[i - 1][j] + 1,
        rows[i][j - 1] + 1,
        rows[i - 1][j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[from.length][to.length];
}
