import { concat } from "@std/bytes/concat";
import { zstdCompressSync } from "node:zlib";
import { flatNumber } from "../../formats/arrow/encode/flatbuffer_writer.ts";
import { batch, field, schema, words } from "./arrow_parts.ts";
import type { Hostile } from "./hostile.ts";
import { batchBombs } from "./hostile_batches.ts";

type Bomb = (begin: Uint8Array, megabytes: number) => Uint8Array;

const [NULL, FLOAT, DECIMAL, UTF8_VIEW] = [1, 3, 7, 24];
const [LZ4, ZSTD] = [0, 1];

/** Returns Arrow streams that claim more than they hold. */
export function hostileArrow(bomb: Bomb): Hostile[] {
  const doubles = schema([field("x", FLOAT, [flatNumber(2, 2)])]);
  const cases: [string, () => Uint8Array][] = [
    ["metadata of 2 GB", () => concat([doubles, words(0xffffffff, 0x7fffffff)])],
    ["a body of 2^52 bytes", () => concat([doubles, batch({ rows: 1, bodyLength: 2 ** 52 })])],
    ["a body of 2^62 bytes", () => concat([doubles, batch({ rows: 1, bodyLength: 2 ** 62 })])],
    [
      "a body of 2 GB in gzip",
      () => bomb(concat([doubles, batch({ rows: 1, bodyLength: 2 ** 31 })]), 2200),
    ],
    ["1 GB after its end in gzip", () => bomb(concat([doubles, words(0xffffffff, 0)]), 1000)],
    [
      "a buffer of 2^62 bytes",
      () => concat([doubles, batch({ rows: 1, buffers: [[0, 0], [0, 2 ** 62]] })]),
    ],
    ["2^53 rows", () => concat([doubles, batch({ rows: 2 ** 53 - 1, buffers: [[0, 0], [0, 0]] })])],
    ...[2 ** 53 - 1, 2 ** 40, 2 ** 31].map((rows): [string, () => Uint8Array] => [
      `${rows} rows of nulls`,
      () => concat([schema([field("n", NULL)]), batch({ rows, buffers: [] })]),
    ]),
    [
      "rows without columns",
      () => concat([schema([]), batch({ rows: 2 ** 52, nodes: 0, buffers: [] })]),
    ],
    ["a decimal of 10^8 zeros", () =>
      concat([
        schema([field("d", DECIMAL, [flatNumber(4, 9), flatNumber(4, -1e8), flatNumber(4, 128)])]),
        batch({ rows: 1, buffers: [[0, 0], [0, 16]], body: new Uint8Array(16).fill(1) }),
      ])],
    ["100000 fields that share a name of 100 kB", () =>
      shareItems(schema(
        Array.from({ length: 1e5 }, (_, i) => field(i === 0 ? "a".repeat(1e5) : "", NULL)),
      ))],
    ["500 views of the same megabyte", () => manyViews(500)],
    ...batchBombs(),
    ...([[LZ4, "LZ4"], [ZSTD, "ZSTD"]] as const).flatMap(([codec, name]) =>
      [2 ** 28, 2 ** 31, 2 ** 40, 2 ** 62].map((length): [string, () => Uint8Array] => [
        `a ${name} buffer that says it holds ${length} bytes`,
        () => compressedBatch(doubles, { codec, length, data: new Uint8Array(20_000) }),
      ])
    ),
    ["1 GB of zeros in a ZSTD buffer", () =>
      compressedBatch(doubles, {
        codec: ZSTD,
        length: 2 ** 30,
        data: zstdCompressSync(new Uint8Array(2 ** 30)),
      })],
  ];
  return cases.map(([name, make]) => ({ name: `Arrow: ${name}`, group: "arrow", make }));
}

function compressedBatch(
  doubles: Uint8Array,
  { codec, length, data }: { codec: number; length: number; data: Uint8Array },
): Uint8Array {
  const body = concat([new Uint8Array(BigInt64Array.of(BigInt(length)).buffer), data]);
  return concat([
    doubles,
    batch({ rows: Math.floor(length / 8), buffers: [[0, 0], [0, body.length]], body, codec }),
  ]);
}

function manyViews(rows: number): Uint8Array {
  const shared = new Uint8Array(1e6);
  const views = new Uint8Array(16 * rows);
  const view = new DataView(views.buffer);
  for (let i = 0; i < rows; i++) view.setInt32(16 * i, shared.length, true);
  const body = concat([views, shared]);
  const buffers = [[0, 0], [0, views.length], [views.length, shared.length]] as const;
  return concat([
    schema([field("v", UTF8_VIEW)]),
    batch({ rows, buffers, body, variadic: [1] }),
  ]);
}

/** Lets all items of the longest list refer to the first one. */
function shareItems(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer);
  for (let at = 8; at + 8 <= bytes.length; at += 4) {
    const count = view.getUint32(at, true);
    if (count !== 1e5) continue;
    const first = at + 4 + view.getUint32(at + 4, true);
    for (let i = 0; i < count; i++) view.setUint32(at + 4 + 4 * i, first - (at + 4 + 4 * i), true);
    break;
  }
  return bytes;
}
