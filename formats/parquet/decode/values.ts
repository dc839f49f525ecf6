import { type ByteStreams, joinStreams } from "../../../kernels/byte_streams.ts";
import type { DictionaryValues } from "../../arrow/decode/batch.ts";
import { numberDictionary } from "../../arrow/decode/dictionary_values.ts";
import type { Texts } from "../../table.ts";
import { ENCODING, ENCODING_NAMES, PHYSICAL } from "../metadata.ts";
import { DeltaReader } from "./delta.ts";
import type { DictionaryDecoder } from "./entry_rows.ts";
import { expandFixed } from "./expand_entries.ts";
import { HybridReader } from "./hybrid.ts";
import { TextBuffer } from "./text_buffer.ts";
import { UnsupportedError } from "./unsupported_error.ts";

/**
 * Reads values of a fixed size, one after another.
 *
 * @throws {RangeError} If there are fewer than asked for, or they are damaged.
 */
export interface FixedDecoder {
  /** Reads values into an array, after so many values. */
  read(into: Uint8Array, at: number, count: number): void;
}

/** Reads values of any length, one after another, and throws as a `FixedDecoder` does. */
export interface TextsDecoder {
  read(into: TextBuffer, count: number): void;
  /** The length of a text, at most, where texts may be longer together than the page is. */
  readonly longest?: number;
}

/** What the values of a page are, besides their encoding. */
export interface ValueType {
  readonly physical: number;
  /** Bytes of a value; 0 if they are of any length. Booleans are read as bytes. */
  readonly size: number;
}

/** Decodes a dictionary page. */
export function decodeDictionary(
  bytes: Uint8Array,
  count: number,
  type: ValueType,
): DictionaryValues {
  // A value takes a bit at least, and few bytes must not stand for many values.
  if (count > 8 * bytes.length + 8) throw new RangeError(`a dictionary of ${count} values`);
  if (type.physical === PHYSICAL.byteArray) {
    const buffer = new TextBuffer();
    new PlainTexts(bytes).read(buffer, count);
    const { offsets, bytes: texts } = buffer;
    let longest = 0;
    for (let i = 0; i < count; i++) longest = Math.max(longest, offsets[i + 1] - offsets[i]);
    return {
      count,
      texts: { kind: "texts", offsets, bytes: texts },
      longest,
      number: numberDictionary(),
    };
  }
  const fixed = new Uint8Array(count * type.size);
  plainDecoder(bytes, type).read(fixed, 0, count);
  return { count, fixed, size: type.size, number: numberDictionary() };
}

/** Makes the decoder of a page's values of a fixed size. */
export function openFixed(
  encoding: number,
  bytes: Uint8Array,
  type: ValueType & { readonly dictionary?: DictionaryValues },
): FixedDecoder {
  const { physical, size, dictionary } = type;
  switch (encoding) {
    case ENCODING.plain:
      return plainDecoder(bytes, type);
    case ENCODING.plainDictionary:
    case ENCODING.rleDictionary:
      return new FixedDictionary(indexesOf(bytes), dictionary);
    case ENCODING.rle:
      if (physical === PHYSICAL.boolean) return new RunBooleans(lengthPrefixed(bytes));
      break;
    case ENCODING.byteStreamSplit:
      if (physical !== PHYSICAL.boolean && physical !== PHYSICAL.int96 && size > 0) {
        return new SplitStreams(bytes, size);
      }
      break;
    case ENCODING.deltaBinaryPacked:
      if (physical === PHYSICAL.int32 || physical === PHYSICAL.int64) {
        return new DeltaIntegers(bytes, size === 4 ? 1 : 2);
      }
      break;
    case ENCODING.deltaByteArray:
      if (physical === PHYSICAL.fixed) return new FixedTexts(new DeltaTexts(bytes), size);
  }
  throw unknownEncoding(encoding);
}

/** Makes the decoder of a page's values of any length. */
export function openTexts(
  encoding: number,
  bytes: Uint8Array,
  { dictionary }: { readonly dictionary?: DictionaryValues },
): TextsDecoder {
  switch (encoding) {
    case ENCODING.plain:
      return new PlainTexts(bytes);
    case ENCODING.plainDictionary:
    case ENCODING.rleDictionary:
      return new DictionaryTexts(indexesOf(bytes), dictionary);
    case ENCODING.deltaLengthByteArray:
      return new DeltaLengthTexts(bytes);
    case ENCODING.deltaByteArray:
      return new DeltaTexts(bytes);
  }
  throw unknownEncoding(encoding);
}

