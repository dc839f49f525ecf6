import type { ColumnValues, Entries } from "../../table.ts";
import type { RawColumn, RawColumns } from "./batch.ts";
import { type ColumnRows, columnRows, rowSize } from "./column_rows.ts";
import { type FieldType, isTexts, TYPE } from "../field.ts";
import { readIntegers, readValues } from "./read_values.ts";
import { gatherTexts, type TextCursor, textCursor, type TextLengths } from "./texts.ts";

/** How many dictionaries were numbered so far. */
let numbered = 0;

/** Returns a number for a dictionary that no other one in this process has. */
export function numberDictionary(): number {
  return ++numbered;
}

/** A part of a dictionary: the values that came first, or some that were added later. */
interface Part {
  /** The index of its first value in the dictionary. */
  readonly first: number;
  readonly values: Pick<RawColumns, "rows" | "column">;
  /** Its values as they are stored, after they were first used. */
  column?: ColumnRows;
  texts?: TextCursor;
}

/** The texts of a dictionary that lie in one array: where each begins and ends. */
interface PlacedTexts {
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** The texts of a dictionary, one after another. */
type JoinedEntries = Pick<Entries, "texts" | "longest" | "dictionary">;

/** The values that columns of indexes refer to. Values can be added, but never removed. */
export class KnownDictionary {
  /** The type of its values. */
  readonly type: FieldType;
  readonly #parts: Part[] = [];
  #rows = 0;
  #longest = { parts: 0, bytes: 0 };
  /** Rows that referred to the dictionary so far. */
  #asked = 0;
  /** Its first texts, as they were last asked for. */
  #joined: { readonly rows: number; readonly entries?: JoinedEntries } | undefined;
  /** Where its texts are, once it is worth knowing; null if they are not in one array. */
  #placed: PlacedTexts | null | undefined;

  constructor(type: FieldType) {
    this.type = type;
  }

  /** The number of its values. */
  get rows(): number {
    return this.#rows;
  }

  /** Its values as they are stored: those that came first, and those that were added later. */
  get columns(): readonly { readonly rows: number; readonly column: RawColumn }[] {
    return this.#parts.map(({ values }) => ({ rows: values.rows, column: values.column(0) }));
  }

