import { assertEquals, assertRejects } from "@std/assert";
import { checkArrow, checkCsv, judge } from "../../tools/conformance/checks.ts";
import { compareGolden } from "../../tools/conformance/golden.ts";
import { sample } from "../../support/arrow_samples.ts";

function path(name: string): string {
  return new URL(`../data/arrow/${name}`, import.meta.url).pathname;
}

Deno.test("a file passes, or is refused with a clear error", async () => {
  const passes = await judge(() => checkArrow(path("mixed.arrow")));
  assertEquals(passes, {
    outcome: "passes",
    words: "as file and stream; compared with another library",
  });
  const refused = await judge(() => checkArrow(path("dictionary_replaced.arrows")));
  assertEquals(refused.outcome, "error");
});

Deno.test("CSV is compared with its JSON", async () => {
  const folder = await Deno.makeTempDir({ prefix: "specol-test-" });
  try {
    for (const name of ["csvs", "json"]) await Deno.mkdir(`${folder}/${name}`);
    await Deno.writeTextFile(`${folder}/csvs/a.csv`, 'a,"b"\r\n1,"x\ny"\r\n2,\r\n');
    const records = [{ a: "1", b: "x\ny" }, { a: "2", b: "" }];
    await Deno.writeTextFile(`${folder}/json/a.json`, JSON.stringify(records));
    const passes = await judge(() => checkCsv(`${folder}/csvs/a.csv`));
    assertEquals(passes, { outcome: "passes", words: "the same bytes; compared with its JSON" });
    await Deno.writeTextFile(`${folder}/json/a.json`, JSON.stringify(records.slice(1)));
    assertEquals((await judge(() => checkCsv(`${folder}/csvs/a.csv`))).outcome, "FAIL");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("an error that is not specol's own is a failure, though it may sound alike", async () => {
  const { outcome } = await judge(() => {
    const nothing = undefined as unknown as string;
    return Promise.resolve(`${nothing.length}`);
  });
  assertEquals(outcome, "FAIL");
});

Deno.test("data that differ from their JSON are found", async () => {
  const fields = [
    {
      name: "d",
      type: { name: "utf8" },
      children: [],
      dictionary: { id: 7, indexType: { name: "int", isSigned: true, bitWidth: 8 } },
    },
    { name: "x", type: { name: "floatingpoint", precision: "DOUBLE" }, children: [] },
  ];
  function table(words: string[], last: number) {
    const indices = (DATA: number[]) => ({ count: DATA.length, VALIDITY: DATA.map(() => 1), DATA });
    return {
      schema: { fields },
      batches: [
        { count: 2, columns: [indices([0, 1]), indices([2, 2])] },
        { count: 1, columns: [indices([0]), indices([1])] },
        { count: 2, columns: [indices([0, 1]), indices([2, last])] },
      ],
      dictionaries: [{ id: 7, data: { count: 2, columns: [{ ...indices([0, 0]), DATA: words }] } }],
    };
  }
  const bytes = sample("dictionary_replaced.arrows");
  await assertRejects(
    () => compareGolden(bytes, table(["a", "c"], 2)),
    Error,
    'column "d", value 1: b, expected c',
  );
  // The second dictionary of this stream is another than the JSON's one.
  await assertRejects(
    () => compareGolden(bytes, table(["a", "b"], 2)),
    Error,
    'column "d", length: 1, expected 2',
  );
});
