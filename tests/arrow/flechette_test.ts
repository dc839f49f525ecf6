import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { computeVector, vectorNumbers, withResults } from "../../arrow/mod.ts";
import { lgamma } from "../../mod.ts";
import { loadFlechette } from "./libraries.ts";

const flechette = await loadFlechette();
const { columnFromArray, dictionary, float32, float64, int32, int64 } = flechette;
const { tableFromColumns, tableFromArrays, tableFromIPC, tableToIPC } = flechette;

function expected(values: Iterable<unknown>, round = (x: number): number => x): unknown[] {
  return Array.from(values, (x) => x === null ? null : round(lgamma(Number(x))));
}

Deno.test("a column of flechette gives a column with its nulls, of every type of numbers", () => {
  const values = Array.from({ length: 30 }, (_, i) => i % 4 === 1 ? null : i + 1);
  for (const type of [float64(), float32(), int32(), int64(), dictionary(float64())]) {
    const column = columnFromArray(values, type);
    const result = computeVector(column, lgamma);
    assertStrictEquals(result.constructor, column.constructor);
    const isShort = type.precision === 1;
    assertEquals([...result], expected(values, isShort ? Math.fround : undefined));
    assertEquals(result.nullCount, 8);
    assertEquals(result.toArray().length, 30);
    assertEquals(vectorNumbers(column).values.length, 30);
  }
});

Deno.test("a table of flechette gets results, keeps its columns, and can be written", () => {
  const table = tableFromArrays({ n: [3, null, 4], text: ["a", "b", "c"] });
  const more = withResults(table, { y: { column: "n", compute: lgamma } });
  assertStrictEquals(more.constructor, table.constructor);
  assertStrictEquals(more.getChild("text"), table.getChild("text"));
  assertEquals(more.names, ["n", "text", "y"]);
  assertEquals([...more.getChild("y")], expected([3, null, 4]));
  const read = tableFromIPC(tableToIPC(more, { format: "stream" }));
  assertEquals([...read.getChild("y")], expected([3, null, 4]));
});

Deno.test("columns of flechette whose chunks differ are refused", () => {
  const a = columnFromArray([1, 2, 3, 4], float64(), { maxBatchRows: 2 });
  const b = columnFromArray([1, 2, 3, 4], float64());
  const compute = (a: Float64Array, b: Float64Array) => a.map((value, i) => value + b[i]);
  const results = { c: { columns: ["a", "b"], compute: compute as never } };
  assertThrows(
    () => withResults(tableFromColumns({ a, b }), results),
    RangeError,
    "Cannot compute column c: the columns it is computed from have chunks of different lengths",
  );
});

Deno.test("a table of flechette without rows gets a column without rows", () => {
  for (const [type, precision] of [[int32(), 2], [float32(), 1], [undefined, 2]] as const) {
    const types = type === undefined ? {} : { types: { n: type } };
    const table = tableFromArrays({ n: new Int32Array(0) }, types);
    const more = withResults(table, { y: { column: "n", compute: lgamma } });
    assertEquals(more.names, ["n", "y"]);
    assertEquals([...more.getChild("y")], []);
    assertEquals(more.getChild("y").type.precision, precision);
    const column = computeVector(table.getChild("n"), lgamma);
    assertEquals([[...column], column.type.precision], [[], precision]);
    assertEquals(vectorNumbers(table.getChild("n")).values.length, 0);
    if (type === undefined) continue;
    const read = tableFromIPC(tableToIPC(more, { format: "stream" }));
    assertEquals(read.names, ["n", "y"]);
  }
});
