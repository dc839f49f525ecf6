import { concat } from "@std/bytes/concat";
import { assertEquals, assertRejects } from "@std/assert";
import {
  encodeFlat,
  flatNumber,
  flatText,
  type FlatValue,
} from "../../../formats/arrow/encode/flatbuffer_writer.ts";
import { ArrowReader } from "../../../formats/arrow/decode/reader.ts";
import { decompress } from "../../../io/compression/decompress.ts";
import { gzipSync } from "node:zlib";
import { memorySource } from "../../../support/memory.ts";

// What fuzzing and reading with bad intent found: each of these was a crash, a hang or a giant
// allocation.

type Slots = Extract<FlatValue, { kind: "table" }>["slots"];

const [INT, FLOAT, UTF8, DECIMAL, TIME, TIMESTAMP, LARGE_UTF8, NULL] = [2, 3, 5, 7, 9, 10, 20, 1];

function table(slots: Slots): FlatValue {
  return { kind: "table", slots };
}

function message(kind: number, header: FlatValue, bodyLength = 0): Uint8Array<ArrayBuffer> {
  const metadata = encodeFlat(
    table([flatNumber(2, 4), flatNumber(1, kind), header, flatNumber(8, bodyLength)]),
  );
  return concat([new Uint8Array(Uint32Array.of(0xffffffff, metadata.length).buffer), metadata]);
}

/** A stream of one column and one batch. */
function stream(
  { type, parameters = [], dictionary, rows, buffers = [], codec }: {
    type: number;
    parameters?: Slots;
    dictionary?: FlatValue;
    rows: number;
    buffers?: readonly Uint8Array[];
    codec?: number;
  },
): Uint8Array<ArrayBuffer> {
  const field = table([
    flatText("c"),
    undefined,
    flatNumber(1, type),
    table(parameters),
    dictionary,
  ]);
  const body = concat(buffers);
  let at = 0;
  const places = buffers.flatMap(({ length }) => [BigInt(at), BigInt((at += length, length))]);
  const batch = table([
    flatNumber(8, rows),
    structs([BigInt(rows), 0n]),
    structs(places),
    codec === undefined ? undefined : table([flatNumber(1, codec)]),
  ]);
  return concat([
    message(1, table([flatNumber(2, 0), { kind: "list", items: [field] }])),
    message(3, batch, body.length),
    body,
  ]);
}

function structs(numbers: readonly bigint[]): FlatValue {
  return { kind: "structs", size: 16, bytes: new Uint8Array(BigInt64Array.from(numbers).buffer) };
}

async function readValues(bytes: Uint8Array): Promise<unknown> {
  using reader = await ArrowReader.open(memorySource(bytes, 1000));
  return (await reader.read())!.values!(0);
}

const NONE = new Uint8Array();
const EIGHT = new Uint8Array(8).fill(1);

Deno.test("types with parameters that the format does not have are refused by name", async () => {
  const float: Slots = [flatNumber(2, 3)];
  await assertRejects(
    () => readValues(stream({ type: FLOAT, parameters: float, rows: 0 })),
    TypeError,
    'column "c" has a type that the Arrow format does not have (float?)',
  );
  const cases: [Parameters<typeof stream>[0], string][] = [
    [
      { type: TIMESTAMP, parameters: [flatNumber(2, 7)], rows: 1, buffers: [NONE, EIGHT] },
      "a time in a unit that is not known, 7",
    ],
    [
      {
        type: TIME,
        parameters: [flatNumber(2, 0), flatNumber(4, -8)],
        rows: 2,
        buffers: [NONE, EIGHT],
      },
      "8 bytes of values, expected 16",
    ],
    [
      {
        type: DECIMAL,
        parameters: [flatNumber(4, 9), flatNumber(4, 1e8), flatNumber(4, 64)],
        rows: 1,
        buffers: [NONE, EIGHT],
      },
      "it has decimals of 64 bits and scale 100000000",
    ],
    [
      {
        type: DECIMAL,
        parameters: [flatNumber(4, 9), flatNumber(4, 1), flatNumber(4, 0)],
        rows: 1,
        buffers: [NONE, EIGHT],
      },
      "it has decimals of 0 bits and scale 1",
    ],
    [
      {
        type: UTF8,
        dictionary: table([flatNumber(8, 0), table([flatNumber(4, 7), flatNumber(1, 1)])]),
        rows: 1,
        buffers: [NONE, EIGHT],
      },
      "it has integers of an unknown type, int7",
    ],
    [
      {
        type: LARGE_UTF8,
        rows: 1,
        buffers: [NONE, new Uint8Array(BigInt64Array.of(0n, 2n ** 32n + 1n).buffer), EIGHT],
      },
      "an offset of texts is 4294967297, expected less than 2^31",
    ],
  ];
  for (const [parts, words] of cases) {
    await assertRejects(() => readValues(stream(parts)), SyntaxError, `column "c": ${words}`);
  }
});

Deno.test("rows of nulls that take no bytes are accepted up to a limit", async () => {
  assertEquals(
    (await readValues(stream({ type: NULL, rows: 3 })) as { kind: string }).kind,
    "texts",
  );
  for (const rows of [2 ** 31, 2 ** 40]) {
    await assertRejects(
      () => readValues(stream({ type: NULL, rows })),
      SyntaxError,
      `column "c": ${rows} rows of nulls, at most 33554432`,
    );
  }
});

