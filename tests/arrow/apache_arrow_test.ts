// deno-lint-ignore-file no-explicit-any -- several versions of libraries with many types
import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { computeVector, vectorNumbers, withResults } from "../../arrow/mod.ts";
import { digamma, lgamma } from "../../mod.ts";
import { loadVersions } from "./libraries.ts";

const versions = await loadVersions();

/** Each value as the function gives it, and null for null. */
function expected(values: Iterable<unknown>, round = (x: number): number => x): unknown[] {
  return Array.from(values, (x) => x === null ? null : round(lgamma(Number(x))));
}

for (const { name, arrow } of versions) {
  const test = (title: string, run: () => void) => Deno.test(`${name}: ${title}`, run);
  const floats = (values: readonly (number | null)[]) =>
    arrow.vectorFromArray(values, new arrow.Float64());

  test("nulls stay null, also in slices that begin inside a byte", () => {
    const values = Array.from({ length: 61 }, (_, i) => i % 5 === 2 ? null : i / 4 + 0.25);
    const vector = floats(values);
    for (const [first, last] of [[0, 61], [1, 9], [3, 61], [8, 24], [13, 14], [60, 61], [5, 5]]) {
      const slice = vector.slice(first, last);
      const result = computeVector(slice, lgamma);
      assertStrictEquals(result.constructor, vector.constructor);
      assertEquals([...result], expected(values.slice(first, last)));
      assertEquals(result.nullCount, values.slice(first, last).filter((x) => x === null).length);
    }
    assertEquals([...vector], values, "what was given is as it was");
  });

  test("every type of numbers is taken", () => {
    const types: readonly (readonly [any, readonly unknown[]])[] = [
      [new arrow.Float32(), [0.5, null, 3]],
      [new arrow.Int8(), [1, null, 3]],
      [new arrow.Uint16(), [1, null, 3]],
      [new arrow.Int32(), [-1, null, 3]],
      [new arrow.Int64(), [2n ** 53n + 1n, null, 3n]],
      [new arrow.Uint64(), [2n ** 64n - 1n, null, 3n]],
    ];
    for (const [type, values] of types) {
      const result = computeVector(arrow.vectorFromArray(values, type), lgamma);
      const isShort = type instanceof arrow.Float32;
      assertEquals([...result], expected(values, isShort ? Math.fround : undefined), String(type));
      assertEquals(result.type.precision, isShort ? 1 : 2);
      assert(arrow.DataType.isFloat(result.type));
    }
  });

  test("float16 stays float16", () => {
    const half = arrow.makeVector(
      arrow.makeData({ type: new arrow.Float16(), data: new Uint16Array([0x3c00, 0x4200]) }),
    );
    const result = computeVector(half, lgamma);
    const { values } = vectorNumbers(result);
    assertEquals(values, lgamma(new Float16Array([1, 3])));
    assertEquals(result.type, half.type);
  });

  test("a table without rows gets a column without rows", () => {
    const schema = new arrow.Schema([new arrow.Field("n", new arrow.Int32(), true)]);
    const empty = {
      "no batches": new arrow.Table(schema, []),
      "a schema": new arrow.Table(schema),
      "empty arrays": arrow.tableFromArrays({ n: new Int32Array(0) }),
      "a file": arrow.tableFromIPC(arrow.tableToIPC(new arrow.Table(schema, []))),
    };
    for (const [what, table] of Object.entries(empty)) {
      const more = withResults(table, { y: { column: "n", compute: lgamma } }) as any;
      assertEquals(more.schema.fields.map(String), ["n: Int32", "y: Float64"], what);
      assertEquals([more.numRows, [...more.getChild("y")], [...more.getChild("n")]], [0, [], []]);
      const again = arrow.tableFromIPC(arrow.tableToIPC(more));
      assertEquals(again.schema.fields.map(String), ["n: Int32", "y: Float64"], what);
      assertEquals([...computeVector(table.getChild("n"), lgamma)], []);
    }
  });

  test("several chunks stay several, and empty ones are taken", () => {
    const parts = [[1, null, 3], [], [0.5], [null, null]];
    const whole = parts.map(floats).reduce((all, part) => all.concat(part));
    const result = computeVector(whole, lgamma);
    assertEquals([...result], expected(parts.flat()));
    assertEquals(
      result.data.map(({ length }: any) => length),
      whole.data.map((d: any) => d.length),
    );
    assertEquals([...computeVector(whole.slice(1, 5), lgamma)], expected(parts.flat().slice(1, 5)));
    const { values, valid } = vectorNumbers(whole.slice(1, 6));
    assertEquals(values, new Float64Array([NaN, 3, 0.5, NaN, NaN]));
    assertEquals(valid, new Uint8Array([0b00110]));
  });

  test("numbers behind a dictionary are numbers, with nulls among keys and entries", () => {
    const entries = floats([1.5, null, 7]);
    const type = new arrow.Dictionary(new arrow.Float64(), new arrow.Int8());
    const keys = arrow.makeData({
      type,
      length: 5,
      nullCount: 1,
      nullBitmap: new Uint8Array([0b10111]),
      data: new Int8Array([2, 1, 0, 0, 2]),
      dictionary: entries,
    });
    const vector = arrow.makeVector(keys);
    const values = [7, null, 1.5, null, 7];
    assertEquals([...vector], values);
    assertEquals([...computeVector(vector, lgamma)], expected(values));
    assertEquals([...computeVector(vector.slice(1, 5), lgamma)], expected(values.slice(1)));
  });

  test("a table gets results, keeps its other columns as they are, and can be written", () => {
    const schemaMetadata = new Map([["made", "by hand"]]);
    const made = arrow.tableFromArrays({ n: Int32Array.of(3, 1, 4), k: Float64Array.of(1, 2, 3) });
    const schema = new arrow.Schema(made.schema.fields, schemaMetadata);
    const table = new arrow.Table(schema, made.batches).concat(made);
    const more = withResults(table, {
      y: { column: "n", compute: lgamma },
      k: { column: "k", compute: digamma },
      sum: { columns: ["n", "k"], compute: (n, k) => n.map((value, i) => value + k[i]) },
    });
    assertStrictEquals(more.constructor, table.constructor);
    assertEquals(more.schema.fields.map(({ name }: any) => name), ["n", "k", "y", "sum"]);
    assertEquals(more.batches.length, 2);
    for (const [i, batch] of more.batches.entries()) {
      assertStrictEquals(batch.data.children[0], table.batches[i].data.children[0]);
    }
    assertEquals([...more.getChild("y")], expected([3, 1, 4, 3, 1, 4]));
    assertEquals([...more.getChild("sum")], [4, 3, 7, 4, 3, 7]);
    assertEquals(more.getChild("k").get(0), digamma(1));
    assertEquals(more.schema.metadata.get("made"), "by hand");
    const read = arrow.tableFromIPC(arrow.tableToIPC(more, "stream"));
    assertEquals([...read.getChild("y")], expected([3, 1, 4, 3, 1, 4]));
    assert(read.getChild("y").type instanceof arrow.Float);
    assertEquals(table.schema.fields.length, 2, "what was given is as it was");
  });

  test("a batch and a slice of a table get results", () => {
    const n = arrow.vectorFromArray([3, null, 4, 5, null, 7, 8, 9, 10, 11], new arrow.Int32());
    const table = new arrow.Table({ n });
    const results = { y: { column: 0, compute: lgamma } };
    assertEquals([...withResults(table.slice(1, 9), results).getChild("y")], [
      ...expected([null, 4, 5, null, 7, 8, 9, 10]),
    ]);
    const batch = withResults(table.batches[0], results);
    assertStrictEquals(batch.constructor, table.batches[0].constructor);
    assertEquals([...batch.getChild("y")], expected(n));
    const plain = arrow.tableFromArrays({ x: Float64Array.of(1, 2) }).slice(1, 2);
    const sliced = withResults(plain, { y: { column: "x", compute: lgamma } });
    assertEquals(sliced.toArray().map((row: any) => ({ ...row })), [{ x: 2, y: 0 }]);
  });

  test("what cannot be computed is an error that says why", () => {
    const table = arrow.tableFromArrays({ n: Int32Array.of(3), text: ["a"] });
    const compute = lgamma;
    assertThrows(
      () => withResults(table, { y: { column: "m", compute } }),
      RangeError,
      "Unknown column m",
    );
    assertThrows(
      () => withResults(table, { y: { column: "text", compute } }),
      TypeError,
      "Cannot compute column y: column text holds Dictionary<Int32, Utf8>, expected numbers",
    );
    assertThrows(
      () => withResults(table, { y: { column: "n", compute: (x) => x.subarray(1) } }),
      RangeError,
      "must have 1 values",
    );
    assertThrows(
      () => withResults(table, { y: { column: "n" } as any }),
      TypeError,
      "compute must",
    );
    assertThrows(() => withResults(table, { y: { compute } }), TypeError, "set column to");
    assertThrows(
      () => computeVector(table.getChild("text"), compute),
      TypeError,
      "expected numbers",
    );
    for (const wrong of [undefined, null, [1], new Float64Array(1), {}, "x"]) {
      assertThrows(() => computeVector(wrong, compute), TypeError, "must be a Vector");
      assertThrows(() => vectorNumbers(wrong), TypeError, "must be a Vector");
      assertThrows(() => withResults(wrong, {}), TypeError, "must be a Table or RecordBatch");
    }
  });
}
