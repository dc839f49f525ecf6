import { assertEquals } from "@std/assert";
import type { Batch, Numbers } from "../../formats/table.ts";
import { lgamma } from "../../functions/lgamma.ts";
import { polygamma } from "../../functions/polygamma.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import { readTable } from "../../streams/read_table.ts";
import type { Table } from "../../streams/table.ts";
import { writeTable, type WriteTableOptions } from "../../streams/write_table.ts";

const CSV = "id,n,k\na,3,1\nb,,2\nc,4,\nd,,\n";

/**
 * The same rows as a table of Arrow, and as one that was made by hand, with 1 where there is
 * nothing.
 */
const TABLES: Readonly<Record<string, () => Promise<Table>>> = {
  csv: () => readTable(new Blob([CSV]).stream()),
  async arrow(): Promise<Table> {
    const bytes = writeTable(await readTable(new Blob([CSV]).stream()), { format: "arrow" });
    return await readTable(bytes);
  },
  hand(): Promise<Table> {
    const numbers = (column: number): Numbers =>
      column === 0
        ? { values: new Float64Array([3, 1, 4, 1]), valid: Uint8Array.of(0b0101) }
        : { values: new Float64Array([1, 2, 1, 1]), valid: Uint8Array.of(0b0011) };
    return Promise.resolve({
      columns: ["n", "k"].map((name) => ({ name, typeName: "float64", type: "float64" })),
      batches: ReadableStream.from<Batch>([{ rows: 4, numbers }]),
    });
  },
};

/** A column after it was written in a format and read again: null where there is no number. */
async function columnAfter(
  name: string,
  { from, ...options }: WriteTableOptions & { from: string },
): Promise<(number | null)[]> {
  const { batches } = await readTable(writeTable(await TABLES[from](), options));
  const found: (number | null)[] = [];
  for await (const batch of batches) {
    const { values, valid } = batch.numbers(name);
    values.forEach((value, i) => {
      const isNull = valid !== undefined && (valid[i >> 3] >> (i & 7) & 1) === 0;
      if (isNull) assertEquals(value, NaN, "what is null cannot be taken for a number");
      found.push(isNull ? null : value);
    });
  }
  return found;
}

Deno.test("a null stays null in every conversion, by the shortest program", async () => {
  for (const from of Object.keys(TABLES)) {
    for (const format of ["csv", "tsv", "arrow", "arrows"] as const) {
      const results = { y: { column: "n", compute: lgamma } };
      const y = await columnAfter("y", { from, format, results });
      assertEquals(y, [lgamma(3), null, lgamma(4), null], `${from} to ${format}`);
      assertEquals(await columnAfter("n", { from, format, results }), [3, null, 4, null]);
    }
  }
});

Deno.test("a result of several columns is null where one of them is", async () => {
  const compute = (n: FloatArray, k: FloatArray) => n.map((value, i) => value - k[i]);
  for (const from of Object.keys(TABLES)) {
    const results = { y: { columns: ["n", "k"], compute } };
    assertEquals(await columnAfter("y", { from, format: "arrow", results }), [2, null, null, null]);
  }
});

Deno.test("a result may have more nulls, but not fewer", async () => {
  const compute = (x: FloatArray) => ({ values: lgamma(x), valid: Uint8Array.of(0b1110) });
  for (const from of Object.keys(TABLES)) {
    const results = { y: { column: "n", compute } };
    const y = await columnAfter("y", { from, format: "csv", results });
    assertEquals(y, [null, null, lgamma(4), null]);
  }
});

Deno.test("nulls survive a computation in place, and one that takes its time", async () => {
  const inPlace = (x: FloatArray) => lgamma(x, { out: x });
  const later = async (x: FloatArray) => await Promise.resolve(polygamma(x, 1));
  for (const from of Object.keys(TABLES)) {
    const results = {
      y: { column: "n", compute: inPlace },
      z: { column: "n", compute: later },
    };
    const written = { from, format: "arrows", results } as const;
    assertEquals(await columnAfter("y", written), [lgamma(3), null, lgamma(4), null]);
    assertEquals(await columnAfter("z", written), [polygamma(3, 1), null, polygamma(4, 1), null]);
    assertEquals(await columnAfter("n", written), [3, null, 4, null], "the column is as it was");
  }
});

Deno.test("a result with the name of a column takes its place, with the nulls of that", async () => {
  const results = { n: { column: "n", compute: lgamma } };
  const text = await new Response(writeTable(await TABLES.csv(), { format: "csv", results }))
    .text();
  assertEquals(text, `id,n,k\na,${lgamma(3)},1\nb,,2\nc,${lgamma(4)},\nd,,\n`);
});

Deno.test("results have the type of their columns, or the one that is asked for", async () => {
  const short = () =>
    ({
      columns: [
        { name: "x", typeName: "float32", type: "float32" },
        { name: "n", typeName: "int8", type: "int8" },
      ],
      batches: ReadableStream.from<Batch>([{
        rows: 1,
        numbers: (column) =>
          column === 0 ? { values: new Float32Array([0.1]) } : { values: new Float64Array([3]) },
      }]),
    }) as const;
  const bytes = writeTable(short(), {
    format: "arrow",
    results: {
      a: { column: "x", compute: lgamma },
      b: { column: 1, compute: lgamma },
      c: { columns: ["x", "n"], compute: (x) => x },
      d: { column: "n", compute: lgamma, type: "float16" },
    },
  });
  const { columns, batches } = await readTable(bytes);
  assertEquals(columns.slice(2).map(({ type }) => type), [
    "float32",
    "float64",
    "float64",
    "float16",
  ]);
  const [batch] = await Array.fromAsync(batches);
  assertEquals(batch.numbers("a").values, lgamma(new Float32Array([0.1])));
  assertEquals(batch.numbers("d").values, lgamma(new Float16Array([3])));
});

Deno.test("of npy, which has no null, the shortest program makes NaN", async () => {
  const results = { y: { column: "n", compute: lgamma } };
  const bytes = writeTable(await TABLES.csv(), { format: "npy", results, columns: ["y", "n"] });
  const [batch] = await Array.fromAsync((await readTable(bytes)).batches);
  assertEquals(batch.numbers("x0").values, new Float64Array([lgamma(3), NaN, lgamma(4), NaN]));
});
