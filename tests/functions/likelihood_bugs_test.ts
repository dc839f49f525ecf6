import { expression } from "../../mod.ts";
import { assertUlpEquals } from "../../testing/mod.ts";

// By tools/mpmath_reference/likelihoods.py, which says what was reported.
const TABLE = new URL("../data/likelihood_bugs.tsv", import.meta.url);

Deno.test("log-likelihoods that others got wrong have their true values", async (t) => {
  for (const line of (await Deno.readTextFile(TABLE)).trimEnd().split("\n")) {
    const [source, text, inputs, value] = line.split("\t");
    await t.step(`${source}: ${inputs}`, () => {
      const result = expression(text)(JSON.parse(inputs) as Record<string, number>) as number;
      assertUlpEquals(result, Number(value), { ulp: 1 });
    });
  }
});
