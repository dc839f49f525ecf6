import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { readTable } from "../../streams/read_table.ts";
import { writeTable, type WriteTableOptions } from "../../streams/write_table.ts";

/**
 * Writes a table of two rows; what is wrong with the options is what a program may do without
 * types.
 */
async function write(options: Record<string, unknown>): Promise<string> {
  const table = await readTable(new Blob(["x,z\n1,2\n3,4\n"]).stream());
  return await new Response(writeTable(table, options as unknown as WriteTableOptions)).text();
}

Deno.test("a result that is not what its column is to hold is an error, never other bytes", async () => {
  const what = "Cannot write column y: the result of compute must";
  const cases: [unknown, string][] = [
    [undefined, `${what} be a Float64Array, got undefined`],
    [{}, `${what} be a Float64Array, got Object`],
    [[1, 2], `${what} be a Float64Array, got Array`],
    [7, `${what} be a Float64Array, got 7`],
    [new Float64Array(1), `${what} have 2 values, like the batch, got 1`],
    [new Float64Array(5), `${what} have 2 values, like the batch, got 5`],
    [new Float32Array(2), `${what} be a Float64Array, got Float32Array`],
    [{ values: [1, 2] }, `${what} be a Float64Array, got Array`],
    [
      { values: new Float64Array(2), valid: new Uint8Array(0) },
      `${what} have 1 bytes in valid, got 0`,
    ],
    [
      { values: new Float64Array(2), valid: [true, false] },
      `${what} have a Uint8Array as valid, got Array`,
    ],
  ];
  for (const format of ["csv", "tsv", "arrow", "arrows", "npy"]) {
    for (const [result, message] of cases) {
      for (const compute of [() => result, () => Promise.resolve(result)]) {
        const results = { y: { column: "x", compute } };
        await assertRejects(() => write({ format, results }), Error, message);
      }
    }
  }
  const compute = () => ({ values: new Float64Array([0.5, 1]), valid: Uint8Array.of(0b10) });
  const results = { y: { column: "x", compute } };
  assertEquals(await write({ format: "csv", results, columns: ["y"] }), 'y\n""\n1\n');
});

Deno.test("a table that was written is not written again as an empty one", async () => {
  const table = await readTable(new Blob(["x\n1\n"]).stream());
  assertEquals(await new Response(writeTable(table, { format: "tsv" })).text(), "x\n1\n");
  assertThrows(() => writeTable(table, { format: "csv" }), TypeError, "Cannot write a table twice");
});
