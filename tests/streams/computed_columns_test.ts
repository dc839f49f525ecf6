import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { lgamma, readTable, type ReadTableOptions, writeTable } from "../../mod.ts";

type WriteOptions = Parameters<typeof writeTable>[1];

const RESULTS = { y: { column: "n", compute: lgamma } };

async function read(text: string, csv?: ReadTableOptions["csv"]) {
  return await readTable(new Blob([text]).stream(), { format: "csv", csv });
}

async function write(text: string, options: WriteOptions, csv?: ReadTableOptions["csv"]) {
  return await new Response(writeTable(await read(text, csv), options)).text();
}

Deno.test("onInvalid holds for the columns that results are computed from", async () => {
  const options = { format: "csv", results: RESULTS } as const;
  assertEquals(
    await write("n\n3\nabc\n1\n", options, { onInvalid: "null" }),
    [
      ..."n,y\n3,0.6931471805599453\nabc,\n1,0\n",
    ].join(""),
  );
  assertStringIncludes(await write("n\n3\nabc\n", options, { onInvalid: "nan" }), "abc,NaN\n");
  await assertRejects(
    () => write("n\n3\nabc\n", options),
    SyntaxError,
    'the stream:3:1: "abc" in column n is not a number',
  );
  // Also where the first cells made the column one of numbers.
  const many = `n\n${"3\n".repeat(600_000)}abc\n`;
  const late = await write(many, { ...options, columns: ["n", "y"] }, { onInvalid: "null" });
  assertEquals(late.endsWith("\n3,0.6931471805599453\nabc,\n"), true, late.slice(-50));
});

Deno.test("a column that results are computed from may have integers first, and then others", async () => {
  const text = `n\n${"3\n".repeat(1_200_000)}1.5\n`;
  for (const columns of [undefined, ["y"]]) {
    const csv = await write(text, { format: "csv", results: RESULTS, columns });
    const last = columns === undefined
      ? "\n1.5,-0.12078223763524522\n"
      : "\n-0.12078223763524522\n";
    assertEquals(csv.slice(-last.length), last);
  }
  const bytes = writeTable(await read(text), { format: "arrow", results: RESULTS });
  const { columns, batches } = await readTable(bytes);
  assertEquals(columns.map(({ typeName }) => typeName), ["float64", "float64"]);
  let sum = 0;
  for await (const batch of batches) for (const n of batch.numbers("n").values) sum += n;
  assertEquals(sum, 3_600_001.5);
  // A column that nothing is computed from keeps what it holds, and an id all its digits.
  const ids = await write("id,n\n9007199254740993,3\n", { format: "csv", results: RESULTS });
  assertStringIncludes(ids, "\n9007199254740993,3,");
});

Deno.test("writeTable refuses what is wrong with its options at the call, and the table can be written", async () => {
  const wrong: readonly [unknown, new () => Error, string][] = [
    [undefined, TypeError, "options must be an object, got undefined"],
    [{ format: "xlsx" }, RangeError, "Option format must be one of"],
    [{ format: "csv", result: {} }, TypeError, "unknown option result, did you mean results?"],
    [{ format: "csv", csv: { delimeter: ";" } }, TypeError, "did you mean delimiter?"],
    [{ format: "csv", columns: ["m"] }, RangeError, "Unknown column m"],
    [{ format: "csv", columns: "n" }, TypeError, "Option columns must be an array"],
    [{ format: "csv", results: { y: { column: "m", compute: lgamma } } }, RangeError, "column m"],
    [{ format: "csv", results: { y: { column: "n" } } }, TypeError, "compute must be a function"],
    [
      { format: "csv", results: { y: { column: "n", compute: lgamma, dtype: "float32" } } },
      TypeError,
      "Cannot write column y: unknown option dtype, did you mean type?",
    ],
  ];
  for (const [options, type, message] of wrong) {
    const table = await read("n\n3\n");
    assertThrows(() => writeTable(table, options as WriteOptions), type, message);
    const text = await new Response(writeTable(table, { format: "csv" })).text();
    assertEquals(text, "n\n3\n");
  }
});

Deno.test("readTable names an option that it does not have", async () => {
  await assertRejects(
    () => readTable(new Blob(["n\n3\n"]).stream(), { fromat: "csv" } as never),
    TypeError,
    "Cannot read a table: unknown option fromat, did you mean format?",
  );
});