function unknownEncoding(encoding: number): UnsupportedError {
  const name = ENCODING_NAMES[encoding] ?? `encoding ${encoding}`;
  return new UnsupportedError(
    `its values are encoded as ${name}, which specol does not support here`,
  );
}

function plainDecoder(bytes: Uint8Array, { physical, size }: ValueType): FixedDecoder {
  return physical === PHYSICAL.boolean ? new PlainBooleans(bytes) : new PlainFixed(bytes, size);
}

class PlainFixed implements FixedDecoder {
  #at = 0;
  readonly #bytes: Uint8Array;
  readonly #size: number;

  constructor(bytes: Uint8Array, size: number) {
    this.#bytes = bytes;
    this.#size = size;
  }

  read(into: Uint8Array, at: number, count: number): void {
    const end = this.#at + count * this.#size;
    if (end > this.#bytes.length) throw tooFew();
    into.set(this.#bytes.subarray(this.#at, end), at * this.#size);
    this.#at = end;
  }
}

class PlainBooleans implements FixedDecoder {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(into: Uint8Array, at: number, count: number): void {
    if (this.#at + count > 8 * this.#bytes.length) throw tooFew();
    for (let i = at; i < at + count; i++, this.#at++) {
      into[i] = this.#bytes[this.#at >> 3] >> (this.#at & 7) & 1;
    }
  }
}

/** Indexes or others are read in steps of so many, into an array that is used again. */
const STEP = 1024;
const scratch = new Int32Array(STEP);

class RunBooleans implements FixedDecoder {
  readonly #runs: HybridReader;

  constructor(bytes: Uint8Array) {
    this.#runs = new HybridReader(bytes, 1);
  }

  read(into: Uint8Array, at: number, count: number): void {
    for (let done = 0; done < count;) {
      const step = Math.min(STEP, count - done);
      this.#runs.read(scratch, 0, step);
      for (let i = 0; i < step; i++) into[at + done + i] = scratch[i];
      done += step;
    }
  }
}

/** Values of a fixed size that are entries of a dictionary, which can be read as such. */
export class FixedDictionary implements FixedDecoder, DictionaryDecoder {
  readonly dictionary: Extract<DictionaryValues, { fixed: Uint8Array }>;
  readonly #indexes: HybridReader;

  constructor(indexes: HybridReader, dictionary: DictionaryValues | undefined) {
    if (dictionary === undefined || !("fixed" in dictionary)) throw noDictionary();
    this.dictionary = dictionary;
    this.#indexes = indexes;
  }

  read(into: Uint8Array, at: number, count: number): void {
    const { size } = this.dictionary;
    for (let done = 0; done < count;) {
      const step = Math.min(STEP, count - done);
      this.readEntries(scratch, 0, step);
      expandFixed(scratch.subarray(0, step), this.dictionary, into.subarray((at + done) * size));
      done += step;
    }
  }

  readEntries(into: Int32Array, at: number, count: number): void {
    readEntries(this.#indexes, this.dictionary.count, into.subarray(at, at + count));
  }
}

class SplitStreams implements FixedDecoder {
  readonly #streams: ByteStreams;
  #at = 0;

  constructor(bytes: Uint8Array, size: number) {
    this.#streams = { bytes, size, count: Math.floor(bytes.length / size) };
  }

  read(into: Uint8Array, at: number, count: number): void {
    const { size, count: known } = this.#streams;
    if (this.#at + count > known) throw tooFew();
    joinStreams(this.#streams, this.#at, into.subarray(at * size, (at + count) * size));
    this.#at += count;
  }
}

class DeltaIntegers implements FixedDecoder {
  readonly #deltas: DeltaReader;
  readonly #words: 1 | 2;

  constructor(bytes: Uint8Array, words: 1 | 2) {
    this.#deltas = new DeltaReader(bytes);
    this.#words = words;
  }

  read(into: Uint8Array, at: number, count: number): void {
    const words = new Int32Array(into.buffer, into.byteOffset, into.length >> 2);
    this.#deltas.read(words, { at, count, words: this.#words });
  }
}

/** Values of a fixed size that are encoded as those of any length are. */
class FixedTexts implements FixedDecoder {
  readonly #texts: TextsDecoder;
  readonly #size: number;

  constructor(texts: TextsDecoder, size: number) {
    this.#texts = texts;
    this.#size = size;
  }

  read(into: Uint8Array, at: number, count: number): void {
    const size = this.#size;
    for (let i = 0; i < count; i++) {
      const one = new TextBuffer();
      this.#texts.read(one, 1);
      if (one.length !== size) {
        throw new RangeError(`a value of ${one.length} bytes, expected ${size}`);
      }
      into.set(one.bytes, (at + i) * size);
    }
  }
}

class PlainTexts implements TextsDecoder {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(into: TextBuffer, count: number): void {
    for (let i = 0; i < count; i++) {
      if (this.#at + 4 > this.#bytes.length) throw tooFew();
      const start = this.#at + 4;
      const end = start + this.#view.getUint32(this.#at, true);
      if (end > this.#bytes.length) throw tooFew();
      into.add(this.#bytes, start, end);
      this.#at = end;
    }
  }
}

/** Texts that are entries of a dictionary, which can be read as such. */
export class DictionaryTexts implements TextsDecoder, DictionaryDecoder {
  readonly dictionary: Extract<DictionaryValues, { texts: Texts }>;
  readonly #indexes: HybridReader;

  constructor(indexes: HybridReader, dictionary: DictionaryValues | undefined) {
    if (dictionary === undefined || !("texts" in dictionary)) throw noDictionary();
    this.dictionary = dictionary;
    this.#indexes = indexes;
  }

  get longest(): number {
    return this.dictionary.longest;
  }

  read(into: TextBuffer, count: number): void {
    const { offsets, bytes } = this.dictionary.texts;
    for (let done = 0; done < count;) {
      const step = Math.min(STEP, count - done);
      this.readEntries(scratch, 0, step);
      for (let i = 0; i < step; i++) {
        into.add(bytes, offsets[scratch[i]], offsets[scratch[i] + 1]);
      }
      done += step;
    }
  }

  readEntries(into: Int32Array, at: number, count: number): void {
    readEntries(this.#indexes, this.dictionary.count, into.subarray(at, at + count));
  }
}

/** Reads the next entries of a dictionary that has so many. */
function readEntries(indexes: HybridReader, known: number, into: Int32Array): void {
  if (indexes.read(into, 0, into.length) < known) return;
  const first = into.find((index) => index >>> 0 >= known);
  if (first !== undefined) throw outside(first, known);
}

class DeltaLengthTexts implements TextsDecoder {
  readonly #lengths: DeltaReader;
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, start: number = 0) {
    this.#bytes = bytes;
    this.#lengths = new DeltaReader(bytes, start);
    this.#at = new DeltaReader(bytes, start).skipAll();
  }

  read(into: TextBuffer, count: number): void {
    for (let i = 0; i < count; i++) {
      const end = this.take();
      into.add(this.#bytes, this.#at, end);
      this.#at = end;
    }
  }

  /** Returns where the next text ends. */
  take(): number {
    const length = this.#lengths.next();
    if (length < 0 || this.#at + length > this.#bytes.length) throw tooFew();
    return this.#at + length;
  }

  /** Returns the place of the next text, and passes over it. */
  pass(): { start: number; end: number } {
    const start = this.#at;
    const end = this.#at = this.take();
    return { start, end };
  }
}

class DeltaTexts implements TextsDecoder {
  readonly #prefixes: DeltaReader;
  readonly #suffixes: DeltaLengthTexts;
  readonly #bytes: Uint8Array;
  #last: Uint8Array = new Uint8Array(0);
  readonly longest: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#prefixes = new DeltaReader(bytes);
    this.#suffixes = new DeltaLengthTexts(bytes, new DeltaReader(bytes).skipAll());
    this.longest = bytes.length;
  }

  read(into: TextBuffer, count: number): void {
    for (let i = 0; i < count; i++) {
      const prefix = this.#prefixes.next();
      const { start, end } = this.#suffixes.pass();
      if (prefix < 0 || prefix > this.#last.length) {
        throw new RangeError(
          `a text begins with ${prefix} bytes of the one before, which is shorter`,
        );
      }
      const before = into.length;
      into.addWithPrefix(this.#last.subarray(0, prefix), this.#bytes, start, end);
      this.#last = into.bytes.slice(before);
    }
  }
}

function indexesOf(bytes: Uint8Array): HybridReader {
  // A page of nulls may have no bytes at all.
  return new HybridReader(bytes.subarray(1), bytes[0] ?? 0);
}

function lengthPrefixed(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) throw tooFew();
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (length > bytes.length - 4) throw tooFew();
  return bytes.subarray(4, 4 + length);
}

function tooFew(): RangeError {
  return new RangeError("it has fewer bytes than its values need");
}

function noDictionary(): RangeError {
  return new RangeError("its values are in a dictionary, which is missing");
}

function outside(index: number, count: number): RangeError {
  return new RangeError(`entry ${index >>> 0} of a dictionary of ${count} values`);
}
