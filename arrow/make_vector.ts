import type { Numbers } from "../formats/table.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { type Chunk, type Field, type Type, TYPE_ID, type Vector } from "./shapes.ts";
import { isSet } from "./take_chunk.ts";

// Results are made with the classes of the objects that were given: so they belong to the library,
// and to the copy of it, that the program uses, and none has to be loaded here.

// deno-lint-ignore no-explicit-any -- classes of a library that is not known here
type Class = new (...args: any[]) => any;

/** The class of an object. */
export function classOf(value: object): Class {
  return value.constructor as Class;
}

/** Whether a chunk is one of apache-arrow; otherwise it is one of flechette. */
function isData(chunk: object): boolean {
  return "nullBitmap" in chunk;
}

/** The type of floats of some size: that of a column that has it, or one that looks the same. */
export function floatType(values: FloatArray, given: readonly (Type | undefined)[]): Type {
  const known = given.filter((type) => type !== undefined);
  const precision = Math.log2(values.BYTES_PER_ELEMENT) - 1;
  const found = known.find((type) => type.typeId === TYPE_ID.float && type.precision === precision);
  if (found !== undefined) return found;
  const Values = precision === 0 ? Uint16Array : classOf(values);
  const properties = {
    typeId: TYPE_ID.float,
    precision,
    ArrayType: Values,
    values: Values,
    children: null,
  };
  // The class of all types of apache-arrow; a type of flechette is a plain object.
  const base = known.length === 0 ? Object.prototype : basePrototype(known[0]);
  if (base === Object.prototype) return properties;
  const name = `Float${8 * values.BYTES_PER_ELEMENT}`;
  return Object.create(base, {
    ...Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, { value, enumerable: true }]),
    ),
    toString: { value: () => name },
    [Symbol.toStringTag]: { value: "Float" },
  });
}

/** The last prototype of an object before that of all objects. */
function basePrototype(value: object): object {
  let prototype = Object.getPrototypeOf(value);
  for (;;) {
    const next = Object.getPrototypeOf(prototype);
    if (next === null || next === Object.prototype) return prototype;
    prototype = next;
  }
}

/** Makes a chunk of results, next to one of the same library and length. */
export function makeChunk(like: Chunk, { values, valid }: Numbers, type: Type): Chunk {
  const { length } = values;
  let nullCount = 0;
  for (let i = 0; valid && i < length; i++) if (!isSet(valid, i)) nullCount++;
  const bits = nullCount > 0 ? valid : undefined;
  const stored = values.BYTES_PER_ELEMENT === 2
    ? new Uint16Array(values.buffer, values.byteOffset, length)
    : values;
  if (isData(like)) {
    return new (classOf(like))(type, 0, length, nullCount, [undefined, stored, bits, undefined]);
  }
  // The class of all batches of flechette reads values as they are.
  const Batch = basePrototype(like).constructor as Class;
  const children: unknown[] = [];
  return new Batch({ length, nullCount, type, validity: bits, values: stored, children });
}

/** Makes a column of chunks, like another column. */
export function makeVector(like: Vector, chunks: readonly Chunk[], type: Type): Vector {
  return like.data.length > 0 && isData(like.data[0])
    ? new (classOf(like))(chunks)
    : new (classOf(like))(chunks, type);
}

/** Makes a field like another, which may be null. */
export function makeField(like: Field, name: string, type: Type): Field {
  if (classOf(like) === Object) {
    return { ...like, name, type, nullable: true, metadata: null } as Field;
  }
  return new (classOf(like))(name, type, true);
}
