import type { DictionaryValues, RawEntries } from "../../arrow/decode/batch.ts";

/** Reads values that are entries of a dictionary. */
export interface DictionaryDecoder {
  readonly dictionary: DictionaryValues;
  /** Reads the next entries into an array, after so many. */
  readEntries(into: Int32Array, at: number, count: number): void;
}

/** How many rows are added, and which of them have one of so many values. */
export interface AddedRows {
  readonly rows: number;
  readonly values: number;
  readonly isValid: (row: number) => boolean;
}

/** Rows that are entries of a dictionary. */
export type TakenEntries = Pick<RawEntries, "places" | "dictionary">;

/** The entry of a row that is null. */
const NULL = -1;

/** Rows that were decoded as entries of the dictionary of their column chunk. */
export class EntryRows {
  #dictionary: DictionaryValues | undefined;
  #places: Int32Array = new Int32Array(0);
  #count = 0;

  /** The number of rows. */
  get count(): number {
    return this.#count;
  }

  /** All rows. They are valid until the next call. */
  get all(): TakenEntries {
    return { places: this.#places.subarray(0, this.#count), dictionary: this.#dictionary! };
  }

  /** Adds the next rows of a decoder. Returns their entries, which are valid until the next call. */
  add(decoder: DictionaryDecoder, { rows, values, isValid }: AddedRows): Int32Array {
    const first = this.#count;
    const end = first + rows;
    if (end > this.#places.length) {
      const larger = new Int32Array(Math.max(end, 2 * this.#places.length));
      larger.set(this.#places.subarray(0, first));
      this.#places = larger;
    }
    this.#dictionary = decoder.dictionary;
    decoder.readEntries(this.#places, first, values);
    this.#count = end;
    const added = this.#places.subarray(first, end);
    let source = values;
    for (let row = rows - 1; source <= row; row--) {
      added[row] = isValid(row) ? added[--source] : NULL;
    }
    return added;
  }

  /** Removes the first rows, and returns them. */
  take(rows: number): TakenEntries {
    const places = this.#places.slice(0, rows);
    this.#places.copyWithin(0, rows, this.#count);
    this.#count -= rows;
    return { places, dictionary: this.#dictionary! };
  }

  /** Removes all rows. */
  clear(): void {
    this.#count = 0;
  }
}
