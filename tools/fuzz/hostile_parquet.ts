import { concat } from "@std/bytes/concat";
import { zstdCompressSync } from "node:zlib";
import { MAGIC } from "../../formats/parquet/footer.ts";
import {
  CHUNK,
  CODEC,
  COLUMN,
  DATA_PAGE,
  ELEMENT,
  ENCODING,
  FILE,
  PAGE,
  PAGE_TYPE,
  PHYSICAL,
  REPETITION,
  ROW_GROUP,
} from "../../formats/parquet/metadata.ts";
import {
  i32,
  i64,
  integers,
  struct,
  structs,
  text,
  texts,
  ThriftStruct,
} from "../../formats/parquet/thrift/struct.ts";
import type { Hostile } from "./hostile.ts";

/** A file with these pages and this footer. */
function file(pages: readonly Uint8Array[], footer: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = new Uint8Array(Uint32Array.of(footer.length).buffer);
  return concat([MAGIC, ...pages, footer, length, MAGIC]);
}

function element(name: string, physical: number): ThriftStruct {
  return new ThriftStruct([
    i32(ELEMENT.type, physical),
    i32(ELEMENT.repetition, REPETITION.optional),
    text(ELEMENT.name, name),
  ]);
}

function group(name: string, children: number): ThriftStruct {
  return new ThriftStruct([
    i32(ELEMENT.repetition, REPETITION.optional),
    text(ELEMENT.name, name),
    i32(ELEMENT.children, children),
  ]);
}

/** The footer of a file of these schema elements, without row groups. */
function schemaOnly(elements: readonly ThriftStruct[]): Uint8Array {
  return new ThriftStruct([
    i32(FILE.version, 2),
    structs(FILE.schema, elements),
    i64(FILE.rows, 0),
    structs(FILE.rowGroups, []),
  ]).encode();
}

/** A file of one column chunk that claims so many rows. */
function oneColumn(
  { physical = PHYSICAL.double, rows, pages, codec = CODEC.none }: {
    readonly physical?: number;
    readonly rows: number;
    readonly pages: readonly Uint8Array[];
    readonly codec?: number;
  },
): Uint8Array<ArrayBuffer> {
  const length = pages.reduce((sum, page) => sum + page.length, 0);
  const chunk = new ThriftStruct([
    i64(CHUNK.fileOffset, 0),
    struct(
      CHUNK.metadata,
      i32(COLUMN.type, physical),
      integers(COLUMN.encodings, [ENCODING.plain, ENCODING.rle]),
      texts(COLUMN.path, ["x"]),
      i32(COLUMN.codec, codec),
      i64(COLUMN.values, rows),
      i64(COLUMN.uncompressedSize, length),
      i64(COLUMN.compressedSize, length),
      i64(COLUMN.dataOffset, MAGIC.length),
    ),
  ]);
  const rowGroup = new ThriftStruct([
    structs(ROW_GROUP.columns, [chunk]),
    i64(ROW_GROUP.totalByteSize, length),
    i64(ROW_GROUP.rows, rows),
  ]);
  const footer = new ThriftStruct([
    i32(FILE.version, 2),
    structs(FILE.schema, [group("schema", 1), element("x", physical)]),
    i64(FILE.rows, rows),
    structs(FILE.rowGroups, [rowGroup]),
  ]);
  return file(pages, footer.encode());
}

function page(
  { kind = PAGE_TYPE.data, count, content, length = content.length, encoding = ENCODING.plain }: {
    readonly kind?: number;
    readonly count: number;
    readonly content: Uint8Array;
    readonly length?: number;
    readonly encoding?: number;
  },
): Uint8Array {
  const header = new ThriftStruct([
    i32(PAGE.type, kind),
    i32(PAGE.uncompressedSize, length),
    i32(PAGE.compressedSize, content.length),
    struct(
      kind === PAGE_TYPE.data ? PAGE.data : PAGE.dictionary,
      i32(DATA_PAGE.values, count),
      i32(DATA_PAGE.encoding, encoding),
      ...(kind === PAGE_TYPE.data
        ? [i32(DATA_PAGE.definitions, ENCODING.rle), i32(DATA_PAGE.repetitions, ENCODING.rle)]
        : []),
    ),
  ]);
  return concat([header.encode(), content]);
}

