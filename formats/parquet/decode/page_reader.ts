import { freeBuffer, maxUnpacked, UNPACKED_RULE } from "../../../io/limits.ts";
import { crc32 } from "../../../io/compression/crc32.ts";
import { DATA_PAGE, DATA_PAGE_V2, ENCODING, ENCODING_NAMES, PAGE, PAGE_TYPE } from "../metadata.ts";
import { readFields, TruncatedError } from "../thrift/compact.ts";
import { ThriftStruct } from "../thrift/struct.ts";
import { type DecompressPage, findDecompressPage } from "./codecs.ts";
import { BitPackedReader, HybridReader } from "./hybrid.ts";
import { UnsupportedError } from "./unsupported_error.ts";
import type { Decoding } from "./wanted_bytes.ts";

/** A page that holds values, decompressed. */
export interface Page {
  readonly kind: "dictionary" | "data";
  /** The number of values, with nulls. */
  readonly count: number;
  readonly encoding: number;
  readonly bytes: Uint8Array;
  /** The definition levels, if the column has any. */
  readonly definitions?: HybridReader | BitPackedReader;
}

/** Where the pages of a column chunk are. */
export interface ChunkPlace {
  readonly start: number;
  /** The place where the file has no more pages. */
  readonly limit: number;
  readonly codec: number;
  readonly maxDefinition: number;
  /** Bytes that are read at a time. */
  readonly window: number;
  /** What messages call the column chunk. */
  readonly origin: string;
}

/** Bytes of a page header, at most: it may hold the longest and the shortest text of a page. */
const MAX_HEADER_BYTES = 2 ** 24;

/** Reads the pages of a column chunk, one after another. */
export class PageReader implements Disposable {
  readonly #place: ChunkPlace;
  readonly #decompress: DecompressPage;
  /** The place of the next byte, and the bytes that were read from there on. */
  #position: number;
  #ahead: Uint8Array = new Uint8Array(0);
  /** Arrays that nothing refers to once the next page is read. */
  #stale: Uint8Array[] = [];

  constructor(place: ChunkPlace) {
    this.#place = place;
    this.#position = place.start;
    this.#decompress = findDecompressPage(place.codec, place.origin);
  }

  /** Reads the next page. Its bytes are valid until the next call. */
  *read(): Decoding<Page> {
    for (;;) {
      this.#freeStale();
      const at = this.#position;
      const origin = `${this.#place.origin}, byte ${at}`;
      try {
        const header = yield* this.#readHeader();
        const length = positive(header, PAGE.compressedSize);
        const bytes = yield* this.#take(length);
        const crc = header.integer(PAGE.crc, undefined);
        if (crc !== undefined && crc >>> 0 !== crc32(bytes)) {
          throw new RangeError("its checksum is wrong");
        }
        const page = this.#decode(header, bytes);
        if (page !== undefined) return page;
      } catch (error) {
        if (error instanceof UnsupportedError) {
          throw new TypeError(`Cannot read ${origin}: ${error.message}`, { cause: error });
        }
        if (!(error instanceof RangeError) || error.message.startsWith("Cannot read ")) throw error;
        const reason = error instanceof TruncatedError
          ? "it goes beyond the end of the pages"
          : error.message;
        throw new SyntaxError(`Cannot read ${origin}: damaged page: ${reason}`, { cause: error });
      }
    }
  }

  #decode(header: ThriftStruct, bytes: Uint8Array): Page | undefined {
    const length = positive(header, PAGE.uncompressedSize);
    switch (header.integer(PAGE.type)) {
      case PAGE_TYPE.dictionary: {
        const dictionary = need(header.struct(PAGE.dictionary));
        const encoding = dictionary.integer(DATA_PAGE.encoding);
        if (encoding !== ENCODING.plain && encoding !== ENCODING.plainDictionary) {
          throw new UnsupportedError(
            `a dictionary is encoded as ${ENCODING_NAMES[encoding] ?? `encoding ${encoding}`}`,
          );
        }
        const count = positive(dictionary, DATA_PAGE.values);
        return { kind: "dictionary", count, encoding, bytes: this.#unpack(bytes, length) };
      }
      case PAGE_TYPE.data:
        return this.#decodeData(need(header.struct(PAGE.data)), bytes, length);
      case PAGE_TYPE.dataV2:
        return this.#decodeDataV2(need(header.struct(PAGE.dataV2)), bytes, length);
    }
    // Other pages hold no values.
    return undefined;
  }

