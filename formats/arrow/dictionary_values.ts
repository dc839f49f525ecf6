import type { ColumnValues } from "../table.ts";
import type { Dictionary, RawColumn } from "./batch.ts";
import { nodeOf } from "./decode_batch.ts";
import type { FieldType } from "./field_type.ts";
import { readIntegers, readValues } from "./read_values.ts";
import { gatherTexts, textsOf } from "./texts.ts";

/** What a dictionary is: the values that came first, and what was added to them. */
export type DictionaryParts = readonly Dictionary[];

/** The values of dictionaries that were looked into: batches share them. */
const known = new WeakMap<DictionaryParts, readonly ColumnValues[]>();

/** Gives the values of a column that holds indices into a dictionary. */
export function readDictionaryValues(
  { nodes, buffers: [validity, indices] }: RawColumn,
  { parts, type, index }: { parts: DictionaryParts; type: FieldType; index: FieldType },
): ColumnValues {
  let values = known.get(parts);
  if (values === undefined) {
    values = parts.map((part) => readValues(part.values.column(0), type));
    known.set(parts, values);
  }
  const { length: rows, nulls } = nodeOf(nodes);
  const numbers = readIntegers(indices, { rows, type: index });
  const valid = new Uint8Array(Math.ceil(rows / 8));
  /** The part that each row's value is in, and its place there; -1 where there is none. */
  const places = new Int32Array(rows).fill(-1);
  const chosen = new Uint32Array(rows);
  for (let i = 0; i < rows; i++) {
    if (nulls !== 0 && (validity[i >> 3] >> (i & 7) & 1) === 0) continue;
    let place = Number(numbers[i]);
    let part = 0;
    while (part < values.length && place >= lengthOf(values[part])) {
      place -= lengthOf(values[part++]);
    }
    if (place < 0 || part === values.length) {
      throw new RangeError(`index ${numbers[i]} is outside of its dictionary`);
    }
    const there = values[part].valid;
    if (there !== undefined && (there[place >> 3] >> (place & 7) & 1) === 0) continue;
    places[i] = place;
    chosen[i] = part;
    valid[i >> 3] |= 1 << (i & 7);
  }
  return { ...gather(values, { places, chosen }), valid };
}

function lengthOf(values: ColumnValues): number {
  return values.kind === "texts" ? values.offsets.length - 1 : values.values.length;
}

function gather(
  parts: readonly ColumnValues[],
  { places, chosen }: { places: Int32Array; chosen: Uint32Array },
): ColumnValues {
  const [first] = parts;
  // A dictionary that never came has no values, and a column of nothing but nulls needs none.
  if (first === undefined) return textsOf(places.length, () => undefined);
  if (first.kind === "texts") {
    const texts = gatherTexts(places.length, (i) => {
      const part = parts[chosen[i]];
      if (places[i] < 0 || part.kind !== "texts") return NOTHING;
      return part.bytes.subarray(part.offsets[places[i]], part.offsets[places[i] + 1]);
    });
    return { ...texts, decimal: first.decimal };
  }
  const Values = first.values.constructor as new (length: number) => (number | bigint)[];
  const values = new Values(places.length);
  for (let i = 0; i < places.length; i++) {
    const part = parts[chosen[i]];
    if (places[i] >= 0 && part.kind !== "texts") values[i] = part.values[places[i]];
  }
  return { kind: first.kind, values } as unknown as ColumnValues;
}

const NOTHING = new Uint8Array(0);