/** Levels in a run of so many, with their length before them. */
function levels(count: number, level: number): Uint8Array {
  const run: number[] = [];
  let rest = count * 2;
  for (; rest >= 128; rest = Math.floor(rest / 128)) run.push(rest % 128 + 128);
  run.push(rest, level);
  return Uint8Array.of(run.length, 0, 0, 0, ...run);
}

const MANY = 2 ** 31 - 1;

const CASES: readonly (readonly [string, () => Uint8Array])[] = [
  ["a footer of 4 GB", () => concat([MAGIC, new Uint8Array(4).fill(255), MAGIC])],
  ["a footer of structs in each other", () => file([], new Uint8Array(1e6).fill(0x1c))],
  ["a footer of lists in each other", () => file([], new Uint8Array(1e6).fill(0x19))],
  ["a footer of 2^31 items", () => file([], Uint8Array.of(0x19, 0xfc, 255, 255, 255, 255, 7))],
  ["2^31 columns", () => file([], schemaOnly([group("schema", MANY), element("x", 1)]))],
  [
    "300000 columns",
    () =>
      file(
        [],
        schemaOnly([
          group("schema", 3e5),
          ...Array.from({ length: 3e5 }, () => element("x", PHYSICAL.int32)),
        ]),
      ),
  ],
  [
    "groups 100000 deep",
    () =>
      file([], schemaOnly(Array.from({ length: 1e5 }, (_, i) => group("g", i < 99_999 ? 1 : 0)))),
  ],
  ["2^52 rows of nothing", () => oneColumn({ rows: 2 ** 52, pages: [] })],
  [
    "2^31 nulls in a run",
    () => oneColumn({ rows: MANY, pages: [page({ count: MANY, content: levels(MANY, 0) })] }),
  ],
  [
    "2^31 values of no bytes",
    () => oneColumn({ rows: MANY, pages: [page({ count: MANY, content: levels(MANY, 1) })] }),
  ],
  [
    "a page of 2 GB in zstd",
    () =>
      oneColumn({
        rows: 1,
        codec: CODEC.zstd,
        pages: [page({ count: 1, content: zstdCompressSync(new Uint8Array(1e6)), length: MANY })],
      }),
  ],
  [
    "a page of 2 GB in Snappy",
    () =>
      oneColumn({
        rows: 1,
        codec: CODEC.snappy,
        pages: [page({ count: 1, content: Uint8Array.of(255, 255, 255, 255, 7, 0), length: MANY })],
      }),
  ],
  [
    "a dictionary of 2^31 values",
    () => {
      const [kind, content] = [PAGE_TYPE.dictionary, new Uint8Array(8)];
      return oneColumn({ rows: 1, pages: [page({ kind, count: MANY, content })] });
    },
  ],
  [
    "deltas of blocks of 2^31",
    () => {
      const deltas = Uint8Array.of(128, 128, 128, 128, 8, 1, 1, 0, 0);
      const content = concat([levels(1, 1), deltas]);
      const encoding = ENCODING.deltaBinaryPacked;
      const pages = [page({ count: 1, content, encoding })];
      return oneColumn({ physical: PHYSICAL.int32, rows: 1, pages });
    },
  ],
  [
    "2^31 texts of a delta",
    () => {
      const deltas = Uint8Array.of(128, 1, 1, 255, 255, 255, 255, 7, 0, 0, 0);
      const content = concat([levels(1, 1), deltas]);
      const encoding = ENCODING.deltaByteArray;
      const pages = [page({ count: 1, content, encoding })];
      return oneColumn({ physical: PHYSICAL.byteArray, rows: 1, pages });
    },
  ],
];

/** Parquet files that claim more than they hold. */
export const HOSTILE_PARQUET: readonly Hostile[] = CASES.map(([name, make]) => ({
  name: `Parquet with ${name}`,
  group: "parquet",
  make,
}));