  #decodeData(header: ThriftStruct, packed: Uint8Array, uncompressed: number): Page {
    const count = positive(header, DATA_PAGE.values);
    const encoding = header.integer(DATA_PAGE.encoding);
    const width = bitsOf(this.#place.maxDefinition);
    const levels = width === 0 ? ENCODING.rle : header.integer(DATA_PAGE.definitions);
    const bytes = this.#unpack(packed, uncompressed);
    if (width === 0) return { kind: "data", count, encoding, bytes };
    if (levels === ENCODING.bitPacked) {
      const length = Math.ceil(count * width / 8);
      const definitions = new BitPackedReader(bytes.subarray(0, length), width);
      return { kind: "data", count, encoding, definitions, bytes: bytes.subarray(length) };
    }
    if (levels !== ENCODING.rle) {
      throw new UnsupportedError(
        `its levels are encoded as ${ENCODING_NAMES[levels] ?? `encoding ${levels}`}`,
      );
    }
    if (bytes.length < 4) throw new RangeError("its levels are missing");
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    if (length > bytes.length - 4) throw new RangeError("its levels go beyond its end");
    const definitions = new HybridReader(bytes.subarray(4, 4 + length), width);
    return { kind: "data", count, encoding, definitions, bytes: bytes.subarray(4 + length) };
  }

  #decodeDataV2(header: ThriftStruct, bytes: Uint8Array, uncompressed: number): Page {
    const count = positive(header, DATA_PAGE_V2.values);
    const encoding = header.integer(DATA_PAGE_V2.encoding);
    const repetitions = positive(header, DATA_PAGE_V2.repetitionBytes);
    const length = positive(header, DATA_PAGE_V2.definitionBytes);
    const start = repetitions + length;
    if (start > bytes.length || start > uncompressed) {
      throw new RangeError("its levels go beyond its end");
    }
    const width = bitsOf(this.#place.maxDefinition);
    // The levels are copied, because the compressed bytes after them may be freed.
    const definitions = width === 0
      ? undefined
      : new HybridReader(bytes.slice(repetitions, start), width);
    const packed = bytes.subarray(start);
    const isCompressed = header.flag(DATA_PAGE_V2.isCompressed, true);
    // A page of nulls has no values, which some writers do not compress.
    const values = isCompressed && packed.length > 0
      ? this.#unpack(packed, uncompressed - start)
      : packed;
    return { kind: "data", count, encoding, definitions, bytes: values };
  }

  /** Decompresses bytes of a page, after which its header and its compressed bytes may be gone. */
  #unpack(bytes: Uint8Array, length: number): Uint8Array {
    if (length > maxUnpacked(bytes.length)) {
      throw new UnsupportedError(
        `${bytes.length} compressed bytes of a page would become ${length}, at most ` +
          `${UNPACKED_RULE}; if that is right, write smaller pages`,
      );
    }
    const unpacked = this.#decompress(bytes, length);
    if (unpacked !== bytes) {
      this.#stale.push(unpacked);
      this.#freePacked();
    }
    if (unpacked.length === length) return unpacked;
    throw new RangeError(`${unpacked.length} bytes, expected ${length}`);
  }

  *#readHeader(): Decoding<ThriftStruct> {
    for (let length = 64;; length *= 4) {
      const room = Math.min(length, this.#place.limit - this.#position);
      if (this.#ahead.length < room) yield* this.#lookAhead(room);
      try {
        const { fields, end } = readFields(this.#ahead);
        this.#pass(end);
        return new ThriftStruct(fields);
      } catch (error) {
        const isShort = error instanceof TruncatedError && room === length;
        if (!isShort || length > MAX_HEADER_BYTES) throw error;
      }
    }
  }

  /** Makes so many bytes available, and more if they come with them. */
  *#lookAhead(length: number): Decoding<void> {
    const { limit, window } = this.#place;
    const ahead = new Uint8Array(Math.min(Math.max(length, window), limit - this.#position));
    ahead.set(this.#ahead);
    const known = this.#ahead.length;
    yield { into: ahead.subarray(known), position: this.#position + known };
    this.#stale.push(this.#ahead);
    this.#ahead = ahead;
  }

  *#take(length: number): Decoding<Uint8Array> {
    if (length > this.#place.limit - this.#position) throw new TruncatedError();
    if (length > this.#ahead.length) yield* this.#lookAhead(length);
    const bytes = this.#ahead.subarray(0, length);
    this.#pass(length);
    return bytes;
  }

  #pass(length: number): void {
    this.#position += length;
    this.#ahead = this.#ahead.subarray(length);
  }

  /** Frees a compressed page if nothing after it was read: a large one takes as much as its values. */
  #freePacked(): void {
    if (this.#ahead.length > 0) return;
    freeBuffer(this.#ahead);
    this.#ahead = new Uint8Array(0);
  }

  #freeStale(): void {
    for (const bytes of this.#stale) freeBuffer(bytes);
    this.#stale = [];
  }

  /** Frees the memory of the last page, and of all that was read. */
  [Symbol.dispose](): void {
    this.#stale.push(this.#ahead);
    this.#freeStale();
  }
}

/** The number of bits of a level. */
export function bitsOf(max: number): number {
  return 32 - Math.clz32(max);
}

function positive(header: ThriftStruct, id: number): number {
  const value = header.integer(id);
  if (value >= 0) return value;
  throw new RangeError(`its header has the number ${value}`);
}

function need(header: ThriftStruct | undefined): ThriftStruct {
  if (header !== undefined) return header;
  throw new RangeError("its header is incomplete");
}
