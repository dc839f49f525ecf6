import type { Texts } from "../../table.ts";
import { type AddedRows, EntryRows, type TakenEntries } from "./entry_rows.ts";
import { countTextBytes } from "./expand_entries.ts";
import { checkTextBytes, TextBuffer } from "./text_buffer.ts";
import { DictionaryTexts, type TextsDecoder } from "./values.ts";

/**
 * Rows of texts that were decoded. As long as all of them are in the dictionary of their column chunk they
 * are kept as its entries, so that their texts are copied only where somebody asks for them.
 */
export class TextRows {
  readonly #entries = new EntryRows();
  /** Bytes of the texts of entries. */
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
      const places = this.#entries.add(decoder, added);
      this.#entryBytes += countTextBytes(places, decoder.dictionary.texts);
      checkTextBytes(this.#entryBytes);
      return;
    }
    this.#join();
    decoder.read(this.#texts, added.values);
    this.#texts.spread(added.rows, added);
  }

  /** Removes the first rows, and returns them: as entries if they are, otherwise as buffers of Arrow. */
  take(rows: number): TakenEntries | Uint8Array[] {
    if (this.#entries.count === 0) {
      const { offsets, bytes } = this.#texts.take(rows);
      return [new Uint8Array(offsets.buffer), bytes];
    }
    const taken = this.#entries.take(rows);
    const before = this.#entryBytes;
    const { dictionary, places } = this.#entries.all;
    this.#entryBytes = "texts" in dictionary ? countTextBytes(places, dictionary.texts) : 0;
    return { ...taken, bytes: before - this.#entryBytes };
  }

  /** Removes the first rows, and returns their texts. */
  takeTexts(rows: number): Pick<Texts, "offsets" | "bytes"> {
    this.#join();
    return this.#texts.take(rows);
  }

  /** Makes texts of the rows that are entries. */
  #join(): void {
    if (this.#entries.count === 0) return;
    const { places, dictionary } = this.#entries.all;
    if ("texts" in dictionary) {
      const { offsets, bytes } = dictionary.texts;
      for (const place of places) {
        this.#texts.add(bytes, place < 0 ? 0 : offsets[place], place < 0 ? 0 : offsets[place + 1]);
      }
    }
    this.#entries.clear();
    this.#entryBytes = 0;
  }
}
