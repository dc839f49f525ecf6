import { assert, assertEquals } from "@std/assert";
import { readFooter } from "../../formats/parquet/footer.ts";
import { ELEMENT, FILE, LOGICAL } from "../../formats/parquet/metadata.ts";
import { loadApacheArrow } from "../formats/arrow/apache_arrow.ts";
import { Workdir } from "../workdir.ts";

Deno.test("a column of nothing but nulls keeps its type from Arrow to Parquet", async () => {
  const a = await loadApacheArrow();
  await using dir = await Workdir.create();
  const table = new a.Table({ n: a.vectorFromArray([null, null], new a.Null()) });
  await dir.write("a.arrow", a.tableToIPC(table, "file"));
  assertEquals((await dir.specol("convert", "a.arrow", "-o", "b.parquet")).stderr, "");
  const bytes = await dir.read("b.parquet");
  const { metadata } = await readFooter({
    name: "b.parquet",
    size: bytes.length,
    read(into, position): Promise<void> {
      into.set(bytes.subarray(position, position + into.length));
      return Promise.resolve();
    },
  });
  const logical = metadata.structs(FILE.schema).at(1)!.struct(ELEMENT.logical)!;
  assertEquals(logical.fields.map(({ id }) => id), [LOGICAL.unknown]);
  const { stdout } = await dir.specol("convert", "b.parquet", "--to", "csv", "--to-null", "NA");
  assertEquals(stdout, "n\nNA\nNA\n");
});

Deno.test("a long text that repeats itself is written such that specol reads it again", async () => {
  const a = await loadApacheArrow();
  await using dir = await Workdir.create();
  const long = "specol".repeat(2 ** 26 / 6 + 1);
  const table = new a.Table({ s: a.vectorFromArray(["x", null, long], new a.Utf8()) });
  await dir.write("a.arrow", a.tableToIPC(table, "file"));
  for (const [from, to] of [["a.arrow", "b.parquet"], ["b.parquet", "c.arrow"]]) {
    assertEquals((await dir.specol("convert", from, "-o", to)).stderr, "");
  }
  const column = a.tableFromIPC(await dir.read("c.arrow")).getChildAt(0)!;
  const [first, second, third] = column;
  assertEquals([first, second], ["x", null]);
  assert(third === long);
});
