import { assertEquals } from "@std/assert";
import { Workdir } from "../../workdir.ts";

/** What is used of Flechette, to write what specol does not: see independent_reader.ts. */
interface Flechette {
  tableFromArrays(columns: unknown, options: { types: unknown }): unknown;
  tableToIPC(table: unknown, options: { format: "file" | "stream" }): Uint8Array;
  dictionary(values: unknown, indices?: unknown): unknown;
  float64(): unknown;
  float16(): unknown;
  int64(): unknown;
  int8(): unknown;
  uint16(): unknown;
  utf8(): unknown;
}

const FLECHETTE = "npm:@uwdata/flechette@2.6.0";

Deno.test("dictionaries of numbers and texts become the values that they stand for in CSV", async () => {
  const { tableFromArrays, tableToIPC, dictionary, ...types }: Flechette = await import(FLECHETTE);
  const table = tableFromArrays({
    a: [1.5, 2.5, null, 1.5],
    b: [2n ** 53n - 1n, -20n, 2n ** 53n - 1n, null],
    c: [0.1, 0.5, 0.1, 65504],
    d: [1, -2, 1, 3],
    e: ["x", "", null, "y, z"],
  }, {
    types: {
      a: dictionary(types.float64()),
      b: dictionary(types.int64(), types.int8()),
      c: dictionary(types.float16()),
      d: dictionary(types.int8(), types.uint16()),
      e: dictionary(types.utf8()),
    },
  });
  await using dir = await Workdir.create();
  for (const format of ["file", "stream"] as const) {
    await dir.write("in", tableToIPC(table, { format }));
    const { stdout, stderr } = await dir.specol("convert", "in", "--to", "csv");
    const rows = [
      "a,b,c,d,e",
      "1.5,9007199254740991,0.1,1,x",
      '2.5,-20,0.5,-2,""',
      ",9007199254740991,0.1,1,",
      '1.5,,65500,3,"y, z"',
    ];
    assertEquals([stderr, stdout], ["", `${rows.join("\n")}\n`]);
    const refused = await dir.specol("lgamma", "-c", "a", "in");
    assertEquals(
      [refused.status, refused.stderr],
      [2, "specol: Column a of in holds no numbers but dictionary<float64>\n"],
    );
  }
});