  /** Adds values after the existing ones. */
  add(values: Part["values"]): void {
    this.#parts.push({ first: this.#rows, values });
    this.#rows += values.rows;
    if (this.#parts.length > 1) this.#placed = null;
  }

  /**
   * Where its texts are, if it came in one part and all texts are in one array. Finding them takes as
   * long as looking each of them up once: that is worth it when more rows than that have asked.
   */
  placedTexts(rows: number): PlacedTexts | undefined {
    this.#asked += rows;
    if (this.#placed === undefined && this.#asked >= this.#rows) this.#placed = this.#placeTexts();
    return this.#placed ?? undefined;
  }

  #placeTexts(): PlacedTexts | null {
    const [part] = this.#parts;
    const texts = this.textsOf(part);
    const { bytes } = texts;
    const starts = new Int32Array(this.#rows);
    const ends = new Int32Array(this.#rows);
    for (let i = 0; i < this.#rows; i++) {
      try {
        texts.moveTo(i);
      } catch (error) {
        // A damaged text matters only to a row that refers to it.
        if (error instanceof RangeError) return null;
        throw error;
      }
      if (texts.bytes !== bytes) return null;
      starts[i] = texts.start;
      ends[i] = texts.end;
    }
    return { bytes, starts, ends };
  }

  /**
   * Its first texts, one after another, and the number of a dictionary that has no others; nothing if
   * one is damaged, which matters only to a row that refers to it.
   */
  joinedTexts(rows: number): JoinedEntries | undefined {
    if (this.#joined?.rows !== rows) this.#joined = { rows, entries: this.#join(rows) };
    return this.#joined.entries;
  }

  #join(rows: number): JoinedEntries | undefined {
    const places = Int32Array.from({ length: rows }, (_, i) => i);
    try {
      const texts = gatherTexts(rows, dictionaryCursor(places, this));
      const valid = validOf(places, this);
      const { offsets } = texts;
      let longest = 0;
      for (let i = 0; i < rows; i++) longest = Math.max(longest, offsets[i + 1] - offsets[i]);
      return { texts: { ...texts, valid }, longest, dictionary: numberDictionary() };
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** The length of its longest text, in bytes. */
  get longest(): number {
    for (; this.#longest.parts < this.#parts.length; this.#longest.parts++) {
      const part = this.#parts[this.#longest.parts];
      const texts = this.textsOf(part);
      for (let i = 0; i < part.values.rows; i++) {
        texts.moveTo(i);
        this.#longest.bytes = Math.max(this.#longest.bytes, texts.end - texts.start);
      }
    }
    return this.#longest.bytes;
  }

  /** Returns the part that holds the value of an index. Most dictionaries have only one part. */
  partOf(number: number): Part {
    let [low, high] = [0, this.#parts.length - 1];
    while (low < high) {
      const middle = low + high + 1 >> 1;
      if (this.#parts[middle].first <= number) low = middle;
      else high = middle - 1;
    }
    return this.#parts[low];
  }

  columnOf(part: Part): ColumnRows {
    const { type } = this;
    const { values } = part;
    return part.column ??= columnRows(values.column(0), type);
  }

  textsOf(part: Part): TextCursor {
    return part.texts ??= textCursor(this.columnOf(part), this.type);
  }
}

/** A dictionary in the state that applies to a batch: values that come later do not count. */
export interface DictionaryState {
  readonly dictionary: KnownDictionary;
  /** The number of its values at that time. */
  readonly rows: number;
}

/** Entries of a dictionary for each row of a batch, at most, so that finding them takes not much longer than reading. */
const MAX_ENTRIES_PER_ROW = 16;

/**
 * Returns texts as the entries of their dictionary; nothing if they are not texts, or if the dictionary
 * is much longer than the batch.
 */
export function readEntries(
  indices: ColumnRows,
  { state, index }: { state: DictionaryState; index: FieldType },
  rows: number,
): Entries | undefined {
  const { dictionary } = state;
  if (!isTexts(dictionary.type) || state.rows > MAX_ENTRIES_PER_ROW * rows) return undefined;
  const joined = dictionary.joinedTexts(state.rows);
  if (joined === undefined) return undefined;
  const places = placesOf(indices, { state, index });
  return { kind: "entries", places, ...joined };
}

/** Returns the lengths of texts that are entries of a dictionary. */
export function entryLengths(
  { places, texts: { offsets, bytes }, longest }: Entries,
): TextLengths {
  const placed = { bytes, starts: offsets.subarray(0, -1), ends: offsets.subarray(1) };
  return { most: (rows) => rows * longest, cursor: () => placedCursor(places, placed) };
}

/** Returns the values of a column that holds indexes into a dictionary. */
export function readDictionaryValues(
  indices: ColumnRows,
  { state, index }: { state: DictionaryState; index: FieldType },
): ColumnValues {
  const { dictionary } = state;
  const { type } = dictionary;
  const places = placesOf(indices, { state, index });
  const { rows } = indices;
  if (type.id === TYPE.null) return readValues({ rows, buffers: [] }, type);
  const valid = validOf(places, dictionary);
  if (isTexts(type)) {
    const placed = dictionary.placedTexts(rows);
    const cursor = placed === undefined
      ? dictionaryCursor(places, dictionary)
      : placedCursor(places, placed);
    return { ...gatherTexts(rows, cursor), valid };
  }
  const buffer = type.id === TYPE.bool
    ? takeBits(places, dictionary)
    : takeBytes(places, dictionary);
  return readValues({ rows, valid, buffers: [buffer] }, type);
}

/** Finds the texts that indexes refer to, one by one. */
export function dictionaryTexts(
  indices: ColumnRows,
  { state, index }: { state: DictionaryState; index: FieldType },
): TextCursor {
  return dictionaryCursor(placesOf(indices, { state, index }), state.dictionary);
}

/** Returns the dictionary index of each row's value, or -1 for null. */
function placesOf(
  { rows, valid, buffers: [bytes] }: ColumnRows,
  { state, index }: { state: DictionaryState; index: FieldType },
): Int32Array {
  const numbers = readIntegers(bytes, index);
  const places = new Int32Array(rows).fill(-1);
  for (let i = 0; i < rows; i++) {
    if (valid !== undefined && (valid[i >> 3] >> (i & 7) & 1) === 0) continue;
    const place = Number(numbers[i]);
    if (!(place >= 0 && place < state.rows)) {
      throw new RangeError(`index ${numbers[i]} is outside of its dictionary`);
    }
    places[i] = place;
  }
  return places;
}

/**
 * Returns one bit for each row. It is 0 if the row is null, or if its value in the dictionary is
 * null.
 */
function validOf(places: Int32Array, dictionary: KnownDictionary): Uint8Array {
  const bits = new Uint8Array(Math.ceil(places.length / 8));
  // Indexes are often near each other, and most dictionaries have one part.
  let [first, end] = [0, 0];
  let valid: Uint8Array | undefined;
  for (let i = 0; i < places.length; i++) {
    const place = places[i];
    if (place < 0) continue;
    if (place < first || place >= end) {
      const part = dictionary.partOf(place);
      first = part.first;
      end = first + part.values.rows;
      valid = dictionary.columnOf(part).valid;
    }
    const at = place - first;
    const there = valid === undefined ? 1 : valid[at >> 3] >> (at & 7) & 1;
    bits[i >> 3] |= there << (i & 7);
  }
  return bits;
}

function dictionaryCursor(places: Int32Array, dictionary: KnownDictionary): TextCursor {
  return {
    bytes: new Uint8Array(0),
    start: 0,
    end: 0,
    moveTo(row: number): void {
      const place = places[row];
      if (place < 0) {
        this.start = this.end = 0;
        return;
      }
      const part = dictionary.partOf(place);
      const texts = dictionary.textsOf(part);
      texts.moveTo(place - part.first);
      this.bytes = texts.bytes;
      this.start = texts.start;
      this.end = texts.end;
    },
  };
}

function placedCursor(places: Int32Array, { bytes, starts, ends }: PlacedTexts): TextCursor {
  return {
    bytes,
    start: 0,
    end: 0,
    moveTo(row: number): void {
      const place = places[row];
      this.start = place < 0 ? 0 : starts[place];
      this.end = place < 0 ? 0 : ends[place];
    },
  };
}

function takeBytes(places: Int32Array, dictionary: KnownDictionary): Uint8Array {
  const size = rowSize(dictionary.type);
  const taken = new Uint8Array(places.length * size);
  places.forEach((place, i) => {
    if (place < 0) return;
    const part = dictionary.partOf(place);
    const [bytes] = dictionary.columnOf(part).buffers;
    const from = (place - part.first) * size;
    for (let k = 0; k < size; k++) taken[i * size + k] = bytes[from + k];
  });
  return taken;
}

function takeBits(places: Int32Array, dictionary: KnownDictionary): Uint8Array {
  const taken = new Uint8Array(Math.ceil(places.length / 8));
  places.forEach((place, i) => {
    if (place < 0) return;
    const part = dictionary.partOf(place);
    const [bits] = dictionary.columnOf(part).buffers;
    const at = place - part.first;
    taken[i >> 3] |= (bits[at >> 3] >> (at & 7) & 1) << (i & 7);
  });
  return taken;
}
