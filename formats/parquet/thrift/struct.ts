import {
  encodeBinary,
  encodeFields,
  encodeInteger,
  encodeList,
  readBinary,
  readFields,
  readInteger,
  readList,
  type ThriftField,
  type ThriftList,
  WIRE,
} from "./compact.ts";

/**
 * A struct of the metadata. It keeps every field as it was written, known or not, in its order and
 * with its type. An edit makes a new struct in which the other fields are the same.
 *
 * @throws {RangeError} If a field is missing, or has another type than the one that is asked for.
 */
export class ThriftStruct {
  readonly fields: readonly ThriftField[];

  constructor(fields: readonly ThriftField[]) {
    this.fields = fields;
  }

  /** Decodes a struct that fills the bytes. */
  static decode(bytes: Uint8Array): ThriftStruct {
    const { fields, end } = readFields(bytes);
    if (end === bytes.length) return new ThriftStruct(fields);
    throw new RangeError(`${bytes.length - end} bytes follow the end of a struct`);
  }

  encode(): Uint8Array {
    return encodeFields(this.fields);
  }

  /** Returns whether the struct has a field. */
  has(id: number): boolean {
    return this.#find(id) !== undefined;
  }

  /** Returns an integer that a number holds exactly; `missing` if the field is not there. */
  integer(id: number): number;
  integer<T>(id: number, missing: T): number | T;
  integer<T>(id: number, ...missing: [T?]): number | T | undefined {
    const field = this.#find(id);
    if (field === undefined) {
      if (missing.length > 0) return missing[0];
      throw new RangeError(`field ${id} is missing`);
    }
    const { type, bytes } = field;
    if (type < WIRE.i8 || type > WIRE.i64) throw wrongType(field, "an integer");
    const value = Number(readInteger(bytes, type));
    if (Number.isSafeInteger(value)) return value;
    throw new RangeError(`field ${id} is ${value}, which is too large`);
  }

  /** Returns a flag; `missing` if the field is not there. */
  flag(id: number, missing: boolean = false): boolean {
    const field = this.#find(id);
    if (field === undefined) return missing;
    if (field.type === WIRE.true || field.type === WIRE.false) return field.type === WIRE.true;
    throw wrongType(field, "a boolean");
  }

  /** Returns bytes, or `undefined` if the field is not there. */
  binary(id: number): Uint8Array | undefined {
    const field = this.#find(id);
    if (field === undefined) return undefined;
    if (field.type === WIRE.binary) return readBinary(field.bytes);
    throw wrongType(field, "a text");
  }

  /** Returns a text, or `undefined` if the field is not there. */
  text(id: number): string | undefined {
    const bytes = this.binary(id);
    return bytes && decodeText(bytes);
  }

  /** Returns a struct inside this one, or `undefined` if the field is not there. */
  struct(id: number): ThriftStruct | undefined {
    const field = this.#find(id);
    if (field === undefined) return undefined;
    if (field.type === WIRE.struct) return ThriftStruct.decode(field.bytes);
    throw wrongType(field, "a struct");
  }

  /** Returns a list of encoded items, or `undefined` if the field is not there. */
  list(id: number): ThriftList | undefined {
    const field = this.#find(id);
    if (field === undefined) return undefined;
    if (field.type === WIRE.list) return readList(field.bytes);
    throw wrongType(field, "a list");
  }

  /** Returns a list of structs, which is empty if the field is not there. */
  structs(id: number): ThriftStruct[] {
    const { type, items } = this.list(id) ?? { type: WIRE.struct, items: [] };
    if (type === WIRE.struct || items.length === 0) {
      return items.map((item) => ThriftStruct.decode(item));
    }
    throw new RangeError(`field ${id} is a list of type ${type}, expected structs`);
  }

  /** Returns a struct with fields in place of those with their numbers, or added in their order. */
  with(...changed: readonly ThriftField[]): ThriftStruct {
    const fields = [...this.fields];
    for (const field of changed) {
      const same = fields.findIndex(({ id }) => id === field.id);
      const after = fields.findIndex(({ id }) => id > field.id);
      if (same >= 0) fields[same] = field;
      else fields.splice(after < 0 ? fields.length : after, 0, field);
    }
    return new ThriftStruct(fields);
  }

  /** Returns a struct without some fields. */
  without(...ids: readonly number[]): ThriftStruct {
    return new ThriftStruct(this.fields.filter(({ id }) => !ids.includes(id)));
  }

  #find(id: number): ThriftField | undefined {
    return this.fields.find((field) => field.id === id);
  }
}

function wrongType({ id, type }: ThriftField, expected: string): RangeError {
  return new RangeError(`field ${id} has the type ${type}, expected ${expected}`);
}

/** Decodes a text. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

const UTF8 = new TextEncoder();

// These functions make fields.

export function i16(id: number, value: number): ThriftField {
  return { id, type: WIRE.i16, bytes: encodeInteger(value) };
}

export function i32(id: number, value: number): ThriftField {
  return { id, type: WIRE.i32, bytes: encodeInteger(value) };
}

export function i64(id: number, value: number): ThriftField {
  return { id, type: WIRE.i64, bytes: encodeInteger(value) };
}

export function i8(id: number, value: number): ThriftField {
  return { id, type: WIRE.i8, bytes: Uint8Array.of(value) };
}

export function flag(id: number, value: boolean): ThriftField {
  return { id, type: value ? WIRE.true : WIRE.false, bytes: new Uint8Array(0) };
}

export function binary(id: number, value: Uint8Array): ThriftField {
  return { id, type: WIRE.binary, bytes: encodeBinary(value) };
}

export function text(id: number, value: string): ThriftField {
  return binary(id, UTF8.encode(value));
}

export function struct(id: number, ...fields: readonly ThriftField[]): ThriftField {
  return { id, type: WIRE.struct, bytes: encodeFields(fields) };
}

export function list(id: number, value: ThriftList): ThriftField {
  return { id, type: WIRE.list, bytes: encodeList(value) };
}

/** Makes a list of structs. */
export function structs(id: number, items: readonly ThriftStruct[]): ThriftField {
  return list(id, { type: WIRE.struct, items: items.map((item) => item.encode()) });
}

/** Makes a list of 32-bit integers. */
export function integers(id: number, values: readonly number[]): ThriftField {
  return list(id, { type: WIRE.i32, items: values.map(encodeInteger) });
}

/** Makes a list of texts. */
export function texts(id: number, values: readonly string[]): ThriftField {
  return list(id, {
    type: WIRE.binary,
    items: values.map((value) => encodeBinary(UTF8.encode(value))),
  });
}
