import type { ColumnValues } from "../../table.ts";
import type { Dictionary, RawColumn } from "./batch.ts";
import { nodeOf } from "./decode_batch.ts";
import type { FieldType } from "../field_type.ts";
import { readIntegers, readValues } from "./read_values.ts";
import { gatherTexts, textsOf } from "./texts.ts";

/** What a dictionary and those that it grew from have in common. */
interface SharedParts {
  readonly parts: Dictionary[];
  /** Of the parts that were looked into, the values, and how many there are up to their end. */
  readonly values: ColumnValues[];
  readonly ends: number[];
}

/**
 * A dictionary as it is for some batches: the values that came first, and what was added to them. One that has
 * grown shares its parts with the one before, and what was read of them: additions may be as many as batches.
 */
export class DictionaryParts {
  readonly #shared: SharedParts;
  readonly #count: number;

  private constructor(shared: SharedParts, count: number) {
    this.#shared = shared;
    this.#count = count;
  }

  /** A dictionary of values that replace all that were before. */
  static of(first: Dictionary): DictionaryParts {
    return new DictionaryParts({ parts: [first], values: [], ends: [] }, 1);
  }

  /** The dictionary with more values, once: this one stays as it is. */
  with(more: Dictionary): DictionaryParts {
    this.#shared.parts.push(more);
    return new DictionaryParts(this.#shared, this.#count + 1);
  }

  /** The values, part by part; there may be more parts by now. */
  values(type: FieldType): readonly ColumnValues[] {
    const { parts, values, ends } = this.#shared;
    for (let i = values.length; i < this.#count; i++) {
      values.push(readValues(parts[i].values.column(0), type));
      ends.push((ends[i - 1] ?? 0) + lengthOf(values[i]));
    }
    return values;
  }

  /** The part that a value is in, once the values were read, and which values these are; none outside. */
  find(index: number): { part: number; start: number; end: number } | undefined {
    const { ends } = this.#shared;
    let [part, last] = [0, this.#count];
    while (part < last) {
      const middle = part + last >> 1;
      if (ends[middle] <= index) part = middle + 1;
      else last = middle;
    }
    if (index < 0 || part === this.#count) return undefined;
    return { part, start: ends[part - 1] ?? 0, end: ends[part] };
  }
}

/** Gives the values of a column that holds indices into a dictionary, if that ever came. */
export function readDictionaryValues(
  { nodes, buffers: [validity, indices] }: RawColumn,
  { dictionary, type, index: indexType }: {
    dictionary: DictionaryParts | undefined;
    type: FieldType;
    index: FieldType;
  },
): ColumnValues {
  const values = dictionary?.values(type) ?? [];
  const { length: rows, nulls } = nodeOf(nodes);
  const numbers = readIntegers(indices, { rows, type: indexType });
  const valid = new Uint8Array(Math.ceil(rows / 8));
  /** The part that each row's value is in, and its place there; -1 where there is none. */
  const places = new Int32Array(rows).fill(-1);
  const chosen = new Uint32Array(rows);
  let [part, start, end] = [0, 0, 0];
  for (let i = 0; i < rows; i++) {
    if (nulls !== 0 && (validity[i >> 3] >> (i & 7) & 1) === 0) continue;
    const index = Number(numbers[i]);
    // Most are in the part of the one before: there is one, as a rule.
    if (index < start || index >= end) {
      const found = dictionary?.find(index);
      if (found === undefined) {
        throw new RangeError(`index ${numbers[i]} is outside of its dictionary`);
      }
      ({ part, start, end } = found);
    }
    const place = index - start;
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
