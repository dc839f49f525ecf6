import { assertEquals, assertThrows } from "@std/assert";
import { CSV_DEFAULTS } from "../../formats/csv/dialect.ts";
import { planRecords } from "../../pipeline/inputs/plan_records.ts";
import { compile } from "../../kernels/compile.ts";
import { type Instance, makeInstance } from "../../kernels/instance.ts";
import { openTransformer } from "../../formats/csv/record_transformer.ts";
import { planTable } from "../../plan/plan_table.ts";
import { lgammaOf } from "../../support/transform_csv.ts";

const COMMA = 44;
const POINT = 46;
/**
 * WebAssembly's integers are negative from here on to JavaScript. Memory that is not touched costs
 * nothing.
 */
const HIGH = 2 ** 31;

/** An instance that others use from an address on. */
function instanceFrom(end: number): Instance {
  const instance = makeInstance(compile());
  instance.reserve(end);
  return { ...instance, end };
}

Deno.test("records are cut and transformed alike below and above 2 GB of memory", () => {
  const text = 'id,x\n"a\n1",1\n\n2,0.5\n3,4\nfour';
  const columns = ["id", "x"].map((name) => ({ name, typeName: "text", type: "decimal" } as const));
  const plan = planRecords(planTable(columns, lgammaOf("x"), { from: "x.csv", named: true }), {
    csv: CSV_DEFAULTS,
    columns: 2,
    strict: false,
    chunkSize: 1000,
    delimiter: COMMA,
    newDelimiter: COMMA,
  });
  const [low, crossing, high] = [0, HIGH - 4096, HIGH].map((end) => {
    const instance = end === 0 ? makeInstance(compile()) : instanceFrom(end);
    const transformer = openTransformer(instance, plan);
    const bytes = new TextEncoder().encode(text);
    transformer.room(bytes.length).set(bytes);
    const { end: cut, quotes } = transformer.cut(
      { start: 0, end: bytes.length },
      { before: 0, quotes: 0 },
    );
    const made = transformer.transform({ start: 5, end: cut });
    return { cut, quotes, ...made, text: new TextDecoder().decode(made.text) };
  });
  assertEquals([low.cut, low.text], [
    24,
    '"a\n1",1,0\n\n2,0.5,0.5723649429247001\n3,4,1.791759469228055\n',
  ]);
  assertEquals(crossing, low);
  assertEquals(high, low);
});

Deno.test("cells are written above 2 GB of memory", () => {
  const { exports, memory } = instanceFrom(HIGH + 2 ** 16);
  const [values, cells, lists, to] = [0, 512, 1024, 2048].map((offset) => HIGH + offset);
  new Float64Array(memory.buffer, values, 2).set([0.5, 7]);
  new BigInt64Array(memory.buffer, values + 16, 2).set([12n, -3n]);
  const floats = exports.csv_put_floats(values, 0, 2, cells, to, POINT, 0, 0, 0, 0);
  assertEquals(floats, to + "0.57".length);
  const integers = exports.csv_put_integers(values + 16, 8, true, 0, 2, cells + 16, floats, 0, 0);
  assertEquals(integers, floats + "12-3".length);
  new Uint32Array(memory.buffer, cells + 32, 4).set([to, to + 3, to, to]);
  const texts = exports.csv_put_texts(cells + 32, 0, 2, integers, COMMA, 0, 0);
  assertEquals(texts, integers + '""'.length);
  new Uint32Array(memory.buffer, lists, 3).set([cells, cells + 16, cells + 32]);
  const end = exports.csv_join(lists, 3, 2, to + 256, COMMA);
  const written = new Uint8Array(memory.buffer, to + 256, end - to - 256);
  assertEquals(new TextDecoder().decode(written), '0.5,12,0.5\n7,-3,""\n');
});

Deno.test("memory that WebAssembly does not have is refused in our own words", () => {
  const instance = makeInstance(compile());
  assertThrows(
    () => instance.reserve(2 ** 32),
    RangeError,
    "Cannot compute: one thread needs 4.0 GB of memory at once, and WebAssembly can address 4 GB",
  );
});
