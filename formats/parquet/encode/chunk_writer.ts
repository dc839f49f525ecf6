import { crc32 } from "../../../io/compression/crc32.ts";
import { freeBuffer, maxUnpacked } from "../../../io/limits.ts";
import { splitStreams } from "../../../kernels/byte_streams.ts";
import {
  CHUNK,
  COLUMN,
  DATA_PAGE,
  DATA_PAGE_V2,
  ENCODING,
  PAGE,
  PAGE_TYPE,
  PHYSICAL,
} from "../metadata.ts";
import { joinBytes, type ThriftField } from "../thrift/compact.ts";
import { flag, i32, i64, integers, struct, texts, ThriftStruct } from "../thrift/struct.ts";
import { NO_CODEC, type PageCodec } from "./codecs.ts";
import type { NewColumn } from "./new_column.ts";
import { fixedRows, type PlainRows } from "./plain_rows.ts";
import { sliceBits } from "../../slice_batches.ts";
import type { Numbers } from "../../table.ts";
import { packBits } from "../../validity.ts";
import { ChunkStatistics } from "./statistics.ts";

/** A column chunk that was written: what the footer records about it, and its bytes. */
export interface WrittenChunk {
  readonly chunk: Uint8Array;
  readonly uncompressed: number;
  readonly compressed: number;
}

/** How column chunks are written. */
export interface ChunkOptions {
  readonly codec: PageCodec;
  /** Whether pages have checksums. */
  readonly hasChecksums: boolean;
}

/** Bytes of values from which on a page is written. */
const PAGE_BYTES = 2 ** 20;
/** Rows of a page, at most: nulls take no bytes. */
const PAGE_ROWS = 2 ** 20;
/**
 * Values that are compressed to find out how a chunk is stored: pieces from all over its first page,
 * and the length of each in bytes, a multiple of the size of all numbers.
 */
const SAMPLE = { pieces: 4, bytes: 2 ** 14 };
/** Bytes of the length in front of the levels of a page. */
const LENGTH_BYTES = 4;
/** What is saved of a page that is worth compressing: random numbers take most time and save nothing. */
const MIN_SAVED = 1 / 16;

/** How all pages of a chunk are stored. */
interface Storage {
  readonly codec: PageCodec;
  readonly encoding: number;
}

/** Makes the pages of column chunks, one after another, and what the footer records about each. */
export class ChunkWriter {
  readonly #column: NewColumn;
  readonly #codec: PageCodec;
  readonly #hasChecksums: boolean;
  /** Chosen by the values of the first page. */
  #storage?: Storage;
  /** Rows of a page. Those of floats depend on nothing else, so that all threads cut the same pages. */
  readonly #pageRows: number;
  #statistics = new ChunkStatistics();
  /** Rows that are not in a page yet, and their values. */
  #waiting: Validity[] = [];
  #waitingRows = 0;
  #waitingBytes = 0;
  #values = new Uint8Array(0);
  #rows = 0;
  #uncompressed = 0;
  #compressed = 0;

  constructor(column: NewColumn, { codec, hasChecksums }: ChunkOptions) {
    this.#column = column;
    this.#codec = codec;
    this.#hasChecksums = hasChecksums;
    this.#pageRows = Math.min(PAGE_ROWS, Math.floor(PAGE_BYTES / (column.size || 1)));
  }

  /** Bytes that wait for more rows before they become a page. */
  get waiting(): number {
    return this.#waitingBytes;
  }

  /** Adds numbers, and returns the pages that are complete, which become the caller's. */
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

  /** Adds rows, and returns the pages that are complete, which become the caller's. */
  add({ rows, valid, nulls, bytes, numbers }: PlainRows): Uint8Array[] {
    this.#statistics.addNulls(nulls);
    if (numbers !== undefined) this.#statistics.add(numbers);
    this.#addValues(bytes);
    this.#waiting.push({ rows, nulls, valid });
    this.#waitingRows += rows;
    this.#rows += rows;
    const isFull = this.#waitingBytes >= PAGE_BYTES || this.#waitingRows >= this.#pageRows;
    return isFull ? this.#flush() : [];
  }

