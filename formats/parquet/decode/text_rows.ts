import type { Entries } from "../../table.ts";
import { checkTextBytes, TextBuffer } from "./text_buffer.ts";
import { DictionaryTexts, type TextDictionary, type TextsDecoder } from "./values.ts";

/** Texts one after another. */
export interface JoinedTexts {
  readonly offsets: Int32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Rows that are entries of a dictionary. */
export interface TakenEntries {
  readonly entries: Entries;
  /** How many bytes their texts have. */
  readonly bytes: number;
}

/** How many rows are added, and which of them have one of so many values. */
export interface AddedRows {
  readonly rows: number;
  readonly values: number;
  readonly isValid: (row: number) => boolean;
}

/**
 * Rows of texts that were decoded. As long as all of them are in the dictionary of their column chunk they
 * are kept as its entries, so that their texts are copied only where somebody asks for them.
 */
export class TextRows {
  #dictionary: TextDictionary | undefined;
  /** The rows that are entries, and how many bytes their texts have. */
  #places: Int32Array = new Int32Array(0);
  #entries = 0;
  #entryBytes = 0;
  /** All rows, once one of them is not in the dictionary. */
  readonly #texts = new TextBuffer();

  /** The number of bytes of all texts. */
  get length(): number {
    return this.#entryBytes + this.#texts.length;
  }

  /** Adds the next rows of a decoder. */
  add(decoder: TextsDecoder, added: AddedRows): void {
    if (decoder instanceof DictionaryTexts && this.#texts.count === 0) {
      this.#addEntries(decoder, added);
      return;
    }
    this.#join();
    decoder.read(this.#texts, added.values);
    this.#texts.spread(added.rows, added);
  }

  /** Removes the first rows, and returns them: as entries if they are. */
  take(rows: number): TakenEntries | JoinedTexts {
    if (this.#entries === 0) return this.#texts.take(rows);
    const { texts, longest, number } = this.#dictionary!;
    const places = this.#places.slice(0, rows);
    this.#places.copyWithin(0, rows, this.#entries);
    this.#entries -= rows;
    const before = this.#entryBytes;
    this.#entryBytes = 0;
    for (const place of this.#places.subarray(0, this.#entries)) {
      this.#entryBytes += textBytes(texts.offsets, place);
    }
    return {
      entries: { kind: "entries", places, texts, longest, dictionary: number },
      bytes: before - this.#entryBytes,
    };
  }

  /** Removes the first rows, and returns their texts. */
  takeTexts(rows: number): JoinedTexts {
    this.#join();
    return this.#texts.take(rows);
  }

  #addEntries(decoder: DictionaryTexts, { rows, values, isValid }: AddedRows): void {
    const first = this.#entries;
    const end = first + rows;
    if (end > this.#places.length) {
      const larger = new Int32Array(Math.max(end, 2 * this.#places.length));
      larger.set(this.#places.subarray(0, first));
      this.#places = larger;
    }
    this.#dictionary = decoder.dictionary;
    this.#entryBytes += decoder.readEntries(this.#places, first, values);
    checkTextBytes(this.#entryBytes);
    this.#entries = end;
    if (values === rows) return;
    let source = first + values;
    for (let row = rows - 1; row >= 0; row--) {
      this.#places[first + row] = isValid(row) ? this.#places[--source] : NULL;
    }
  }

  /** Makes texts of the rows that are entries. */
  #join(): void {
    if (this.#entries === 0) return;
    const { offsets, bytes } = this.#dictionary!.texts;
    for (const place of this.#places.subarray(0, this.#entries)) {
      this.#texts.add(bytes, place < 0 ? 0 : offsets[place], place < 0 ? 0 : offsets[place + 1]);
    }
    this.#entries = 0;
    this.#entryBytes = 0;
  }
}

/** The entry of a row that is null. */
const NULL = -1;

/** How many bytes the text of an entry has. */
export function textBytes(offsets: Int32Array, place: number): number {
  return place < 0 ? 0 : offsets[place + 1] - offsets[place];
}
