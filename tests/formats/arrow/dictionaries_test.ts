import { concat } from "@std/bytes/concat";
import { assertEquals, assertThrows } from "@std/assert";
import { flatNumber } from "../../../formats/arrow/encode/flatbuffer_writer.ts";
import { ArrowReader } from "../../../formats/arrow/decode/reader.ts";
import type { Batch } from "../../../formats/table.ts";
import { batch, field, schema, table } from "../../../tools/fuzz/arrow_parts.ts";
import { Workdir } from "../../workdir.ts";
import { memorySource } from "../../../support/memory.ts";

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
    // Numbers are numbers, whether they are in a dictionary or not; texts are not.
    const computed = await dir.specol("convert", "in", "-c", "a,b,c,d", "-o", "plain.csv");
    assertEquals([computed.status, computed.stderr], [0, ""]);
    for (const column of ["a", "c", "d", "*,!b"]) {
      const args = ["i0e", "-c", column, "--only", "--dtype", "float64", "--to", "csv", "-q"];
      const [found, expected] = await Promise.all([
        dir.specol(...args, "in"),
        dir.specol(...args, "--as", "{column}_i0e", "plain.csv"),
      ]);
      assertEquals([found.status, found.stderr], [0, ""]);
      if (column !== "c" && column !== "*,!b") assertEquals(found.stdout, expected.stdout);
    }
    const half = await dir.specol("i0e", "-c", "c", "--only", "in", "--to", "csv");
    assertEquals(half.stdout.split("\n").slice(0, 2), ["c_i0e", "0.907"]);
    const refused = await dir.specol("lgamma", "-c", "e", "in");
    assertEquals(
      [refused.status, refused.stderr],
      [2, "specol: Column e of in holds dictionary<utf8>, not numbers\n"],
    );
  }
});

const FLOAT = 3;

/**
 * A stream of one column of indices of 8 bits; each step adds values to its dictionary, and a
 * batch.
 */
function growing(
  steps: readonly { readonly values: number[]; readonly indices: number[] }[],
): Uint8Array {
  const indexType = table([flatNumber(4, 8), flatNumber(1, 1)]);
  const column = field("d", FLOAT, [flatNumber(2, 2)], table([flatNumber(8, 0), indexType]));
  return concat([
    schema([column]),
    ...steps.flatMap(({ values, indices }, i) => {
      const numbers = new Uint8Array(Float64Array.from(values).buffer);
      return [
        batch({
          rows: values.length,
          buffers: [[0, 0], [0, numbers.length]],
          body: numbers,
          dictionary: { id: 0, isDelta: i > 0 },
        }),
        batch({
          rows: indices.length,
          buffers: [[0, 0], [0, indices.length]],
          body: Uint8Array.from(indices),
        }),
      ];
    }),
  ]);
}

async function readBatches(bytes: Uint8Array): Promise<Batch[]> {
  using reader = await ArrowReader.open(memorySource(bytes));
  const batches: Batch[] = [];
  for (let batch; (batch = await reader.read()) !== undefined;) batches.push(batch);
  return batches;
}

function floatsOf(batch: Batch): number[] {
  const column = batch.values!(0);
  return column.kind === "floats" ? [...column.values] : [];
}

Deno.test("values are found in every part of a dictionary that grows, by batches of all times", async () => {
  const steps = Array.from({ length: 100 }, (_, i) => ({
    // Some parts are empty.
    values: i % 10 === 9 ? [] : [i + 0.5],
    indices: [0, i - Math.floor((i + 1) / 10)],
  }));
  const values: number[] = [];
  const batches = await readBatches(growing(steps));
  // The last first: what was added later is not in the way of those before.
  const expected = steps.map(({ values: more, indices }) => {
    values.push(...more);
    return indices.map((index) => values[index]);
  });
  for (let i = steps.length - 1; i >= 0; i--) assertEquals(floatsOf(batches[i]), expected[i]);
});

Deno.test("a batch cannot use values that were added to its dictionary after it", async () => {
  const steps = [{ values: [1, 2], indices: [0, 2] }, { values: [3], indices: [2] }];
  const [early, late] = await readBatches(growing(steps));
  assertEquals(floatsOf(late), [3]);
  assertThrows(
    () => early.values!(0),
    SyntaxError,
    'column "d": index 2 is outside of its dictionary',
  );
});

Deno.test("texts of a dictionary are found by any number of rows, and a damaged one only by rows that use it", async () => {
  const indexType = table([flatNumber(4, 8), flatNumber(1, 1)]);
  const utf8 = field("d", 5, [], table([flatNumber(8, 0), indexType]));
  const texts = new TextEncoder().encode("onetwo");
  function stream(ends: readonly number[], indices: readonly (readonly number[])[]): Uint8Array {
    const offsets = new Uint8Array(Int32Array.of(0, ...ends).buffer);
    return concat([
      schema([utf8]),
      batch({
        rows: ends.length,
        buffers: [[0, 0], [0, offsets.length], [offsets.length, texts.length]],
        body: concat([offsets, texts]),
        dictionary: { id: 0, isDelta: false },
      }),
      ...indices.map((some) =>
        batch({
          rows: some.length,
          buffers: [[0, 0], [0, some.length]],
          body: Uint8Array.from(some),
        })
      ),
    ]);
  }
  function textsOf(batch: Batch): string[] {
    const column = batch.values!(0);
    if (column.kind !== "texts") return [];
    const { bytes, offsets } = column;
    return Array.from(
      { length: batch.rows },
      (_, i) => new TextDecoder().decode(bytes.subarray(offsets[i], offsets[i + 1])),
    );
  }
  const indices = [[2], [1, 0], [0, 1, 2, 2, 0], [2, 1]];
  const expected = indices.map((some) => some.map((index) => ["one", "", "two"][index]));
  assertEquals((await readBatches(stream([3, 3, 6], indices))).map(textsOf), expected);
  // The fourth text ends after the last byte.
  const damaged = await readBatches(stream([3, 3, 6, 9], [...indices, [0, 3]]));
  assertEquals(damaged.slice(0, -1).map(textsOf), expected);
  assertThrows(() => damaged.at(-1)!.values!(0), SyntaxError, 'column "d"');
});

Deno.test("fields that share a dictionary and do not agree on its type are refused", async () => {
  const shared = table([flatNumber(8, 0), table([flatNumber(4, 8), flatNumber(1, 1)])]);
  const [utf8, numbers] = [5, new Uint8Array(Float64Array.of(1.5, 2.5).buffer)];
  const bytes = concat([
    schema([field("a", FLOAT, [flatNumber(2, 2)], shared), field("b", utf8, [], shared)]),
    batch({
      rows: 2,
      buffers: [[0, 0], [0, 16]],
      body: numbers,
      dictionary: { id: 0, isDelta: false },
    }),
    batch({
      rows: 2,
      nodes: 2,
      buffers: [[0, 0], [0, 2], [0, 0], [0, 2]],
      body: Uint8Array.of(1, 0),
    }),
  ]);
  const [both] = await readBatches(bytes);
  for (const column of [0, 1]) {
    assertEquals(both.values!(column), both.values!(0));
    assertEquals(both.slice!(1, { rows: 1, texts: { bytes: 1, columns: [column] } }).rows, 1);
  }
  assertEquals(floatsOf(both), [2.5, 1.5]);
});
