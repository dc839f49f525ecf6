import type { Numbers } from "../formats/table.ts";
import { Float16Array } from "../kernels/float_types.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { type Chunk, type Type, TYPE_ID, type Vector } from "./shapes.ts";

const FLOAT_TYPES: readonly FloatType[] = ["float16", "float32", "float64"];

/**
 * The type that the numbers of a column are computed in; nothing where it does not hold numbers.
 */
export function floatTypeOf(
  type: Type | undefined,
  dictionary?: Vector | null,
): FloatType | undefined {
  // flechette does not know the type of a column that it made of no values.
  if (type === undefined) return "float64";
  if (type.typeId === TYPE_ID.float) return FLOAT_TYPES[type.precision ?? 2];
  if (type.typeId === TYPE_ID.integer) return "float64";
  if (type.typeId !== TYPE_ID.dictionary) return undefined;
  // A type of apache-arrow and one of flechette both name that of their values, in different words.
  const { dictionary: inner, valueType } = type as { dictionary?: Type; valueType?: Type };
  const values = dictionary?.type ?? valueType ?? inner;
  return values && floatTypeOf(values);
}

/** The numbers of dictionaries that have been read: the chunks of a column share one. */
export type Dictionaries = Map<Vector, Numbers>;

/**
 * Copies the numbers of a chunk, with NaN where it has none, and which rows it has: bit i of
 * `valid` is row i, whatever slice the chunk is. Each 64-bit integer becomes the nearest float64.
 */
export function takeChunk(chunk: Chunk, dictionaries: Dictionaries = new Map()): Numbers {
  const { type, length, dictionary } = chunk;
  const taken = type.typeId === TYPE_ID.dictionary && dictionary
    ? gather(chunk, dictionary, dictionaries)
    : { values: floatsOf(chunk), valid: validOf(chunk) };
  const { values, valid } = taken;
  if (valid !== undefined) {
    for (let i = 0; i < length; i++) if (!isSet(valid, i)) values[i] = NaN;
  }
  return taken;
}

/** Whether a bit is set. */
export function isSet(bits: Uint8Array, i: number): boolean {
  return (bits[i >> 3] >> (i & 7) & 1) === 1;
}

/**
 * The values of a chunk as floats of their own. There may be more values than the chunk has rows.
 */
function floatsOf({ type, values, length }: Chunk): FloatArray {
  if (type.typeId !== TYPE_ID.float) {
    return Float64Array.from({ length }, (_, i) => Number(values[i]));
  }
  switch (type.precision) {
    case 0: {
      const { buffer, byteOffset } = values as unknown as Uint16Array;
      return new Float16Array(buffer, byteOffset, length).slice();
    }
    case 1:
      return (values as unknown as Float32Array).slice(0, length);
    default:
      return (values as unknown as Float64Array).slice(0, length);
  }
}

/** The rows that are not null, from bit 0 on; nothing where all are valid. */
function validOf(chunk: Chunk): Uint8Array | undefined {
  const { length, nullCount, offset = 0, nullBitmap, validity } = chunk;
  const bits = nullBitmap ?? validity;
  // A bitmap without bytes means one in which all are set.
  if (nullCount === 0 || bits === null || bits === undefined || bits.length === 0) return undefined;
  const first = nullBitmap ? offset : 0;
  const valid = new Uint8Array(Math.ceil(length / 8));
  for (let i = 0; i < length; i++) if (isSet(bits, first + i)) valid[i >> 3] |= 1 << (i & 7);
  return valid;
}

/** The numbers that keys stand for. A row is null where its key is, or where its entry is. */
function gather(keys: Chunk, dictionary: Vector, dictionaries: Dictionaries): Numbers {
  const entries = dictionaries.get(dictionary) ?? takeVector(dictionary);
  dictionaries.set(dictionary, entries);
  const { length, values } = keys;
  const valid = validOf(keys) ?? new Uint8Array(Math.ceil(length / 8)).fill(255);
  const Floats = entries.values.constructor as Float64ArrayConstructor;
  const numbers = new Floats(length);
  for (let i = 0; i < length; i++) {
    const key = Number(values[i]);
    if (isSet(valid, i) && entries.valid && !isSet(entries.valid, key)) {
      valid[i >> 3] &= ~(1 << (i & 7));
    }
    numbers[i] = entries.values[key];
  }
  return { values: numbers, valid };
}

/** The numbers of a column that has no chunks. */
export function takeNothing({ type }: Vector): Numbers {
  const Floats = {
    float64: Float64Array,
    float32: Float32Array,
    float16: Float16Array,
  }[floatTypeOf(type) ?? "float64"];
  return { values: new Floats(0) };
}

/** The numbers of all chunks of a column. */
export function takeVector({ data, length }: Vector): Numbers {
  const dictionaries: Dictionaries = new Map();
  const chunks = data.map((chunk) => takeChunk(chunk, dictionaries));
  if (chunks.length === 1) return chunks[0];
  const Floats = (chunks[0]?.values.constructor ?? Float64Array) as Float64ArrayConstructor;
  const values = new Floats(length);
  const hasNulls = chunks.some(({ valid }) => valid !== undefined);
  const valid = hasNulls ? new Uint8Array(Math.ceil(length / 8)) : undefined;
  let at = 0;
  for (const chunk of chunks) {
    values.set(chunk.values as Float64Array, at);
    for (let i = 0; valid && i < chunk.values.length; i++) {
      const row = at + i;
      if (!chunk.valid || isSet(chunk.valid, i)) valid[row >> 3] |= 1 << (row & 7);
    }
    at += chunk.values.length;
  }
  return { values, valid };
}
