import type { Entries, Numbers, NumberType } from "../../table.ts";
import type { FloatArray } from "../../../kernels/float_types.ts";
import { EntryNumbers } from "../../entry_numbers.ts";
import { sliceBits } from "../../slice_batches.ts";
import type { DictionaryValues, RawEntries } from "./batch.ts";
import { readFloats, type RowRange } from "./column_rows.ts";
import type { FieldType } from "../field.ts";
import { readValues } from "./read_values.ts";

// Rows that another format stores as entries of a dictionary. What is made of all values of a
// dictionary is kept as long as that is.

/** The values of a dictionary as texts, or as the bytes of numbers. */
type KeyTexts = Pick<Entries, "texts" | "longest">;

const floats = new WeakMap<DictionaryValues, Pick<Numbers, "values" | "isWide">>();
const textsOf = new WeakMap<DictionaryValues, KeyTexts | null>();

/** Returns the numbers of all values of a dictionary. */
export function floatsOf(
  dictionary: DictionaryValues,
  type: NumberType,
): Pick<Numbers, "values" | "isWide"> {
  return kept(
    floats,
    dictionary,
    () => readFloats("fixed" in dictionary ? dictionary.fixed : new Uint8Array(0), type),
  );
}

/** Returns the numbers of some rows. */
export function numbersOfEntries(
  { places, dictionary, validity }: RawEntries,
  { first, rows }: RowRange,
  type: NumberType,
): Numbers {
  const { values, isWide } = floatsOf(dictionary, type);
  const valid = validity.length === 0 ? undefined : sliceBits(validity, { first, rows }).slice();
  const entries = { places: places.subarray(first, first + rows), values };
  return new EntryNumbers(entries, { valid, isWide });
}

/** Returns some rows as entries; nothing if a value cannot be read, which matters only to its rows. */
export function entriesOf(
  entries: RawEntries | undefined,
  { first, rows }: RowRange,
  type: FieldType,
): Entries | undefined {
  if (entries === undefined) return undefined;
  const { places, dictionary } = entries;
  const found = kept(textsOf, dictionary, () => keyTexts(dictionary, type));
  return found === null ? undefined : {
    kind: "entries",
    places: places.subarray(first, first + rows),
    ...found,
    dictionary: dictionary.number,
  };
}

function kept<T>(
  made: WeakMap<DictionaryValues, T>,
  dictionary: DictionaryValues,
  make: () => T,
): T {
  const known = made.get(dictionary);
  if (known !== undefined) return known;
  const value = make();
  made.set(dictionary, value);
  return value;
}

function keyTexts(dictionary: DictionaryValues, type: FieldType): KeyTexts | null {
  if ("texts" in dictionary) return { texts: dictionary.texts, longest: dictionary.longest };
  const { fixed, size, count } = dictionary;
  try {
    const values = readValues({ rows: count, buffers: [fixed] }, type);
    if (values.kind === "texts") return { texts: values, longest: longestOf(values.offsets) };
    const own = values.kind === "floats" ? canonicalNaNs(values.values) : values.values;
    const offsets = Int32Array.from({ length: count + 1 }, (_, i) => i * size);
    const bytes = new Uint8Array(own.buffer, own.byteOffset, own.byteLength);
    return { texts: { kind: "texts", offsets, bytes }, longest: size };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Copies floats, such that every NaN has the same bits: they are one key. */
function canonicalNaNs(floats: FloatArray): FloatArray {
  return floats.map((value) => Number.isNaN(value) ? NaN : value);
}

function longestOf(offsets: Int32Array): number {
  let longest = 0;
  for (let i = 1; i < offsets.length; i++) longest = Math.max(longest, offsets[i] - offsets[i - 1]);
  return longest;
}
