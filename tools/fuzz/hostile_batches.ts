import { concat } from "@std/bytes/concat";
import { zstdCompressSync } from "node:zlib";
import { flatNumber } from "../../formats/arrow/encode/flatbuffer_writer.ts";
import { sample } from "../../support/arrow_samples.ts";
import { batch, END, field, schema, sharing, table } from "./arrow_parts.ts";

const [NULL, FLOAT, UTF8, BOOL, DECIMAL] = [1, 3, 5, 6, 7];
const ZSTD = 1;
const DOUBLE = [flatNumber(2, 2)];
/** The type of 8-bit indexes into a dictionary. */
const dictionary = (id: number) =>
  table([flatNumber(8, id), table([flatNumber(4, 8), flatNumber(1, 1)])]);
const MEGABYTE = 2 ** 20;

type Case = [name: string, make: () => Uint8Array];

/**
 * Returns Arrow streams whose buffers are all small, but whose batches, or their output, are not.
 */
export function batchBombs(): Case[] {
  return [
    ["20 columns of 2^23 nulls", () =>
      concat([
        schema(times(20, (i) => field(`n${i}`, NULL))),
        batch({ rows: 2 ** 23, nodes: 20 }),
      ])],
    ["ten ZSTD buffers of 128 MB", () => zstdBatches({ columns: 10, length: 2 ** 27, batches: 1 })],
    ["20 batches of 60 MB in ZSTD", () => zstdBatches({ columns: 4, length: 15e6, batches: 20 })],
    ...[1, 6, 40].map((columns): Case => [
      `200 rows of a dictionary's megabyte of quotes in ${columns} columns`,
      () => sharedTexts({ rows: 200, columns }),
    ]),
    ["30 dictionaries of 60 MB in ZSTD", () => zstdDictionaries(30)],
    ["20 dictionaries of 2^25 nulls", () => nullDictionaries(20)],
    ["20000 parts of a dictionary", () => manyParts(20_000)],
    ["10 columns of a million bits", () => bits({ rows: 1e6, columns: 10 })],
    ["decimals of a thousand zeros", () => decimals(20_000)],
    ...containers(),
  ];
}

/** Returns files and streams that follow one another, and what may follow them. */
function containers(): Case[] {
  const [file, stream] = [sample("mixed.arrow"), sample("mixed.arrows")];
  const parts: [string, Uint8Array[]][] = [
    ["two files", [file, file]],
    ["two streams", [stream, stream]],
    ["two streams, the first without an end", [stream.subarray(0, -8), stream]],
    ["a file and a stream", [file, stream]],
    ["a stream and a file", [stream, file]],
    ["a file and 70 MB of zeros", [file, new Uint8Array(70e6)]],
    ["1000 files", times(1000, () => file)],
  ];
  return parts.map(([name, all]): Case => [name, () => concat(all)]);
}

function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** Makes a compressed buffer of zeros, as a message holds it. */
function packed(length: number): Uint8Array {
  const said = new Uint8Array(BigInt64Array.of(BigInt(length)).buffer);
  return concat([said, zstdCompressSync(new Uint8Array(length))]);
}

function zstdBatches(
  { columns, length, batches }: { columns: number; length: number; batches: number },
): Uint8Array {
  const body = packed(length);
  const buffers = sharing(columns, body);
  const one = batch({ rows: length / 8, nodes: columns, buffers, body, codec: ZSTD });
  const fields = times(columns, (i) => field(`f${i}`, FLOAT, DOUBLE));
  return concat([schema(fields), ...times(batches, () => one), END]);
}

function sharedTexts({ rows, columns }: { rows: number; columns: number }): Uint8Array {
  const text = new Uint8Array(MEGABYTE).fill(0x22);
  const offsets = new Uint8Array(Int32Array.of(0, text.length).buffer);
  const fields = times(columns, (i) => field(`d${i}`, UTF8, [], dictionary(1)));
  const indices = new Uint8Array(rows);
  return concat([
    schema(fields),
    batch({
      rows: 1,
      buffers: [[0, 0], [0, 8], [8, text.length]],
      body: concat([offsets, text]),
      dictionary: { id: 1, isDelta: false },
    }),
    batch({ rows, nodes: columns, buffers: sharing(columns, indices), body: indices }),
    END,
  ]);
}

function zstdDictionaries(count: number): Uint8Array {
  const body = packed(60e6);
  const fields = times(count, (id) => field(`d${id}`, FLOAT, DOUBLE, dictionary(id)));
  const parts = times(count, (id) =>
    batch({
      rows: 60e6 / 8,
      buffers: [[0, 0], [0, body.length]],
      body,
      codec: ZSTD,
      dictionary: { id, isDelta: false },
    }));
  const indices = new Uint8Array(8);
  const last = batch({ rows: 8, nodes: count, buffers: sharing(count, indices), body: indices });
  return concat([schema(fields), ...parts, last, END]);
}

function nullDictionaries(count: number): Uint8Array {
  const fields = times(count, (id) => field(`d${id}`, NULL, [], dictionary(id)));
  const parts = times(count, (id) => batch({ rows: 2 ** 25, dictionary: { id, isDelta: false } }));
  const indices = new Uint8Array(8);
  const last = batch({ rows: 8, nodes: count, buffers: sharing(count, indices), body: indices });
  return concat([schema(fields), ...parts, last, END]);
}

/** Makes a stream that adds one value to a dictionary again and again, each time with a batch. */
function manyParts(count: number): Uint8Array {
  const value = new Uint8Array(8);
  const part = (isDelta: boolean) =>
    batch({ rows: 1, buffers: [[0, 0], [0, 8]], body: value, dictionary: { id: 0, isDelta } });
  const one = batch({ rows: 1, buffers: [[0, 0], [0, 1]], body: value });
  const more = concat([part(true), one]);
  return concat([
    schema([field("d", FLOAT, DOUBLE, dictionary(0))]),
    part(false),
    ...times(count, () => more),
    END,
  ]);
}

function bits({ rows, columns }: { rows: number; columns: number }): Uint8Array {
  const body = new Uint8Array(Math.ceil(rows / 8)).fill(0xa5);
  const fields = times(columns, (i) => field(`b${i}`, BOOL));
  return concat([
    schema(fields),
    batch({ rows, nodes: columns, buffers: sharing(columns, body), body }),
    END,
  ]);
}

function decimals(rows: number): Uint8Array {
  const parameters = [flatNumber(4, 9), flatNumber(4, -1000), flatNumber(4, 32)];
  const body = new Uint8Array(4 * rows).fill(1);
  return concat([
    schema([field("d", DECIMAL, parameters)]),
    batch({ rows, buffers: [[0, 0], [0, body.length]], body }),
    END,
  ]);
}
