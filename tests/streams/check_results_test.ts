import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { Numbers, OutputColumn } from "../../formats/table.ts";
import { readTable } from "../../streams/read_table.ts";
import { writeTable, type WriteTableOptions } from "../../streams/write_table.ts";

const COLUMN: OutputColumn = { name: "y", result: 0, type: "float64" };

/** Writes a table of two rows; what is wrong with the options is what a program may do without types. */
async function write(options: Record<string, unknown>): Promise<string> {
  const table = await readTable(new Blob(["x,z\n1,2\n3,4\n"]).stream());
  return await new Response(writeTable(table, options as unknown as WriteTableOptions)).text();
}

Deno.test("a result that is not what its column says is an error, never other bytes", async () => {
  const cases: [unknown, string][] = [
    [[], "Cannot write column y: result 0 of compute is missing"],
    [[{}], "Cannot write column y: result 0 of compute is missing"],
    [
      [{ values: new Float64Array(1) }],
      "Cannot write column y: result 0 of compute must have 2 values, as the batch, got 1",
    ],
    [[{ values: new Float64Array(5) }], "must have 2 values, as the batch, got 5"],
    [[{ values: new Float32Array(2) }], "must be a Float64Array, got Float32Array"],
    [[{ values: [1, 2] }], "must be a Float64Array, got Array"],
    [
      [{ values: new Float64Array(2), valid: new Uint8Array(0) }],
      "must have 1 bytes in valid, got 0",
    ],
  ];
  for (const format of ["csv", "tsv", "arrow", "arrows", "npy"]) {
    for (const [results, message] of cases) {
      const compute = () => results as Numbers[];
      await assertRejects(() => write({ format, columns: [COLUMN], compute }), Error, message);
    }
  }
  const fine = { values: new Float64Array([0.5, 1]), valid: Uint8Array.of(0b10) };
  const compute = () => [fine, fine];
  assertEquals(await write({ format: "csv", columns: [COLUMN], compute }), 'y\n""\n1\n');
});

Deno.test("options that cannot be meant are errors that name them", async () => {
  const columns = [{ name: "x", input: 0 }];
  const cases: [Record<string, unknown>, string][] = [
    [{ format: "xml" }, "Option format must be one of csv, tsv, arrow, arrows, npy, got xml"],
    [
      { format: "csv", columns: [{ name: "a", input: 9 }] },
      "Cannot write column a: its input must be an integer from 0 to 1, got 9",
    ],
    [{ format: "csv", columns: [COLUMN] }, "it is a result, and option compute is missing"],
    [
      { format: "csv", columns, csv: { delimiter: "ab" } },
      "Option delimiter must be one character",
    ],
    [{ format: "csv", columns, csv: { delimiter: '"' } }, "Option delimiter must be one character"],
    [{ format: "csv", columns, csv: { decimal: "x" } }, "Option decimal must be one of . , ; : '"],
    [{ format: "csv", columns, csv: { decimal: "," } }, "Option decimal is the delimiter too, ,"],
    [{ format: "csv", columns, csv: { nullValue: "a,b" } }, "Option nullValue must be the text"],
  ];
  for (const [options, message] of cases) {
    await assertRejects(() => write(options), Error, message);
  }
  const bytes = () => new Blob(["x\n1\n"]).stream();
  const read = (options: Record<string, unknown>) => () => readTable(bytes(), options);
  for (const chunkSize of [0, -1, 1.5, NaN, Infinity, 2 ** 28 + 1]) {
    const message = `Option chunkSize must be an integer from 1 to 268435456, got ${chunkSize}`;
    await assertRejects(read({ chunkSize }), RangeError, message);
  }
  await assertRejects(read({ format: "xml" }), RangeError, "Option format must be one of csv");
  await assertRejects(read({ csv: { delimiter: "" } }), RangeError, "Option delimiter must be one");
});

Deno.test("a table that was written is not written again as an empty one", async () => {
  const table = await readTable(new Blob(["x\n1\n"]).stream());
  assertEquals(await new Response(writeTable(table, { format: "tsv" })).text(), "x\n1\n");
  assertThrows(() => writeTable(table, { format: "csv" }), TypeError, "a second time");
});
