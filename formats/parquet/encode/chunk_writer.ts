import { crc32 } from "../../../io/compression/crc32.ts";
import { CHUNK, COLUMN, DATA_PAGE, ENCODING, PAGE, PAGE_TYPE, PHYSICAL } from "../metadata.ts";
import { joinBytes } from "../thrift/compact.ts";
import { i32, i64, integers, struct, texts, ThriftStruct } from "../thrift/struct.ts";
import type { PageCodec } from "./codecs.ts";
import type { NewColumn } from "./new_column.ts";
import { fixedRows, type PlainRows } from "./plain_rows.ts";
import { sliceBits } from "../../slice_batches.ts";
import type { Numbers } from "../../table.ts";
import { ChunkStatistics } from "./statistics.ts";

/** A column chunk that was written: what the footer says of it, and its bytes. */
export interface WrittenChunk {
  readonly chunk: Uint8Array;
  readonly uncompressed: number;
  readonly compressed: number;
}

/** Bytes of values from which on a page is written. */
const PAGE_BYTES = 2 ** 20;
/** Rows of a page, at most: nulls take no bytes. */
const PAGE_ROWS = 2 ** 20;
/** Bytes of values that are compressed in two encodings to find the shorter one. */
const SAMPLE_BYTES = 2 ** 16;
/** Values whose bytes are brought to their streams at a time. */
const CACHED_VALUES = 2 ** 11;

/** Makes the pages of a column chunk, and what the footer says of it. */
export class ChunkWriter {
  readonly #column: NewColumn;
  readonly #codec: PageCodec;
  /** The encoding of all pages; undecided before the first one, if two are possible. */
  #encoding?: number;
  /** Rows of a page. Those of floats depend on nothing else, so that all threads cut the same pages. */
  readonly #pageRows: number;
  readonly #statistics = new ChunkStatistics();
  #waiting: PlainRows[] = [];
  #waitingRows = 0;
  #waitingBytes = 0;
  #rows = 0;
  #uncompressed = 0;
  #compressed = 0;

  constructor(column: NewColumn, codec: PageCodec) {
    this.#column = column;
    this.#codec = codec;
    this.#pageRows = Math.min(PAGE_ROWS, Math.floor(PAGE_BYTES / (column.size || 1)));
    // DuckDB reads floats of 16 bits in no other encoding than PLAIN.
    const maySplit = codec.likesStreams && column.order === "float" && column.size >= 4;
    if (!maySplit) this.#encoding = ENCODING.plain;
  }

  /** Bytes that wait for more rows before they become a page. */
  get waiting(): number {
    return this.#waitingBytes;
  }

