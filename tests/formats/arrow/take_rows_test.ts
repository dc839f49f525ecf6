import { assertEquals, assertThrows } from "@std/assert";
import { ArrowReader } from "../../../formats/arrow/decode/reader.ts";
import { takeRows } from "../../../formats/arrow/decode/take_rows.ts";
import type { ArrowField } from "../../../formats/arrow/field.ts";
import { memorySource } from "../../../support/memory.ts";
import { sample, sampleNames } from "../../../support/arrow_samples.ts";
import { Workdir } from "../../workdir.ts";
import { everyType, loadApacheArrow, showTable } from "./apache_arrow.ts";

Deno.test("rows of every type of apache-arrow are kept as apache-arrow shows them", async () => {
  const a = await loadApacheArrow();
  const columns = everyType(a);
  const table = new a.Table({
    keep: a.vectorFromArray([0, 1, 1, 0], new a.Int8()),
    ...Object.fromEntries(
      columns.map(([name, type, values]) => [name, a.vectorFromArray(values, type)]),
    ),
  });
  await using dir = await Workdir.create();
  for (const container of ["file", "stream"] as const) {
    const name = container === "file" ? "in.arrow" : "in.arrows";
    await dir.write(name, a.tableToIPC(table, container));
    for (const [condition, kept] of [["keep", [1, 2]], ["not keep", [0, 3]], ["0", []]] as const) {
      const { bytes, stderr } = await dir.specol("convert", "--where", condition, name);
      assertEquals(stderr, "");
      const found = showTable(a.tableFromIPC(bytes));
      const expected = showTable(table).map((column) => {
        const [name, type, values] = column as [string, string, unknown[]];
        return [name, type, kept.map((row) => values[row])];
      });
      assertEquals(found, expected);
    }
  }
});

Deno.test("rows of every sample of pyarrow are kept as they are written to CSV", async () => {
  for (const name of sampleNames()) {
    using reader = await ArrowReader.open(memorySource(sample(name)));
    const readable = reader.columns.flatMap(({ values }, i) => values === undefined ? [] : [i]);
    for (let batch = await reader.read(); batch !== undefined; batch = await reader.read()) {
      const rows = Uint32Array.from({ length: batch.rows }, (_, i) => i).filter((i) => i % 3 !== 1);
      const kept = batch.keep!(rows);
      assertEquals(kept.rows, rows.length);
      for (const column of readable) {
        const [all, some] = [batch, kept].map((rows) => listed(rows.values!(column)));
        assertEquals(some, Array.from(rows, (row) => all[row]), `${name} ${column}`);
      }
    }
  }
});

/** The values of a column, null where there is none. */
// deno-lint-ignore no-explicit-any -- of three kinds
function listed({ kind, values, offsets, bytes, valid }: any): unknown[] {
  const count = kind === "texts" ? offsets.length - 1 : values.length;
  return Array.from({ length: count }, (_, i) => {
    if (valid !== undefined && (valid[i >> 3] >> (i & 7) & 1) === 0) return null;
    if (kind !== "texts") return values[i];
    return new TextDecoder().decode(bytes.subarray(offsets[i], offsets[i + 1]));
  });
}

const [LIST, UNION, RUN_ENDS, LIST_VIEW] = [12, 14, 22, 25];

/** A field of a type, with the parameters of its table. */
function field(id: number, children: ArrowField[] = [], slots: number[] = []): ArrowField {
  const number = (value: number, size: 1 | 2 | 4) => ({ size, value });
  return {
    name: "",
    typeName: "",
    table: {
      kind: "table",
      slots: [undefined, undefined, number(id, 1), {
        kind: "table",
        slots: slots.map((value) => number(value, 4)),
      }],
    },
    own: { buffers: id === UNION || id === 2 ? 2 : id === LIST_VIEW ? 3 : 0, variadic: false },
    children,
  };
}

const INT32 = field(2, [], [32, 1]);

function nodes(...numbers: number[]): Uint8Array {
  return new Uint8Array(BigInt64Array.from(numbers, BigInt).buffer);
}

function ints(...numbers: number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(numbers).buffer);
}

const NONE = new Uint8Array();

Deno.test("runs without a kept row are dropped", () => {
  const column = {
    nodes: nodes(6, 0, 3, 0, 3, 1),
    buffers: [NONE, ints(2, 3, 6), Uint8Array.of(0b101), ints(7, 0, 9)],
    variadic: [],
  };
  const kept = takeRows(field(RUN_ENDS, [INT32, INT32]), column, Uint32Array.of(0, 3, 5));
  assertEquals(kept, {
    nodes: nodes(3, 0, 2, 0, 2, 0),
    buffers: [NONE, ints(1, 3), NONE, ints(7, 9)],
    variadic: [],
  });
});

Deno.test("a dense union keeps values that are shared and not in order", () => {
  const column = {
    nodes: nodes(4, 0, 2, 0, 3, 0),
    buffers: [Uint8Array.of(0, 1, 1, 0), ints(1, 2, 0, 1), NONE, ints(5, 6), NONE, ints(7, 8, 9)],
    variadic: [],
  };
  const union = field(UNION, [INT32, INT32], [1]);
  assertEquals(takeRows(union, column, Uint32Array.of(0, 1, 3)), {
    nodes: nodes(3, 0, 1, 0, 1, 0),
    buffers: [Uint8Array.of(0, 1, 0), ints(0, 0, 0), NONE, ints(6), NONE, ints(9)],
    variadic: [],
  });
});

Deno.test("list views keep their values as they are", () => {
  const column = {
    nodes: nodes(3, 0, 4, 0),
    buffers: [NONE, ints(2, 0, 1), ints(2, 1, 3), NONE, ints(1, 2, 3, 4)],
    variadic: [],
  };
  assertEquals(takeRows(field(LIST_VIEW, [INT32]), column, Uint32Array.of(0, 2)), {
    nodes: nodes(2, 0, 4, 0),
    buffers: [NONE, ints(2, 1), ints(2, 3), NONE, ints(1, 2, 3, 4)],
    variadic: [],
  });
});

Deno.test("columns that are shorter than their rows, or have values outside, are refused", () => {
  const list = field(LIST, [INT32]);
  const of = (offsets: Uint8Array, length: number) => ({
    nodes: nodes(2, 0, length, 0),
    buffers: [NONE, offsets, NONE, ints(1, 2)],
    variadic: [],
  });
  const rows = Uint32Array.of(0, 1);
  assertThrows(() => takeRows(list, of(ints(0, 1), 2), rows), RangeError, "expected 12");
  assertThrows(() => takeRows(list, of(ints(0, 2, 1), 2), rows), RangeError, "lie outside");
  assertThrows(() => takeRows(list, of(ints(0, 1, 3), 2), rows), RangeError, "2 rows, expected 3");
  assertThrows(() => takeRows(list, of(ints(0, 1, 9), 9), rows), RangeError, "expected 36");
});
