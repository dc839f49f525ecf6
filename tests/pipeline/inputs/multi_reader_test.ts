import { assertEquals } from "@std/assert";
import { CSV_DEFAULTS } from "../../../formats/csv/dialect.ts";
import { openTableReader } from "../../../formats/open_table.ts";
import { openInput } from "../../../io/open_source.ts";
import { MultiReader } from "../../../pipeline/inputs/multi_reader.ts";
import { Workdir } from "../../workdir.ts";

Deno.test("cells count that are read after the next input was opened", async () => {
  await using dir = await Workdir.create();
  for (const name of ["a.csv", "b.csv"]) await dir.write(name, "n\n9007199254740993\n5\n");
  const options = { csv: CSV_DEFAULTS, chunkSize: 1000, selectColumns: () => [] };
  await using input = await openInput(dir.path("a.csv"), { count: () => {} });
  using first = await openTableReader("csv", input.source, options);
  await using reader = new MultiReader({
    ...options,
    first: { reader: first, name: "a.csv", format: "csv" },
    more: [{ path: dir.path("b.csv"), format: "csv" }],
    count: () => {},
    passedAs: "text",
    passed: [],
    hasFileColumn: false,
  });
  const batches = [await reader.read(), await reader.read(), await reader.read()];
  assertEquals(batches.map((batch) => batch?.rows), [2, 2, undefined]);
  for (const batch of batches) batch?.numbers(0, "float64");
  assertEquals(reader.noted().rounded?.counts, [{ column: "n", count: 2 }]);
});
