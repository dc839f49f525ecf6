import { assert, assertEquals } from "@std/assert";
import { parse as parseCsv } from "@std/csv/parse";
import { lgamma } from "../../../mod.ts";
import { appendLgamma } from "./oracle.ts";
import { makeRandom, randomCsv } from "./random_csv.ts";
import { lgammaOf, transform } from "../../../support/transform_csv.ts";

/** The cells of CSV, by the standard library. */
function parse(text: string, separator = ","): string[][] {
  return parseCsv(text, { separator });
}

Deno.test("random CSV means to @std/csv what it meant, and the results next to it", async () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = makeRandom(seed);
    const text = randomCsv(random, Math.floor(random() * 40));
    const chunkSize = 1 + Math.floor(random() * 300);
    const { text: actual, error } = await transform(text, { chunkSize });
    assertEquals(error, undefined, `seed ${seed}`);
    const [names, ...records] = parse(text);
    const x = names.indexOf("x");
    const expected = records.map((cells) => {
      const number = cells[x].trim();
      return [
        ...cells,
        number === "" ? "" : `${lgamma(Number(number))}`.replace("Infinity", "inf"),
      ];
    });
    assertEquals(parse(actual), [[...names, "x_lgamma"], ...expected], `seed ${seed}`);
    assertEquals(actual, appendLgamma(text), `seed ${seed}`);
  }
});

Deno.test("a long CSV is the same with workers as without, whatever the size of chunks", async () => {
  const text = randomCsv(makeRandom(7), 60_000);
  const expected = appendLgamma(text);
  for (const options of [{}, { jobs: 3, chunkSize: 30_000 }, { jobs: 2, atATime: 70_001 }]) {
    const { text: actual, error } = await transform(text, options);
    assertEquals(error, undefined);
    assert(actual === expected, JSON.stringify(options));
  }
});

Deno.test("columns that are replaced, and results alone, are what they are when appended", async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const text = randomCsv(makeRandom(seed), 30);
    const [names, ...records] = parse(text);
    const appended = parse(appendLgamma(text));
    const x = names.indexOf("x");
    const replaced = await transform(text, { work: lgammaOf("x", { replace: true }) });
    assertEquals(
      parse(replaced.text).slice(1),
      records.map((cells, i) => cells.toSpliced(x, 1, appended[i + 1].at(-1)!)),
      `seed ${seed}`,
    );
    const alone = await transform(text, { work: lgammaOf("x", { only: true }) });
    assertEquals(parse(alone.text).flat(), appended.map((cells) => cells.at(-1)), `seed ${seed}`);
  }
});

Deno.test("TSV made from CSV means the same", async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const text = randomCsv(makeRandom(seed), 30);
    const { text: actual } = await transform(text, { work: { kind: "convert" }, to: "tsv" });
    assertEquals(parse(actual, "\t"), parse(text), `seed ${seed}`);
    const same = await transform(text, { work: { kind: "convert" } });
    assertEquals(same.text, text);
  }
});
