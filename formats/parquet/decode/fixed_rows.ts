import { freeBuffer } from "../../../io/limits.ts";
import { type AddedRows, EntryRows, type TakenEntries } from "./entry_rows.ts";
import { expandFixed } from "./expand_entries.ts";
import { type FixedDecoder, FixedDictionary } from "./values.ts";

/**
 * Rows of values of a fixed size that were decoded: as entries of the dictionary of their column chunk, as
 * texts are (text_rows.ts), or one after another.
 */
export class FixedRows {
  /** Bytes of a value. */
  readonly #size: number;
  /** Whether rows may be entries. */
  readonly #keepsEntries: boolean;
  readonly #entries = new EntryRows();
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  /** Rows whose values are in these bytes: all, or none. */
  #count = 0;

  constructor(size: number, { keepsEntries }: { readonly keepsEntries: boolean }) {
    this.#size = size;
    this.#keepsEntries = keepsEntries;
  }

  /** Adds the next rows of a decoder, of which there will be so many at least. */
  add(decoder: FixedDecoder, added: AddedRows, most: number): void {
    if (this.#keepsEntries && this.#count === 0 && decoder instanceof FixedDictionary) {
      this.#entries.add(decoder, added);
      return;
    }
    const first = this.#count + this.#entries.count;
    this.#reserve(Math.max(most, first + added.rows));
    if (this.#entries.count > 0) {
      const { places, dictionary } = this.#entries.all;
      if ("fixed" in dictionary) expandFixed(places, dictionary, this.#bytes);
      this.#entries.clear();
    }
    decoder.read(this.#bytes, first, added.values);
    if (added.values < added.rows) this.#spread(first, added);
    this.#count = first + added.rows;
  }

  /** Removes the first rows, and returns them: as entries if they are, otherwise their values. */
  take(rows: number): TakenEntries | Uint8Array<ArrayBuffer> {
    if (this.#entries.count > 0) {
      return this.#entries.take(rows);
    }
    const end = rows * this.#size;
    const bytes = this.#bytes;
    const isAll = rows === this.#count;
    this.#count -= rows;
    if (isAll && end * 2 > bytes.length) {
      // The next rows get an array of their own.
      this.#bytes = new Uint8Array(0);
      return bytes.subarray(0, end);
    }
    const taken = bytes.slice(0, end);
    bytes.copyWithin(0, end, end + this.#count * this.#size);
    return taken;
  }

  /** Frees its memory. Rows that were taken stay. */
  [Symbol.dispose](): void {
    freeBuffer(this.#bytes);
  }

  /** Moves values, which have no nulls between them, to the rows that are valid. */
  #spread(first: number, { rows, values, isValid }: AddedRows): void {
    const size = this.#size;
    let source = first + values;
    if (size === 4 || size === 8) {
      const words = new Uint32Array(this.#bytes.buffer);
      const each = size / 4;
      for (let row = first + rows - 1; row >= first; row--) {
        const isThere = isValid(row - first);
        if (isThere) source--;
        words[row * each] = isThere ? words[source * each] : 0;
        if (each === 2) words[2 * row + 1] = isThere ? words[2 * source + 1] : 0;
      }
      return;
    }
    const bytes = this.#bytes;
    for (let row = first + rows - 1; row >= first; row--) {
      const at = row * size;
      if (isValid(row - first)) {
        source--;
        if (source !== row) bytes.copyWithin(at, source * size, (source + 1) * size);
      } else {
        bytes.fill(0, at, at + size);
      }
    }
  }

  #reserve(rows: number): void {
    const length = rows * this.#size;
    if (this.#bytes.length >= length) return;
    const larger = new Uint8Array(length);
    larger.set(this.#bytes.subarray(0, this.#count * this.#size));
    this.#bytes = larger;
  }
}
