import { freeMemory } from "../io/limits.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { convertFloats, type NumberEntries, type Numbers } from "./table.ts";

/**
 * Numbers that are stored as entries of a dictionary. They are put one after another when their values
 * are first asked for, in an array that the caller owns.
 */
export class EntryNumbers implements Numbers {
  readonly entries: NumberEntries;
  readonly valid?: Uint8Array;
  readonly isWide?: boolean;
  #values: FloatArray | undefined;

  constructor(entries: NumberEntries, { valid, isWide }: Pick<Numbers, "valid" | "isWide">) {
    this.entries = entries;
    this.valid = valid;
    this.isWide = isWide;
  }

  /** The number of each row, 0 where it is null. */
  get values(): FloatArray {
    return this.#values ??= expandNumbers(this.entries);
  }

  /** Frees the memory of its values, if they were asked for. */
  release(): void {
    if (this.#values !== undefined) freeMemory(this.#values);
  }
}

/** Returns numbers as entries of a dictionary, if that is how they are stored: their values take time. */
export function storedEntries(numbers: Numbers): NumberEntries | undefined {
  return numbers instanceof EntryNumbers ? numbers.entries : undefined;
}

function expandNumbers({ places, values: known }: NumberEntries): FloatArray {
  const values = new (known.constructor as Float64ArrayConstructor)(places.length);
  for (let i = 0; i < places.length; i++) {
    const place = places[i];
    if (place >= 0) values[i] = known[place];
  }
  return values;
}

/** Converts numbers to a type. Those that have it stay in their array. */
export function convertNumbers(numbers: Numbers, type: FloatType): Numbers {
  const { valid } = numbers;
  const entries = storedEntries(numbers);
  if (entries === undefined) return { values: convertFloats(numbers.values, type), valid };
  const values = convertFloats(entries.values, type);
  return values === entries.values ? numbers : new EntryNumbers({ ...entries, values }, { valid });
}

/** Frees the memory of numbers that are not used any more. */
export function releaseNumbers(numbers: Numbers): void {
  if (numbers instanceof EntryNumbers) numbers.release();
  else freeMemory(numbers.values);
}