  /** Adds numbers, which stay the caller's, and returns the pages that are complete. */
  addNumbers({ values, valid }: Numbers): Uint8Array[] {
    const pages: Uint8Array[] = [];
    for (let first = 0; first < values.length;) {
      const rows = Math.min(this.#pageRows - this.#waitingRows, values.length - first);
      const some = values.subarray(first, first + rows);
      pages.push(...this.add(fixedRows(some, valid && sliceBits(valid, { first, rows }))));
      first += rows;
    }
    return pages;
  }

  /** Adds rows, and returns the pages that are complete. The rows are kept until then. */
  add(rows: PlainRows): Uint8Array[] {
    this.#statistics.addNulls(rows.nulls);
    if (rows.numbers !== undefined) this.#statistics.add(rows.numbers);
    this.#waiting.push(rows);
    this.#waitingRows += rows.rows;
    this.#waitingBytes += rows.bytes.length;
    this.#rows += rows.rows;
    const isFull = this.#waitingBytes >= PAGE_BYTES || this.#waitingRows >= this.#pageRows;
    return isFull ? this.#flush() : [];
  }

  /** Returns the pages that are left. A chunk has a page at least. */
  end(): Uint8Array[] {
    return this.#waitingRows > 0 || this.#uncompressed === 0 ? this.#flush() : [];
  }

  /** Encodes what the footer says of the chunk, whose first page is at a place in the file. */
  encode(offset: number): WrittenChunk {
    const { name, physical } = this.#column;
    const chunk = new ThriftStruct([
      i64(CHUNK.fileOffset, 0),
      struct(
        CHUNK.metadata,
        i32(COLUMN.type, physical),
        integers(COLUMN.encodings, [this.#encoding!, ENCODING.rle]),
        texts(COLUMN.path, [name]),
        i32(COLUMN.codec, this.#codec.codec),
        i64(COLUMN.values, this.#rows),
        i64(COLUMN.uncompressedSize, this.#uncompressed),
        i64(COLUMN.compressedSize, this.#compressed),
        i64(COLUMN.dataOffset, offset),
        this.#statistics.encode(COLUMN.statistics),
      ),
    ]).encode();
    return { chunk, uncompressed: this.#uncompressed, compressed: this.#compressed };
  }

  #flush(): Uint8Array[] {
    const rows = this.#waitingRows;
    const levels = encodeLevels(this.#waiting, rows);
    const values = this.#values();
    this.#waiting = [];
    this.#waitingRows = 0;
    this.#waitingBytes = 0;
    this.#encoding ??= this.#chooseEncoding(values);
    const content = joinBytes([levels, ...this.#encode(values, this.#encoding)]);
    const packed = this.#codec.compress(content);
    const header = new ThriftStruct([
      i32(PAGE.type, PAGE_TYPE.data),
      i32(PAGE.uncompressedSize, content.length),
      i32(PAGE.compressedSize, packed.length),
      i32(PAGE.crc, crc32(packed) | 0),
      struct(
        PAGE.data,
        i32(DATA_PAGE.values, rows),
        i32(DATA_PAGE.encoding, this.#encoding),
        i32(DATA_PAGE.definitions, ENCODING.rle),
        i32(DATA_PAGE.repetitions, ENCODING.rle),
      ),
    ]).encode();
    this.#uncompressed += header.length + content.length;
    this.#compressed += header.length + packed.length;
    return [header, packed];
  }

  /**
   * Finds out which encoding is shorter, by some values. Values that repeat are shorter as a whole,
   * others in streams: random numbers by a tenth, those that grow by a third. The wrong choice would
   * cost up to three times the bytes.
   */
  #chooseEncoding(values: readonly Uint8Array[]): number {
    const sample = [joinBytes(values).subarray(0, SAMPLE_BYTES)];
    const [whole, split] = [ENCODING.plain, ENCODING.byteStreamSplit].map((encoding) =>
      this.#codec.compress(this.#encode(sample, encoding)[0]).length
    );
    return split < whole ? ENCODING.byteStreamSplit : ENCODING.plain;
  }

  #encode(plain: readonly Uint8Array[], encoding: number): readonly Uint8Array[] {
    return encoding === ENCODING.byteStreamSplit
      ? [splitStreams(joinBytes(plain), this.#column.size)]
      : plain;
  }

  /** The values of a page in the encoding PLAIN, in pieces. */
  #values(): readonly Uint8Array[] {
    const parts = this.#waiting.map(({ bytes }) => bytes);
    return this.#column.physical === PHYSICAL.boolean ? [packBooleans(parts)] : parts;
  }
}

/**
 * Encodes which rows are valid: a run if all are, or none; otherwise bits, which are those of the
 * rows themselves. The length comes first.
 */
function encodeLevels(parts: readonly PlainRows[], rows: number): Uint8Array {
  const nulls = parts.reduce((sum, part) => sum + part.nulls, 0);
  const runs = nulls === 0 || nulls === rows
    ? joinBytes([varint(rows * 2), Uint8Array.of(nulls === 0 ? 1 : 0)])
    : joinBytes([varint(Math.ceil(rows / 8) * 2 + 1), joinBits(parts, rows)]);
  const length = new Uint8Array(Uint32Array.of(runs.length).buffer);
  return joinBytes(rows === 0 ? [new Uint8Array(4)] : [length, runs]);
}

function joinBits(parts: readonly PlainRows[], rows: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(rows / 8));
  let at = 0;
  for (const { rows, valid } of parts) {
    for (let i = 0; i < rows; i++, at++) {
      const isValid = valid === undefined ? 1 : valid[i >> 3] >> (i & 7) & 1;
      bits[at >> 3] |= isValid << (at & 7);
    }
  }
  return bits;
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(rest % 128 + 128);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

/**
 * Stores the first bytes of all values, then the second ones, and so on. It takes some values at a
 * time, which stay in the processor's cache: a fifth faster.
 */
function splitStreams(bytes: Uint8Array, size: number): Uint8Array {
  const split = new Uint8Array(bytes.length);
  const count = bytes.length / size;
  for (let first = 0; first < count; first += CACHED_VALUES) {
    const end = Math.min(count, first + CACHED_VALUES) * size;
    for (let j = 0; j < size; j++) {
      let out = j * count + first;
      for (let at = first * size + j; at < end; at += size) split[out++] = bytes[at];
    }
  }
  return split;
}

/** Packs booleans, a byte each, into bits. */
function packBooleans(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = joinBytes(parts);
  const bits = new Uint8Array(Math.ceil(bytes.length / 8));
  for (let i = 0; i < bytes.length; i++) bits[i >> 3] |= bytes[i] << (i & 7);
  return bits;
}
