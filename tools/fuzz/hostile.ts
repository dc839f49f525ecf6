import { concat } from "@std/bytes/concat";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { wrapHeader } from "../../support/make_npy.ts";
import { hostileArrow } from "./hostile_arrow.ts";
import { HOSTILE_PARQUET } from "./hostile_parquet.ts";
import type { Group } from "./samples.ts";

/** An input that somebody made to do harm. */
export interface Hostile {
  readonly name: string;
  readonly group: Group;
  make(): Uint8Array;
}

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

function npy(shape: string, { descr = "<f8", fortran = false } = {}): Uint8Array<ArrayBuffer> {
  const order = fortran ? "True" : "False";
  const dict = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': (${shape})}\n`;
  return wrapHeader(dict, { version: 2, data: new Uint8Array(/\b0\b/.test(shape) ? 0 : 24) });
}

const SHAPES = [
  "1000000000000000000,",
  "9007199254740991,",
  "9007199254740991, 0",
  "0, 9007199254740991",
  "3, 1000000000",
  "1000000000, 3",
  "1, 1125899906842624",
  "1, ".repeat(10_000),
  `${"9".repeat(400)},`,
  "-1,",
];

const NPY: readonly Hostile[] = [
  ...SHAPES.flatMap((shape): Hostile[] =>
    [false, true].map((fortran) => ({
      name: `npy of shape (${shape.slice(0, 30)}) ${fortran ? "in Fortran order" : ""}`,
      group: "npy",
      make: () => npy(shape, { fortran }),
    }))
  ),
  {
    name: "npy with a dtype of a megabyte",
    group: "npy",
    make: () => npy("3,", { descr: "V".repeat(1e6) }),
  },
  {
    name: "npy with 500000 brackets",
    group: "npy",
    make: () => wrapHeader("(".repeat(5e5), { version: 2 }),
  },
  {
    name: "npy with 100000 keys",
    group: "npy",
    make: () => wrapHeader(`{${"'a': 1,".repeat(1e5)}}`, { version: 2 }),
  },
  { name: "npy of 100 MB of zeros in gzip", group: "npy", make: () => bomb(npy("12500000,"), 100) },
  {
    name: "npy of 100 MB of zeros in zstd",
    group: "npy",
    make: () => bomb(npy("12500000,"), 100, zstdCompressSync),
  },
];

/** More bytes than a record may have. */
const LONG = 34_000_000;

const CSV: readonly Hostile[] = [
  {
    name: "CSV with 34 million columns",
    group: "csv",
    make: () => new Uint8Array(LONG).fill(0x2c),
  },
  {
    name: "CSV with 8 million columns",
    group: "csv",
    make: () => new Uint8Array(LONG / 4).fill(0x2c),
  },
  {
    name: "CSV with 200000 columns",
    group: "csv",
    make: () => text(`${"x,".repeat(2e5)}x\n${"1,".repeat(2e5)}1\n`),
  },
  {
    name: "CSV whose first cell is 34 MB long",
    group: "csv",
    make: () => new Uint8Array(LONG).fill(0x61),
  },
  {
    name: "CSV whose name is 10 MB long",
    group: "csv",
    make: () => text(`${"a".repeat(1e7)}\n1\n`),
  },
  {
    name: "CSV with a quote that opens 34 MB",
    group: "csv",
    make: () => text(`x\n1\n"${"a\n".repeat(LONG / 2)}`),
  },
  { name: "CSV of 34 MB of quotes", group: "csv", make: () => new Uint8Array(LONG).fill(0x22) },
  {
    name: "CSV of 17 MB of line ends",
    group: "csv",
    make: () => new Uint8Array(LONG / 2).fill(0x0a),
  },
  {
    name: "CSV with a number of 10 million digits",
    group: "csv",
    make: () => text(`x\n1\n${"7".repeat(1e7)}\n`),
  },
  {
    name: "CSV with a bad cell after 20 MB",
    group: "csv",
    make: () => text(`a,x\n"${"ä".repeat(1e7)}",?\n`),
  },
  { name: "CSV of 50 MB in one cell, in gzip", group: "csv", make: () => bomb(text("x\n"), 50) },
  { name: "100000 empty members of gzip", group: "csv", make: () => repeat(gzipSync(""), 100_000) },
  {
    name: "200000 empty frames of zstd",
    group: "csv",
    make: () => repeat(zstdCompressSync(""), 200_000),
  },
  {
    name: "200000 frames of zstd to be skipped",
    group: "csv",
    make: () => repeat(Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0), 200_000),
  },
  { name: "gzip in gzip", group: "csv", make: () => gzipSync(gzipSync("x\n1\n")) },
];

/** Returns inputs that claim, nest, repeat or expand too much. */
export const HOSTILE: readonly Hostile[] = [
  ...NPY,
  ...CSV,
  ...hostileArrow(bomb),
  ...HOSTILE_PARQUET,
];

/** Compresses a beginning and megabytes of zeros, without holding them all in memory. */
function bomb(
  begin: Uint8Array,
  megabytes: number,
  compress: (bytes: Uint8Array) => Uint8Array = gzipSync,
): Uint8Array {
  // Members and frames may follow each other, so that one compressed megabyte can be repeated.
  const zeros = compress(new Uint8Array(1e6));
  return concat([compress(begin), repeat(zeros, megabytes)]);
}

function repeat(bytes: Uint8Array, times: number): Uint8Array {
  const all = new Uint8Array(bytes.length * times);
  for (let i = 0; i < times; i++) all.set(bytes, i * bytes.length);
  return all;
}