Deno.test("a compressed buffer that says it is a bomb is refused before memory is taken", async () => {
  for (
    const [codec, length, words] of [
      [0, 2 ** 25, "33554432 bytes cannot be compressed in 40000"],
      [0, 2 ** 30, "40008 compressed bytes would become 1073741824, at most 64 MiB, or 256 times"],
      [1, 2 ** 40, "40008 compressed bytes would become 1099511627776, at most"],
      [1, -(2 ** 40), "-1099511627776 bytes cannot be compressed in 40000"],
    ] as const
  ) {
    const said = new Uint8Array(BigInt64Array.of(BigInt(length)).buffer);
    const buffers = [NONE, concat([said, new Uint8Array(40_000)])];
    const bytes = stream({ type: FLOAT, parameters: [flatNumber(2, 2)], rows: 1, buffers, codec });
    await assertRejects(() => readValues(bytes), SyntaxError, words);
  }
});

Deno.test("a message in compressed input may not be larger than what is sure to be meant", async () => {
  const schema = stream({
    type: INT,
    parameters: [flatNumber(4, 8)],
    rows: 0,
    buffers: [NONE, NONE],
  });
  const bytes = concat([schema, message(3, table([]), 2 ** 30), new Uint8Array(100_000_000)]);
  using input = await decompress(memorySource(gzipSync(bytes), 1000));
  using reader = await ArrowReader.open(input.source);
  await reader.read();
  await assertRejects(
    () => reader.read(),
    RangeError,
    `has ${2 ** 30} bytes, of which`,
  );
});

Deno.test("metadata that refer to the same text again and again are refused", async () => {
  const long = "a".repeat(10_000);
  const pair = table([flatText("key"), flatText(long)]);
  const field = (pairs: FlatValue[]): FlatValue =>
    table([flatText("c"), undefined, flatNumber(1, NULL), table([]), undefined, undefined, {
      kind: "list",
      items: pairs,
    }]);
  const fields = [field([pair, ...Array.from({ length: 99 }, () => table([]))])];
  const bytes = message(1, table([flatNumber(2, 0), { kind: "list", items: fields }]));
  // All hundred references of the list now lead to the long text.
  const view = new DataView(bytes.buffer);
  const list = bytes.findIndex((_, at) => at % 4 === 0 && view.getUint32(at, true) === 100);
  const first = list + 4 + view.getUint32(list + 4, true);
  for (let i = 0; i < 100; i++) view.setUint32(list + 4 + 4 * i, first - (list + 4 + 4 * i), true);
  await assertRejects(
    () => ArrowReader.open(memorySource(bytes, 1000)),
    SyntaxError,
    "damaged Arrow metadata: its parts refer to the same bytes too often",
  );
});

Deno.test("a dictionary may grow before every batch: each value is read once, and found at once", async () => {
  // With all values read again after each addition, 20,000 of them would take half an hour.
  const GROWTH = 20_000;
  const id = 7;
  const index = table([flatNumber(4, 32), flatNumber(1, 1)]);
  const columns = (rows: number, lengths: readonly number[]): FlatValue => {
    let at = 0;
    const places = lengths.flatMap((length) => [BigInt(at), BigInt((at += length, length))]);
    return table([flatNumber(8, rows), structs([BigInt(rows), 0n]), structs(places)]);
  };
  const whole = stream({
    type: INT,
    parameters: [flatNumber(4, 32), flatNumber(1, 1)],
    dictionary: table([flatNumber(8, id), index]),
    rows: 0,
    buffers: [NONE, NONE],
  });
  const parts: Uint8Array[] = [whole];
  for (let i = 0; i < GROWTH; i++) {
    const isDelta = flatNumber(1, i > 0 ? 1 : 0);
    const values = new Uint8Array(Int32Array.of(10 * i, 10 * i + 1).buffer);
    parts.push(message(2, table([flatNumber(8, id), columns(2, [0, 8]), isDelta]), 8), values);
    // The last value that there is, and the first.
    const indices = new Uint8Array(Int32Array.of(2 * i + 1, 0).buffer);
    parts.push(message(3, columns(2, [0, 8]), 8), indices);
  }
  using reader = await ArrowReader.open(memorySource(concat(parts)));
  await reader.read();
  const kept = [];
  for (let i = 0; i < GROWTH; i++) {
    const batch = (await reader.read())!;
    const { kind, values } = batch.values!(0) as { kind: string; values: Int32Array };
    assertEquals([kind, ...values], ["integers", 10 * i + 1, 0]);
    if (i % 1000 === 0) kept.push({ batch, i });
  }
  // What was added later is not in the dictionaries of batches before.
  for (const { batch, i } of kept) {
    const { values } = batch.values!(0) as unknown as { values: Int32Array };
    assertEquals([...values], [10 * i + 1, 0]);
  }
});

Deno.test("a schema has at most as many fields as a table may have columns", async () => {
  const field = table([flatText("c"), undefined, flatNumber(1, NULL), table([])]);
  const fields = (count: number): Uint8Array<ArrayBuffer> => {
    const items = Array.from({ length: count }, () => field);
    return message(1, table([flatNumber(2, 0), { kind: "list", items }]));
  };
  using reader = await ArrowReader.open(memorySource(fields(2 ** 18)));
  assertEquals(reader.columns.length, 2 ** 18);
  await assertRejects(
    () => ArrowReader.open(memorySource(fields(2 ** 18 + 1))),
    TypeError,
    "Cannot read x.arrow: byte 0: it has more than 262144 columns, including nested ones",
  );
});
