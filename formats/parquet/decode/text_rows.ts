import type { Texts } from "../../table.ts";
import { type AddedRows, EntryRows, type TakenEntries } from "./entry_rows.ts";
import { countTextBytes } from "./expand_entries.ts";
import { checkTextBytes, MAX_TEXT_BYTES, TextBuffer } from "./text_buffer.ts";
import { DictionaryTexts, type TextsDecoder } from "./values.ts";

/**
 * Rows of texts that were decoded. As long as all of them are in the dictionary of their column chunk they
 * are kept as its entries, so that their texts are copied only where somebody asks for them.
 */
export class TextRows {
  readonly #entries = new EntryRows();
  /** Bytes of the texts of the first entries, and how many these are: they are counted where that matters. */
  #counted = { rows: 0, bytes: 0 };
  /** All rows, once one of them is not in the dictionary. */
  readonly #texts = new TextBuffer();

  /** Whether all texts have so many bytes. */
  hasBytes(bytes: number): boolean {
    return this.#texts.length >= bytes || this.#mayHave(bytes) && this.#countBytes() >= bytes;
  }

  /** Adds the next rows of a decoder. */
  add(decoder: TextsDecoder, added: AddedRows): void {
    if (decoder instanceof DictionaryTexts && this.#texts.count === 0) {
      this.#entries.add(decoder, added);
      if (this.#mayHave(MAX_TEXT_BYTES)) checkTextBytes(this.#countBytes());
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
    this.#counted = { rows: 0, bytes: 0 };
    return this.#entries.take(rows);
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
    this.#counted = { rows: 0, bytes: 0 };
  }

  /** Whether the texts of entries may have so many bytes. */
  #mayHave(bytes: number): boolean {
    const { count } = this.#entries;
    if (count === 0) return false;
    const { dictionary } = this.#entries.all;
    const longest = "texts" in dictionary ? dictionary.longest : 0;
    return this.#counted.bytes + (count - this.#counted.rows) * longest >= bytes;
  }

  /** Counts the bytes of the texts of entries. */
  #countBytes(): number {
    const { dictionary, places } = this.#entries.all;
    const { rows, bytes } = this.#counted;
    const more = "texts" in dictionary
      ? countTextBytes(places.subarray(rows), dictionary.texts)
      : 0;
    this.#counted = { rows: places.length, bytes: bytes + more };
    return bytes + more;
  }
}
