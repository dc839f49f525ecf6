import { assertEquals, assertThrows } from "@std/assert";
import { type Format, lgamma, readTable, type Table, writeTable } from "../../mod.ts";

const CSV = 'site,n\r\n"north", 3.00\r\n\r\nsouth,4\r\n#c\r\nnorth,\r\n"a ""b""",7\r\nnorth,9';

async function textOf(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  return await new Response(bytes).text();
}

async function filtered(
  csv: string,
  options: { readonly where: string; readonly format?: Format; readonly to?: Format },
): Promise<string> {
  const { where, format = "csv", to = format } = options;
  let table: Table = await readTable(new Blob([csv]).stream(), { csv: { comment: "#" } });
  if (format !== "csv") table = await readTable(writeTable(table, { format }));
  return await textOf(writeTable(table, {
    format: to,
    where,
    results: { y: { column: "n", compute: lgamma } },
    csv: { comment: "#" },
  }));
}

Deno.test("where keeps rows of CSV byte for byte, with the comments and blank lines around them", async () => {
  assertEquals(
    await filtered(CSV, { where: "site == 'north' and n > 3" }),
    `site,n,y\r\n\r\n#c\r\nnorth,9,${lgamma(9)}`,
  );
  assertEquals(
    await filtered(CSV, { where: "not (site == 'north')" }),
    `site,n,y\r\n\r\nsouth,4,${lgamma(4)}\r\n#c\r\n"a ""b""",7,${lgamma(7)}\r\n`,
  );
  assertEquals(await filtered(CSV, { where: "isnull(n)" }), "site,n,y\r\n\r\n#c\r\nnorth,,\r\n");
  assertEquals(await filtered(CSV, { where: "n < 0" }), "site,n,y\r\n\r\n#c\r\n");
});

Deno.test("where keeps the same rows of every format", async () => {
  for (
    const where of ["site == 'north' and n > 0", "isnull(n) or n > 6", "lgamma(n)", "n", "1", "0"]
  ) {
    const expected = (await filtered(CSV, { where, to: "jsonl" })).split("\n");
    for (const format of ["arrow", "arrows", "parquet", "jsonl"] as const) {
      const rows = (await filtered(CSV, { where, format, to: "jsonl" })).split("\n");
      assertEquals(rows, expected, `${format}: ${where}`);
    }
  }
});

Deno.test("where chooses rows of tables that a program makes, texts included", async () => {
  const offsets = Int32Array.of(0, 1, 3, 6);
  const bytes = new TextEncoder().encode("abbccc");
  const table: Table = {
    columns: [
      { name: "id", typeName: "utf8", values: "texts" },
      { name: "x", typeName: "float64", type: "float64" },
    ],
    rows: 3,
    batches: ReadableStream.from([{
      rows: 3,
      numbers: () => ({ values: new Float64Array([1, 2, 3]), valid: new Uint8Array([0b101]) }),
      values: (column: number) =>
        column === 0 ? { kind: "texts" as const, offsets, bytes } : {
          kind: "floats" as const,
          values: new Float64Array([1, 2, 3]),
          valid: new Uint8Array([0b101]),
        },
    }]),
  };
  assertEquals(
    await textOf(writeTable(table, { format: "csv", where: "id != 'a' and (isnull(x) or x > 1)" })),
    "id,x\nbb,\nccc,3\n",
  );
});

Deno.test("a condition that cannot be understood is refused at the call", async () => {
  const cases: [unknown, string][] = [
    ["m > 1", "Option where: Unknown column m"],
    ["n >", "Option where:"],
    ["sum(n) > 1", "tests one row at a time"],
    ["_ > 1", "_ is only defined inside rowsum"],
    [7, "Option where must be a string, got 7"],
  ];
  for (const [where, message] of cases) {
    const table = await readTable(new Blob([CSV]).stream());
    assertThrows(
      () => writeTable(table, { format: "csv", where: where as string }),
      Error,
      message,
    );
  }
});