  /** Returns the pages that are left. A chunk has a page at least. */
  end(): Uint8Array[] {
    return this.#waitingRows > 0 || this.#uncompressed === 0 ? this.#flush() : [];
  }

  /**
   * Encodes what the footer records about the chunk that has ended, whose first page is at a place in the
   * file, and begins the next one.
   */
  encode(offset: number): WrittenChunk {
    const { name, physical } = this.#column;
    const { codec, encoding } = this.#storage!;
    const chunk = new ThriftStruct([
      i64(CHUNK.fileOffset, 0),
      struct(
        CHUNK.metadata,
        i32(COLUMN.type, physical),
        integers(COLUMN.encodings, [encoding, ENCODING.rle]),
        texts(COLUMN.path, [name]),
        i32(COLUMN.codec, codec.codec),
        i64(COLUMN.values, this.#rows),
        i64(COLUMN.uncompressedSize, this.#uncompressed),
        i64(COLUMN.compressedSize, this.#compressed),
        i64(COLUMN.dataOffset, offset),
        this.#statistics.encode(COLUMN.statistics),
      ),
    ]).encode();
    const written = { chunk, uncompressed: this.#uncompressed, compressed: this.#compressed };
    this.#storage = undefined;
    this.#statistics = new ChunkStatistics();
    this.#rows = 0;
    this.#uncompressed = 0;
    this.#compressed = 0;
    return written;
  }

  #addValues(bytes: Uint8Array): void {
    const length = this.#waitingBytes + bytes.length;
    if (length > this.#values.length) {
      const larger = new Uint8Array(
        Math.max(length, Math.min(2 * this.#values.length, PAGE_BYTES)),
      );
      larger.set(this.#values.subarray(0, this.#waitingBytes));
      freeBuffer(this.#values);
      this.#values = larger;
    }
    this.#values.set(bytes, this.#waitingBytes);
    this.#waitingBytes = length;
  }

  #flush(): Uint8Array[] {
    const rows = this.#waitingRows;
    const nulls = this.#waiting.reduce((sum, part) => sum + part.nulls, 0);
    const levels = encodeLevels(this.#waiting, { rows, nulls });
    const values = this.#plain();
    this.#waiting = [];
    this.#waitingRows = 0;
    this.#waitingBytes = 0;
    const { codec, encoding } = this.#storage ??= this.#choose(values);
    const length = levels.length + values.length;
    const content = takeRoom(length);
    content.set(levels);
    this.#encode(values, encoding, content.subarray(levels.length));
    const packed = codec.compress(content);
    if (length > maxUnpacked(packed.length)) {
      // One long text that repeats itself. A page of this kind need not be compressed.
      return this.#makePage(ownBytes(content.subarray(LENGTH_BYTES), content), {
        kind: PAGE_TYPE.dataV2,
        length: length - LENGTH_BYTES,
        description: struct(
          PAGE.dataV2,
          i32(DATA_PAGE_V2.values, rows),
          i32(DATA_PAGE_V2.nulls, nulls),
          i32(DATA_PAGE_V2.rows, rows),
          i32(DATA_PAGE_V2.encoding, encoding),
          i32(DATA_PAGE_V2.definitionBytes, levels.length - LENGTH_BYTES),
          i32(DATA_PAGE_V2.repetitionBytes, 0),
          flag(DATA_PAGE_V2.isCompressed, false),
        ),
      });
    }
    return this.#makePage(ownBytes(packed, content), {
      kind: PAGE_TYPE.data,
      length,
      description: struct(
        PAGE.data,
        i32(DATA_PAGE.values, rows),
        i32(DATA_PAGE.encoding, encoding),
        i32(DATA_PAGE.definitions, ENCODING.rle),
        i32(DATA_PAGE.repetitions, ENCODING.rle),
      ),
    });
  }

  /** Puts its header before a page, which has so many bytes when it is not compressed. */
  #makePage(
    stored: Uint8Array,
    { kind, length, description }: { kind: number; length: number; description: ThriftField },
  ): Uint8Array[] {
    const header = new ThriftStruct([
      i32(PAGE.type, kind),
      i32(PAGE.uncompressedSize, length),
      i32(PAGE.compressedSize, stored.length),
      ...(this.#hasChecksums ? [i32(PAGE.crc, crc32(stored) | 0)] : []),
      description,
    ]).encode();
    this.#uncompressed += header.length + length;
    this.#compressed += header.length + stored.length;
    return [header, stored];
  }

  /**
   * Finds out what is shortest, by some values. Values that repeat are shorter together, others in
   * streams: random numbers by a tenth, those that grow by a third. The wrong choice would cost up to
   * three times the bytes.
   */
  #choose(values: Uint8Array): Storage {
    const sample = takeSample(values);
    const codec = this.#codec;
    // DuckDB reads floats of 16 bits in no other encoding than PLAIN.
    const maySplit = codec.likesStreams && this.#column.order === "float" && this.#column.size >= 4;
    const encodings = maySplit ? [ENCODING.plain, ENCODING.byteStreamSplit] : [ENCODING.plain];
    let best: Storage = { codec: NO_CODEC, encoding: ENCODING.plain };
    let least = sample.length * (1 - MIN_SAVED);
    for (const encoding of encodings) {
      const content = new Uint8Array(sample.length);
      this.#encode(sample, encoding, content);
      const { length } = codec.compress(content);
      if (length < least) [best, least] = [{ codec, encoding }, length];
    }
    return best;
  }

  #encode(plain: Uint8Array, encoding: number, into: Uint8Array): void {
    if (encoding === ENCODING.byteStreamSplit) splitStreams(plain, this.#column.size, into);
    else into.set(plain);
  }

  /** The values of a page in the encoding PLAIN. */
  #plain(): Uint8Array {
    const values = this.#values.subarray(0, this.#waitingBytes);
    return this.#column.physical === PHYSICAL.boolean ? packBits(values) : values;
  }
}

/** Which rows are valid. */
type Validity = Pick<PlainRows, "rows" | "nulls" | "valid">;

/** Memory for a page before it is compressed, which all chunks use in turn. */
let room = new Uint8Array(0);

function takeRoom(length: number): Uint8Array {
  // The levels come before the values, and only texts are longer.
  if (length > 2 * PAGE_BYTES) return new Uint8Array(length);
  if (length > room.length) room = new Uint8Array(length);
  return room.subarray(0, length);
}

/** Returns bytes as an array that is not much larger, and whose memory nothing else uses. */
function ownBytes(packed: Uint8Array, content: Uint8Array): Uint8Array {
  const isContent = packed.buffer === content.buffer;
  if (!isContent && packed.buffer.byteLength < 2 * packed.length) return packed;
  // What the runtime gives is a Buffer, whose slice is no copy.
  const own = new Uint8Array(packed);
  if (!isContent) freeBuffer(packed);
  return own;
}

/** Takes bytes from all over a page. */
function takeSample(values: Uint8Array): Uint8Array {
  const { pieces, bytes } = SAMPLE;
  if (values.length <= pieces * bytes) return values;
  const distance = Math.floor((values.length - bytes) / (pieces - 1) / 8) * 8;
  const starts = Array.from({ length: pieces }, (_, i) => i * distance);
  return joinBytes(starts.map((start) => values.subarray(start, start + bytes)));
}

/**
 * Encodes which rows are valid: a run if all are, or none; otherwise bits, which are those of the
 * rows themselves. The length comes first.
 */
function encodeLevels(
  parts: readonly Validity[],
  { rows, nulls }: { rows: number; nulls: number },
): Uint8Array {
  const runs = nulls === 0 || nulls === rows
    ? joinBytes([varint(rows * 2), Uint8Array.of(nulls === 0 ? 1 : 0)])
    : joinBytes([varint(Math.ceil(rows / 8) * 2 + 1), joinBits(parts, rows)]);
  const length = new Uint8Array(Uint32Array.of(runs.length).buffer);
  return joinBytes(rows === 0 ? [new Uint8Array(LENGTH_BYTES)] : [length, runs]);
}

function joinBits(parts: readonly Validity[], rows: number): Uint8Array {
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
